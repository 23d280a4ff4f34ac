import { drawPoints, drawStroke } from "./draw-stroke.ts";
import { type Bounds, createPlane, joinBounds, type MaskPlane, wholePlane } from "./mask-plane.ts";
import type { BrushStroke, MaskState, MaskStroke } from "./mask-state.ts";

/** Strokes between two checkpoints, and bytes that all checkpoints together may take. */
const CHECKPOINT_EVERY = 20;
const CHECKPOINT_BYTES = 48_000_000;

export type MaskRaster = {
  readonly plane: MaskPlane;
  /** Brings the plane to what the state says, with as little drawing as possible; returns what may have changed. */
  show(state: MaskState): Bounds | undefined;
  /**
   * Draws what has been added to a stroke under the pen. A state that ends with this very stroke keeps it; showing
   * any other state takes it away again.
   */
  extend(stroke: BrushStroke): Bounds | undefined;
};

/** The pixels of a mask, kept in step with its list of strokes. */
export function createMaskRaster({ width, height }: { width: number; height: number }): MaskRaster {
  const plane = createPlane(width, height);
  let applied: readonly MaskStroke[] = [];
  let live: { stroke: BrushStroke; drawn: number } | undefined;
  let checkpoints: { count: number; data: Uint8Array<ArrayBuffer> }[] = [];
  const mostCheckpoints = Math.max(1, Math.floor(CHECKPOINT_BYTES / Math.max(1, width * height)));

  function keepCheckpoint(count: number): void {
    if (count % CHECKPOINT_EVERY !== 0 || checkpoints.some((checkpoint) => checkpoint.count === count)) return;
    checkpoints.push({ count, data: plane.data.slice() });
    if (checkpoints.length > mostCheckpoints) checkpoints.shift();
  }

  /** Goes back to a plane from which all of `wanted` can be reached, and returns how much of it is drawn there. */
  function rewind(common: number): number {
    checkpoints = checkpoints.filter(({ count }) => count <= common);
    const checkpoint = checkpoints.at(-1);
    if (checkpoint) plane.data.set(checkpoint.data);
    else plane.data.fill(0);
    return checkpoint?.count ?? 0;
  }

  return {
    plane,
    show({ strokes, position }) {
      const wanted = strokes.slice(0, position);
      let common = 0;
      while (common < applied.length && common < wanted.length && applied[common] === wanted[common]) common++;
      const keepsLive = live !== undefined && common === applied.length && wanted[common] === live.stroke;
      let changed: Bounds | undefined;
      if (keepsLive) {
        common++;
        keepCheckpoint(common);
      } else if (live || common < applied.length) {
        common = rewind(common);
        changed = wholePlane(plane);
      }
      live = undefined;
      for (; common < wanted.length; common++) {
        changed = joinBounds(changed, drawStroke(plane, wanted[common] as MaskStroke));
        keepCheckpoint(common + 1);
      }
      applied = wanted;
      return changed;
    },
    extend(stroke) {
      if (live?.stroke !== stroke) live = { stroke, drawn: 0 };
      const changed = drawPoints(plane, stroke, live.drawn);
      live.drawn = stroke.points.length / 2;
      return changed;
    },
  };
}

/** The plane of a state, drawn from nothing. Feather is not in it: that is the export's. */
export function drawMask(state: MaskState): MaskPlane {
  const raster = createMaskRaster(state);
  raster.show(state);
  return raster.plane;
}
