import type { BrushStroke } from "#lib/playground/images/mask-state.ts";

/** Coverage of a round brush by squared distance from its centre line, computed once per stroke. */
export type BrushTip = {
  /** Diameter in pixels. */
  size: number;
  erases: boolean;
  /**
   * Distances from the centre in pixels: from `reach` on nothing is covered; up to `core` everything is (0 without a
   * core).
   */
  reach: number;
  core: number;
  /** Coverage between core and reach, 0 to 255, in even steps of the squared distance. */
  falloff: Uint8Array;
  /** Steps per squared pixel. */
  steps: number;
};

const STEPS = 1024;

export function createBrushTip({ tool, size, hardness }: Pick<BrushStroke, "tool" | "size" | "hardness">): BrushTip {
  const radius = size / 2;
  // The outermost half pixel is the smooth edge of a hard brush.
  const reach = radius + 0.5;
  const edge = Math.max(1, radius * (1 - hardness));
  const core = Math.max(0, reach - edge);
  const range = reach * reach - core * core;
  const falloff = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
    const distance = Math.sqrt(core * core + (step / STEPS) * range);
    return smooth(Math.min(1, (reach - distance) / edge));
  });
  return { size, erases: tool === "eraser", reach, core, falloff, steps: STEPS / range };
}

/** Smoothstep: flat at both ends, so that a soft brush shows no rings. */
function smooth(share: number): number {
  return Math.round(255 * share * share * (3 - 2 * share));
}
