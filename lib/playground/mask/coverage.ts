import { EDITED_FROM, type MaskPlane } from "./mask-plane.ts";
import { drawMask } from "./mask-raster.ts";
import type { MaskState } from "./mask-state.ts";

export type Coverage = {
  /** 0 to 1. */
  share: number;
  /** `empty` has nothing to edit, and `full` keeps nothing of the source. */
  kind: "empty" | "partial" | "full";
};

/** A state never changes, and drawing it to count its pixels takes up to a tenth of a second. */
const known = new WeakMap<MaskState, Coverage>();

/**
 * How much of the image a mask edits.
 * @param plane what the state draws, where that is at hand
 */
export function coverage(state: MaskState, plane?: MaskPlane): Coverage {
  const found = known.get(state) ?? count(plane ?? drawMask(state));
  known.set(state, found);
  return found;
}

function count({ data }: MaskPlane): Coverage {
  let edited = 0;
  for (let at = 0; at < data.length; at++) if ((data[at] as number) >= EDITED_FROM) edited++;
  if (edited === 0) return { share: 0, kind: "empty" };
  return edited === data.length ? { share: 1, kind: "full" } : { share: edited / data.length, kind: "partial" };
}
