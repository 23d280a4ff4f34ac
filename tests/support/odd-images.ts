/** Invalid images, and unusual valid ones, made on demand. */
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { picture } from "./image-fixtures.ts";

/** A PNG whose header declares far more pixels than its bytes have. */
export async function pixelBomb(width: number, height: number): Promise<Buffer> {
  const bytes = Buffer.from(await picture());
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

export async function animated(format: "gif" | "webp"): Promise<Buffer> {
  const frames = [await picture(), await picture({ colour: { r: 0, g: 0, b: 255 } })];
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

/** As print shops send it. */
export function cmykJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: "#c81e1e" } })
    .toColourspace("cmyk")
    .jpeg({ quality: 100 })
    .toBuffer();
}

export function sixteenBitPng(): Promise<Buffer> {
  const levels = new Uint16Array(64 * 64 * 3);
  for (let at = 0; at < levels.length; at += 3) levels.set([200 * 257, 30 * 257, 30 * 257], at);
  return sharp(levels, { raw: { width: 64, height: 64, channels: 3 } })
    .toColourspace("rgb16")
    .png()
    .toBuffer();
}

/**
 * As a camera held upright writes it: 96 × 64 pixels to be turned by 90°, shown as 64 × 96 with its upper half blue.
 */
export function turnedJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 96, height: 64, channels: 3, background: "#c81e1e" } })
    .composite([{ input: { create: { width: 48, height: 64, channels: 3, background: "#0000ff" } }, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
}

/** A mask without transparency: a lighter square on a darker ground. */
export function greyMask({
  ground,
  hole,
  alpha = false,
}: {
  ground: number;
  hole: number;
  /** With an alpha channel in which nothing is transparent. */
  alpha?: boolean;
}): Promise<Buffer> {
  const square = sharp({ create: { width: 64, height: 64, channels: 3, background: grey(ground) } }).composite([
    { input: { create: { width: 32, height: 32, channels: 3, background: grey(hole) } }, left: 16, top: 16 },
  ]);
  return (alpha ? square.ensureAlpha() : square.removeAlpha()).png().toBuffer();
}

function grey(level: number) {
  return { r: level, g: level, b: level };
}
