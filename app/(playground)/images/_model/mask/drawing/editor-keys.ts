import type { Tool } from "./brush.ts";

export type EditorAction =
  | { kind: "tool"; tool: Tool }
  | { kind: "swap" | "larger" | "smaller" | "harder" | "softer" }
  | { kind: "invert" | "clear" | "undo" | "redo" }
  | { kind: "fit" | "actual-size" | "zoom-in" | "zoom-out" };

/** Actions by lower-case `event.key`. */
const PLAIN = new Map<string, EditorAction>([
  ["b", { kind: "tool", tool: "brush" }],
  ["e", { kind: "tool", tool: "eraser" }],
  ["r", { kind: "tool", tool: "rectangle" }],
  ["l", { kind: "tool", tool: "lasso" }],
  ["g", { kind: "tool", tool: "fill" }],
  ["x", { kind: "swap" }],
  ["[", { kind: "smaller" }],
  ["]", { kind: "larger" }],
  ["{", { kind: "softer" }],
  ["}", { kind: "harder" }],
  ["i", { kind: "invert" }],
  ["0", { kind: "fit" }],
  ["1", { kind: "actual-size" }],
  ["+", { kind: "zoom-in" }],
  ["=", { kind: "zoom-in" }],
  ["-", { kind: "zoom-out" }],
  ["−", { kind: "zoom-out" }],
]);

type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean };

/** Returns the editor's action for a key; undefined for keys of the browser or the page. */
export function readKeyAction({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): EditorAction | undefined {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) {
    if (altKey) return undefined;
    if (name === "z") return { kind: shiftKey ? "redo" : "undo" };
    return name === "y" ? { kind: "redo" } : undefined;
  }
  // Brackets are typed with Alt on many keyboards, so Alt is allowed.
  return PLAIN.get(name);
}

/** Keys as written in the shortcut list, tooltips and `aria-keyshortcuts`. */
export const EDITOR_KEYS: readonly (readonly [keys: string, does: string])[] = [
  ["B  E", "Brush, eraser; X swaps them"],
  ["R  L  G", "Rectangle, lasso, fill"],
  ["[  ]", "Smaller or larger brush"],
  ["{  }", "Softer or harder brush"],
  ["Alt", "Held down, takes away instead of adding"],
  ["Shift", "Click for a straight line from the last point"],
  ["I", "Invert"],
  ["Ctrl Z", "Undo; with Shift, redo"],
  ["0  1", "Fit the image, or show its real size"],
  ["+  −", "Zoom; also Ctrl and the wheel, or two fingers"],
  ["Space", "Held down, drags the image"],
  ["← ↑ → ↓", "Move the crosshair; Enter sets the tool down and lifts it"],
  ["Esc", "Leave the stroke that is being drawn"],
];
