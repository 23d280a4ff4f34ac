import { useCallback, useEffect, useRef, useState } from "react";
import {
  actualSize,
  fitView,
  type Point,
  panView,
  revealPoint,
  type Size,
  type View,
  zoomView,
} from "#lib/playground/mask/view.ts";

const ZOOM_STEP = 1.25;

/** Zoom and pan of an image in a frame. It stays fitted to a frame that changes, until somebody moves it. */
export function useView(image: Size) {
  const frame = useRef<HTMLDivElement>(null);
  const [frameSize, setFrameSize] = useState<Size>();
  const [moved, setMoved] = useState<View>();
  const { width, height } = image;
  const view = moved ?? (frameSize ? fitView(image, frameSize) : undefined);

  // Handlers of the wheel and of pointers run between two renders and must add to each other.
  const latest = useRef({ view, frameSize });
  latest.current = { view, frameSize };
  const change = useCallback(
    (next: (view: View, room: { image: Size; frame: Size }) => View) => {
      const { view: before, frameSize: room } = latest.current;
      if (!before || !room) return;
      const after = next(before, { image: { width, height }, frame: room });
      latest.current.view = after;
      setMoved(after);
    },
    [width, height],
  );

  const zoom = useCallback(
    (factor: number, at?: Point) =>
      change((before, room) =>
        zoomView(before, { ...room, factor, at: at ?? { x: room.frame.width / 2, y: room.frame.height / 2 } }),
      ),
    [change],
  );
  const pan = useCallback((by: Point) => change((before, room) => panView(before, { ...room, by })), [change]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setFrameSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    // React listens to the wheel passively, and a zoom must keep the page from zooming too.
    const onWheel = (event: WheelEvent) => {
      const box = element.getBoundingClientRect();
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        // A notch of a wheel is a hundred, a move of a pinch a few: one must not jump, the other not crawl.
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
  }, [width, height, zoom, pan]);

  return {
    frame,
    frameSize,
    view,
    zoom,
    pan,
    zoomIn: () => zoom(ZOOM_STEP),
    zoomOut: () => zoom(1 / ZOOM_STEP),
    fit: () => setMoved(undefined),
    showActualSize: () => change((before, room) => actualSize(before, room.image, room.frame)),
    reveal: (point: Point) => change((before, room) => revealPoint(before, { ...room, point })),
  };
}

/** Only then does a plain wheel belong to the image; else it scrolls the page. */
function isZoomedIn({ scale }: View, image: Size, frame: Size): boolean {
  return image.width * scale > frame.width || image.height * scale > frame.height;
}
