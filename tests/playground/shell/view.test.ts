import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  actualSize,
  containView,
  fitView,
  panView,
  readPinch,
  revealPoint,
  toSourcePoint,
  type View,
  zoomView,
} from "#lib/playground/shell/view.ts";

const image = { width: 1536, height: 1024 };
const frame = { width: 800, height: 600 };
/** Returns the box in which the browser lays out the image's layer. */
const layerOf = ({ x, y, scale }: View, offset = { x: 0, y: 0 }) => ({
  left: offset.x + x,
  top: offset.y + y,
  width: image.width * scale,
  height: image.height * scale,
});

describe("the view of an image", () => {
  it("fits the whole image into the frame, centred", () => {
    const { x, y, scale } = fitView(image, frame);
    expect(scale).toBeCloseTo((800 - 24) / 1536);
    expect(x + (image.width * scale) / 2).toBeCloseTo(400);
    expect(y + (image.height * scale) / 2).toBeCloseTo(300);
  });

  it("does not blow up a tiny image", () => {
    expect(fitView({ width: 16, height: 16 }, frame).scale).toBe(2);
  });

  it("maps a pointer to the same pixel of the source, however the image is zoomed, panned and placed", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(
        number(0.1, 8),
        number(-300, 300),
        number(0, 900),
        number(0, 1536),
        number(0, 1024),
        (factor, by, offset, x, y) => {
          let view = zoomView(fitView(image, frame), { factor, at: { x: 200, y: 100 }, image, frame });
          view = panView(view, { by: { x: by, y: -by }, image, frame });
          const layer = layerOf(view, { x: offset, y: offset / 2 });
          const client = { x: layer.left + x * view.scale, y: layer.top + y * view.scale };
          const source = toSourcePoint(client, layer, image);
          expect(source.x).toBeCloseTo(x, 6);
          expect(source.y).toBeCloseTo(y, 6);
        },
      ),
    );
  });

  it("zooms around the pointer: what is under it stays there", () => {
    const before = fitView(image, frame);
    const at = { x: 300, y: 280 };
    const after = zoomView(before, { factor: 3, at, image, frame });
    const [was, is] = [before, after].map((view) => toSourcePoint(at, layerOf(view), image));
    expect(is?.x).toBeCloseTo(was?.x ?? 0);
    expect(is?.y).toBeCloseTo(was?.y ?? 0);
  });

  it("shows one pixel of the source on one of the screen", () => {
    expect(actualSize(fitView(image, frame), image, frame).scale).toBe(1);
  });

  it("keeps part of the image inside the frame", () => {
    const far = panView(fitView(image, frame), { by: { x: 100_000, y: -100_000 }, image, frame });
    expect(far.x).toBeLessThan(frame.width);
    expect(far.y + image.height * far.scale).toBeGreaterThan(0);
  });

  it("keeps zoom within bounds", () => {
    const fitted = fitView(image, frame);
    expect(zoomView(fitted, { factor: 1e9, at: { x: 0, y: 0 }, image, frame }).scale).toBe(32);
    expect(zoomView(fitted, { factor: 1e-9, at: { x: 0, y: 0 }, image, frame }).scale).toBeCloseTo(fitted.scale / 2);
  });

  it("fits a viewed image into its frame, centred", () => {
    const far = { scale: 1, x: 900, y: -5000 };
    expect(containView(far, image, frame)).toEqual({ scale: 1, x: 0, y: frame.height - image.height });
    expect(containView({ ...far, scale: 0.01 }, image, frame)).toEqual(fitView(image, frame));
    const small = { width: 100, height: 100 };
    expect(containView({ scale: 0.3, x: 0, y: 0 }, small, frame), "its real size").toEqual({
      scale: 1,
      x: 350,
      y: 250,
    });
  });

  it("zooms by pinch around its centre", () => {
    const pinch = readPinch({ before: { x: 110, y: 50 }, now: { x: 120, y: 50 }, other: { x: 100, y: 50 } });
    expect(pinch).toEqual({ factor: 2, middle: { x: 110, y: 50 }, by: { x: 5, y: 0 } });
  });

  it("pans just far enough to show a point", () => {
    const view = zoomView(fitView(image, frame), { factor: 8, at: { x: 400, y: 300 }, image, frame });
    const point = { x: 10, y: 512 };
    const moved = revealPoint(view, { point, image, frame });
    expect(moved.x + point.x * moved.scale).toBeGreaterThanOrEqual(0);
    expect(moved.y).toBe(view.y);
    expect(revealPoint(moved, { point, image, frame })).toBe(moved);
  });
});
