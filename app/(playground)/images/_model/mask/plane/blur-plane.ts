import type { MaskPlane } from "./mask-plane.ts";

/** Half the window of the running mean. `blurMargin` is the reach of all three passes together. */
const getReach = (radius: number) => Math.max(0, Math.round(radius / 2));
export const blurMargin = (radius: number) => 3 * getReach(radius);

/** Softens edges by about `radius` pixels on both sides. Three passes of a running mean approximate a Gaussian blur. */
export function blurPlane(plane: MaskPlane, radius: number): MaskPlane {
  const { width, height } = plane;
  const reach = getReach(radius);
  if (reach === 0) return plane;
  const data = plane.data.slice();
  const spare = new Uint8Array(data.length);
  for (let pass = 0; pass < 3; pass++) {
    blurRows({ from: data, to: spare, width, height, reach });
    blurColumns({ from: spare, to: data, width, height, reach });
  }
  return { width, height, data };
}

type Pass = { from: Uint8Array; to: Uint8Array; width: number; height: number; reach: number };

/** Replaces each pixel by the mean from `reach` before it to `reach` after it. Edge pixels repeat beyond the edges. */
function blurRows({ from, to, width, height, reach }: Pass): void {
  const share = 1 / (2 * reach + 1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const end = start + width - 1;
    let sum = reach * (from[start] as number);
    for (let x = 0; x < reach; x++) sum += from[Math.min(end, start + x)] as number;
    for (let at = start; at <= end; at++) {
      sum += from[Math.min(end, at + reach)] as number;
      to[at] = sum * share + 0.5;
      sum -= from[Math.max(start, at - reach)] as number;
    }
  }
}

/** Does the same vertically, with one sum per column: reading memory row by row is several times as fast. */
function blurColumns({ from, to, width, height, reach }: Pass): void {
  const share = 1 / (2 * reach + 1);
  const sums = new Float64Array(width);
  const rowAt = (y: number) => Math.min(height - 1, Math.max(0, y)) * width;
  const add = (row: number, sign: 1 | -1) => {
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + sign * (from[row + x] as number);
  };
  for (let y = -reach; y < reach; y++) add(rowAt(y), 1);
  for (let y = 0; y < height; y++) {
    add(rowAt(y + reach), 1);
    for (let x = 0, at = y * width; x < width; x++, at++) to[at] = (sums[x] as number) * share + 0.5;
    add(rowAt(y - reach), -1);
  }
}
