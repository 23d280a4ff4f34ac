import { type PointerEvent, useRef, useState } from "react";
import { type Point, readPinch } from "#lib/playground/shell/view.ts";
import { type Drawing, isErasing, type PenPoint } from "./use-drawing.ts";

type PointersOptions = {
  drawing: Drawing;
  spaceHeld: boolean;
  zoom: (factor: number, at: Point) => void;
  pan: (by: Point) => void;
  onHover: (at: PenPoint | undefined) => void;
};

/**
 * Handles mouse, pen and fingers on the frame: one pointer draws, the middle button or the space bar drags the image,
 * two fingers zoom and drag it. Once a pen draws, a finger only drags, because the hand rests on the screen.
 */
export function usePointers({ drawing, spaceHeld, zoom, pan, onHover }: PointersOptions) {
  const pointers = useRef(new Map<number, Point>());
  const mode = useRef<"none" | "draw" | "pan" | "pinch">("none");
  const penSeen = useRef(false);
  const [panning, setPanning] = useState(false);

  function setMode(next: typeof mode.current): void {
    mode.current = next;
    setPanning(next === "pan");
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.pointerType === "pen") penSeen.current = true;
    if (pointers.current.size > 1) {
      drawing.cancel();
      setMode(pointers.current.size === 2 ? "pinch" : "none");
      return;
    }
    const palm = penSeen.current && event.pointerType === "touch";
    if (event.button === 1 || spaceHeld || palm) {
      event.preventDefault();
      setMode("pan");
    } else if (event.button === 0 || event.button === 5) {
      const at = drawing.pointsOf(event).at(-1);
      if (!at) return;
      setMode("draw");
      drawing.begin({ at, erase: isErasing(event), straight: event.shiftKey });
    }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId);
    const now = { x: event.clientX, y: event.clientY };
    const points = drawing.pointsOf(event);
    onHover(event.pointerType === "touch" && mode.current !== "draw" ? undefined : points.at(-1));
    if (!before) return;
    if (mode.current === "draw") drawing.move(points);
    if (mode.current === "pan") pan({ x: now.x - before.x, y: now.y - before.y });
    if (mode.current === "pinch") pinch(event.currentTarget.getBoundingClientRect(), event.pointerId, before, now);
    pointers.current.set(event.pointerId, now);
  }

  /** Zooms and pans for one of two fingers that moved from `before` to `now` while the other stayed. */
  function pinch(box: DOMRect, id: number, before: Point, now: Point): void {
    const other = [...pointers.current].find(([pointer]) => pointer !== id)?.[1];
    if (!other) return;
    const { factor, middle, by } = readPinch({ before, now, other });
    pan(by);
    zoom(factor, { x: middle.x - box.left, y: middle.y - box.top });
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    if (!pointers.current.delete(event.pointerId)) return;
    if (mode.current === "draw") drawing.end();
    if (event.pointerType === "touch") onHover(undefined);
    // The remaining finger does not start drawing after a pinch.
    setMode("none");
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>): void {
    if (!pointers.current.delete(event.pointerId)) return;
    drawing.cancel();
    setMode("none");
  }

  return {
    panning,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onPointerLeave: () => onHover(undefined),
    },
  };
}
