import type { BrushTip } from "./brush-tip.ts";
import { type Bounds, clipBounds, type MaskPlane } from "./mask-plane.ts";

type Segment = { fromX: number; fromY: number; toX: number; toY: number };

/**
 * Draws what a round brush covers on its way from one point to another, and returns the pixels that may have changed.
 * A brush takes the larger of what is there and what it brings, an eraser the smaller: so a stroke does not build up
 * where it overlaps itself, and drawing it bit by bit gives the same pixels as drawing it again from the list.
 */
export function drawSegment(plane: MaskPlane, tip: BrushTip, segment: Segment): Bounds | undefined {
  const { fromX, fromY, toX, toY } = segment;
  const { reach, core, erases } = tip;
  const bounds = clipBounds(
    {
      left: Math.min(fromX, toX) - reach,
      top: Math.min(fromY, toY) - reach,
      right: Math.max(fromX, toX) + reach,
      bottom: Math.max(fromY, toY) + reach,
    },
    plane,
  );
  if (!bounds) return undefined;
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * plane.width;
    const [left, right] = spanAt(segment, reach, y + 0.5);
    const start = Math.max(bounds.left, Math.floor(left));
    const end = Math.min(bounds.right, Math.ceil(right));
    if (start >= end) continue;
    // Most of a row is core, which is filled at once; only what falls off is worked out pixel by pixel.
    const [coreLeft, coreRight] = core > 0 ? spanAt(segment, core, y + 0.5) : [1, 0];
    const coreStart = Math.min(end, Math.max(start, Math.ceil(coreLeft - 0.5)));
    const coreEnd = Math.max(coreStart, Math.min(end, Math.floor(coreRight - 0.5) + 1));
    if (coreLeft > coreRight) {
      drawEdge(plane, tip, segment, { y, start, end });
      continue;
    }
    plane.data.fill(erases ? 0 : 255, row + coreStart, row + coreEnd);
    drawEdge(plane, tip, segment, { y, start, end: coreStart });
    drawEdge(plane, tip, segment, { y, start: coreEnd, end });
  }
  return bounds;
}

/** Part of a row, by the distance of each pixel from the segment. */
function drawEdge(
  { width, data }: MaskPlane,
  { erases, reach, core, falloff, steps }: BrushTip,
  { fromX, fromY, toX, toY }: Segment,
  { y, start, end }: { y: number; start: number; end: number },
): void {
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const length = alongX * alongX + alongY * alongY;
  const offsetY = y + 0.5 - fromY;
  const finished = erases ? 0 : 255;
  for (let x = start, at = y * width + start; x < end; x++, at++) {
    const present = data[at] as number;
    if (present === finished) continue;
    const offsetX = x + 0.5 - fromX;
    const along = offsetX * alongX + offsetY * alongY;
    let distance: number;
    if (along <= 0) distance = offsetX * offsetX + offsetY * offsetY;
    else if (along >= length)
      distance = (offsetX - alongX) * (offsetX - alongX) + (offsetY - alongY) * (offsetY - alongY);
    else {
      const across = offsetX * alongY - offsetY * alongX;
      distance = (across * across) / length;
    }
    if (distance >= reach * reach) continue;
    const covered = distance <= core * core ? 255 : (falloff[((distance - core * core) * steps) | 0] as number);
    if (erases) {
      if (255 - covered < present) data[at] = 255 - covered;
    } else if (covered > present) data[at] = covered;
  }
}

/** From where to where a row lies within `radius` of a segment; the end is before the start where it does not. */
function spanAt({ fromX, fromY, toX, toY }: Segment, radius: number, y: number): [left: number, right: number] {
  let left = Infinity;
  let right = -Infinity;
  const firstHalf = radius * radius - (y - fromY) * (y - fromY);
  if (firstHalf >= 0) {
    const half = Math.sqrt(firstHalf);
    left = fromX - half;
    right = fromX + half;
  }
  const lastHalf = radius * radius - (y - toY) * (y - toY);
  if (lastHalf >= 0) {
    const half = Math.sqrt(lastHalf);
    left = Math.min(left, toX - half);
    right = Math.max(right, toX + half);
  }
  // Between the two round ends lie two straight sides. On a level segment the ends have said it all.
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  if (alongY === 0) return [left, right];
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  const [shiftX, shiftY] = [(-alongY / length) * radius, (alongX / length) * radius];
  for (let side = -1; side <= 1; side += 2) {
    const share = (y - fromY - side * shiftY) / alongY;
    if (share < 0 || share > 1) continue;
    const x = fromX + side * shiftX + share * alongX;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return [left, right];
}
