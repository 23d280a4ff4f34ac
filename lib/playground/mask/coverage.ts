import { EDITED_FROM, type MaskPlane } from "./mask-plane.ts";
import { drawMask } from "./mask-raster.ts";
import type { MaskState } from "./mask-state.ts";

export type Coverage = {
  /** 0 to 1. */
  share: number;
  /** `empty` has nothing to edit, and `full` keeps nothing of the source. */
  kind: "empty" | "partial" | "full";
};

export function coverage(state: MaskState): Coverage {
  return coverageOf(drawMask(state));
}

export function coverageOf({ data }: MaskPlane): Coverage {
  let edited = 0;
  for (const value of data) if (value >= EDITED_FROM) edited++;
  if (edited === 0) return { share: 0, kind: "empty" };
  return edited === data.length ? { share: 1, kind: "full" } : { share: edited / data.length, kind: "partial" };
}

/** What the mask does to the image, in a sentence for the screen. */
export function describeCoverage({ share, kind }: Coverage): string {
  if (kind === "empty") return "Nothing is marked for editing yet.";
  if (kind === "full") return "Edits the whole image: nothing of it is kept.";
  if (share < 0.001) return "Edits less than 0.1 % of the image.";
  // Neither rounds up to the whole image.
  return `Edits ${Math.min(99.9, share * 100).toFixed(1)} % of the image.`;
}
