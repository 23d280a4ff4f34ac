import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeMask } from "#app/(playground)/images/_model/mask/files/encode-mask.ts";
import { drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import { blurPlane } from "#app/(playground)/images/_model/mask/plane/blur-plane.ts";
import { measureCoverage } from "#app/(playground)/images/_model/mask/plane/coverage.ts";
import { describeCoverage } from "#app/(playground)/images/_model/mask/plane/describe-coverage.ts";
import { decodeRuns, encodeRuns } from "#app/(playground)/images/_model/mask/plane/run-lengths.ts";
import { scalePlane } from "#app/(playground)/images/_model/mask/plane/scale-plane.ts";
import { brushed, maskOf, picture, rectangle } from "./mask-fixtures.ts";

async function decode(file: Blob) {
  const image = sharp(Buffer.from(await file.arrayBuffer()));
  const { width, height, channels, format, depth } = await image.metadata();
  return { width, height, channels, format, depth, pixels: await image.raw().toBuffer() };
}

describe("the exported mask", () => {
  it("is a PNG with alpha of exactly the source's size: white and opaque is kept, alpha 0 is edited", async () => {
    const size = { width: 37, height: 21 };
    const file = await encodeMask(maskOf(size, rectangle([4, 3, 12, 9])), size);
    expect(file.type).toBe("image/png");
    const { pixels, ...facts } = await decode(file);
    expect(facts).toEqual({ ...size, channels: 4, format: "png", depth: "uchar" });
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const edited = x >= 4 && x < 12 && y >= 3 && y < 9;
        const at = (y * size.width + x) * 4;
        expect([...pixels.subarray(at, at + 4)], `${x}, ${y}`).toEqual([255, 255, 255, edited ? 0 : 255]);
      }
    }
  });

  it("has the soft edges of the brush in its alpha", async () => {
    const size = { width: 64, height: 48 };
    const state = maskOf(size, brushed([20, 20, 40, 30], { size: 16, hardness: 0.2 }));
    const { pixels } = await decode(await encodeMask(state, size));
    const alpha = drawMask(state).data.map((value) => 255 - value);
    expect(pixels.filter((_, index) => index % 4 === 3)).toEqual(Buffer.from(alpha));
  });

  it("is feathered only here: the strokes stay as they are", async () => {
    const size = { width: 60, height: 40 };
    const state = { ...maskOf(size, rectangle([20, 10, 40, 30])), feather: 8 };
    const { pixels } = await decode(await encodeMask(state, size));
    const alphaAt = (x: number) => pixels[(20 * size.width + x) * 4 + 3] ?? -1;
    expect(alphaAt(30)).toBeLessThan(20);
    expect(alphaAt(20)).toBeGreaterThan(90);
    expect(alphaAt(20)).toBeLessThan(165);
    expect(alphaAt(2)).toBe(255);
    expect(picture(state)[20]?.slice(18, 22)).toBe("..##");
  });

  it("goes with an image that was scaled down for the model", async () => {
    const state = maskOf({ width: 64, height: 32 }, rectangle([16, 8, 48, 24]));
    const { width, height, pixels } = await decode(await encodeMask(state, { width: 32, height: 16 }));
    expect([width, height]).toEqual([32, 16]);
    expect(pixels[(8 * 32 + 16) * 4 + 3]).toBe(0);
    expect(pixels[(8 * 32 + 3) * 4 + 3]).toBe(255);
  });
});

describe("blurring", () => {
  it("keeps the amount and spreads evenly to both sides", () => {
    const sharpPlane = drawMask(maskOf({ width: 80, height: 60 }, rectangle([30, 20, 50, 40])));
    const soft = blurPlane(sharpPlane, 10);
    const sum = (data: Uint8Array) => data.reduce((total, value) => total + value, 0);
    expect(Math.abs(sum(soft.data) / sum(sharpPlane.data) - 1)).toBeLessThan(0.02);
    const row = [...soft.data.subarray(30 * 80, 31 * 80)];
    expect(row).toEqual([...row].reverse());
  });

  it("leaves a full and an empty plane alone", () => {
    const full = drawMask(maskOf({ width: 9, height: 7 }, { tool: "invert" }));
    expect(blurPlane(full, 30).data).toEqual(full.data);
    expect(blurPlane(drawMask(maskOf({ width: 9, height: 7 })), 30).data.every((value) => value === 0)).toBe(true);
  });
});

describe("scaling", () => {
  it("leaves one colour one colour, at any sizes", () => {
    const side = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, toWidth, toHeight) => {
        const full = drawMask(maskOf({ width, height }, { tool: "invert" }));
        const scaled = scalePlane(full, { width: toWidth, height: toHeight });
        expect(scaled.data.length).toBe(toWidth * toHeight);
        expect(scaled.data.every((value) => value === 255)).toBe(true);
      }),
    );
  });
});

describe("runs", () => {
  it("give back the bytes that they were made of", () => {
    const bytes = fc.array(fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 40_000 })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(bytes, (runs) => {
        const data = new Uint8Array(runs.flatMap(([value, length]) => Array<number>(length).fill(value)));
        const back = new Uint8Array(data.length);
        decodeRuns(encodeRuns(data), back);
        expect(Buffer.compare(back, data)).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it("are short for what masks look like", () => {
    const mask = drawMask(maskOf({ width: 1024, height: 1024 }, brushed([300, 300, 700, 700], { size: 200 })));
    expect(encodeRuns(mask.data).length).toBeLessThan(60_000);
  });
});

describe("coverage", () => {
  const size = { width: 40, height: 25 };

  it("tells nothing, all and what is between apart", () => {
    expect(measureCoverage(maskOf(size))).toEqual({ share: 0, kind: "empty" });
    expect(measureCoverage(maskOf(size, { tool: "invert" }))).toEqual({ share: 1, kind: "full" });
    expect(measureCoverage(maskOf(size, rectangle([0, 0, 31, 4])))).toEqual({ share: 0.124, kind: "partial" });
  });

  it.each([
    [{ share: 0, kind: "empty" }, "Nothing is marked for editing yet."],
    [{ share: 1, kind: "full" }, "Edits the whole image."],
    [{ share: 0.124, kind: "partial" }, "Edits 12.4% of the image."],
    [{ share: 0.0001, kind: "partial" }, "Edits less than 0.1% of the image."],
    [{ share: 0.99999, kind: "partial" }, "Edits 99.9% of the image."],
  ] as const)("says of %o: %s", (measured, sentence) => {
    expect(describeCoverage(measured)).toBe(sentence);
  });
});
