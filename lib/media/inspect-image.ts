/** What an image is, from its header, before anybody decodes it. */
import sharp from "sharp";

export type ImageFacts = {
  mediaType: string;
  /** As shown, the camera's turn applied. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** More than one frame. */
  animated: boolean;
};

/** A telephone's largest photograph has 49 million; decoded, this many are 200 MB. */
export const MOST_PIXELS = 50_000_000;

const TYPES: Record<string, string> = {
  png: "image/png",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heif: "image/heic",
  tiff: "image/tiff",
  svg: "image/svg+xml",
};

/** Undefined for bytes that are no image of a known format. Looks at the header alone: the pixels may be broken. */
export async function inspectImage(bytes: Uint8Array): Promise<ImageFacts | undefined> {
  // Its limit is ours to hold, so that the answer can say how large the image is.
  const image = sharp(bytes, { limitInputPixels: false, animated: true, failOn: "none" });
  const found = await image.metadata().catch(() => undefined);
  if (!found?.format || !found.width || !found.height) return undefined;
  const { format, width, height, pageHeight, pages = 1, hasAlpha, orientation = 1 } = found;
  const upright = pageHeight ?? height;
  const turned = orientation >= 5;
  return {
    mediaType: TYPES[format] ?? `image/${format}`,
    width: turned ? upright : width,
    height: turned ? width : upright,
    hasAlpha,
    animated: pages > 1,
  };
}
