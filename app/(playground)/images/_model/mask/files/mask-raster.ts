import type { BrushStroke, MaskState, MaskStroke } from "#lib/playground/images/mask-state.ts";
import { drawPoints, drawStroke } from "../drawing/draw-stroke.ts";
import { createPlane, type MaskPlane } from "../plane/mask-plane.ts";
import { createPlanePast, type Patch } from "../plane/plane-past.ts";
import { countTiles, getTileBounds } from "../plane/tiles.ts";

/** Byte limit of the undo patches. Beyond it the oldest are dropped, and undoing that far redraws the mask. */
const PAST_BYTES = 64_000_000;

export type MaskRaster = {
  readonly plane: MaskPlane;
  /** Updates the plane to the state with as little drawing as possible; returns the changed tiles. */
  show(state: MaskState): ReadonlySet<number>;
  /**
   * Draws the points added to the current stroke, and returns the touched tiles. A state that ends with this very
   * stroke keeps it; showing any other state removes it.
   */
  extend(stroke: BrushStroke): ReadonlySet<number>;
  /** Counts the edited pixels. Recounts only tiles that have changed since the last call. */
  countEdited(): number;
};

/** Creates the pixels of a mask, updated from its list of strokes. */
export function createMaskRaster({
  width,
  height,
  pastBytes = PAST_BYTES,
}: {
  width: number;
  height: number;
  pastBytes?: number;
}): MaskRaster {
  const { data } = createPlane(width, height);
  const plane: MaskPlane = { width, height, data, willChange: (...bounds) => past.note(...bounds) };
  const past = createPlanePast(plane);
  let applied: readonly MaskStroke[] = [];
  /** Undo patch of each applied stroke; undefined when dropped. */
  let patches: (Patch | undefined)[] = [];
  let bytes = 0;
  let live: { stroke: BrushStroke; drawn: number } | undefined;
  const counts = new Uint32Array(countTiles(plane));
  let uncounted = new Set<number>();
  let edited = 0;

  function keepPatch(): void {
    const patch = past.take();
    patches.push(patch);
    bytes += patch.bytes;
    for (let index = 0; bytes > pastBytes && index < patches.length; index++) {
      bytes -= patches[index]?.bytes ?? 0;
      patches[index] = undefined;
    }
  }

  function undoLast(): boolean {
    const patch = patches.pop();
    if (!patch) return false;
    bytes -= patch.bytes;
    past.restore(patch);
    return true;
  }

  function startOver(): void {
    plane.willChange?.(0, 0, width, height);
    data.fill(0);
    past.take();
    patches = [];
    bytes = 0;
  }

  function takeChanged(): ReadonlySet<number> {
    const changed = past.takeChanged();
    uncounted = uncounted.union(changed);
    return changed;
  }

  return {
    plane,
    show({ strokes, position }) {
      const wanted = strokes.slice(0, position);
      let common = 0;
      while (common < applied.length && common < wanted.length && applied[common] === wanted[common]) common++;
      let drawn = applied.length;
      if (live && common === drawn && wanted[common] === live.stroke) {
        keepPatch();
        common = ++drawn;
      } else if (live) {
        past.restore(past.take());
      }
      live = undefined;
      while (drawn > common) {
        if (undoLast()) drawn--;
        else {
          startOver();
          drawn = common = 0;
        }
      }
      for (; drawn < wanted.length; drawn++) {
        drawStroke(plane, wanted[drawn] as MaskStroke);
        keepPatch();
      }
      applied = wanted;
      return takeChanged();
    },
    extend(stroke) {
      if (live?.stroke !== stroke) live = { stroke, drawn: 0 };
      drawPoints(plane, stroke, live.drawn);
      live.drawn = stroke.points.length / 2;
      return takeChanged();
    },
    countEdited() {
      for (const tile of uncounted) {
        const count = countTile(plane, tile);
        edited += count - (counts[tile] as number);
        counts[tile] = count;
      }
      uncounted = new Set();
      return edited;
    },
  };
}

function countTile(plane: MaskPlane, tile: number): number {
  const { left, top, right, bottom } = getTileBounds(tile, plane);
  const { width, data } = plane;
  let count = 0;
  for (let y = top; y < bottom; y++) {
    // The highest bit marks an edited pixel; adding it is faster than a branch.
    for (let at = y * width + left, end = y * width + right; at < end; at++) count += (data[at] as number) >> 7;
  }
  return count;
}

/** Draws the plane of a state from scratch, without feather, which the export applies. */
export function drawMask({ width, height, strokes, position }: MaskState): MaskPlane {
  const plane = createPlane(width, height);
  for (const stroke of strokes.slice(0, position)) drawStroke(plane, stroke);
  return plane;
}
