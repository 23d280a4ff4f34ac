import { describe, expect, it } from "vitest";
import { paintOutline } from "#app/(playground)/images/_model/mask/drawing/paint-preview.ts";
import { drawMask } from "#app/(playground)/images/_model/mask/files/mask-raster.ts";
import {
  describeChange,
  measureChange,
  type Pixels,
} from "#app/(playground)/images/_model/mask/files/measure-change.ts";
import { maskOf, rectangle } from "./mask-fixtures.ts";

const SIZE = { width: 10, height: 10 };
const plane = drawMask(maskOf(SIZE, rectangle([0, 0, 5, 10])));

function grey(change: (data: Uint8Array) => void = () => {}): Pixels {
  const data = new Uint8Array(400).fill(100);
  for (let at = 3; at < 400; at += 4) data[at] = 255;
  change(data);
  return { ...SIZE, data };
}
const offset = (x: number, y: number) => (y * 10 + x) * 4;

describe("what changed", () => {
  it("inside the mask is no change outside it", () => {
    const after = grey((data) => data.fill(7, offset(2, 3), offset(2, 3) + 3));
    const change = measureChange({ before: grey(), after, plane });
    expect(change.outside).toEqual({ pixels: 50, changed: 0, visiblyChanged: 0, meanDifference: 0 });
    expect(change.inside).toMatchObject({ pixels: 50, changed: 1, visiblyChanged: 1 });
    expect(describeChange(change)).toBe("Nothing changed outside the mask: every pixel is identical.");
  });

  it("outside is counted, averaged over all channels, and told from what nobody sees", () => {
    const after = grey((data) => {
      data[offset(7, 1)] = 101;
      data[offset(8, 1)] = 200;
    });
    const { outside } = measureChange({ before: grey(), after, plane });
    expect(outside).toEqual({ pixels: 50, changed: 2, visiblyChanged: 1, meanDifference: 101 / 200 });
  });

  it("a pixel that is edited by anything at all is inside", () => {
    const soft = { ...plane, data: plane.data.slice() };
    soft.data[9] = 1;
    const after = grey((data) => data.fill(0, offset(9, 0), offset(9, 0) + 3));
    expect(measureChange({ before: grey(), after, plane: soft }).outside.changed).toBe(0);
  });

  it("colours under full transparency do not count", () => {
    const before = grey((data) => data.fill(0, offset(9, 9), offset(9, 9) + 4));
    const after = grey((data) => data.set([9, 9, 9, 0], offset(9, 9)));
    expect(measureChange({ before, after, plane }).outside.changed).toBe(0);
  });

  it("is told in words", () => {
    const outside = { pixels: 1000, changed: 516, visiblyChanged: 0, meanDifference: 1.234 };
    expect(describeChange({ outside, inside: outside })).toBe(
      "51.6% of the pixels outside the mask changed, none of them visibly (mean difference 1.23 of 255).",
    );
    const nothing = { pixels: 0, changed: 0, visiblyChanged: 0, meanDifference: 0 };
    expect(describeChange({ outside: nothing, inside: outside })).toContain("covers the whole image");
  });
});

describe("what lies over the image", () => {
  it("the outline runs along the mask's edge only, bright inside and dark outside", () => {
    const pixels = paintOutline(plane, 1);
    const row = Array.from({ length: 10 }, (_, x) => [...pixels.slice(offset(x, 5), offset(x, 5) + 4)]);
    expect(row[4]).toEqual([255, 255, 255, 255]);
    expect(row[5]?.slice(0, 3)).toEqual([0, 0, 0]);
    expect(row.filter(([, , , alpha]) => alpha)).toHaveLength(2);
  });
});
