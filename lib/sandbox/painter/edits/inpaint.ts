/**
 * Fills a region from its surroundings: first smoothly (push and pull through a pyramid), then with the texture of
 * patches found elsewhere in the picture (PatchMatch, Barnes et al. 2009), small first and then copied at full size.
 */
import { createRandom, type Random } from "../../random.ts";
import type { Pixels } from "../encode.ts";
import { boxOf, type Region, scaleRegion } from "./region.ts";

/** The longer side of the picture in which patches are sought. */
const SEARCH_SIZE = 168;
const RADIUS = 3;
const ROUNDS = 3;
const SWEEPS = 3;

type Plane = { values: Float32Array; known: Uint8Array; width: number; height: number };

/** @returns new pixels; those that the region does not cover are the given ones */
export function inpaint(pixels: Pixels, region: Region, seed: number): Pixels {
  const box = boxOf(region);
  const output: Pixels = { ...pixels, data: new Uint8ClampedArray(pixels.data) };
  if (!box) return output;
  const scale = Math.min(1, SEARCH_SIZE / Math.max(pixels.width, pixels.height));
  const plane = shrink(pixels, region, scale);
  fillSmoothly(plane);
  const random = createRandom(seed);
  const matches = match(plane, random);
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
        // One pixel to be filled is enough: no seam of the old picture stays.
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

/** Averages of what is known, level by level, fill what is not. */
function fillSmoothly({ values, known, width, height }: Plane): void {
  if (width <= 1 && height <= 1) return;
  const [halfWidth, halfHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const half: Plane = {
    values: new Float32Array(halfWidth * halfHeight * 3),
    known: new Uint8Array(halfWidth * halfHeight),
    width: halfWidth,
    height: halfHeight,
  };
  const counts = new Float32Array(halfWidth * halfHeight);
  let isWhole = true;
  for (let index = 0; index < known.length; index += 1) {
    if (!known[index]) {
      isWhole = false;
      continue;
    }
    const to =
      Math.min(halfHeight - 1, Math.floor(index / width) >> 1) * halfWidth +
      Math.min(halfWidth - 1, (index % width) >> 1);
    counts[to] = (counts[to] as number) + 1;
    for (let channel = 0; channel < 3; channel += 1)
      half.values[to * 3 + channel] =
        (half.values[to * 3 + channel] as number) + (values[index * 3 + channel] as number);
  }
  if (isWhole) return;
  for (let index = 0; index < counts.length; index += 1) {
    const count = counts[index] as number;
    if (count === 0) continue;
    half.known[index] = 1;
    for (let channel = 0; channel < 3; channel += 1)
      half.values[index * 3 + channel] = (half.values[index * 3 + channel] as number) / count;
  }
  fillSmoothly(half);
  for (let index = 0; index < known.length; index += 1) {
    if (known[index]) continue;
    const x = Math.max(0, Math.min(halfWidth - 1.001, ((index % width) + 0.5) / 2 - 0.5));
    const y = Math.max(0, Math.min(halfHeight - 1.001, (Math.floor(index / width) + 0.5) / 2 - 0.5));
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [shareX, shareY] = [x - column, y - row];
    const right = Math.min(halfWidth - 1, column + 1);
    const below = Math.min(halfHeight - 1, row + 1);
    for (let channel = 0; channel < 3; channel += 1) {
      const value = (cx: number, cy: number) => half.values[(cy * halfWidth + cx) * 3 + channel] as number;
      const top = value(column, row) * (1 - shareX) + value(right, row) * shareX;
      const bottom = value(column, below) * (1 - shareX) + value(right, below) * shareX;
      values[index * 3 + channel] = top * (1 - shareY) + bottom * shareY;
    }
  }
}

/** For each pixel the place whose surroundings are most like its own; itself where it is known. */
function match(plane: Plane, random: Random): Int32Array {
  const { values, known, width, height } = plane;
  const matches = Int32Array.from({ length: known.length }, (_, index) => index);
  const whole = new Uint8Array(known.length);
  const sources: number[] = [];
  for (let y = RADIUS; y < height - RADIUS; y += 1) {
    for (let x = RADIUS; x < width - RADIUS; x += 1) {
      let isKnown = true;
      for (let dy = -RADIUS; dy <= RADIUS && isKnown; dy += 1)
        for (let dx = -RADIUS; dx <= RADIUS; dx += 1) if (!known[(y + dy) * width + x + dx]) isKnown = false;
      if (!isKnown) continue;
      whole[y * width + x] = 1;
      sources.push(y * width + x);
    }
  }
  const open = [...known.keys()].filter((index) => !known[index]);
  if (sources.length === 0 || open.length === 0) return matches;
  const inside = (index: number) => {
    const x = Math.max(RADIUS, Math.min(width - 1 - RADIUS, index % width));
    const y = Math.max(RADIUS, Math.min(height - 1 - RADIUS, Math.floor(index / width)));
    return y * width + x;
  };
  const cost = (target: number, source: number, limit: number) => {
    const centre = inside(target);
    // Things at one height of a picture are mostly alike: sky beside sky, grass beside grass.
    const awayX = ((target % width) - (source % width)) / width;
    const awayY = (Math.floor(target / width) - Math.floor(source / width)) / height;
    let sum = 500_000 * awayY * awayY + 40_000 * awayX * awayX;
    for (let dy = -RADIUS; dy <= RADIUS; dy += 1) {
      for (let dx = -RADIUS; dx <= RADIUS; dx += 1) {
        const step = dy * width + dx;
        const [a, b] = [(centre + step) * 3, (source + step) * 3];
        // What is known counts for more than what was filled in.
        const weight = known[centre + step] ? 3 : 1;
        const red = (values[a] as number) - (values[b] as number);
        const green = (values[a + 1] as number) - (values[b + 1] as number);
        const blue = (values[a + 2] as number) - (values[b + 2] as number);
        sum += weight * (red * red + green * green + blue * blue);
      }
      if (sum > limit) return sum;
    }
    return sum;
  };
  for (const index of open) {
    const beside = mirrored(plane, index);
    matches[index] =
      beside !== undefined && whole[beside] ? beside : (sources[random.integer(sources.length)] ?? index);
  }
  vote(plane, open, matches);
  const costs = new Float64Array(known.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const index of open) costs[index] = cost(index, matches[index] as number, Number.POSITIVE_INFINITY);
    for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
      const step = sweep % 2 ? -1 : 1;
      for (let place = step > 0 ? 0 : open.length - 1; place >= 0 && place < open.length; place += step) {
        const index = open[place] as number;
        const consider = (source: number) => {
          if (!whole[source]) return;
          const price = cost(index, source, costs[index] as number);
          if (price < (costs[index] as number)) {
            costs[index] = price;
            matches[index] = source;
          }
        };
        for (const neighbour of [index - step, index - step * width])
          if (neighbour >= 0 && neighbour < known.length && !known[neighbour])
            consider((matches[neighbour] as number) + index - neighbour);
        const best = matches[index] as number;
        for (let reach = Math.max(width, height) / 2; reach > 1; reach /= 2.5) {
          const x = Math.round((best % width) + (random.next() * 2 - 1) * reach);
          const y = Math.round(Math.floor(best / width) + (random.next() * 2 - 1) * reach);
          if (x >= 0 && y >= 0 && x < width && y < height) consider(y * width + x);
        }
      }
    }
    vote(plane, open, matches);
  }
  return matches;
}

/** The first guess: what lies as far on the other side of the nearer edge, in the same row. */
function mirrored({ known, width }: Plane, index: number): number | undefined {
  const [x, row] = [index % width, index - (index % width)];
  for (let away = 1; away < width; away += 1) {
    for (const side of [-1, 1]) {
      const edge = x + side * away;
      if (edge < 0 || edge >= width || !known[row + edge]) continue;
      // Back and forth within a band, so that what stands farther off is not repeated.
      const band = Math.max(RADIUS + 2, Math.round(width * 0.12));
      const swing = away % (band * 2);
      const there = edge + side * (RADIUS + 1 + (swing < band ? swing : band * 2 - swing));
      const bounced = there < 0 ? -there : there >= width ? 2 * (width - 1) - there : there;
      return row + Math.max(RADIUS, Math.min(width - 1 - RADIUS, bounced));
    }
  }
  return undefined;
}

/** Each open pixel becomes the mean of what the patches over it say. */
function vote({ values, known, width, height }: Plane, open: readonly number[], matches: Int32Array): void {
  const sums = new Float32Array(values.length);
  const counts = new Float32Array(known.length);
  for (const index of open) {
    const source = matches[index] as number;
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const [x, y] = [(index % width) + dx, Math.floor(index / width) + dy];
        if (x < 0 || y < 0 || x >= width || y >= height) continue;
        const [to, from] = [y * width + x, source + dy * width + dx];
        counts[to] = (counts[to] as number) + 1;
        for (let channel = 0; channel < 3; channel += 1)
          sums[to * 3 + channel] = (sums[to * 3 + channel] as number) + (values[from * 3 + channel] as number);
      }
    }
  }
  for (const index of open)
    for (let channel = 0; channel < 3; channel += 1)
      values[index * 3 + channel] = (sums[index * 3 + channel] as number) / Math.max(1, counts[index] as number);
}

/** What the copied patches would show just outside the region, against what is there, is taken off inside: no seams. */
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

/** The small picture gives tone and place, the picture itself the detail: each pixel takes its match's deviation from the mean. */
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
