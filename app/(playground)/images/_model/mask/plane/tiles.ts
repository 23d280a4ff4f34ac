import type { Bounds, MaskPlane } from "./mask-plane.ts";

/** Side of a tile in pixels. Undo patches and pixel counts work by tile. */
export const TILE = 128;

type Size = { width: number; height: number };

export function countTiles({ width, height }: Size): number {
  return Math.ceil(width / TILE) * Math.ceil(height / TILE);
}

export function getTileBounds(tile: number, { width, height }: Size): Bounds {
  const columns = Math.ceil(width / TILE);
  const left = (tile % columns) * TILE;
  const top = Math.floor(tile / columns) * TILE;
  return { left, top, right: Math.min(width, left + TILE), bottom: Math.min(height, top + TILE) };
}

/** Pixels of a tile, row by row; a single number when all are equal, as in most of a mask. */
export type TileCopy = Uint8Array | number;

export function copyTile({ width, data }: MaskPlane, { left, top, right, bottom }: Bounds): TileCopy {
  const first = data[top * width + left] as number;
  let y = top;
  while (y < bottom && isAll(first, data, y * width + left, y * width + right)) y++;
  if (y === bottom) return first;
  const copy = new Uint8Array((right - left) * (bottom - top));
  for (let row = top, to = 0; row < bottom; row++, to += right - left) {
    copy.set(data.subarray(row * width + left, row * width + right), to);
  }
  return copy;
}

function isAll(value: number, data: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (data[at] !== value) return false;
  return true;
}

export function putTile({ width, data }: MaskPlane, { left, top, right, bottom }: Bounds, copy: TileCopy): void {
  for (let y = top, from = 0; y < bottom; y++, from += right - left) {
    if (typeof copy === "number") data.fill(copy, y * width + left, y * width + right);
    else data.set(copy.subarray(from, from + right - left), y * width + left);
  }
}
