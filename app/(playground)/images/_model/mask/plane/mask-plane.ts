/** Edit strength of each pixel of the source, from 0 (preserve) to 255 (edit), row by row. */
export type MaskPlane = {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
  /** Called for every area before it is changed, usually a run of one row; records the undo history. */
  readonly willChange?: (left: number, top: number, right: number, bottom: number) => void;
};

/** Bounds in whole pixels; `right` and `bottom` are exclusive. */
export type Bounds = { left: number; top: number; right: number; bottom: number };

/** Threshold for counting a pixel as edited: its highest bit. Models treat soft edges in their own ways. */
export const EDITED_FROM = 128;

export function createPlane(width: number, height: number): MaskPlane {
  return { width, height, data: new Uint8Array(width * height) };
}

/** Returns the pixels that `bounds` touches; undefined when it lies outside the plane. */
export function clipBounds(
  { left, top, right, bottom }: Bounds,
  plane: { width: number; height: number },
): Bounds | undefined {
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

export function growBounds({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** Copies a part of a plane into a plane. */
export function cutPlane({ width, data }: MaskPlane, { left, top, right, bottom }: Bounds): MaskPlane {
  const part = createPlane(right - left, bottom - top);
  for (let y = top; y < bottom; y++) {
    part.data.set(data.subarray(y * width + left, y * width + right), (y - top) * part.width);
  }
  return part;
}

/** Copies `bounds` into `plane` from a part whose origin is `from`. */
export function pastePlane(
  plane: MaskPlane,
  part: MaskPlane,
  { from, bounds }: { from: Bounds; bounds: Bounds },
): void {
  for (let y = bounds.top; y < bounds.bottom; y++) {
    const row = (y - from.top) * part.width - from.left;
    plane.data.set(part.data.subarray(row + bounds.left, row + bounds.right), y * plane.width + bounds.left);
  }
}
