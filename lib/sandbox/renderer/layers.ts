/** Layers: a scene's elements, drawn again and again at little cost. */
import { createFrame, type Element } from "../drawing/composition/element.ts";
import { createSurface, type Surface } from "../drawing/pixels/surface.ts";
import type { Size } from "./camera.ts";

/** Layer, which draws into a canvas whose transform maps the world's pixels to the frame's. */
export type Layer = {
  depth: number;
  draw(target: Surface, time: number): void;
};

export type World = Size & { detail: 0 | 1 | 2 };

/** Scene seconds per film second. */
export type Clock = { pace: number };

/** Paints unchanging elements of one distance once, and crops the result to its visible rows. */
export function stillLayer(elements: readonly Element[], world: World): Layer {
  let painted: { surface: Surface; top: number } | undefined;
  return {
    depth: elements[0]?.depth ?? 0,
    draw({ context }) {
      painted ??= cropped(paint(elements, world));
      context.drawImage(painted.surface.canvas, 0, painted.top);
    },
  };
}

function paint(elements: readonly Element[], { width, height, detail }: World): Surface {
  const surface = createSurface(width, height);
  const frame = createFrame(surface, { detail });
  for (const element of elements) element.draw(frame);
  return surface;
}

/** Crops the empty rows above and below. */
function cropped(surface: Surface): { surface: Surface; top: number } {
  const { top, bottom } = bandOf(surface);
  if (bottom - top > surface.height * 0.9) return { surface, top: 0 };
  const kept = createSurface(surface.width, bottom - top);
  kept.context.drawImage(surface.canvas, 0, -top);
  return { surface: kept, top };
}

/** Rows that are not empty. */
type Band = { top: number; bottom: number };

function bandOf({ width, height, canvas }: Surface): Band {
  const bytes = canvas.data();
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height);
  const isEmpty = (row: number) => pixels.subarray(row * width, (row + 1) * width).every((pixel) => pixel === 0);
  let [top, bottom] = [0, height];
  while (top < height - 1 && isEmpty(top)) top += 1;
  while (bottom > top + 1 && isEmpty(bottom - 1)) bottom -= 1;
  return { top, bottom };
}

/** Draws the element anew for every frame. */
export function liveLayer(element: Element, { width, height, detail, pace }: World & Clock): Layer {
  return {
    depth: element.depth,
    draw(target, time) {
      element.draw({ ...target, width, height, aspect: width / height, time: time * pace, detail });
    },
  };
}

type Slow = World &
  Clock & {
    /** Film seconds between two paintings. */
    interval: number;
    /** Painted pixels per world pixel; below 1 for soft content. */
    scale: number;
    isOpaque: boolean;
    /** Draws the layers below, for an element that reads them. */
    below: (surface: Surface, time: number) => void;
  };

/** Paints at intervals and blends between them, which looks like motion for soft content. */
export function slowLayer(element: Element, slow: Slow): Layer {
  const { width, height, detail, pace, interval, scale, isOpaque, below } = slow;
  const paintings = new Map<number, Surface>();
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  let band: Band | undefined;
  let blend: Surface | undefined;
  function paintingOf(step: number): Surface {
    const known = paintings.get(step);
    if (known) return known;
    for (const old of paintings.keys()) if (old < step - 1) paintings.delete(old);
    const surface = createSurface(size.width, size.height);
    if (element.mirrorsAbove !== undefined) below(surface, step * interval);
    element.draw(createFrame(surface, { time: step * interval * pace, detail }));
    band ??= ownBand(surface);
    paintings.set(step, surface);
    return surface;
  }
  /** Adds spare rows, because swaying blades vary in height. */
  function ownBand(surface: Surface): Band {
    if (element.mirrorsAbove !== undefined)
      return { top: Math.round(element.mirrorsAbove * size.height), bottom: size.height };
    const { top, bottom } = bandOf(surface);
    const spare = Math.ceil(size.height * 0.02);
    return { top: Math.max(0, top - spare), bottom: Math.min(size.height, bottom + spare) };
  }
  function show({ context }: Surface, { canvas }: Surface): void {
    const { top, bottom } = band ?? { top: 0, bottom: size.height };
    const tall = height / size.height;
    context.drawImage(canvas, 0, top, size.width, bottom - top, 0, top * tall, width, (bottom - top) * tall);
  }
  return {
    depth: element.depth,
    draw(target, time) {
      const step = Math.floor(time / interval + 1e-6);
      const share = time / interval - step;
      const now = paintingOf(step);
      if (share < 0.01) return show(target, now);
      blend ??= createSurface(size.width, size.height);
      mixSurfaces(blend, { from: now, to: paintingOf(step + 1), share, isOpaque });
      show(target, blend);
    },
  };
}

/** Mixes exactly by share, also where both surfaces are transparent. */
function mixSurfaces(
  target: Surface,
  { from, to, share, isOpaque }: { from: Surface; to: Surface; share: number; isOpaque: boolean },
): void {
  const { context, width, height } = target;
  context.globalCompositeOperation = "copy";
  context.globalAlpha = isOpaque ? 1 : 1 - share;
  context.drawImage(from.canvas, 0, 0, width, height);
  context.globalCompositeOperation = isOpaque ? "source-over" : "lighter";
  context.globalAlpha = share;
  context.drawImage(to.canvas, 0, 0, width, height);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
}
