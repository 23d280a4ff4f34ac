/** Small paintings and what can be measured of them. */
import sharp from "sharp";
import { type PaintOptions, type PaintRequest, paint } from "#lib/sandbox/painter/paint.ts";

export const SIZE = 192;

export function requestFor(prompt: string, changes: Partial<PaintRequest> = {}): PaintRequest {
  return {
    prompt,
    seed: 1,
    size: { width: SIZE, height: SIZE },
    quality: "low",
    style: "natural",
    background: "auto",
    format: "png",
    compression: 90,
    passes: 0,
    model: "image-model-a",
    ...changes,
  };
}

export function paintSmall(prompt: string, changes: Partial<PaintRequest> = {}, options?: PaintOptions) {
  return paint(requestFor(prompt, changes), options);
}

export type Picture = { data: Buffer; width: number; height: number };

/** RGBA. */
export async function decode(bytes: Uint8Array): Promise<Picture> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

export async function pictureOf(prompt: string, changes: Partial<PaintRequest> = {}): Promise<Picture> {
  return decode((await paintSmall(prompt, changes)).bytes);
}

type Area = { left: number; top: number; right: number; bottom: number };
const EVERYWHERE: Area = { left: 0, top: 0, right: 1, bottom: 1 };
export const UPPER: Area = { ...EVERYWHERE, bottom: 0.35 };
export const LOWER: Area = { ...EVERYWHERE, top: 0.75 };

/** The pixels of an area, in shares of the picture. */
export function pixelsIn(
  { data, width, height }: Picture,
  { left, top, right, bottom }: Area = EVERYWHERE,
): [number, number, number, number][] {
  const pixels: [number, number, number, number][] = [];
  for (let y = Math.floor(top * height); y < Math.floor(bottom * height); y += 1) {
    for (let x = Math.floor(left * width); x < Math.floor(right * width); x += 1) {
      const at = (y * width + x) * 4;
      pixels.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0]);
    }
  }
  return pixels;
}

export function meanColour(picture: Picture, area: Area = EVERYWHERE): [number, number, number] {
  const pixels = pixelsIn(picture, area);
  const mean = (channel: 0 | 1 | 2) => pixels.reduce((sum, pixel) => sum + pixel[channel], 0) / pixels.length;
  return [mean(0), mean(1), mean(2)];
}

export function brightness(picture: Picture, area: Area = EVERYWHERE): number {
  const [red, green, blue] = meanColour(picture, area);
  return (red * 0.2126 + green * 0.7152 + blue * 0.0722) / 255;
}

export function shareOf(
  picture: Picture,
  isWanted: (pixel: [number, number, number, number]) => boolean,
  area: Area = EVERYWHERE,
): number {
  const pixels = pixelsIn(picture, area);
  return pixels.filter(isWanted).length / pixels.length;
}

export const isRed = ([red, green, blue]: readonly number[]) =>
  (red ?? 0) > 110 && (red ?? 0) > (green ?? 0) * 1.9 && (red ?? 0) > (blue ?? 0) * 1.9;
export const isBlue = ([red, green, blue]: readonly number[]) =>
  (blue ?? 0) > 110 && (blue ?? 0) > (red ?? 0) * 1.6 && (blue ?? 0) > (green ?? 0) * 1.15;

/** Connected groups of wanted pixels of more than `least` pixels. */
export function countGroups(
  { data, width, height }: Picture,
  isWanted: (pixel: readonly number[]) => boolean,
  least: number,
): number {
  const open = new Uint8Array(width * height).map((_, index) =>
    isWanted(data.subarray(index * 4, index * 4 + 4) as unknown as number[]) ? 1 : 0,
  );
  let groups = 0;
  for (let start = 0; start < open.length; start += 1) {
    if (!open[start]) continue;
    let size = 0;
    const queue = [start];
    open[start] = 0;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      size += 1;
      const x = next % width;
      for (const neighbour of [x > 0 ? next - 1 : -1, x < width - 1 ? next + 1 : -1, next - width, next + width]) {
        if (!open[neighbour]) continue;
        open[neighbour] = 0;
        queue.push(neighbour);
      }
    }
    if (size > least) groups += 1;
  }
  return groups;
}

/** Mean difference of two pictures of one size, 0 to 255. */
export function difference(first: Picture, second: Picture, area: Area = EVERYWHERE): number {
  const [ours, theirs] = [pixelsIn(first, area), pixelsIn(second, area)];
  const sum = ours.reduce((total, [red, green, blue], index) => {
    const [r = 0, g = 0, b = 0] = theirs[index] ?? [];
    return total + Math.abs(red - r) + Math.abs(green - g) + Math.abs(blue - b);
  }, 0);
  return sum / ours.length / 3;
}

/** A PNG mask that is transparent in a rectangle, in shares of the picture. */
export async function maskOf(area: Area, size = SIZE): Promise<Uint8Array> {
  const data = Buffer.alloc(size * size * 4, 255);
  for (let y = Math.floor(area.top * size); y < area.bottom * size; y += 1) {
    for (let x = Math.floor(area.left * size); x < area.right * size; x += 1) data[(y * size + x) * 4 + 3] = 0;
  }
  return sharp(data, { raw: { width: size, height: size, channels: 4 } })
    .png()
    .toBuffer();
}

/** Plain rectangles on a plain ground: for edits whose outcome has to be known. */
export async function drawing(
  ground: readonly number[],
  shapes: readonly (Area & { colour: readonly number[] })[] = [],
  size = SIZE,
): Promise<Uint8Array> {
  const data = Buffer.alloc(size * size * 4);
  for (let index = 0; index < size * size; index += 1) {
    const [x, y] = [(index % size) / size, Math.floor(index / size) / size];
    const shape = shapes.find(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom);
    data.set([...(shape?.colour ?? ground), 255].slice(0, 4), index * 4);
  }
  return sharp(data, { raw: { width: size, height: size, channels: 4 } })
    .png()
    .toBuffer();
}
