import { type Bounds, clipBounds, type MaskPlane } from "./mask-plane.ts";
import type { BrushStroke } from "./mask-state.ts";

/**
 * Draws what a round brush covers on its way from one point to another, and returns the pixels that may have changed.
 * A brush takes the larger of what is there and what it brings, an eraser the smaller: so a stroke does not build up
 * where it overlaps itself, and drawing it bit by bit gives the same pixels as drawing it again from the list.
 */
export function drawSegment(
  plane: MaskPlane,
  { tool, size, hardness }: Pick<BrushStroke, "tool" | "size" | "hardness">,
  [fromX, fromY, toX, toY]: readonly [number, number, number, number],
): Bounds | undefined {
  const { width, data } = plane;
  const erases = tool === "eraser";
  const radius = size / 2;
  // The outermost half pixel is the smooth edge of a hard brush.
  const reach = radius + 0.5;
  const edge = Math.max(1, radius * (1 - hardness));
  const core = Math.max(0, reach - edge) ** 2;
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

  const alongX = toX - fromX;
  const alongY = toY - fromY;
  const perLength = 1 / (alongX * alongX + alongY * alongY || 1);
  const finished = erases ? 0 : 255;
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const offsetY = y + 0.5 - fromY;
    for (let x = bounds.left, at = y * width + bounds.left; x < bounds.right; x++, at++) {
      const present = data[at] as number;
      if (present === finished) continue;
      const offsetX = x + 0.5 - fromX;
      const share = Math.min(1, Math.max(0, (offsetX * alongX + offsetY * alongY) * perLength));
      const distance = (offsetX - share * alongX) ** 2 + (offsetY - share * alongY) ** 2;
      if (distance >= reach * reach) continue;
      const covered = distance <= core ? 255 : falloff((reach - Math.sqrt(distance)) / edge);
      data[at] = erases ? Math.min(present, 255 - covered) : Math.max(present, covered);
    }
  }
  return bounds;
}

/** Smooth at both ends, so that a soft brush shows no rings. */
function falloff(share: number): number {
  return Math.round(255 * share * share * (3 - 2 * share));
}
