/** Converts a decoded YUV frame to RGBA: brightness at full size, colour at half. */

export type YuvLayout = { offset: number; stride: number };

export type YuvPicture = {
  planes: Uint8Array;
  /** Brightness, blue difference, red difference. */
  layout: readonly [YuvLayout, YuvLayout, YuvLayout];
  width: number;
  height: number;
  /** `bt709` for high definition, `smpte170m` for older video. */
  matrix: string;
  isFullRange: boolean;
};

/** @returns opaque RGBA */
export function readYuv({ planes, layout, width, height, matrix, isFullRange }: YuvPicture): Uint8Array {
  const [bright, blue, red] = layout;
  const rgba = new Uint8Array(width * height * 4);
  const [kr, kb] =
    matrix === "bt709" ? [0.2126, 0.0722] : matrix.startsWith("bt2020") ? [0.2627, 0.0593] : [0.299, 0.114];
  const kg = 1 - kr - kb;
  const [floor, gain, spread] = isFullRange ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  for (let y = 0, at = 0; y < height; y += 1) {
    const brightRow = bright.offset + y * bright.stride;
    const blueRow = blue.offset + (y >> 1) * blue.stride;
    const redRow = red.offset + (y >> 1) * red.stride;
    for (let x = 0; x < width; x += 1, at += 4) {
      const value = ((planes[brightRow + x] as number) - floor) * gain;
      const u = ((planes[blueRow + (x >> 1)] as number) - 128) * spread;
      const v = ((planes[redRow + (x >> 1)] as number) - 128) * spread;
      rgba[at] = clamp(value + 2 * (1 - kr) * v + 0.5);
      rgba[at + 1] = clamp(value - (2 * (1 - kb) * kb * u + 2 * (1 - kr) * kr * v) / kg + 0.5);
      rgba[at + 2] = clamp(value + 2 * (1 - kb) * u + 0.5);
      rgba[at + 3] = 255;
    }
  }
  return rgba;
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
