import { type PointerEvent, type RefObject, useRef, useState } from "react";
import type { Brush } from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import {
  beginGesture,
  connectGesture,
  extendGesture,
  finishGesture,
  type Gesture,
} from "#app/(playground)/images/_model/mask/drawing/gesture.ts";
import type { Pressed } from "#app/(playground)/images/_model/mask/drawing/pen.ts";
import { addStroke, type BrushStroke, type MaskState } from "#lib/playground/images/mask-state.ts";
import { type Point, toSourcePoint } from "#lib/playground/shell/view.ts";

/** Bit of `PointerEvent.buttons` for the eraser end of a pen. */
const PEN_ERASER = 32;

/** Position in pixels of the source, with the pen's pressure. */
export type PenPoint = Point & Pressed;

type DrawingOptions = {
  state: MaskState;
  brush: Brush;
  /** Element that covers exactly the image, wherever it is on the screen. */
  layer: RefObject<HTMLElement | null>;
  /** Returns the share of the brush size that a pen's pressure gives, in percent. */
  pressedBy: (event: globalThis.PointerEvent) => number | undefined;
  extend: (stroke: BrushStroke) => void;
  restore: () => void;
  onChange: (state: MaskState) => void;
};

/** Handles a drawing gesture from the first touch to the stroke in the list; the same for pointers and the keyboard. */
export function useDrawing({ state, brush, layer, pressedBy, extend, restore, onChange }: DrawingOptions) {
  const [gesture, setGesture] = useState<Gesture>();
  const current = useRef<Gesture>(undefined);

  function follow(next: Gesture | undefined): void {
    current.current = next;
    // Points are appended in place: a new wrapper tells React and the cursor's canvas to redraw.
    setGesture(next && { ...next });
  }

  function show(drawn: Gesture): void {
    if (drawn.tool === "brush" || drawn.tool === "eraser") extend(drawn);
    else follow(drawn);
  }

  function begin({ at, erase, straight = false }: { at: PenPoint; erase: boolean; straight?: boolean }): void {
    const begun = beginGesture({ brush, image: state, at, erase });
    if (straight) connectGesture(begun, state.strokes[state.position - 1]);
    follow(begun);
    show(begun);
  }

  function move(points: readonly PenPoint[]): void {
    const moved = current.current;
    if (!moved) return;
    let added = false;
    for (const point of points) added = extendGesture(moved, point) || added;
    if (added) show(moved);
  }

  function end(): void {
    const ended = current.current;
    if (!ended) return;
    follow(undefined);
    const stroke = finishGesture(ended);
    if (stroke) onChange(addStroke(state, stroke));
    else restore();
  }

  function cancel(): boolean {
    if (!current.current) return false;
    follow(undefined);
    restore();
    return true;
  }

  /** Returns the pointer positions since the last event, in pixels of the source. */
  function pointsOf(event: PointerEvent): PenPoint[] {
    const box = layer.current?.getBoundingClientRect();
    if (!box) return [];
    const passed = event.nativeEvent.getCoalescedEvents?.() ?? [];
    return (passed.length > 0 ? passed : [event.nativeEvent]).map((at) => {
      const pressed = pressedBy(at);
      const point = toSourcePoint({ x: at.clientX, y: at.clientY }, box, state);
      return pressed === undefined ? point : { ...point, pressed };
    });
  }

  return { gesture, isDrawing: () => current.current !== undefined, begin, move, end, cancel, pointsOf };
}

export type Drawing = ReturnType<typeof useDrawing>;

export function isErasing(event: PointerEvent): boolean {
  return event.altKey || (event.buttons & PEN_ERASER) !== 0;
}
