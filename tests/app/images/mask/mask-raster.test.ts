import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMaskRaster, drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import { EDITED_FROM } from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import { getTileBounds } from "#app/(playground)/images/_model/mask/plane/tiles.ts";
import {
  addStroke,
  createMask,
  type MaskState,
  type MaskStroke,
  redo,
  undo,
} from "#lib/playground/images/mask-state.ts";
import { brushed, maskOf, rectangle } from "./mask-fixtures.ts";

const SIZE = { width: 24, height: 16 };
const coordinate = fc.integer({ min: -6, max: 60 }).map((value) => value / 2);
const points = (length: number) => fc.array(coordinate, { minLength: length, maxLength: length });
const anyStroke: fc.Arbitrary<MaskStroke> = fc.oneof(
  fc.record({
    tool: fc.constantFrom("brush" as const, "eraser" as const),
    size: fc.integer({ min: 1, max: 9 }),
    hardness: fc.constantFrom(0, 0.5, 1),
    points: points(6),
  }),
  fc.record({ tool: fc.constantFrom("rectangle" as const), erase: fc.boolean(), points: points(4) }),
  fc.record({ tool: fc.constantFrom("lasso" as const, "fill" as const), erase: fc.boolean(), points: points(8) }),
  fc.constantFrom<MaskStroke>({ tool: "invert" }, { tool: "clear" }),
);

describe("the raster of a mask", () => {
  it("shows after any drawing, undoing and redoing what the list says, drawn from nothing", () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: anyStroke.map((stroke) => (state: MaskState) => addStroke(state, stroke)) },
      { weight: 2, arbitrary: fc.constant(undo) },
      { weight: 1, arbitrary: fc.constant(redo) },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
        const raster = createMaskRaster(SIZE);
        let state = createMask(SIZE.width, SIZE.height);
        for (const next of steps) {
          state = next(state);
          raster.show(state);
        }
        expect(raster.plane.data).toEqual(drawMask(state).data);
      }),
      { numRuns: 150 },
    );
  });

  it("goes back as far as anybody likes when its past has been forgotten", () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { minLength: 3, maxLength: 20 }), (strokes) => {
        const raster = createMaskRaster({ ...SIZE, pastBytes: 500 });
        let state = maskOf(SIZE, ...strokes);
        raster.show(state);
        while (state.position > 0) {
          state = undo(state);
          raster.show(state);
          expect(raster.plane.data).toEqual(drawMask(state).data);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("tells every tile that changed, and counts what is edited from those alone", () => {
    const size = { width: 300, height: 260 };
    const spread = fc.array(fc.integer({ min: -20, max: 320 }), { minLength: 4, maxLength: 8 });
    const steps = fc.array(
      fc.oneof(
        spread.map((points) => (state: MaskState) => addStroke(state, brushed(points, { size: 30, hardness: 0.5 }))),
        fc.constant((state: MaskState) => addStroke(state, { tool: "invert" })),
        fc.constant(undo),
      ),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(steps, (changes) => {
        const raster = createMaskRaster(size);
        let state = createMask(size.width, size.height);
        for (const change of changes) {
          const before = raster.plane.data.slice();
          state = change(state);
          const tiles = [...raster.show(state)].map((tile) => getTileBounds(tile, size));
          const unseen = raster.plane.data.findIndex((value, index) => {
            const [x, y] = [index % size.width, Math.floor(index / size.width)];
            const told = tiles.some(({ left, top, right, bottom }) => x >= left && x < right && y >= top && y < bottom);
            return value !== before[index] && !told;
          });
          expect(unseen, "a pixel that changed in no tile").toBe(-1);
          const counted = raster.plane.data.reduce((sum, value) => sum + (value >= EDITED_FROM ? 1 : 0), 0);
          expect(raster.countEdited()).toBe(counted);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("a stroke drawn bit by bit under the pen is the stroke of the list", () => {
    const way = [2, 2, 8, 5, 14, 3, 20, 12, 6, 13];
    const stroke = brushed([], { size: 5, hardness: 0.4, pressures: [40, 90, 100, 30, 60] });
    const raster = createMaskRaster(SIZE);
    const before = maskOf(SIZE, rectangle([0, 0, 3, 16]));
    raster.show(before);
    for (let index = 0; index < way.length; index += 2) {
      stroke.points.push(...way.slice(index, index + 2));
      raster.extend(stroke);
    }
    const after = addStroke(before, stroke);
    expect([...raster.show(after)]).toEqual([]);
    expect(raster.plane.data).toEqual(drawMask(after).data);
    raster.show(undo(after));
    expect(raster.plane.data).toEqual(drawMask(before).data);
  });

  it("a stroke that is given up leaves nothing behind", () => {
    const raster = createMaskRaster(SIZE);
    const state = maskOf(SIZE, rectangle([0, 0, 3, 16]));
    raster.show(state);
    raster.extend(brushed([10, 8], { size: 8 }));
    expect(raster.plane.data).not.toEqual(drawMask(state).data);
    raster.show(state);
    expect(raster.plane.data).toEqual(drawMask(state).data);
  });

  it("a mask is whole again after a trip through JSON", () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 10 }), (strokes) => {
        const state = maskOf(SIZE, ...strokes);
        const back: MaskState = JSON.parse(JSON.stringify(state));
        expect(drawMask(back).data).toEqual(drawMask(state).data);
      }),
      { numRuns: 40 },
    );
  });
});

describe("the list of strokes", () => {
  it("forgets what was undone once something new is drawn", () => {
    const drawn = maskOf(SIZE, { tool: "invert" }, { tool: "clear" });
    const state = addStroke(undo(undo(drawn)), { tool: "invert" });
    expect(state).toMatchObject({ strokes: [{ tool: "invert" }], position: 1 });
    expect(redo(state)).toBe(state);
  });

  it("does not go below nothing or beyond the end", () => {
    const empty = createMask(4, 4);
    expect(undo(empty)).toBe(empty);
    expect(redo(empty)).toBe(empty);
  });
});
