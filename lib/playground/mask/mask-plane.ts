/** How much of each pixel of the source is to be edited, 0 (keep) to 255 (edit), row by row. */
export type MaskPlane = { readonly width: number; readonly height: number; readonly data: Uint8Array<ArrayBuffer> };

/** Whole pixels; `right` and `bottom` are just outside. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** A pixel counts as edited from here on: what models make of soft edges is theirs. */
export const EDITED_FROM = 128;

export function createPlane(width: number, height: number): MaskPlane {
  return { width, height, data: new Uint8Array(width * height) };
}

export function wholePlane({ width, height }: { width: number; height: number }): Bounds {
  return { left: 0, top: 0, right: width, bottom: height };
}

/** The pixels that `bounds` touches; undefined when it lies outside the plane. */
export function clipBounds({ left, top, right, bottom }: Bounds, plane: MaskPlane): Bounds | undefined {
  const clipped = {
    left: Math.max(0, Math.floor(left)),
    top: Math.max(0, Math.floor(top)),
    right: Math.min(plane.width, Math.ceil(right)),
    bottom: Math.min(plane.height, Math.ceil(bottom)),
  };
  return clipped.left < clipped.right && clipped.top < clipped.bottom ? clipped : undefined;
}

export function joinBounds(one: Bounds | undefined, other: Bounds | undefined): Bounds | undefined {
  if (!one || !other) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
