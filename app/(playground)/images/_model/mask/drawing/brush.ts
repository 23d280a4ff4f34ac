import type { Size } from "#lib/playground/shell/view.ts";

export const TOOLS = ["brush", "eraser", "rectangle", "lasso", "fill"] as const;
export type Tool = (typeof TOOLS)[number];

export type Brush = {
  tool: Tool;
  /** Diameter in percent of the image's shorter side, so that a brush fits every image. */
  sizePercent: number;
  /** Hardness, 0 to 1. */
  hardness: number;
};

export const SIZE_RANGE = { minimum: 1, maximum: 20 };
export const FIRST_BRUSH: Brush = { tool: "brush", sizePercent: 5, hardness: 1 };

/** Returns the brush diameter in pixels of the source. */
export function brushSize({ sizePercent }: Brush, image: Size): number {
  return Math.max(1, Math.round((sizePercent / 100) * Math.min(image.width, image.height)));
}

/** Returns the next brush size. Small brushes change in fine steps, large ones in coarse steps. */
export function stepSize(sizePercent: number, direction: 1 | -1): number {
  const step = sizePercent + (direction > 0 ? 0 : -0.01) < 5 ? 0.5 : 1;
  return Math.min(SIZE_RANGE.maximum, Math.max(SIZE_RANGE.minimum, sizePercent + direction * step));
}

export function stepHardness(hardness: number, direction: 1 | -1): number {
  return Math.min(1, Math.max(0, Math.round((hardness + direction * 0.1) * 10) / 10));
}

/** Returns the largest feather, in pixels of the source. */
export function largestFeather(image: Size): number {
  return Math.max(4, Math.round(Math.min(image.width, image.height) * 0.04));
}
