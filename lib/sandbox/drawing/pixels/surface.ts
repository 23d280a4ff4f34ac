/** Canvases, and loops over their pixels in picture coordinates. */

import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from "@napi-rs/canvas";
import { freeMemory } from "#lib/http/free-memory.ts";

export type Surface = { canvas: Canvas; context: SKRSContext2D; width: number; height: number };

export function createSurface(width: number, height: number): Surface {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  return { canvas, context: canvas.getContext("2d"), width: canvas.width, height: canvas.height };
}

/** Creates a surface from RGBA bytes that are not premultiplied. */
export function surfaceOf(pixels: Uint8ClampedArray, width: number, height: number): Surface {
  const surface = createSurface(width, height);
  surface.context.putImageData(new ImageData(pixels, width, height), 0, 0);
  return surface;
}

/** Returns RGBA bytes, not premultiplied. */
export function readPixels({ context, width, height }: Surface): Uint8ClampedArray {
  return context.getImageData(0, 0, width, height).data;
}

/**
 * Frees a surface's memory now: the garbage collector sees a small object and delays it. Do not draw from it
 * afterwards.
 */
export function freeSurface({ canvas }: Surface): void {
  canvas.width = 1;
  canvas.height = 1;
}

/** Reads a surface's pixels and frees its memory. */
export function takePixels(surface: Surface): Uint8ClampedArray {
  const pixels = readPixels(surface);
  freeSurface(surface);
  return pixels;
}

/** Colour of one pixel: red, green, blue 0…255 and alpha 0…1. */
export type Pixel = [red: number, green: number, blue: number, alpha: number];

export type Field = {
  /** Edges in picture heights. */
  top: number;
  bottom: number;
  /** Field pixels per picture pixel; below 1 for soft content. */
  resolution: number;
};

/**
 * Fills a band across the picture with a function of x and y in picture heights, so that a picture looks the same at
 * every resolution. Pixels start transparent.
 */
export function paintField(
  target: Surface,
  { top, bottom, resolution }: Field,
  shader: (x: number, y: number, pixel: Pixel) => void,
): void {
  const first = Math.max(0, Math.floor(top * target.height));
  const last = Math.min(target.height, Math.ceil(bottom * target.height));
  if (last <= first) return;
  const width = Math.max(2, Math.ceil(target.width * resolution));
  const height = Math.max(2, Math.ceil((last - first) * resolution));
  const pixels = new Uint8ClampedArray(width * height * 4);
  const pixel: Pixel = [0, 0, 0, 0];
  const stepX = target.width / width / target.height;
  const stepY = (last - first) / height / target.height;
  for (let row = 0, at = 0; row < height; row += 1) {
    const y = first / target.height + (row + 0.5) * stepY;
    for (let column = 0; column < width; column += 1, at += 4) {
      pixel[3] = 0;
      shader((column + 0.5) * stepX, y, pixel);
      const alpha = pixel[3];
      if (alpha <= 0) continue;
      pixels[at] = pixel[0];
      pixels[at + 1] = pixel[1];
      pixels[at + 2] = pixel[2];
      pixels[at + 3] = alpha * 255 + 0.5;
    }
  }
  const field = surfaceOf(pixels, width, height);
  target.context.imageSmoothingEnabled = true;
  target.context.imageSmoothingQuality = "medium";
  target.context.drawImage(field.canvas, 0, first, target.width, last - first);
  freeSurface(field);
  freeMemory(pixels);
}
