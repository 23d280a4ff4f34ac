/** Another encoding of the same picture. */
import sharp from "sharp";
import type { ImageBytes } from "#lib/canonical/image-call.ts";

/** @param quality of jpeg and webp, 0 to 100; the image itself when it has the format already */
export async function convertImage(
  image: ImageBytes,
  { format, quality }: { format: "png" | "jpeg" | "webp"; quality: number },
): Promise<ImageBytes> {
  if (image.mediaType === `image/${format}`) return image;
  const options = format === "png" ? {} : { quality: Math.max(1, quality) };
  return { bytes: await sharp(image.bytes).toFormat(format, options).toBuffer(), mediaType: `image/${format}` };
}
