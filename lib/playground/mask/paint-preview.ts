import { type Bounds, EDITED_FROM, type MaskPlane } from "./mask-plane.ts";

export type Colour = readonly [red: number, green: number, blue: number];

/** How strongly the tint covers the image where it is to be edited. */
const TINT = 0.58;

/**
 * What the editor lays over the image: a tint with hatching, so that colour is not the only sign. Returns RGBA of
 * `bounds`, row by row.
 */
export function paintPreview(
  plane: MaskPlane,
  { bounds, tint, hatch }: { bounds: Bounds; tint: Colour; hatch: Colour },
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint32Array((bounds.right - bounds.left) * (bounds.bottom - bounds.top));
  const [tints, hatches] = [shadesOf(tint), shadesOf(hatch)];
  // In pixels of the source, so that the hatching stays in place while a stroke grows; the same on screen at any size.
  const period = Math.max(6, Math.round(Math.min(plane.width, plane.height) / 48));
  const line = Math.max(1, period * 0.22);
  for (let y = bounds.top, to = 0; y < bounds.bottom; y++) {
    let phase = (bounds.left + y) % period;
    for (let x = bounds.left, at = y * plane.width + x; x < bounds.right; x++, at++, to++) {
      const value = plane.data[at] as number;
      if (value !== 0) pixels[to] = (phase < line ? hatches : tints)[value] as number;
      if (++phase === period) phase = 0;
    }
  }
  return new Uint8ClampedArray(pixels.buffer);
}

/** A colour at each strength of the mask, its four bytes as one number: four times as fast as four bytes. */
function shadesOf([red, green, blue]: Colour): Uint32Array {
  const shades = new Uint8ClampedArray(256 * 4);
  for (let value = 0; value < 256; value++) shades.set([red, green, blue, value * TINT], value * 4);
  return new Uint32Array(shades.buffer);
}

/** RGBA of the mask's outline alone: a bright line with a dark one around it, to be seen on any picture. */
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
