/** Small pictures for tests, made on demand. */
import sharp from "sharp";

export type PictureOptions = {
  width?: number;
  height?: number;
  format?: "png" | "jpeg" | "webp" | "gif";
  /** Red, green, blue and, where there is to be alpha, alpha from 0 to 1. */
  colour?: { r: number; g: number; b: number; alpha?: number };
};

export function picture({
  width = 64,
  height = 64,
  format = "png",
  colour = { r: 200, g: 30, b: 30 },
}: PictureOptions = {}): Promise<Buffer> {
  const channels = colour.alpha === undefined ? 3 : 4;
  return sharp({ create: { width, height, channels, background: { alpha: 1, ...colour } } })
    .toFormat(format)
    .toBuffer();
}

/** A mask: opaque, and transparent within `hole`, where the image is to change. */
export async function mask({
  width = 64,
  height = 64,
  hole = { left: 16, top: 16, width: 32, height: 32 },
}: {
  width?: number;
  height?: number;
  hole?: { left: number; top: number; width: number; height: number };
} = {}): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = hole.top; y < hole.top + hole.height; y++) {
    for (let x = hole.left; x < hole.left + hole.width; x++) pixels[(y * width + x) * 4 + 3] = 0;
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

export async function facts(
  bytes: Uint8Array,
): Promise<{ format: string | undefined; size: string; hasAlpha: boolean }> {
  const { format, width, height, hasAlpha } = await sharp(bytes).metadata();
  return { format, size: `${width}x${height}`, hasAlpha };
}

/** A form as a browser or an SDK sends it. */
export function formOf(fields: Record<string, string | Buffer | Buffer[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const values = Array.isArray(value) ? value : [value];
    for (const [index, one] of values.entries()) {
      if (typeof one === "string") form.append(name, one);
      else form.append(name, new Blob([new Uint8Array(one)]), `${name.replace(/\W/g, "")}-${index}.png`);
    }
  }
  return form;
}
