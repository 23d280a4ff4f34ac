import { createBrushTip } from "./brush-tip.ts";
import { drawSegment } from "./draw-segment.ts";
import { fillPolygon } from "./fill-polygon.ts";
import { floodFill } from "./flood-fill.ts";
import { type Bounds, clipBounds, joinBounds, type MaskPlane, wholePlane } from "./mask-plane.ts";
import type { BrushStroke, MaskStroke } from "./mask-state.ts";
import { decodeRuns } from "./run-lengths.ts";

/** Draws a stroke of the list and returns the pixels that may have changed. */
export function drawStroke(plane: MaskPlane, stroke: MaskStroke): Bounds | undefined {
  switch (stroke.tool) {
    case "brush":
    case "eraser":
      return drawPoints(plane, stroke, 0);
    case "rectangle":
      return fillRectangle(plane, stroke.points, stroke.erase);
    case "lasso":
      return fillPolygon(plane, stroke.points, stroke.erase);
    case "fill":
      return floodFill(plane, { x: stroke.points[0] ?? -1, y: stroke.points[1] ?? -1, erase: stroke.erase });
    case "invert":
      for (let at = 0; at < plane.data.length; at++) plane.data[at] = 255 - (plane.data[at] as number);
      return wholePlane(plane);
    case "clear":
      plane.data.fill(0);
      return wholePlane(plane);
    case "upload":
      decodeRuns(stroke.runs, plane.data);
      if (stroke.flipped) drawStroke(plane, { tool: "invert" });
      return wholePlane(plane);
    default:
      return stroke satisfies never;
  }
}

/** Draws a freehand stroke from its point number `first` on; the one before it is where the brush comes from. */
export function drawPoints(plane: MaskPlane, stroke: BrushStroke, first: number): Bounds | undefined {
  const { points } = stroke;
  const tip = createBrushTip(stroke);
  let changed: Bounds | undefined;
  for (let index = first * 2; index + 1 < points.length; index += 2) {
    const [toX = 0, toY = 0] = [points[index], points[index + 1]];
    const [fromX = toX, fromY = toY] = index > 0 ? [points[index - 2], points[index - 1]] : [];
    changed = joinBounds(changed, drawSegment(plane, tip, { fromX, fromY, toX, toY }));
  }
  return changed;
}

/** Rectangles cover whole pixels: an edge that is meant to be straight is hard. */
function fillRectangle(plane: MaskPlane, points: readonly number[], erase: boolean): Bounds | undefined {
  const [x = 0, y = 0, otherX = x, otherY = y] = points.map(Math.round);
  const bounds = clipBounds(
    { left: Math.min(x, otherX), top: Math.min(y, otherY), right: Math.max(x, otherX), bottom: Math.max(y, otherY) },
    plane,
  );
  for (let row = bounds?.top ?? 0; bounds && row < bounds.bottom; row++) {
    plane.data.fill(erase ? 0 : 255, row * plane.width + bounds.left, row * plane.width + bounds.right);
  }
  return bounds;
}
