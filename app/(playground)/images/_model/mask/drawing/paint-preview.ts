import type { View } from "#lib/playground/shell/view.ts";
import { type Bounds, EDITED_FROM, type MaskPlane } from "../plane/mask-plane.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** Opacity of the tint where the image is to be edited. */
const TINT = 0.58;
/** Hatching: distance between lines in CSS pixels, and the share of it that is line. */
const PERIOD = 11;
const LINE = 0.22;

export type Preview = {
  /** Position of the image in CSS pixels. */
  view: View;
  /** Canvas pixels per CSS pixel. */
  ratio: number;
  /** Area to paint, in canvas pixels. */
  bounds: Bounds;
  tint: Colour;
  hatch: Colour;
};

/**
 * Paints the editor's overlay: a tint with hatching, so that colour is not the only sign. Painted in device pixels, so
 * that the cost does not depend on the image's size. Returns RGBA of `bounds`, row by row.
 */
export function paintPreview(
  plane: MaskPlane,
  { view, ratio, bounds, tint, hatch }: Preview,
): Uint8ClampedArray<ArrayBuffer> {
  const width = bounds.right - bounds.left;
  const pixels = new Uint32Array(width * (bounds.bottom - bounds.top));
  const [tints, hatches] = [mixShades(tint), mixShades(hatch)];
  const across = { origin: view.x * ratio, scale: view.scale * ratio, length: plane.width };
  const down = { origin: view.y * ratio, scale: view.scale * ratio, length: plane.height };
  const columns = sourcePlaces(across, bounds.left, bounds.right);
  const rows = sourcePlaces(down, bounds.top, bounds.bottom);
  const period = Math.max(4, Math.round(PERIOD * ratio));
  const line = period * LINE;
  const start = Math.round(across.origin) + Math.round(down.origin);
  for (let y = bounds.top, to = 0, row = 0; y < bounds.bottom; y++, row += 2) {
    const above = (rows[row] as number) * plane.width;
    const below = (rows[row + 1] as number) * plane.width;
    let phase = (((bounds.left + y - start) % period) + period) % period;
    for (let column = 0; column < columns.length; column += 2, to++) {
      const left = columns[column] as number;
      const right = columns[column + 1] as number;
      if (above >= 0 && left >= 0) {
        const value = sample(plane.data, above + left, above + right, below + left, below + right);
        if (value !== 0) pixels[to] = (phase < line ? hatches : tints)[value] as number;
      }
      if (++phase === period) phase = 0;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/**
 * Returns the two source pixels that each screen pixel shows along one axis; -1 outside the image. Both are the same
 * where the source is not reduced.
 */
function sourcePlaces(
  { origin, scale, length }: { origin: number; scale: number; length: number },
  from: number,
  to: number,
): Int32Array {
  const spread = scale < 0.75 ? 0.25 : 0;
  const places = new Int32Array((to - from) * 2).fill(-1);
  for (let at = from; at < to; at++) {
    const centre = (at + 0.5 - origin) / scale;
    if (centre < 0 || centre >= length) continue;
    places[(at - from) * 2] = Math.max(0, Math.floor(centre - spread / scale));
    places[(at - from) * 2 + 1] = Math.min(length - 1, Math.floor(centre + spread / scale));
  }
  return places;
}

/** Returns the mean of four pixels, which are the same pixel where the source is not reduced. */
function sample(data: Uint8Array, one: number, two: number, three: number, four: number): number {
  const first = data[one] as number;
  if (one === four) return first;
  return (first + (data[two] as number) + (data[three] as number) + (data[four] as number) + 2) >> 2;
}

/** Returns the colour at each strength of the mask, as one 32-bit number: four times as fast as four bytes. */
function mixShades([red, green, blue]: Colour): Uint32Array {
  const shades = new Uint8ClampedArray(256 * 4);
  for (let value = 0; value < 256; value++) shades.set([red, green, blue, value * TINT], value * 4);
  return new Uint32Array(shades.buffer);
}

/** Returns the RGBA of the mask's outline only: a bright line inside a dark one, visible on any picture. */
export function paintOutline(plane: MaskPlane, thickness: number): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = plane;
  const pixels = new Uint8ClampedArray(width * height * 4);
  const inside = (x: number, y: number) => {
    const column = Math.min(width - 1, Math.max(0, x));
    const row = Math.min(height - 1, Math.max(0, y));
    return (plane.data[row * width + column] as number) >= EDITED_FROM;
  };
  const nearEdge = (x: number, y: number, own: boolean, reach: number) =>
    inside(x - reach, y) !== own ||
    inside(x + reach, y) !== own ||
    inside(x, y - reach) !== own ||
    inside(x, y + reach) !== own;
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 4) {
      const own = inside(x, y);
      if (!nearEdge(x, y, own, thickness)) continue;
      pixels.fill(own ? 255 : 0, to, to + 3);
      pixels[to + 3] = own ? 255 : 150;
    }
  }
  return pixels;
}
