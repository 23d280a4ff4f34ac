import { type BrushStroke, type MaskStroke, pressedSize } from "#lib/playground/images/mask-state.ts";
import { clipBounds, type MaskPlane } from "../plane/mask-plane.ts";
import { decodeRuns } from "../plane/run-lengths.ts";
import { createBrushTip } from "./brush-tip.ts";
import { drawSegment } from "./draw-segment.ts";
import { fillPolygon } from "./fill-polygon.ts";
import { floodFill } from "./flood-fill.ts";

/** Maximum steps for a change of the brush size between two points of a pen. */
const MAXIMUM_STEPS = 24;

/** Draws a stroke of the list. */
export function drawStroke(plane: MaskPlane, stroke: MaskStroke): void {
  switch (stroke.tool) {
    case "brush":
    case "eraser":
      drawPoints(plane, stroke, 0);
      break;
    case "rectangle":
      fillRectangle(plane, stroke.points, stroke.erase);
      break;
    case "lasso":
      fillPolygon(plane, stroke.points, stroke.erase);
      break;
    case "fill":
      floodFill(plane, { x: stroke.points[0] ?? -1, y: stroke.points[1] ?? -1, erase: stroke.erase });
      break;
    case "invert":
      invert(plane);
      break;
    case "clear":
      plane.willChange?.(0, 0, plane.width, plane.height);
      plane.data.fill(0);
      break;
    case "upload":
      plane.willChange?.(0, 0, plane.width, plane.height);
      decodeRuns(stroke.runs, plane.data);
      if (stroke.flipped) invert(plane);
      break;
    default:
      stroke satisfies never;
  }
}

function invert(plane: MaskPlane): void {
  plane.willChange?.(0, 0, plane.width, plane.height);
  const { data } = plane;
  // Inverts four pixels at a time, then the remaining ones.
  const words = new Uint32Array(data.buffer, 0, data.length >> 2);
  for (let at = 0; at < words.length; at++) words[at] = ~(words[at] as number);
  for (let at = words.length * 4; at < data.length; at++) data[at] = 255 - (data[at] as number);
}

/**
 * Draws a freehand stroke from its point number `first`; the brush comes from the point before it. When the pen's
 * pressure changes on the way, the brush size changes in steps that are too small to see.
 */
export function drawPoints(plane: MaskPlane, stroke: BrushStroke, first: number): void {
  const { points } = stroke;
  let tip = createBrushTip(stroke);
  for (let index = first; index * 2 + 1 < points.length; index++) {
    const before = Math.max(0, index - 1);
    const [toX = 0, toY = 0] = [points[index * 2], points[index * 2 + 1]];
    const [fromX = toX, fromY = toY] = [points[before * 2], points[before * 2 + 1]];
    const [fromSize, toSize] = [pressedSize(stroke, before), pressedSize(stroke, index)];
    const steps = Math.min(MAXIMUM_STEPS, Math.max(1, Math.ceil(Math.abs(toSize - fromSize) / 2)));
    const between = (from: number, to: number, step: number) => from + ((to - from) * step) / steps;
    for (let step = 1; step <= steps; step++) {
      const size = between(fromSize, toSize, step);
      if (size !== tip.size) tip = createBrushTip({ ...stroke, size });
      drawSegment(plane, tip, {
        fromX: between(fromX, toX, step - 1),
        fromY: between(fromY, toY, step - 1),
        toX: between(fromX, toX, step),
        toY: between(fromY, toY, step),
      });
    }
  }
}

/** Fills a rectangle of whole pixels, because its edges should be hard. */
function fillRectangle(plane: MaskPlane, points: readonly number[], erase: boolean): void {
  const [x = 0, y = 0, otherX = x, otherY = y] = points.map(Math.round);
  const bounds = clipBounds(
    { left: Math.min(x, otherX), top: Math.min(y, otherY), right: Math.max(x, otherX), bottom: Math.max(y, otherY) },
    plane,
  );
  if (!bounds) return;
  plane.willChange?.(bounds.left, bounds.top, bounds.right, bounds.bottom);
  for (let row = bounds.top; row < bounds.bottom; row++) {
    plane.data.fill(erase ? 0 : 255, row * plane.width + bounds.left, row * plane.width + bounds.right);
  }
}
