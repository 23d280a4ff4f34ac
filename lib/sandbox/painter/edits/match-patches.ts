/** PatchMatch (Barnes et al. 2009) over a small picture: finds for each open pixel the known patch that fits best. */
import type { Random } from "#lib/sandbox/random.ts";
import type { Plane } from "./fill-smoothly.ts";

const RADIUS = 3;
const ROUNDS = 3;
const SWEEPS = 3;

/** Returns for each pixel the pixel with the most similar surroundings; a known pixel matches itself. */
export function matchPatches(plane: Plane, random: Random): Int32Array {
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
    // Pixels at the same height are mostly alike: sky beside sky, grass beside grass.
    const awayX = ((target % width) - (source % width)) / width;
    const awayY = (Math.floor(target / width) - Math.floor(source / width)) / height;
    let sum = 500_000 * awayY * awayY + 40_000 * awayX * awayX;
    for (let dy = -RADIUS; dy <= RADIUS; dy += 1) {
      for (let dx = -RADIUS; dx <= RADIUS; dx += 1) {
        const step = dy * width + dx;
        const [a, b] = [(centre + step) * 3, (source + step) * 3];
        // Known pixels weigh more than filled ones.
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

/** Returns the first guess: the pixel mirrored at the nearer edge, in the same row. */
function mirrored({ known, width }: Plane, index: number): number | undefined {
  const [x, row] = [index % width, index - (index % width)];
  for (let away = 1; away < width; away += 1) {
    for (const side of [-1, 1]) {
      const edge = x + side * away;
      if (edge < 0 || edge >= width || !known[row + edge]) continue;
      // Moves back and forth within a band, so that farther objects are not repeated.
      const band = Math.max(RADIUS + 2, Math.round(width * 0.12));
      const swing = away % (band * 2);
      const there = edge + side * (RADIUS + 1 + (swing < band ? swing : band * 2 - swing));
      const bounced = there < 0 ? -there : there >= width ? 2 * (width - 1) - there : there;
      return row + Math.max(RADIUS, Math.min(width - 1 - RADIUS, bounced));
    }
  }
  return undefined;
}

/** Sets each open pixel to the mean of the patches over it. */
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
