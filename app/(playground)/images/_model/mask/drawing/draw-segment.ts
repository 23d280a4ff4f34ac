import { clipBounds, type MaskPlane } from "../plane/mask-plane.ts";
import type { BrushTip } from "./brush-tip.ts";

type Segment = { fromX: number; fromY: number; toX: number; toY: number };

/**
 * Draws the area that a round brush covers between two points. A brush takes the maximum of old and new coverage, an
 * eraser the minimum: a stroke does not build up where it overlaps itself, and drawing it in parts gives the same
 * pixels as drawing it again from the list.
 */
export function drawSegment(plane: MaskPlane, tip: BrushTip, segment: Segment): void {
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
  if (!bounds) return;
  // Reused for every row: a stroke has millions of rows, and allocations would dominate the work.
  const outer = { left: 0, right: 0 };
  const inner = { left: 1, right: 0 };
  const part = { y: 0, start: 0, end: 0 };
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = y * plane.width;
    findSpan(outer, { segment, radius: reach, y: y + 0.5 });
    const start = Math.max(bounds.left, Math.floor(outer.left));
    const end = Math.min(bounds.right, Math.ceil(outer.right));
    if (start >= end) continue;
    plane.willChange?.(start, y, end, y + 1);
    // Most of a row is core, which is filled at once; only the falloff is computed per pixel.
    if (core > 0) findSpan(inner, { segment, radius: core, y: y + 0.5 });
    let coreStart = end;
    let coreEnd = end;
    if (inner.left <= inner.right) {
      coreStart = Math.min(end, Math.max(start, Math.ceil(inner.left - 0.5)));
      coreEnd = Math.max(coreStart, Math.min(end, Math.floor(inner.right - 0.5) + 1));
      plane.data.fill(erases ? 0 : 255, row + coreStart, row + coreEnd);
    }
    part.y = y;
    part.start = start;
    part.end = coreStart;
    drawEdge(plane, tip, segment, part);
    part.start = coreEnd;
    part.end = end;
    drawEdge(plane, tip, segment, part);
  }
}

/** Draws part of a row, by the distance of each pixel from the segment. */
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

type Span = { left: number; right: number };

/** Finds the part of a row that lies within `radius` of a segment. When there is none, the end is before the start. */
function findSpan(
  span: Span,
  { segment: { fromX, fromY, toX, toY }, radius, y }: { segment: Segment; radius: number; y: number },
): void {
  span.left = Infinity;
  span.right = -Infinity;
  const firstHalf = radius * radius - (y - fromY) * (y - fromY);
  if (firstHalf >= 0) widen(span, fromX, Math.sqrt(firstHalf));
  const lastHalf = radius * radius - (y - toY) * (y - toY);
  if (lastHalf >= 0) widen(span, toX, Math.sqrt(lastHalf));
  // Between the two round ends lie two straight sides. For a level segment the ends suffice.
  const alongX = toX - fromX;
  const alongY = toY - fromY;
  if (alongY === 0) return;
  const perLength = radius / Math.sqrt(alongX * alongX + alongY * alongY);
  for (let side = -1; side <= 1; side += 2) {
    const share = (y - fromY - side * alongX * perLength) / alongY;
    if (share >= 0 && share <= 1) widen(span, fromX - side * alongY * perLength + share * alongX, 0);
  }
}

function widen(span: Span, centre: number, half: number): void {
  if (centre - half < span.left) span.left = centre - half;
  if (centre + half > span.right) span.right = centre + half;
}
