/** Decodes image files to pixels. */
import sharp from "sharp";

/** Straight RGBA. */
export type Pixels = { data: Uint8ClampedArray; width: number; height: number };

/** Limit on pixels of a decoded image, because of its memory; the routes refuse larger ones earlier. */
const MOST_PIXELS = 50_000_000;

/** Returns the first frame, upright and in sRGB. @throws sharp's error when the bytes are no image */
export async function decodePixels(bytes: Uint8Array, size?: { width: number; height: number }): Promise<Pixels> {
  let image = sharp(bytes, { limitInputPixels: MOST_PIXELS }).autoOrient().toColourspace("srgb").ensureAlpha();
  if (size) image = image.resize(size.width, size.height, { fit: "cover" });
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    width: info.width,
    height: info.height,
  };
}
