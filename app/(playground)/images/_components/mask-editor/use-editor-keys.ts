import { type KeyboardEvent, useState } from "react";
import { type Brush, stepHardness, stepSize } from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import { type EditorAction, readKeyAction } from "#app/(playground)/images/_model/mask/drawing/editor-keys.ts";
import type { useView } from "#components/zoom/use-view.ts";
import { addStroke, type MaskState, redo, undo } from "#lib/playground/images/mask-state.ts";
import type { Point } from "#lib/playground/shell/view.ts";
import type { Drawing } from "./use-drawing.ts";

type KeysOptions = {
  state: MaskState;
  onChange: (state: MaskState) => void;
  brush: Brush;
  setBrush: (brush: Brush) => void;
  drawing: Drawing;
  view: ReturnType<typeof useView>;
};

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Handles the editor's keys. On its canvas a crosshair allows drawing without a pointer. */
export function useEditorKeys({ state, onChange, brush, setBrush, drawing, view }: KeysOptions) {
  const [spaceHeld, setSpaceHeld] = useState(false);
  const [crosshair, setCrosshair] = useState<Point>();

  const runs: Record<Exclude<EditorAction["kind"], "tool">, () => void> = {
    swap: () => setBrush({ ...brush, tool: brush.tool === "eraser" ? "brush" : "eraser" }),
    larger: () => setBrush({ ...brush, sizePercent: stepSize(brush.sizePercent, 1) }),
    smaller: () => setBrush({ ...brush, sizePercent: stepSize(brush.sizePercent, -1) }),
    harder: () => setBrush({ ...brush, hardness: stepHardness(brush.hardness, 1) }),
    softer: () => setBrush({ ...brush, hardness: stepHardness(brush.hardness, -1) }),
    invert: () => onChange(addStroke(state, { tool: "invert" })),
    clear: () => onChange(addStroke(state, { tool: "clear" })),
    undo: () => onChange(undo(state)),
    redo: () => onChange(redo(state)),
    fit: view.fit,
    "actual-size": view.showActualSize,
    "zoom-in": view.zoomIn,
    "zoom-out": view.zoomOut,
  };

  function run(action: EditorAction): void {
    if (drawing.isDrawing() && action.kind !== "zoom-in" && action.kind !== "zoom-out") drawing.cancel();
    if (action.kind === "tool") setBrush({ ...brush, tool: action.tool });
    else runs[action.kind]();
  }

  /** Handles keys that apply on the canvas only; buttons and sliders use them differently. */
  function onCanvasKey(event: KeyboardEvent): boolean {
    const arrow = ARROWS[event.key];
    if (event.key === " ") {
      setSpaceHeld(true);
      return true;
    }
    const at = crosshair ?? { x: state.width / 2, y: state.height / 2 };
    if (arrow) {
      const step = event.shiftKey ? 1 : Math.max(1, Math.min(state.width, state.height) / 50);
      const next = {
        x: Math.min(state.width, Math.max(0, at.x + arrow.x * step)),
        y: Math.min(state.height, Math.max(0, at.y + arrow.y * step)),
      };
      setCrosshair(next);
      view.reveal(next);
      drawing.move([next]);
      return true;
    }
    if (event.key !== "Enter") return false;
    setCrosshair(at);
    if (drawing.isDrawing()) drawing.end();
    else drawing.begin({ at, erase: event.altKey, straight: event.shiftKey });
    if (brush.tool === "fill") drawing.end();
    return true;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isTextField(event.target)) return;
    const onCanvas = event.target === view.frame.current;
    let handled = onCanvas && !event.ctrlKey && !event.metaKey && onCanvasKey(event);
    // Handle Escape only when it cancelled a gesture here; else it is the page's, which may close the editor.
    if (!handled && event.key === "Escape") handled = drawing.cancel();
    const action = handled ? undefined : readKeyAction(event);
    if (action) run(action);
    if (handled || action) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  return {
    run,
    spaceHeld,
    crosshair,
    hideCrosshair: () => setCrosshair(undefined),
    handlers: {
      onKeyDown,
      onKeyUp: (event: KeyboardEvent) => {
        if (event.key === " ") setSpaceHeld(false);
      },
    },
  };
}

/** Returns whether keys type text into the target. A slider is an input too, but takes no text. */
function isTextField(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
