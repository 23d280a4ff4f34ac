import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { blurPlane } from "../plane/blur-plane.ts";
import type { MaskPlane } from "../plane/mask-plane.ts";
import { scalePlane } from "../plane/scale-plane.ts";
import { encodePng } from "./encode-png.ts";
import { drawMask } from "./mask-raster.ts";

export type ImageSize = { width: number; height: number };

/** Encodes the mask for image models: white and opaque where the source is preserved, alpha 0 where it is edited. */
export function encodeMask(state: MaskState, size: ImageSize): Promise<Blob> {
  return encodePng({ pixels: toMaskPixels(finishedPlane(state, size)), ...size });
}

/** Returns the plane to send: feathered, and scaled to the image that is sent with it. */
export function finishedPlane(state: MaskState, size: ImageSize): MaskPlane {
  return scalePlane(blurPlane(drawMask(state), state.feather), size);
}

function toMaskPixels({ data }: MaskPlane): Uint8Array {
  const pixels = new Uint8Array(data.length * 4).fill(255);
  for (let at = 0; at < data.length; at++) pixels[at * 4 + 3] = 255 - (data[at] as number);
  return pixels;
}
