import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { drawMask } from "../files/mask-raster.ts";
import { EDITED_FROM } from "./mask-plane.ts";

export type Coverage = {
  /** 0 to 1. */
  share: number;
  /** `empty` has nothing to edit, and `full` keeps nothing of the source. */
  kind: "empty" | "partial" | "full";
};

/** A state never changes, and to draw it for its pixels to be counted takes up to a second. */
const known = new WeakMap<MaskState, Coverage>();

export function knownCoverage(state: MaskState): Coverage | undefined {
  return known.get(state);
}

/** For who has drawn the state and counted its edited pixels. */
export function rememberCoverage(state: MaskState, edited: number): Coverage {
  const coverage = toCoverage(edited, state.width * state.height);
  known.set(state, coverage);
  return coverage;
}

/** How much of the image a mask edits, drawn from nothing: not for the page's thread. */
export function measureCoverage(state: MaskState): Coverage {
  const { data } = drawMask(state);
  let edited = 0;
  for (let at = 0; at < data.length; at++) if ((data[at] as number) >= EDITED_FROM) edited++;
  return toCoverage(edited, data.length);
}

function toCoverage(edited: number, pixels: number): Coverage {
  if (edited === 0) return { share: 0, kind: "empty" };
  return edited === pixels ? { share: 1, kind: "full" } : { share: edited / pixels, kind: "partial" };
}
