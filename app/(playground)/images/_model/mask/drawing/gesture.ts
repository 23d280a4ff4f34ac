import type { BrushStroke, MaskStroke, ShapeStroke } from "#lib/playground/images/mask-state.ts";
import type { Point, Size } from "#lib/playground/shell/view.ts";
import { type Brush, brushSize } from "./brush.ts";
import type { Pressed } from "./pen.ts";

/** Stroke being drawn, not yet in the mask. Points are appended while the pointer moves. */
export type Gesture = BrushStroke | ShapeStroke;

/**
 * Starts a gesture with the brush's tool. `erase` applies to this gesture only: Alt is held, or the pen's eraser end is
 * used.
 */
export function beginGesture({
  brush,
  image,
  at,
  erase,
}: {
  brush: Brush;
  image: Size;
  at: Point & Pressed;
  erase: boolean;
}): Gesture {
  const points = toPoints(at);
  const { tool } = brush;
  if (tool === "brush" || tool === "eraser") {
    const { hardness } = brush;
    const stroke: BrushStroke = { tool: erase ? "eraser" : tool, size: brushSize(brush, image), hardness, points };
    return at.pressed === undefined ? stroke : { ...stroke, pressures: [at.pressed] };
  }
  return { tool, erase, points: tool === "rectangle" ? [...points, ...points] : points };
}

/** Appends a point in place, unless it would not change a pixel. Returns whether anything was added. */
export function extendGesture(gesture: Gesture, at: Point & Pressed): boolean {
  const { points } = gesture;
  const [x = 0, y = 0] = toPoints(at);
  if (gesture.tool === "fill") return false;
  if (gesture.tool === "rectangle") {
    points.splice(2, 2, x, y);
    return true;
  }
  const spacing = "size" in gesture ? Math.max(0.5, gesture.size / 24) : 1;
  const [lastX = x, lastY = y] = points.slice(-2);
  const near = Math.hypot(x - lastX, y - lastY) < spacing;
  if (near && !("size" in gesture && hasHigherPressure(gesture, at))) return false;
  points.push(x, y);
  if ("size" in gesture) addPressure(gesture, at);
  return true;
}

/** Returns whether a resting pen is pressed harder, which enlarges its dab. */
function hasHigherPressure({ pressures }: BrushStroke, { pressed }: Pressed): boolean {
  return pressed !== undefined && pressed >= (pressures?.at(-1) ?? 100) + 5;
}

/** Records the pressure. When a pen first reports pressure midway, all earlier points count as full size. */
function addPressure(stroke: BrushStroke, { pressed }: Pressed): void {
  const count = stroke.points.length / 2;
  if (pressed !== undefined) stroke.pressures ??= Array<number>(count - 1).fill(100);
  stroke.pressures?.push(pressed ?? 100);
}

/** Returns the finished stroke, or undefined when it encloses nothing. */
export function finishGesture(gesture: Gesture): MaskStroke | undefined {
  const { tool, points } = gesture;
  if (tool === "lasso" && points.length < 6) return undefined;
  if (tool === "rectangle") {
    const [x = 0, y = 0, otherX = 0, otherY = 0] = points.map(Math.round);
    if (x === otherX || y === otherY) return undefined;
  }
  return gesture;
}

/** Prepends the end of the last freehand stroke, which draws a straight line from there. */
export function connectGesture(gesture: Gesture, last: MaskStroke | undefined): void {
  if (gesture.tool !== "brush" && gesture.tool !== "eraser") return;
  if (last?.tool !== "brush" && last?.tool !== "eraser") return;
  gesture.points.unshift(...last.points.slice(-2));
  gesture.pressures?.unshift(last.pressures?.at(-1) ?? 100);
}

/** Rounds to half pixels: fine enough, and short in JSON. */
function toPoints({ x, y }: Point): number[] {
  return [Math.round(x * 2) / 2, Math.round(y * 2) / 2];
}
