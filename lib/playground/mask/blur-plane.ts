import type { MaskPlane } from "./mask-plane.ts";

/** Softens edges by about `radius` pixels to both sides; three passes of a running mean come close to a Gaussian blur. */
export function blurPlane(plane: MaskPlane, radius: number): MaskPlane {
  const { width, height } = plane;
  const reach = Math.max(0, Math.round(radius / 2));
  if (reach === 0) return plane;
  const data = plane.data.slice();
  const spare = new Uint8Array(data.length);
  for (let pass = 0; pass < 3; pass++) {
    // Reading along rows and writing along columns, twice, leaves the plane as it lay.
    blurAcross({ from: data, to: spare, width, height, reach });
    blurAcross({ from: spare, to: data, width: height, height: width, reach });
  }
  return { width, height, data };
}

/** The mean of each pixel's row from `reach` before to `reach` after, written with rows and columns exchanged. */
function blurAcross({
  from,
  to,
  width,
  height,
  reach,
}: {
  from: Uint8Array;
  to: Uint8Array;
  width: number;
  height: number;
  reach: number;
}): void {
  const share = 1 / (2 * reach + 1);
  for (let y = 0; y < height; y++) {
    const start = y * width;
    const first = from[start] as number;
    const last = from[start + width - 1] as number;
    let sum = first * reach;
    for (let x = 0; x < reach; x++) sum += x < width ? (from[start + x] as number) : last;
    for (let x = 0; x < width; x++) {
      sum += x + reach < width ? (from[start + x + reach] as number) : last;
      to[x * height + y] = Math.round(sum * share);
      sum -= x >= reach ? (from[start + x - reach] as number) : first;
    }
  }
}
