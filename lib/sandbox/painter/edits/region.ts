/** Area of a picture that may change: one byte per pixel, 0 unchanged … 255 changed. */

import { type Colour, toOklab } from "#lib/sandbox/drawing/pixels/colour.ts";
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";

export type Region = { cover: Uint8Array; width: number; height: number };

export type Box = { left: number; top: number; right: number; bottom: number };

/** Transparent pixels are edited. Without transparency, a mask must be black and white: white pixels are edited. */
export function regionOfMask({ data, width, height }: Pixels): Region | undefined {
  const cover = new Uint8Array(width * height);
  let isEmpty = true;
  for (let index = 0; index < cover.length; index += 1) {
    cover[index] = 255 - (data[index * 4 + 3] as number);
    if (cover[index]) isEmpty = false;
  }
  if (!isEmpty) return { cover, width, height };
  let extreme = 0;
  for (let index = 0; index < cover.length; index += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index * 4, index * 4 + 3);
    if (Math.max(red, green, blue) < 16 || Math.min(red, green, blue) > 239) extreme += 1;
    cover[index] = green;
  }
  return extreme > cover.length * 0.98 && cover.some((value) => value > 128) ? { cover, width, height } : undefined;
}

export function wholeRegion(width: number, height: number): Region {
  return { cover: new Uint8Array(width * height).fill(255), width, height };
}

/** Returns undefined for an empty region. */
export function boxOf({ cover, width, height }: Region): Box | undefined {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      if ((cover[at] as number) < 8) continue;
      if (x < box.left) box.left = x;
      if (x >= box.right) box.right = x + 1;
      if (y < box.top) box.top = y;
      box.bottom = y + 1;
    }
  }
  return box.right > box.left ? box : undefined;
}

export function scaleRegion({ cover, width, height }: Region, toWidth: number, toHeight: number): Region {
  if (toWidth === width && toHeight === height) return { cover, width, height };
  const scaled = new Uint8Array(toWidth * toHeight);
  for (let y = 0; y < toHeight; y += 1) {
    const row = Math.min(height - 1, Math.floor(((y + 0.5) * height) / toHeight)) * width;
    for (let x = 0; x < toWidth; x += 1)
      scaled[y * toWidth + x] = cover[row + Math.min(width - 1, Math.floor(((x + 0.5) * width) / toWidth))] as number;
  }
  return { cover: scaled, width: toWidth, height: toHeight };
}

/** Returns weights from 0 at the region's edge to 1 at `reach` pixels inside; 0 outside. */
export function innerWeights({ cover, width, height }: Region, reach: number): Float32Array {
  const far = new Float32Array(width * height);
  const step = 1 / Math.max(1, reach);
  const visit = (index: number, neighbour: number, isEdge: boolean) => {
    if ((cover[index] as number) < 8) far[index] = 0;
    // The picture's border is not an edge of the region.
    else far[index] = Math.min(far[index] as number, isEdge ? 1 : (far[neighbour] as number) + step);
  };
  far.fill(1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x;
      visit(at, at - 1, x === 0);
      visit(at, at - width, y === 0);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const at = y * width + x;
      visit(at, at + 1, x === width - 1);
      visit(at, at + width, y === height - 1);
    }
  }
  for (let index = 0; index < far.length; index += 1)
    far[index] = Math.min(1, (far[index] as number) * ((cover[index] as number) / 255));
  return far;
}

const GRID = 200;

/** Returns the area that is connected with the top and changes only slowly from there on. */
export function findSky(pixels: Pixels): Region | undefined {
  const { columns, rows, lab } = toGrid(pixels);
  const at = (column: number, row: number) => lab[row * columns + column] ?? ([0, 0, 0] as const);
  const horizon = horizonOf(lab, columns, rows);
  const cover = new Uint8Array(columns * rows);
  for (let column = 0; column < columns; column += 1) {
    let model = at(column, 0);
    for (let row = 0; row < horizon; row += 1) {
      const [lightness, a, b] = at(column, row);
      const isGround = (a < -0.035 && b > 0.015) || lightness < 0.12;
      const isCloud = lightness > Math.max(0.72, model[0] - 0.04) && Math.hypot(a, b) < 0.06;
      const step = Math.hypot(lightness - model[0], (a - model[1]) * 1.6, (b - model[2]) * 1.6);
      if (isGround || (step > 0.075 && !isCloud)) break;
      cover[row * columns + column] = 255;
      model = [
        model[0] + (lightness - model[0]) * 0.4,
        model[1] + (a - model[1]) * 0.4,
        model[2] + (b - model[2]) * 0.4,
      ];
    }
  }
  return usable({ cover, width: columns, height: rows }, pixels);
}

/** Returns the row at which most columns change at once. */
function horizonOf(lab: readonly Lab[], columns: number, rows: number): number {
  let [best, strongest] = [rows, 0.018];
  for (let row = Math.floor(rows * 0.25); row < rows - 2; row += 1) {
    const changes = Array.from({ length: columns }, (_, column) => {
      const [above, below] = [lab[(row - 1) * columns + column], lab[(row + 1) * columns + column]];
      return above && below ? Math.hypot(above[0] - below[0], above[1] - below[1], above[2] - below[2]) : 0;
    }).sort((a, b) => a - b);
    const middle = changes[columns >> 1] ?? 0;
    if (middle > strongest) [best, strongest] = [row, middle];
  }
  return best;
}

function usable(region: Region, { width, height }: Pixels): Region | undefined {
  const share = region.cover.reduce((sum, value) => sum + (value ? 1 : 0), 0) / region.cover.length;
  return share < 0.04 || share > 0.97 ? undefined : scaleRegion(region, width, height);
}

function toGrid(pixels: Pixels) {
  const scale = Math.min(1, GRID / Math.max(pixels.width, pixels.height));
  const columns = Math.max(4, Math.round(pixels.width * scale));
  const rows = Math.max(4, Math.round(pixels.height * scale));
  return { columns, rows, lab: cellColours(pixels, columns, rows) };
}

type Lab = readonly [number, number, number];

/** Returns mean colours of cells, so that grain does not count as an edge. */
function cellColours({ data, width, height }: Pixels, columns: number, rows: number): Lab[] {
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [((index % columns) * width) / columns, (Math.floor(index / columns) * height) / rows];
    const sum = [0, 0, 0];
    for (let sample = 0; sample < 9; sample += 1) {
      const x = Math.min(width - 1, Math.floor(left + (((sample % 3) + 0.5) / 3) * (width / columns)));
      const y = Math.min(height - 1, Math.floor(top + ((Math.floor(sample / 3) + 0.5) / 3) * (height / rows)));
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] as number) + (data[(y * width + x) * 4 + channel] as number) / 9;
    }
    return toOklab([sum[0] ?? 0, sum[1] ?? 0, sum[2] ?? 0]);
  });
}

/** Returns true when nearly the whole frame has one colour, so that the background can be recognised. */
function hasPlainFrame(lab: readonly Lab[], columns: number, rows: number): boolean {
  const frame = lab.filter(
    (_, index) =>
      index < columns || index >= columns * (rows - 1) || index % columns === 0 || index % columns === columns - 1,
  );
  const mean = [0, 1, 2].map(
    (channel) => frame.reduce((sum, colour) => sum + (colour[channel] ?? 0), 0) / frame.length,
  );
  const near = frame.filter(
    (colour) => Math.hypot(colour[0] - (mean[0] ?? 0), colour[1] - (mean[1] ?? 0), colour[2] - (mean[2] ?? 0)) < 0.13,
  );
  return near.length > frame.length * 0.85;
}

/**
 * Returns the area that is connected with the frame and has its colour; undefined when the frame has several colours.
 */
export function findBackground(pixels: Pixels): Region | undefined {
  const { columns, rows, lab } = toGrid(pixels);
  if (!hasPlainFrame(lab, columns, rows)) return undefined;
  const away = (a: number, b: number) => {
    const [from, to] = [lab[a], lab[b]];
    return from && to ? Math.hypot(from[0] - to[0], (from[1] - to[1]) * 1.6, (from[2] - to[2]) * 1.6) : 1;
  };
  const cover = new Uint8Array(columns * rows);
  const origin = new Int32Array(columns * rows).fill(-1);
  const queue: number[] = [];
  for (let index = 0; index < cover.length; index += 1) {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    if (x > 0 && y > 0 && x < columns - 1 && y < rows - 1) continue;
    origin[index] = index;
    queue.push(index);
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    cover[next] = 255;
    const [x, y] = [next % columns, Math.floor(next / columns)];
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [nx, ny] = [x + dx, y + dy];
      const at = ny * columns + nx;
      if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || origin[at] !== -1) continue;
      const root = origin[next] as number;
      if (away(next, at) > 0.045 || away(root, at) > 0.16) continue;
      origin[at] = root;
      queue.push(at);
    }
  }
  return usable({ cover, width: columns, height: rows }, pixels);
}

/** Returns weights 0…1 of the pixels in the region, by their closeness to `from`, or to the region's main colour. */
export function weighColour(
  { data }: Pixels,
  { cover }: Region,
  from: Colour | undefined,
): { weights: Float32Array; lightness: number; chroma: number } {
  const hues = new Float32Array(36);
  const weights = new Float32Array(cover.length);
  let covered = 0;
  let colourful = 0;
  for (let index = 0; index < cover.length; index += 7) {
    if (!cover[index]) continue;
    const [, a, b] = toOklab([data[index * 4] as number, data[index * 4 + 1] as number, data[index * 4 + 2] as number]);
    const chroma = Math.hypot(a, b);
    covered += 1;
    if (chroma < 0.045) continue;
    colourful += 1;
    const bin = Math.floor((((Math.atan2(b, a) * 180) / Math.PI + 360) % 360) / 10);
    hues[bin] = (hues[bin] as number) + chroma;
  }
  const named = from && toOklab(from);
  const isGrey = named ? Math.hypot(named[1], named[2]) < 0.03 : colourful < covered * 0.12;
  const best = hues.indexOf(Math.max(...hues)) * 10 + 5;
  const hue = named && !isGrey ? ((Math.atan2(named[2], named[1]) * 180) / Math.PI + 360) % 360 : best;
  let [sum, lightness, chroma] = [0, 0, 0];
  for (let index = 0; index < cover.length; index += 1) {
    if (!cover[index]) continue;
    const [l, a, b] = toOklab([
      data[index * 4] as number,
      data[index * 4 + 1] as number,
      data[index * 4 + 2] as number,
    ]);
    const own = Math.hypot(a, b);
    const turn = Math.abs((((((Math.atan2(b, a) * 180) / Math.PI - hue) % 360) + 540) % 360) - 180);
    const isHue = Math.max(0, Math.min(1, (52 - turn) / 20)) * Math.max(0, Math.min(1, (own - 0.02) / 0.03));
    const isLike = named
      ? Math.max(0, Math.min(1, (0.3 - Math.abs(l - named[0])) / 0.12)) * Math.max(0, Math.min(1, (0.06 - own) / 0.02))
      : 1;
    const weight = isGrey ? isLike : isHue;
    weights[index] = weight;
    sum += weight;
    lightness += l * weight;
    chroma += own * weight;
  }
  return { weights, lightness: lightness / Math.max(1, sum), chroma: chroma / Math.max(1, sum) };
}
