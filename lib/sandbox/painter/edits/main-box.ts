/** Box of the largest connected part of a region: a stray pixel of a mask does not move what is drawn into it. */
import { type Box, boxOf, type Region, scaleRegion } from "./region.ts";

/** Longer side in cells of the copy in which parts are searched. */
const CELLS = 256;

/** Returns undefined for an empty region. */
export function mainBox(region: Region): Box | undefined {
  const scale = Math.min(1, CELLS / Math.max(region.width, region.height));
  const columns = Math.max(1, Math.round(region.width * scale));
  const rows = Math.max(1, Math.round(region.height * scale));
  const part = largestPart(scaleRegion(region, columns, rows));
  if (!part) return boxOf(region);
  // One cell more on each side: the copy's edges are coarser than the region's.
  const near = scaleRegion(part, region.width, region.height);
  const reach = Math.ceil(1 / scale);
  const coarse = boxOf(near);
  return coarse && boxWithin(region, coarse, reach);
}

function boxWithin({ cover, width, height }: Region, coarse: Box, reach: number): Box | undefined {
  const inside: Region = { cover: new Uint8Array(cover.length), width, height };
  const [left, right] = [Math.max(0, coarse.left - reach), Math.min(width, coarse.right + reach)];
  for (let y = Math.max(0, coarse.top - reach); y < Math.min(height, coarse.bottom + reach); y += 1)
    inside.cover.set(cover.subarray(y * width + left, y * width + right), y * width + left);
  return boxOf(inside);
}

function largestPart({ cover, width, height }: Region): Region | undefined {
  const seen = new Uint8Array(cover.length);
  let largest: number[] = [];
  for (let start = 0; start < cover.length; start += 1) {
    if (seen[start] || (cover[start] as number) < 8) continue;
    const part = [start];
    seen[start] = 1;
    for (let next = 0; next < part.length; next += 1) {
      const index = part[next] as number;
      const x = index % width;
      for (const neighbour of [
        x > 0 ? index - 1 : -1,
        x < width - 1 ? index + 1 : -1,
        index - width,
        index + width < cover.length ? index + width : -1,
      ]) {
        if (neighbour < 0 || seen[neighbour] || (cover[neighbour] as number) < 8) continue;
        seen[neighbour] = 1;
        part.push(neighbour);
      }
    }
    if (part.length > largest.length) largest = part;
  }
  if (largest.length === 0) return undefined;
  const only = new Uint8Array(cover.length);
  for (const index of largest) only[index] = 255;
  return { cover: only, width, height };
}
