/** Converts a canvas to YUV for H.264: brightness at full size, colour at half, in the limited range of BT.709. */

export const BT709 = { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false } as const;

export type YuvGrade = {
  /** Chroma: 0 grey, 1 as painted. */
  chroma: number;
  /** Contrast: 0 as painted … 1 an S-curve. */
  contrast: number;
};

/**
 * @param rgba pixels of an opaque canvas, `width` and `height` even
 * @param planes brightness, then blue and red difference; 1.5 bytes per pixel
 */
export function writeYuv(
  rgba: Uint32Array,
  planes: Uint8Array,
  { width, height, chroma, contrast }: { width: number; height: number } & YuvGrade,
): void {
  const curve = Uint8Array.from({ length: 256 }, (_, value) => {
    const share = Math.max(0, Math.min(1, (value - 16) / 219));
    return Math.round(16 + 219 * (share + (share * share * (3 - 2 * share) - share) * contrast));
  });
  const blueAt = width * height;
  const redAt = blueAt + blueAt / 4;
  // Sums of four pixels; factors are fixed-point numbers with 16 fractional bits.
  const strength = chroma / 65536 / 4;
  for (let y = 0, cell = 0; y < height; y += 2) {
    for (let x = 0, at = y * width; x < width; x += 2, at += 2, cell += 1) {
      const p = rgba[at] as number;
      const q = rgba[at + 1] as number;
      const r = rgba[at + width] as number;
      const s = rgba[at + width + 1] as number;
      planes[at] = curve[brightness(p)] as number;
      planes[at + 1] = curve[brightness(q)] as number;
      planes[at + width] = curve[brightness(r)] as number;
      planes[at + width + 1] = curve[brightness(s)] as number;
      const red = (p & 255) + (q & 255) + (r & 255) + (s & 255);
      const green = ((p >>> 8) & 255) + ((q >>> 8) & 255) + ((r >>> 8) & 255) + ((s >>> 8) & 255);
      const blue = ((p >>> 16) & 255) + ((q >>> 16) & 255) + ((r >>> 16) & 255) + ((s >>> 16) & 255);
      planes[blueAt + cell] = clamp(128.5 + (-6596 * red - 22188 * green + 28784 * blue) * strength);
      planes[redAt + cell] = clamp(128.5 + (28784 * red - 26145 * green - 2639 * blue) * strength);
    }
  }
}

/** Returns the brightness of a pixel whose bytes are red, green, blue from the lowest. */
function brightness(pixel: number): number {
  return (
    (1048576 + 32768 + 11966 * (pixel & 255) + 40254 * ((pixel >>> 8) & 255) + 4064 * ((pixel >>> 16) & 255)) >> 16
  );
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
