/**
 * Fits an image to the size of the video that starts with it: upstreams of `/videos` refuse any other size
 * (wire-formats §6.1).
 */
import type { ImageBytes } from "#lib/canonical/image-call.ts";

const SUPPORTED_TYPES = ["image/jpeg", "image/png", "image/webp"];

/** Scales the image until it covers the frame, and crops it evenly. An image that fits is returned unchanged. */
export async function fitImage(
  image: ImageBytes,
  { width, height }: { width: number; height: number },
): Promise<ImageBytes> {
  const { default: sharp } = await import("sharp");
  const found = await sharp(image.bytes).metadata();
  const upright = (found.orientation ?? 1) === 1;
  const isSupported = SUPPORTED_TYPES.includes(image.mediaType);
  if (isSupported && upright && found.width === width && found.height === height) return image;
  const fitted = sharp(image.bytes).rotate().resize(width, height, { fit: "cover" });
  return isSupported
    ? { bytes: await fitted.toBuffer(), mediaType: image.mediaType }
    : { bytes: await fitted.png().toBuffer(), mediaType: "image/png" };
}
