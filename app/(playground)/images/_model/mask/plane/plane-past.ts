import type { MaskPlane } from "./mask-plane.ts";
import { copyTile, countTiles, getTileBounds, putTile, TILE, type TileCopy } from "./tiles.ts";

/** Pixels of a plane before a change: only the tiles that it touched. */
export type Patch = { tiles: Map<number, TileCopy>; bytes: number };

export type PlanePast = {
  /** Records every change of the plane; see `MaskPlane.willChange`. */
  note(left: number, top: number, right: number, bottom: number): void;
  /** Returns the patch since the last call and starts a new one. */
  take(): Patch;
  restore(patch: Patch): void;
  /** Returns the tiles that have changed since the last call. */
  takeChanged(): Set<number>;
};

/** Saves tiles before their first change in each step, so that the cost of undo depends on the touched tiles. */
export function createPlanePast(plane: MaskPlane): PlanePast {
  const columns = Math.ceil(plane.width / TILE);
  /** Flags by tile: 1 is saved in the current patch, 2 has changed. Looked up for each row of each stroke. */
  const flags = new Uint8Array(countTiles(plane));
  let patch: Patch = { tiles: new Map(), bytes: 0 };
  let changed = new Set<number>();

  function touch(tile: number): void {
    const flag = flags[tile] as number;
    if (flag === 3) return;
    flags[tile] = 3;
    if ((flag & 2) === 0) changed.add(tile);
    if ((flag & 1) !== 0) return;
    const copy = copyTile(plane, getTileBounds(tile, plane));
    patch.tiles.set(tile, copy);
    patch.bytes += typeof copy === "number" ? 8 : copy.length;
  }

  return {
    note(left, top, right, bottom) {
      for (let row = Math.floor(top / TILE); row * TILE < bottom; row++) {
        for (let column = Math.floor(left / TILE); column * TILE < right; column++) touch(row * columns + column);
      }
    },
    take() {
      const taken = patch;
      for (const tile of taken.tiles.keys()) flags[tile] = (flags[tile] as number) & 2;
      patch = { tiles: new Map(), bytes: 0 };
      return taken;
    },
    restore({ tiles }) {
      for (const [tile, copy] of tiles) {
        putTile(plane, getTileBounds(tile, plane), copy);
        flags[tile] = (flags[tile] as number) | 2;
        changed.add(tile);
      }
    },
    takeChanged() {
      const taken = changed;
      for (const tile of taken) flags[tile] = (flags[tile] as number) & 1;
      changed = new Set();
      return taken;
    },
  };
}
