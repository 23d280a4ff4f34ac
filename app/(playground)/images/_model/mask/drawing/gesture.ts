import type { BrushStroke, MaskStroke, ShapeStroke } from "#lib/playground/images/mask-state.ts";
import type { Point, Size } from "#lib/playground/shell/view.ts";
import { type Brush, brushSize } from "./brush.ts";
import type { Pressed } from "./pen.ts";

/** What is under the pen and not yet in the mask. Its points grow while it moves. */
export type Gesture = BrushStroke | ShapeStroke;

/** Begins what the brush's tool draws. `erase` is for this one gesture: Alt is held, or the pen's other end is used. */
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

/** Adds a point in place; points that would not change a pixel are left out. Returns whether anything was added. */
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
  if (near && !("size" in gesture && pressesHarder(gesture, at))) return false;
  points.push(x, y);
  if ("size" in gesture) addPressure(gesture, at);
  return true;
}

/** A pen that stands still and is pressed makes its dab grow. */
function pressesHarder({ pressures }: BrushStroke, { pressed }: Pressed): boolean {
  return pressed !== undefined && pressed >= (pressures?.at(-1) ?? 100) + 5;
}

/** A pen that begins to tell its pressure midway had all of the brush until then. */
function addPressure(stroke: BrushStroke, { pressed }: Pressed): void {
  const count = stroke.points.length / 2;
  if (pressed !== undefined) stroke.pressures ??= Array<number>(count - 1).fill(100);
  stroke.pressures?.push(pressed ?? 100);
}

/** The finished stroke; undefined when it encloses nothing. */
export function finishGesture(gesture: Gesture): MaskStroke | undefined {
  const { tool, points } = gesture;
  if (tool === "lasso" && points.length < 6) return undefined;
  if (tool === "rectangle") {
    const [x = 0, y = 0, otherX = 0, otherY = 0] = points.map(Math.round);
    if (x === otherX || y === otherY) return undefined;
  }
  return gesture;
}

/** A straight line to here from where the last freehand stroke ended. */
export function startFrom(gesture: Gesture, last: MaskStroke | undefined): void {
  if (gesture.tool !== "brush" && gesture.tool !== "eraser") return;
  if (last?.tool !== "brush" && last?.tool !== "eraser") return;
  gesture.points.unshift(...last.points.slice(-2));
  gesture.pressures?.unshift(last.pressures?.at(-1) ?? 100);
}

/** Half pixels are fine enough, and short in JSON. */
function toPoints({ x, y }: Point): number[] {
  return [Math.round(x * 2) / 2, Math.round(y * 2) / 2];
}
