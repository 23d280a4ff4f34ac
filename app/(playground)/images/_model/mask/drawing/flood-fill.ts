import type { MaskPlane } from "../plane/mask-plane.ts";

/**
 * Tolerance for fully painted and for empty pixels, which stop a fill. Values between them are soft edges and are
 * filled.
 */
const TOLERANCE = 5;

/**
 * Paints the area connected to a point, up to fully painted pixels. With `erase`, erases the connected area up to empty
 * pixels. On an empty mask the area is the whole image.
 */
export function floodFill(plane: MaskPlane, { x, y, erase }: { x: number; y: number; erase: boolean }): void {
  const { width, height, data } = plane;
  const [startX, startY] = [Math.floor(x), Math.floor(y)];
  if (startX < 0 || startY < 0 || startX >= width || startY >= height) return;
  const target = erase ? 0 : 255;
  const open = (at: number) => (erase ? (data[at] as number) > TOLERANCE : (data[at] as number) < 255 - TOLERANCE);

  // Scans whole runs of a row at a time, which keeps the stack short.
  const waiting = [startY * width + startX];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (!open(at)) continue;
    const row = Math.floor(at / width);
    let left = at;
    let right = at + 1;
    while (left > row * width && open(left - 1)) left--;
    while (right < (row + 1) * width && open(right)) right++;
    plane.willChange?.(left - row * width, row, right - row * width, row + 1);
    data.fill(target, left, right);
    for (const [exists, step] of [
      [row > 0, -width],
      [row + 1 < height, width],
    ] as const) {
      if (!exists) continue;
      for (let next = left + step; next < right + step; next++) {
        if (open(next) && (next === left + step || !open(next - 1))) waiting.push(next);
      }
    }
  }
}
