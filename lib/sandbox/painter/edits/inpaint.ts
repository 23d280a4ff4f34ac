/**
 * Fills a region from its surroundings: first smoothly (push and pull through a pyramid), then with the texture of
 * patches of the same picture, which are found in a small copy and then copied at full size.
 */

import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import { createRandom } from "#lib/sandbox/random.ts";
import { fillSmoothly, type Plane } from "./fill-smoothly.ts";
import { matchPatches } from "./match-patches.ts";
import { boxOf, type Region, scaleRegion } from "./region.ts";

/** Longer side in pixels of the copy in which patches are searched. */
const SEARCH_SIZE = 168;

/** @returns new pixels; pixels outside the region are unchanged */
export function inpaint(pixels: Pixels, region: Region, seed: number): Pixels {
  const box = boxOf(region);
  const output: Pixels = { ...pixels, data: new Uint8ClampedArray(pixels.data) };
  if (!box) return output;
  const scale = Math.min(1, SEARCH_SIZE / Math.max(pixels.width, pixels.height));
  const plane = shrink(pixels, region, scale);
  fillSmoothly(plane);
  const random = createRandom(seed);
  const matches = matchPatches(plane, random);
  meetEdges(plane, matches);
  copyTexture(output, { region, plane, matches, scale });
  return output;
}

function shrink(pixels: Pixels, region: Region, scale: number): Plane {
  const width = Math.max(8, Math.round(pixels.width * scale));
  const height = Math.max(8, Math.round(pixels.height * scale));
  const values = new Float32Array(width * height * 3);
  const weights = new Float32Array(width * height);
  const cover = scaleRegion(region, width, height).cover;
  const known = new Uint8Array(width * height);
  for (let y = 0; y < pixels.height; y += 1) {
    const row = Math.min(height - 1, Math.floor((y * height) / pixels.height));
    for (let x = 0; x < pixels.width; x += 1) {
      const index = y * pixels.width + x;
      const to = row * width + Math.min(width - 1, Math.floor((x * width) / pixels.width));
      if (region.cover[index]) {
        // One pixel in the region is enough, so that no seam of the old picture stays.
        cover[to] = 255;
        continue;
      }
      if ((pixels.data[index * 4 + 3] as number) < 128) continue;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = to * 3 + channel;
        values[at] = (values[at] as number) + (pixels.data[index * 4 + channel] as number);
      }
      weights[to] = (weights[to] as number) + 1;
    }
  }
  for (let index = 0; index < known.length; index += 1) {
    const weight = weights[index] as number;
    if (weight > 0 && !cover[index]) known[index] = 1;
    for (let channel = 0; channel < 3; channel += 1)
      values[index * 3 + channel] = weight > 0 && !cover[index] ? (values[index * 3 + channel] as number) / weight : 0;
  }
  return { values, known, width, height };
}

/**
 * Subtracts inside the region the error that the copied patches would show just outside it, so that no seams appear.
 */
function meetEdges({ values, known, width, height }: Plane, matches: Int32Array): void {
  const errors: Plane = { values: new Float32Array(values.length), known: new Uint8Array(known.length), width, height };
  for (let index = 0; index < known.length; index += 1) {
    if (!known[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    let count = 0;
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
      const neighbour = index + dx + dy * width;
      const source = (matches[neighbour] as number) - dx - dy * width;
      if (known[neighbour] || source < 0 || source >= known.length) continue;
      count += 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = index * 3 + channel;
        errors.values[at] =
          (errors.values[at] as number) + (values[at] as number) - (values[source * 3 + channel] as number);
      }
    }
    if (count === 0) continue;
    errors.known[index] = 1;
    for (let channel = 0; channel < 3; channel += 1)
      errors.values[index * 3 + channel] = (errors.values[index * 3 + channel] as number) / count;
  }
  fillSmoothly(errors);
  for (let index = 0; index < known.length; index += 1) {
    if (known[index]) continue;
    for (let channel = 0; channel < 3; channel += 1)
      values[index * 3 + channel] =
        (values[index * 3 + channel] as number) + (errors.values[index * 3 + channel] as number);
  }
}

type Copy = { region: Region; plane: Plane; matches: Int32Array; scale: number };

/**
 * Copies texture: the small picture gives tone and place, and each pixel takes its match's deviation from the mean at
 * full size.
 */
function copyTexture(output: Pixels, { region, plane, matches }: Copy): void {
  const { data, width, height } = output;
  const { values } = plane;
  const [stepX, stepY] = [plane.width / width, plane.height / height];
  const sample = (x: number, y: number, channel: number) => {
    const px = Math.max(0, Math.min(plane.width - 1.001, x));
    const py = Math.max(0, Math.min(plane.height - 1.001, y));
    const [column, row] = [Math.floor(px), Math.floor(py)];
    const [shareX, shareY] = [px - column, py - row];
    const at = (row * plane.width + column) * 3 + channel;
    const down = plane.width * 3;
    const top = (values[at] as number) * (1 - shareX) + (values[at + 3] as number) * shareX;
    const bottom = (values[at + down] as number) * (1 - shareX) + (values[at + down + 3] as number) * shareX;
    return top * (1 - shareY) + bottom * shareY;
  };
  const source = new Uint8ClampedArray(data);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      if (!region.cover[index]) continue;
      const [smallX, smallY] = [(x + 0.5) * stepX - 0.5, (y + 0.5) * stepY - 0.5];
      const cell =
        Math.max(0, Math.min(plane.height - 1, Math.round(smallY))) * plane.width +
        Math.max(0, Math.min(plane.width - 1, Math.round(smallX)));
      const best = matches[cell] as number;
      const fromX = Math.max(
        0,
        Math.min(width - 1, Math.round(x + ((best % plane.width) - (cell % plane.width)) / stepX)),
      );
      const fromY = Math.max(
        0,
        Math.min(height - 1, Math.round(y + (Math.floor(best / plane.width) - Math.floor(cell / plane.width)) / stepY)),
      );
      const from = fromY * width + fromX;
      const hasDetail = !region.cover[from];
      const [sourceX, sourceY] = [(fromX + 0.5) * stepX - 0.5, (fromY + 0.5) * stepY - 0.5];
      for (let channel = 0; channel < 3; channel += 1) {
        const tone = sample(smallX, smallY, channel);
        const detail = hasDetail ? (source[from * 4 + channel] as number) - sample(sourceX, sourceY, channel) : 0;
        data[index * 4 + channel] = tone + Math.max(-60, Math.min(60, detail));
      }
      data[index * 4 + 3] = 255;
    }
  }
}
