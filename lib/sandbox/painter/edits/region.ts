/** The part of a picture that may change: one byte a pixel, 0 stays as it is … 255 changes. */
import type { Pixels } from "../encode.ts";
import { type Colour, toOklab } from "../pixels/colour.ts";

export type Region = { cover: Uint8Array; width: number; height: number };

export type Box = { left: number; top: number; right: number; bottom: number };

/** Transparent means edit. Without any transparency, a picture of black and white only counts: white means edit. */
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

/** Undefined when nothing is covered. */
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

/** 0 at the region's edge … 1 at `reach` pixels within; what lies outside stays 0. */
export function innerWeights({ cover, width, height }: Region, reach: number): Float32Array {
  const far = new Float32Array(width * height);
  const step = 1 / Math.max(1, reach);
  const visit = (index: number, neighbour: number, isEdge: boolean) => {
    if ((cover[index] as number) < 8) far[index] = 0;
    // The picture's own border is no edge of the region.
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

/** What is connected with the top and changes only slowly from there on. */
export function findSky(pixels: Pixels): Region | undefined {
  return flood(pixels, "top");
}

/** What is connected with the frame and like it. */
export function findBackground(pixels: Pixels): Region | undefined {
  return flood(pixels, "frame");
}

type Lab = readonly [number, number, number];

/** Means of cells, so that grain does not count as an edge. */
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

/** A ground can be told from what stands before it when nearly the whole frame has one colour. */
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

function flood({ data, width, height }: Pixels, from: "top" | "frame"): Region | undefined {
  const scale = Math.min(1, GRID / Math.max(width, height));
  const columns = Math.max(4, Math.round(width * scale));
  const rows = Math.max(4, Math.round(height * scale));
  const lab = cellColours({ data, width, height }, columns, rows);
  const away = (a: number, b: number) => {
    const [from, to] = [lab[a], lab[b]];
    return from && to ? Math.hypot(from[0] - to[0], (from[1] - to[1]) * 1.6, (from[2] - to[2]) * 1.6) : 1;
  };
  if (from === "frame" && !hasPlainFrame(lab, columns, rows)) return undefined;
  const cover = new Uint8Array(columns * rows);
  const origin = new Int32Array(columns * rows).fill(-1);
  const queue: number[] = [];
  const start = (index: number) => {
    if (origin[index] !== -1) return;
    origin[index] = index;
    queue.push(index);
  };
  for (let x = 0; x < columns; x += 1) {
    start(x);
    if (from === "frame") start((rows - 1) * columns + x);
  }
  if (from === "frame") {
    for (let y = 0; y < rows; y += 1) {
      start(y * columns);
      start(y * columns + columns - 1);
    }
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
      if (away(next, at) > (from === "frame" ? 0.045 : 0.03) || (from === "frame" && away(root, at) > 0.16)) continue;
      origin[at] = root;
      queue.push(at);
    }
  }
  const share = cover.reduce((sum, value) => sum + (value ? 1 : 0), 0) / cover.length;
  if (share < 0.04 || share > 0.97) return undefined;
  return scaleRegion({ cover, width: columns, height: rows }, width, height);
}

/** Weights 0…1 of the pixels in the region that have the colour in question. */
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
