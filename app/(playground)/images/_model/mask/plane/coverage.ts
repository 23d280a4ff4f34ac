import type { MaskState } from "#lib/playground/images/mask-state.ts";
import { drawMask } from "../files/mask-raster.ts";
import { EDITED_FROM } from "./mask-plane.ts";

export type Coverage = {
  /** Edited share of the image, 0 to 1. */
  share: number;
  /** `empty` edits nothing; `full` preserves nothing of the source. */
  kind: "empty" | "partial" | "full";
};

/** Cache by state. States are immutable, and drawing one to count its pixels takes up to a second. */
const known = new WeakMap<MaskState, Coverage>();

export function knownCoverage(state: MaskState): Coverage | undefined {
  return known.get(state);
}

/** Stores the coverage of a state that the caller has already drawn and counted. */
export function rememberCoverage(state: MaskState, edited: number): Coverage {
  const coverage = toCoverage(edited, state.width * state.height);
  known.set(state, coverage);
  return coverage;
}

/** Measures how much of the image a mask edits by drawing it. Too slow for the main thread. */
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
