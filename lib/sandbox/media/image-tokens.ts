/** Tokens of a generated image: low quality costs a quarter of medium, high four times as much. */

/** Tokens by quality, for an image of 1024 × 1024 pixels. */
const OUTPUT_TOKENS: Record<string, number> = { low: 272, medium: 1_056, high: 4_160, hd: 4_160 };
const SQUARE = 1024 * 1024;

export function imageOutputTokens({ width, height }: { width: number; height: number }, quality: string): number {
  return Math.round(((OUTPUT_TOKENS[quality] ?? 1_056) * width * height) / SQUARE);
}
