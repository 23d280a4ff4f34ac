import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { fitView, type Point, readPinch } from "#lib/playground/shell/view.ts";
import type { useView } from "../zoom/use-view.ts";

type Options = {
  view: ReturnType<typeof useView>;
  onSwipe: (by: 1 | -1) => void;
  onClose: () => void;
};

/** Distance of a swipe to the next image, and the maximum movement of a click, in CSS pixels. */
const SWIPE = 56;
const SLIP = 4;

/**
 * Handles pointers in the viewer: one pointer drags an image that is larger than its frame; a finger on a fitted image
 * swipes to the next. Two fingers zoom, a double click toggles between actual size and fitted, and a click beside the
 * image closes.
 */
export function useLookingPointers({ view, onSwipe, onClose }: Options) {
  const pointers = useRef(new Map<number, Point>());
  /** Position at which the first pointer went down, and its farthest distance since. */
  const start = useRef<{ at: Point; farthest: number; swipes: boolean }>(undefined);
  const [held, setHeld] = useState(false);
  const [drag, setDrag] = useState(0);
  const zoomed = view.moved;

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, at);
    start.current =
      pointers.current.size === 1
        ? { at, farthest: 0, swipes: event.pointerType === "touch" && !zoomed }
        : { at, farthest: Infinity, swipes: false };
    setDrag(0);
    setHeld(true);
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId);
    const begun = start.current;
    if (!before || !begun) return;
    const now = { x: event.clientX, y: event.clientY };
    begun.farthest = Math.max(begun.farthest, Math.hypot(now.x - begun.at.x, now.y - begun.at.y));
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const { factor, middle, by } = readPinch({ before, now, other });
      const box = event.currentTarget.getBoundingClientRect();
      view.pan(by);
      view.zoom(factor, { x: middle.x - box.left, y: middle.y - box.top });
    } else if (begun.swipes) setDrag(now.x - begun.at.x);
    else if (zoomed) view.pan({ x: now.x - before.x, y: now.y - before.y });
    pointers.current.set(event.pointerId, now);
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    if (!pointers.current.delete(event.pointerId) || pointers.current.size > 0) return;
    const moved = event.clientX - (start.current?.at.x ?? 0);
    if (start.current?.swipes && Math.abs(moved) > SWIPE) onSwipe(moved < 0 ? 1 : -1);
    setDrag(0);
    setHeld(false);
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>): void {
    pointers.current.delete(event.pointerId);
    setDrag(0);
    setHeld(false);
  }

  const isBeside = (event: MouseEvent<HTMLElement>) => {
    const { view: shown, image } = view;
    if (!shown) return false;
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left - shown.x, event.clientY - box.top - shown.y];
    return x < 0 || y < 0 || x > image.width * shown.scale || y > image.height * shown.scale;
  };

  return {
    held,
    drag,
    zoomed,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onClick: (event: MouseEvent<HTMLElement>) => {
        if ((start.current?.farthest ?? Infinity) <= SLIP && isBeside(event)) onClose();
      },
      onDoubleClick: (event: MouseEvent<HTMLElement>) => {
        if (isBeside(event)) return;
        const box = event.currentTarget.getBoundingClientRect();
        if (zoomed) view.fit();
        else view.zoomTo(closer(view), { x: event.clientX - box.left, y: event.clientY - box.top });
      },
    },
  };
}

/** Returns the scale of the actual size, or twice the fitted scale when the actual size is not larger. */
function closer({ image, frameSize }: ReturnType<typeof useView>): number {
  const fitted = frameSize ? fitView(image, frameSize).scale : 1;
  return fitted < 0.8 ? 1 : fitted * 2;
}
