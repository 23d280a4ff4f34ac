/** Zoom and pan of an image in its frame, without the DOM. */

/** Offsets in CSS pixels; `scale` is CSS pixels per pixel of the source. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

/** Margin around a fitted image, in CSS pixels. */
const MARGIN = 12;
const LARGEST_SCALE = 32;
/** Part of the image that always stays in the frame, in CSS pixels. */
const VISIBLE_MARGIN = 48;

/** Shows the whole image, centred; a small one grows to at most twice its size. */
export function fitView(image: Size, frame: Size): View {
  const [free, freeHeight] = [Math.max(1, frame.width - 2 * MARGIN), Math.max(1, frame.height - 2 * MARGIN)];
  return centred(Math.min(2, free / image.width, freeHeight / image.height), image, frame);
}

/** Zooms around a point of the frame, which does not move. */
export function zoomView(
  view: View,
  { factor, at, image, frame }: { factor: number; at: Point; image: Size; frame: Size },
): View {
  const smallest = Math.min(1, fitView(image, frame).scale) / 2;
  const scale = Math.min(LARGEST_SCALE, Math.max(smallest, view.scale * factor));
  const ratio = scale / view.scale;
  return keepVisible({ scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio }, image, frame);
}

export function panView(view: View, { by, image, frame }: { by: Point; image: Size; frame: Size }): View {
  return keepVisible({ ...view, x: view.x + by.x, y: view.y + by.y }, image, frame);
}

/** Shows one pixel of the source per CSS pixel, around the middle of the frame. */
export function actualSize(view: View, image: Size, frame: Size): View {
  return zoomView(view, { factor: 1 / view.scale, at: { x: frame.width / 2, y: frame.height / 2 }, image, frame });
}

/** Moves the view the minimum that makes a point of the source visible. */
export function revealPoint(view: View, { point, image, frame }: { point: Point; image: Size; frame: Size }): View {
  const missing = (at: number, length: number) => (at < MARGIN ? MARGIN - at : Math.min(0, length - MARGIN - at));
  const by = {
    x: missing(view.x + point.x * view.scale, frame.width),
    y: missing(view.y + point.y * view.scale, frame.height),
  };
  return by.x === 0 && by.y === 0 ? view : panView(view, { by, image, frame });
}

/**
 * Returns the pixel of the source under a pointer, from the current position of the image's layer on screen, so that
 * zooming, scrolling or resizing does not shift the mask.
 */
export function toSourcePoint(
  client: Point,
  layer: { left: number; top: number; width: number; height: number },
  image: Size,
): Point {
  return {
    x: ((client.x - layer.left) * image.width) / layer.width,
    y: ((client.y - layer.top) * image.height) / layer.height,
  };
}

/**
 * Limits the view of an image that is only viewed: no smaller than fitted or its real size, and no gap at an edge that
 * could be filled.
 */
export function containView(view: View, image: Size, frame: Size): View {
  const fitted = fitView(image, frame);
  const smallest = Math.min(1, fitted.scale);
  if (view.scale <= smallest) return centred(smallest, image, frame);
  const within = (at: number, length: number, room: number) =>
    length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
  const { scale } = view;
  return {
    scale,
    x: within(view.x, image.width * scale, frame.width),
    y: within(view.y, image.height * scale, frame.height),
  };
}

/** Returns the zoom of two fingers of which one moved; `middle` is between them, in the given coordinates. */
export function readPinch({ before, now, other }: { before: Point; now: Point; other: Point }): {
  factor: number;
  middle: Point;
  by: Point;
} {
  const distance = (one: Point) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
  return {
    factor: distance(now) / distance(before),
    middle: { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 },
    by: { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 },
  };
}

function centred(scale: number, image: Size, frame: Size): View {
  return { scale, x: (frame.width - image.width * scale) / 2, y: (frame.height - image.height * scale) / 2 };
}

function keepVisible({ scale, x, y }: View, image: Size, frame: Size): View {
  const keep = (at: number, length: number, room: number) => {
    const margin = Math.min(VISIBLE_MARGIN, length / 2, room / 2);
    return Math.min(room - margin, Math.max(margin - length, at));
  };
  return { scale, x: keep(x, image.width * scale, frame.width), y: keep(y, image.height * scale, frame.height) };
}
