import { useCallback, useLayoutEffect, useRef, useState } from "react";
import {
  actualSize,
  containView,
  fitView,
  type Point,
  panView,
  revealPoint,
  type Size,
  type View,
  zoomView,
} from "#lib/playground/shell/view.ts";

const ZOOM_STEP = 1.25;

/**
 * Zoom and pan of an image in a frame. The image stays fitted when the frame is resized, until the user moves it.
 * @param options.contained view-only image: it stays within the frame's edges, and a plain wheel zooms it
 */
export function useView(image: Size, { contained = false }: { contained?: boolean } = {}) {
  const frame = useRef<HTMLDivElement>(null);
  const [frameSize, setFrameSize] = useState<Size>();
  const [moved, setMoved] = useState<View>();
  const { width, height } = image;
  const view = moved ?? (frameSize ? fitView(image, frameSize) : undefined);

  // Wheel and pointer handlers run several times between two renders and must build on each other.
  const latest = useRef({ view, frameSize });
  latest.current = { view, frameSize };
  const change = useCallback(
    (next: (view: View, room: { image: Size; frame: Size }) => View) => {
      const { view: before, frameSize: room } = latest.current;
      if (!before || !room) return;
      const asked = next(before, { image: { width, height }, frame: room });
      const after = contained ? containView(asked, { width, height }, room) : asked;
      latest.current.view = after;
      // A fitted image stays fitted when the frame is resized.
      setMoved(contained && !isMoved(after, room, { width, height }) ? undefined : after);
    },
    [width, height, contained],
  );

  const zoom = useCallback(
    (factor: number, at?: Point) =>
      change((before, room) =>
        zoomView(before, { ...room, factor, at: at ?? { x: room.frame.width / 2, y: room.frame.height / 2 } }),
      ),
    [change],
  );
  const fit = useCallback(() => setMoved(undefined), []);
  const pan = useCallback((by: Point) => change((before, room) => panView(before, { ...room, by })), [change]);

  // Before the first paint, so that the image is in place when it appears.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setFrameSize({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setFrameSize(sameOr({ width: entry.contentRect.width, height: entry.contentRect.height }));
    });
    observer.observe(element);
    // React registers wheel listeners as passive, but a zoom must prevent the page from zooming too.
    const onWheel = (event: WheelEvent) => {
      const box = element.getBoundingClientRect();
      if (contained || event.ctrlKey || event.metaKey) {
        event.preventDefault();
        // A wheel notch is about a hundred, a pinch step only a few: limited so that neither jumps or crawls.
        const distance = Math.min(25, Math.max(-25, event.deltaY));
        zoom(Math.exp(-distance * 0.01), { x: event.clientX - box.left, y: event.clientY - box.top });
      } else if (latest.current.view && isZoomedIn(latest.current.view, { width, height }, box)) {
        event.preventDefault();
        pan({ x: -event.deltaX, y: -event.deltaY });
      }
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => {
      observer.disconnect();
      element.removeEventListener("wheel", onWheel);
    };
  }, [width, height, contained, zoom, pan]);

  return {
    image,
    frame,
    frameSize,
    view,
    /** True when the image is no longer fully visible, or the user has moved it. */
    moved: isMoved(view, frameSize, image),
    zoom,
    zoomTo: (scale: number, at: Point) => zoom(scale / (latest.current.view?.scale ?? 1), at),
    pan,
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    fit,
    showActualSize: () => change((before, room) => actualSize(before, room.image, room.frame)),
    reveal: (point: Point) => change((before, room) => revealPoint(before, { ...room, point })),
  };
}

/** Keeps the same object for equal sizes: the observer's first callback repeats the initial measurement. */
function sameOr(next: Size): (before: Size | undefined) => Size {
  return (before) => (before?.width === next.width && before.height === next.height ? before : next);
}

function isMoved(view: View | undefined, frame: Size | undefined, image: Size): boolean {
  if (!view || !frame) return false;
  const { scale, x, y } = fitView(image, frame);
  return view.scale !== scale || view.x !== x || view.y !== y;
}

/** Returns whether a plain wheel belongs to the image; otherwise it scrolls the page. */
function isZoomedIn({ scale }: View, image: Size, frame: Size): boolean {
  return image.width * scale > frame.width || image.height * scale > frame.height;
}
