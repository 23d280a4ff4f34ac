import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import { encodeRuns } from "#app/(playground)/images/_model/mask/plane/run-lengths.ts";
import { brushed, maskOf, picture, rectangle } from "./mask-fixtures.ts";

const SMALL = { width: 10, height: 6 };
const at = (plane: { width: number; data: Uint8Array }, x: number, y: number) => plane.data[y * plane.width + x];

describe("brush and eraser", () => {
  it("a hard brush is a disc of its diameter with a smooth edge of one pixel", () => {
    const plane = drawMask(maskOf({ width: 40, height: 40 }, brushed([20, 20], { size: 20 })));
    expect(at(plane, 20, 20)).toBe(255);
    expect(at(plane, 11, 20)).toBe(255);
    expect(at(plane, 8, 20)).toBe(0);
    const area = plane.data.reduce((sum, value) => sum + value / 255, 0);
    expect(area).toBeGreaterThan(Math.PI * 100 * 0.97);
    expect(area).toBeLessThan(Math.PI * 100 * 1.03);
  });

  it("covers the whole way between two points, however far they are apart", () => {
    const plane = drawMask(maskOf({ width: 60, height: 20 }, brushed([5, 10, 55, 10], { size: 6 })));
    for (let x = 5; x < 55; x++) expect(at(plane, x, 10), `pixel ${x}`).toBe(255);
  });

  it("covers every pixel by its distance from the line, wherever that lies", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    const points = fc.tuple(number(-10, 40), number(-10, 30), number(-10, 40), number(-10, 30));
    fc.assert(
      fc.property(points, number(1, 30), fc.constantFrom(0, 0.4, 1), ([ax, ay, bx, by], size, hardness) => {
        const plane = drawMask(maskOf({ width: 30, height: 20 }, brushed([ax, ay, bx, by], { size, hardness })));
        const length = (bx - ax) ** 2 + (by - ay) ** 2;
        const edge = Math.max(1, (size / 2) * (1 - hardness));
        plane.data.forEach((value, index) => {
          const [x, y] = [(index % 30) + 0.5 - ax, Math.floor(index / 30) + 0.5 - ay];
          const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * (bx - ax) + y * (by - ay)) / length));
          const distance = Math.hypot(x - share * (bx - ax), y - share * (by - ay));
          const covered = Math.min(1, Math.max(0, (size / 2 + 0.5 - distance) / edge));
          expect(Math.abs(value - 255 * covered * covered * (3 - 2 * covered))).toBeLessThan(3);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("a soft brush falls off from its core to its rim", () => {
    const plane = drawMask(maskOf({ width: 60, height: 60 }, brushed([30, 30], { size: 40, hardness: 0.5 })));
    const outwards = [30, 38, 42, 45, 48, 51].map((x) => at(plane, x, 30) ?? -1);
    expect(outwards[0]).toBe(255);
    expect(outwards.at(-1)).toBe(0);
    expect(outwards).toEqual([...outwards].sort((one, other) => other - one));
    expect(new Set(outwards).size).toBeGreaterThan(4);
  });

  it("a stroke does not build up where it crosses itself", () => {
    const size = { width: 40, height: 40 };
    const once = drawMask(maskOf(size, brushed([20, 20], { size: 20, hardness: 0 })));
    const often = drawMask(maskOf(size, brushed([20, 20, 20, 20, 20, 20], { size: 20, hardness: 0 })));
    expect(often.data).toEqual(once.data);
  });

  it("an eraser takes away exactly what its brush would have painted", () => {
    const size = { width: 40, height: 40 };
    const dab = brushed([20, 20], { size: 16, hardness: 0.3 });
    const painted = drawMask(maskOf(size, dab));
    const erased = drawMask(maskOf(size, { tool: "invert" }, { ...dab, tool: "eraser" }));
    expect(erased.data).toEqual(painted.data.map((value) => 255 - value));
  });

  it("a stroke keeps the size that it was drawn with", () => {
    const first = brushed([5, 3], { size: 2 });
    const state = maskOf(SMALL, first, brushed([8, 3], { size: 4 }));
    expect(picture(state).map((row) => row.slice(0, 6))).toEqual(
      picture(maskOf(SMALL, first)).map((row) => row.slice(0, 6)),
    );
  });

  it("a pen's stroke is as wide at each point as it was pressed, and swells evenly between", () => {
    const stroke = brushed([20, 40, 180, 40], { size: 40, pressures: [25, 100] });
    const plane = drawMask(maskOf({ width: 200, height: 80 }, stroke));
    const widths = [20, 60, 100, 140, 180].map((x) => Array.from({ length: 80 }, (_, y) => at(plane, x, y) ?? 0));
    const thick = widths.map((column) => column.reduce((sum, value) => sum + value / 255, 0));
    expect(Math.abs((thick[0] ?? 0) - 10)).toBeLessThan(3);
    expect(Math.abs((thick.at(-1) ?? 0) - 40)).toBeLessThan(3);
    for (let index = 1; index < thick.length; index++) {
      expect((thick[index] ?? 0) - (thick[index - 1] ?? 0)).toBeGreaterThan(4);
      expect((thick[index] ?? 0) - (thick[index - 1] ?? 0)).toBeLessThan(12);
    }
  });

  it("draws what reaches over the edge and nothing else", () => {
    expect(() => drawMask(maskOf(SMALL, brushed([-3, -3, 30, 30, -100, 400])))).not.toThrow();
    expect(picture(maskOf(SMALL, brushed([-50, -50, -20, 400])))).toEqual(Array(6).fill(".........."));
  });
});

describe("rectangle and lasso", () => {
  it("a rectangle covers whole pixels, from whichever corner it was drawn", () => {
    const expected = ["..........", "..####....", "..####....", "..........", "..........", ".........."];
    expect(picture(maskOf(SMALL, rectangle([2, 1, 6, 3])))).toEqual(expected);
    expect(picture(maskOf(SMALL, rectangle([6.2, 2.9, 1.8, 1.1])))).toEqual(expected);
  });

  it("a rectangle that erases cuts a hole", () => {
    expect(picture(maskOf(SMALL, { tool: "invert" }, rectangle([1, 1, 9, 5], true)))).toEqual([
      "##########",
      "#........#",
      "#........#",
      "#........#",
      "#........#",
      "##########",
    ]);
  });

  it("a lasso fills what it encloses and closes itself", () => {
    const plane = drawMask(
      maskOf({ width: 40, height: 40 }, { tool: "lasso", erase: false, points: [0, 0, 40, 0, 0, 40] }),
    );
    expect(at(plane, 5, 5)).toBe(255);
    expect(at(plane, 30, 30)).toBe(0);
    const area = plane.data.reduce((sum, value) => sum + value / 255, 0);
    expect(area).toBeCloseTo(800, -1);
  });

  it("a lasso that winds around a place twice still fills it", () => {
    const twice = [5, 5, 35, 5, 35, 35, 5, 35, 5, 5, 35, 5, 35, 35, 5, 35];
    const plane = drawMask(maskOf({ width: 40, height: 40 }, { tool: "lasso", erase: false, points: twice }));
    expect(at(plane, 20, 20)).toBe(255);
  });
});

describe("fill, invert, clear", () => {
  const ring = [rectangle([1, 1, 8, 6]), rectangle([3, 2, 6, 5], true)];

  it("fills what an outline encloses, and nothing outside it", () => {
    expect(picture(maskOf(SMALL, ...ring, { tool: "fill", erase: false, points: [4, 3] }))).toEqual([
      "..........",
      ".#######..",
      ".#######..",
      ".#######..",
      ".#######..",
      ".#######..",
    ]);
  });

  it("fills an empty mask entirely", () => {
    expect(picture(maskOf(SMALL, { tool: "fill", erase: false, points: [0.5, 0.5] }))).toEqual(
      Array(6).fill("##########"),
    );
  });

  it("takes in the soft inner edge of a hand-drawn outline", () => {
    const size = { width: 60, height: 60 };
    const outline = brushed([10, 10, 50, 10, 50, 50, 10, 50, 10, 10], { size: 8, hardness: 0.2 });
    const plane = drawMask(maskOf(size, outline, { tool: "fill", erase: false, points: [30, 30] }));
    for (let x = 10; x < 50; x++) expect(at(plane, x, 30), `pixel ${x}`).toBeGreaterThanOrEqual(250);
    expect(at(plane, 2, 30)).toBe(0);
  });

  it("with erase, empties everything that hangs together", () => {
    const apart = [rectangle([0, 0, 3, 3]), rectangle([6, 0, 9, 3])];
    expect(picture(maskOf(SMALL, ...apart, { tool: "fill", erase: true, points: [1, 1] }))[0]).toBe("......###.");
  });

  it("inverting twice changes nothing; clearing empties the mask", () => {
    const state = maskOf(SMALL, ...ring);
    expect(picture(maskOf(SMALL, ...ring, { tool: "invert" }, { tool: "invert" }))).toEqual(picture(state));
    expect(picture(maskOf(SMALL, ...ring, { tool: "clear" }))).toEqual(Array(6).fill(".........."));
  });

  it("draws on top of an uploaded mask, which can be inverted", () => {
    const uploaded = drawMask(maskOf(SMALL, rectangle([0, 0, 5, 6])));
    const upload = {
      tool: "upload",
      name: "m.png",
      readAs: "alpha",
      flipped: true,
      runs: encodeRuns(uploaded.data),
    } as const;
    expect(picture(maskOf(SMALL, rectangle([0, 0, 10, 6]), upload))[0]).toBe(".....#####");
    expect(picture(maskOf(SMALL, { ...upload, flipped: false }, rectangle([9, 0, 10, 1])))[0]).toBe("#####....#");
  });
});
