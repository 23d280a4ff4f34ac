import { createPlane, type MaskPlane } from "./mask-plane.ts";

/** Scales the plane: averages pixels when it shrinks, interpolates when it grows. */
export function scalePlane(plane: MaskPlane, size: { width: number; height: number }): MaskPlane {
  if (plane.width === size.width && plane.height === size.height) return plane;
  const scaled = createPlane(size.width, size.height);
  const columns = listWeights(plane.width, size.width);
  const rows = listWeights(plane.height, size.height);
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at++) {
      let sum = 0;
      for (const [row, rowWeight] of rows[y] ?? []) {
        for (const [column, weight] of columns[x] ?? []) {
          sum += (plane.data[row * plane.width + column] as number) * weight * rowWeight;
        }
      }
      scaled.data[at] = Math.round(sum);
    }
  }
  return scaled;
}

type Weight = readonly [index: number, weight: number];

/** Returns the positions of `from` that make up each position of `to`, with weights that add up to 1. */
function listWeights(from: number, to: number): Weight[][] {
  const step = from / to;
  return Array.from({ length: to }, (_, index) => (step > 1 ? covered(index, step) : between(index, step, from)));
}

function covered(index: number, step: number): Weight[] {
  const [start, end] = [index * step, (index + 1) * step];
  const weights: Weight[] = [];
  for (let at = Math.floor(start); at < end - 1e-9; at++) {
    weights.push([at, (Math.min(at + 1, end) - Math.max(at, start)) / step]);
  }
  return weights;
}

function between(index: number, step: number, from: number): Weight[] {
  const centre = Math.min(from - 1, Math.max(0, (index + 0.5) * step - 0.5));
  const low = Math.floor(centre);
  return [
    [low, 1 - (centre - low)],
    [Math.min(from - 1, low + 1), centre - low],
  ];
}
