import { createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { encodeMask } from "#app/(playground)/images/_model/mask/files/encode-mask.ts";
import { drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import type { Pixels } from "#app/(playground)/images/_model/mask/files/measure-change.ts";
import { readPngSize, toUploadStroke } from "#app/(playground)/images/_model/mask/files/read-mask-file.ts";
import { compareSizes, readMaskPixels } from "#app/(playground)/images/_model/mask/files/read-mask-pixels.ts";
import { brushed, maskOf, picture, rectangle } from "./mask-fixtures.ts";

const SIZE = { width: 12, height: 4 };

/** Pixels as a canvas in the browser gives them: through its own store with its own rounding. */
function canvasPixels(fill: string, over?: { fill: string; width: number }): Pixels {
  const context = createCanvas(SIZE.width, SIZE.height).getContext("2d");
  context.fillStyle = fill;
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  if (over) {
    context.clearRect(0, 0, over.width, SIZE.height);
    context.fillStyle = over.fill;
    context.fillRect(0, 0, over.width, SIZE.height);
  }
  return context.getImageData(0, 0, SIZE.width, SIZE.height);
}

describe("an uploaded mask", () => {
  it("with any transparency is read by it: transparent is edited, whatever the colours", () => {
    const { plane, readAs } = readMaskPixels(canvasPixels("rgb(120 80 40)", { fill: "transparent", width: 5 }));
    expect(readAs).toBe("alpha");
    expect(picture(plane)[0]).toBe("#####.......");
  });

  it("without transparency is read as black and white: white is edited", () => {
    const { plane, readAs } = readMaskPixels(canvasPixels("black", { fill: "white", width: 3 }));
    expect(readAs).toBe("luminance");
    expect(picture(plane)[0]).toBe("###.........");
  });

  it("that is a photograph or coloured is refused", () => {
    expect(() => readMaskPixels(canvasPixels("rgb(128 128 128)"))).toThrow("no mask");
    expect(() => readMaskPixels(canvasPixels("rgb(255 0 0)", { fill: "black", width: 2 }))).toThrow(
      "not black and white",
    );
  });

  it("that was exported here comes back as it was", async () => {
    const size = { width: 64, height: 40 };
    const state = maskOf(size, brushed([20, 20, 40, 22], { size: 14, hardness: 0.4 }), rectangle([0, 30, 10, 40]));
    const file = Buffer.from(await (await encodeMask(state, size)).arrayBuffer());
    expect(readPngSize(file)).toEqual(size);
    const data = await sharp(file).raw().toBuffer();
    const mask = readMaskPixels({ ...size, data });
    const stroke = toUploadStroke({ name: "mask.png", mask, image: size, needsScaling: false });
    expect(drawMask(maskOf(size, stroke)).data).toEqual(drawMask(state).data);
  });

  it("of the same ratio is scaled to the image", () => {
    const mask = readMaskPixels(canvasPixels("black", { fill: "white", width: 6 }));
    const image = { width: 24, height: 8 };
    const stroke = toUploadStroke({ name: "mask.png", mask, image, needsScaling: true });
    const rows = picture(maskOf(image, stroke));
    expect(rows).toHaveLength(8);
    expect(rows[0]).toMatch(/^#{11}[#+][.+]\.{11}$/);
  });

  it.each([
    [{ width: 1024, height: 1024 }, "same"],
    [{ width: 512, height: 512 }, "scalable"],
    [{ width: 1025, height: 1024 }, "scalable"],
    [{ width: 1026, height: 1024 }, "different"],
    [{ width: 1024, height: 1536 }, "different"],
  ] as const)("of %o for a square of 1024 is %s", (size, expected) => {
    expect(compareSizes(size, { width: 1024, height: 1024 })).toBe(expected);
  });

  it("other files than PNG have no size to read from their first bytes", () => {
    expect(readPngSize(new Uint8Array(24))).toBeUndefined();
    expect(readPngSize(new Uint8Array([0x89, 0x50]))).toBeUndefined();
  });
});
