import type { UploadStroke } from "#lib/playground/images/mask-state.ts";
import { createPlane, type MaskPlane } from "../plane/mask-plane.ts";
import type { ImageSize } from "./encode-mask.ts";
import type { Pixels } from "./measure-change.ts";

export type ReadMask = { plane: MaskPlane; readAs: UploadStroke["readAs"] };

/** Limits of black and white. Grey lies between them: smooth edges have a little of it, photographs a lot. */
const BLACK_TO = 48;
const WHITE_FROM = 207;
const MAXIMUM_GREY = 0.2;

/**
 * Reads a mask from a file's pixels. With any transparency it is an alpha mask, where transparent pixels are edited, as
 * image models define it. Without transparency white pixels are edited, as in image editors; a mask with too much grey
 * is refused. Either can be inverted afterwards.
 */
export function readMaskPixels(pixels: Pixels): ReadMask {
  const { data } = pixels;
  const plane = createPlane(pixels.width, pixels.height);
  const usesAlpha = plane.data.some((_, at) => (data[at * 4 + 3] as number) < 255);
  let grey = 0;
  for (let at = 0; at < plane.data.length; at++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at * 4, at * 4 + 4);
    if (usesAlpha) {
      plane.data[at] = 255 - alpha;
      continue;
    }
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    const coloured = Math.max(red, green, blue) - Math.min(red, green, blue) > BLACK_TO;
    if (coloured || (luminance > BLACK_TO && luminance < WHITE_FROM)) grey++;
    plane.data[at] = Math.round(luminance);
  }
  if (grey > plane.data.length * MAXIMUM_GREY) {
    throw new Error("The file is no mask: it has no transparency, and it is not black and white either.");
  }
  return { plane, readAs: usesAlpha ? "alpha" : "luminance" };
}

/** Maximum difference of the aspect ratios for a mask that is scaled to the image. */
const RATIO_TOLERANCE = 0.001;

/** Compares the sizes of a mask and an image: same, scalable, or different. */
export function compareSizes(mask: ImageSize, image: ImageSize): "same" | "scalable" | "different" {
  if (mask.width === image.width && mask.height === image.height) return "same";
  const ratio = (mask.width * image.height) / (mask.height * image.width);
  return Math.abs(ratio - 1) <= RATIO_TOLERANCE ? "scalable" : "different";
}
