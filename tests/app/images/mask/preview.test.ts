import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPreviewPainter } from "#app/(playground)/images/_components/mask-editor/preview-painter.ts";
import { paintPreview } from "#app/(playground)/images/_model/mask/drawing/paint-preview.ts";
import { createSoftPreview } from "#app/(playground)/images/_model/mask/drawing/soft-preview.ts";
import { createMaskRaster, drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import { blurPlane } from "#app/(playground)/images/_model/mask/plane/blur-plane.ts";
import { createPlane } from "#app/(playground)/images/_model/mask/plane/mask-plane.ts";
import { getTileBounds, TILE } from "#app/(playground)/images/_model/mask/plane/tiles.ts";
import { addStroke, createMask, undo } from "#lib/playground/images/mask-state.ts";
import { fitView } from "#lib/playground/shell/view.ts";
import { brushed, maskOf, rectangle } from "./mask-fixtures.ts";

const tint = [255, 0, 100] as const;
const hatch = [255, 255, 255] as const;

describe("what lies over the image", () => {
  const plane = drawMask(maskOf({ width: 10, height: 10 }, rectangle([0, 0, 5, 10])));
  const alphas = (pixels: Uint8ClampedArray) => [...pixels].filter((_, index) => index % 4 === 3);
  const full = Math.round(255 * 0.58);

  it("is a tint of 58 % with hatching where the mask edits, and nothing elsewhere", () => {
    const bounds = { left: 0, top: 0, right: 40, bottom: 30 };
    const pixels = paintPreview(plane, { view: { scale: 4, x: 0, y: 0 }, ratio: 1, bounds, tint, hatch });
    expect(pixels).toHaveLength(40 * 30 * 4);
    const colours = new Set<string>();
    alphas(pixels).forEach((alpha, index) => {
      const edited = index % 40 < 20;
      expect(alpha).toBe(edited ? full : 0);
      if (edited) colours.add([...pixels.slice(index * 4, index * 4 + 3)].join());
    });
    expect(colours).toEqual(new Set([tint.join(), hatch.join()]));
  });

  it("lies where the image lies, and nowhere beside it", () => {
    const bounds = { left: 0, top: 0, right: 12, bottom: 1 };
    const place = { view: { scale: 0.5, x: 1, y: 0 }, ratio: 2, bounds, tint, hatch };
    expect(alphas(paintPreview(plane, place))).toEqual([0, 0, full, full, full, full, full, 0, 0, 0, 0, 0]);
  });

  it("shows the mean of the pixels that fall on one of the screen", () => {
    const bounds = { left: 0, top: 0, right: 5, bottom: 5 };
    const pixels = paintPreview(plane, { view: { scale: 0.5, x: 0, y: 0 }, ratio: 1, bounds, tint, hatch });
    const row = alphas(pixels).slice(0, 5);
    expect(row.slice(0, 2)).toEqual([full, full]);
    expect(row[2]).toBeGreaterThan(0);
    expect(row[2]).toBeLessThan(full);
    expect(row.slice(3)).toEqual([0, 0]);
  });
});

describe("soft edges while drawing", () => {
  const size = { width: 400, height: 300 };
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

  it("are those of the export, and only what has changed is worked out anew", async () => {
    const raster = createMaskRaster(size);
    const softened: number[] = [];
    const preview = createSoftPreview({
      plane: raster.plane,
      onChange: () => {},
      wait: 0,
      soften: async (part, radius) => {
        softened.push(part.data.length);
        return blurPlane({ width: part.width, height: part.height, data: part.data }, radius);
      },
    });
    preview.setFeather(12);
    await settle();
    const state = maskOf(size, brushed([100, 80, 130, 90], { size: 20 }));
    for (const tile of raster.show(state)) preview.change(getTileBounds(tile, size));
    await settle();
    expect(preview.shown().data).toEqual(blurPlane(drawMask(state), 12).data);
    expect(softened[1]).toBeLessThan(size.width * size.height);
    preview.setFeather(0);
    expect(preview.shown()).toBe(raster.plane);
    preview.stop();
  });

  it("a stroke drawn while they are worked out is not lost", async () => {
    const plane = createPlane(64, 64);
    let finish = () => {};
    const preview = createSoftPreview({
      plane,
      onChange: () => {},
      wait: 0,
      soften: (part) =>
        new Promise((resolve) => {
          finish = () => resolve({ width: part.width, height: part.height, data: part.data });
        }),
    });
    preview.setFeather(8);
    await settle();
    plane.data.fill(255, 0, 640);
    preview.change({ left: 0, top: 0, right: 64, bottom: 10 });
    finish();
    await settle();
    expect(preview.shown().data[100]).toBe(255);
    preview.stop();
  });
});

/** Counts, not times: a busy machine is slow, but it touches no more pixels. */
describe("what a stroke costs on a picture of 4096 × 4096", () => {
  const size = { width: 4096, height: 4096 };
  const frame = { width: 1200, height: 620 };
  const painted: number[] = [];
  let frames: (() => void)[] = [];

  beforeEach(() => {
    vi.stubGlobal("requestAnimationFrame", (callback: () => void) => frames.push(callback));
    vi.stubGlobal("cancelAnimationFrame", () => {});
    vi.stubGlobal(
      "ImageData",
      class {
        constructor(data: Uint8ClampedArray) {
          painted.push(data.length / 4);
        }
      },
    );
  });
  afterEach(() => vi.unstubAllGlobals());
  const nextFrame = () => {
    const waiting = frames;
    frames = [];
    for (const callback of waiting) callback();
    return painted.splice(0).reduce((sum, pixels) => sum + pixels, 0);
  };

  it("a frame of it, its end and its undoing touch the brush's neighbourhood and never the whole", () => {
    const raster = createMaskRaster(size);
    const preview = createSoftPreview({ plane: raster.plane, onChange: (bounds) => painter.paint(bounds) });
    const painter = createPreviewPainter({ putImageData: () => {} }, preview.shown);
    painter.show({ view: fitView(size, frame), frame, ratio: 1 });
    expect(nextFrame(), "all that is in sight").toBe(frame.width * frame.height);

    const show = (tiles: ReadonlySet<number>) => {
      for (const tile of tiles) preview.change(getTileBounds(tile, size));
      return tiles.size * TILE * TILE;
    };
    const empty = createMask(size.width, size.height);
    raster.show(empty);
    const stroke = brushed([], { size: 205 });
    for (let step = 0; step < 60; step++) {
      stroke.points.push(600 + step * 40, 700 + step * 30);
      const kept = show(raster.extend(stroke));
      expect(kept, "pixels of the tiles that a frame touches").toBeLessThan(300_000);
      expect(nextFrame(), "pixels of the screen that a frame paints").toBeLessThan(20_000);
    }
    const drawn = addStroke(empty, stroke);
    expect(show(raster.show(drawn)), "nothing is drawn again when the pen is lifted").toBe(0);
    expect(raster.countEdited()).toBeGreaterThan(500_000);
    const undone = show(raster.show(undo(drawn)));
    expect(undone, "pixels that undoing restores").toBeLessThan(2_500_000);
    expect(nextFrame()).toBeLessThan(200_000);
    expect(raster.countEdited()).toBe(0);
    expect(raster.plane.data.every((value) => value === 0)).toBe(true);

    const inverted = show(raster.show(addStroke(drawn, { tool: "invert" })));
    expect(inverted).toBe(size.width * size.height);
    expect(nextFrame(), "all of the source is no more than all of the screen").toBeLessThan(frame.width * frame.height);
  });
});
