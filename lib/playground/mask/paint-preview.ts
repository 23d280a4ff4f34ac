import { type Bounds, clipBounds, EDITED_FROM, type MaskPlane } from "./mask-plane.ts";

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
  const pixels = new Uint8ClampedArray((bounds.right - bounds.left) * (bounds.bottom - bounds.top) * 4);
  // In pixels of the source, so that the hatching stays in place while a stroke grows; the same on screen at any size.
  const period = Math.max(6, Math.round(Math.min(plane.width, plane.height) / 48));
  const line = Math.max(1, period * 0.22);
  for (let y = bounds.top, to = 0; y < bounds.bottom; y++) {
    for (let x = bounds.left, at = y * plane.width + x; x < bounds.right; x++, at++, to += 4) {
      const value = plane.data[at] as number;
      if (value === 0) continue;
      const colour = (x + y) % period < line ? hatch : tint;
      pixels[to] = colour[0];
      pixels[to + 1] = colour[1];
      pixels[to + 2] = colour[2];
      pixels[to + 3] = value * TINT;
    }
  }
  return pixels;
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

/** The part of `bounds` that can be painted, widened by what feathering reaches. */
export function previewBounds(bounds: Bounds, feather: number, plane: MaskPlane): Bounds | undefined {
  const { left, top, right, bottom } = bounds;
  const reach = feather * 2;
  return clipBounds({ left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach }, plane);
}
