import type { MaskPlane } from "../plane/mask-plane.ts";

/** RGBA, not premultiplied, row by row. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

export type AreaChange = {
  pixels: number;
  /** Pixels in which any channel differs. */
  changed: number;
  /** Changed pixels whose difference is visible, beyond JPEG noise. */
  visiblyChanged: number;
  /** Mean of the absolute differences of red, green, blue and alpha, 0 to 255. */
  meanDifference: number;
};

export type Change = { outside: AreaChange; inside: AreaChange };

/** Visible difference in one channel, of 255. */
const VISIBLE = 12;

/**
 * Compares a result with its source, separately for the area that the mask preserves (not edited at all) and for the
 * rest.
 */
export function measureChange({ before, after, plane }: { before: Pixels; after: Pixels; plane: MaskPlane }): Change {
  const outside = { pixels: 0, changed: 0, visiblyChanged: 0, meanDifference: 0 };
  const inside = { ...outside };
  for (let at = 0; at < plane.data.length; at++) {
    const area = plane.data[at] === 0 ? outside : inside;
    const { sum, largest } = differenceAt(before.data, after.data, at * 4);
    area.pixels++;
    area.meanDifference += sum;
    if (largest > 0) area.changed++;
    if (largest > VISIBLE) area.visiblyChanged++;
  }
  for (const area of [outside, inside]) area.meanDifference /= Math.max(1, area.pixels * 4);
  return { outside, inside };
}

function differenceAt(before: Pixels["data"], after: Pixels["data"], at: number): { sum: number; largest: number } {
  // Fully transparent pixels have no colour, whatever their bytes are.
  if (before[at + 3] === 0 && after[at + 3] === 0) return { sum: 0, largest: 0 };
  let sum = 0;
  let largest = 0;
  for (let channel = at; channel < at + 4; channel++) {
    const difference = Math.abs((before[channel] as number) - (after[channel] as number));
    sum += difference;
    if (difference > largest) largest = difference;
  }
  return { sum, largest };
}

/** Describes the finding in a sentence for the screen. */
export function describeChange({ outside }: Change): string {
  if (outside.pixels === 0) return "The mask covers the whole image.";
  if (outside.changed === 0) return "Nothing changed outside the mask: every pixel is identical.";
  const share = (outside.changed / outside.pixels) * 100;
  const mean = outside.meanDifference.toFixed(2);
  const seen = outside.visiblyChanged === 0 ? ", none of them visibly" : "";
  return `${share < 0.1 ? "Less than 0.1" : share.toFixed(1)}% of the pixels outside the mask changed${seen} (mean difference ${mean} of 255).`;
}
