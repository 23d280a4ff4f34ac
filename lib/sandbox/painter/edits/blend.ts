/** Pixels to a canvas and back, and one picture over another. */
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import { type Surface, surfaceOf, takePixels } from "#lib/sandbox/drawing/pixels/surface.ts";

/** Copies pixels to a surface that may be drawn on. */
export function copyToSurface({ data, width, height }: Pixels): Surface {
  return surfaceOf(new Uint8ClampedArray(data), width, height);
}

/** Reads a surface and frees it. */
export function takeSurface(surface: Surface): Pixels {
  return { data: takePixels(surface), width: surface.width, height: surface.height };
}

/** Returns new pixels: `over` where the weights are 1. */
export function blend(pixels: Pixels, over: Pixels, weights: Float32Array): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] as number;
    if (weight <= 0) continue;
    for (let at = index * 4; at < index * 4 + 3; at += 1)
      data[at] = (data[at] as number) + ((over.data[at] as number) - (data[at] as number)) * weight;
    data[index * 4 + 3] = Math.max(data[index * 4 + 3] as number, (over.data[index * 4 + 3] as number) * weight);
  }
  return { ...pixels, data };
}
