import type { Coverage } from "./coverage.ts";

/** Describes the mask's effect on the image in a sentence for the screen. */
export function describeCoverage({ share, kind }: Coverage): string {
  if (kind === "empty") return "Nothing is marked for editing yet.";
  if (kind === "full") return "Edits the whole image.";
  if (share < 0.001) return "Edits less than 0.1% of the image.";
  // 99.9 at most, so that a partial mask is not rounded up to the whole image.
  return `Edits ${Math.min(99.9, share * 100).toFixed(1)}% of the image.`;
}
