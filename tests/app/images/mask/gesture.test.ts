import { describe, expect, it } from "vitest";
import {
  brushSize,
  FIRST_BRUSH,
  SIZE_RANGE,
  stepHardness,
  stepSize,
  type Tool,
} from "#app/(playground)/images/_model/mask/drawing/brush.ts";
import { readKeyAction } from "#app/(playground)/images/_model/mask/drawing/editor-keys.ts";
import {
  beginGesture,
  connectGesture,
  extendGesture,
  finishGesture,
} from "#app/(playground)/images/_model/mask/drawing/gesture.ts";
import { createPressureReader } from "#app/(playground)/images/_model/mask/drawing/pen.ts";
import { brushed } from "./mask-fixtures.ts";

const image = { width: 1000, height: 800 };
const begin = (tool: Tool, at = { x: 10, y: 10 }, erase = false) =>
  beginGesture({ brush: { ...FIRST_BRUSH, tool }, image, at, erase });

describe("a gesture", () => {
  it("a brush stroke has the brush's size in pixels of the source", () => {
    expect(begin("brush")).toEqual({ tool: "brush", size: 40, hardness: 1, points: [10, 10] });
  });

  it("Alt turns the brush into an eraser and a shape into one that erases", () => {
    expect(begin("brush", { x: 1, y: 1 }, true).tool).toBe("eraser");
    expect(begin("lasso", { x: 1, y: 1 }, true)).toMatchObject({ tool: "lasso", erase: true });
  });

  it("leaves out points that would not change a pixel", () => {
    const gesture = begin("brush");
    expect(extendGesture(gesture, { x: 10.4, y: 10.2 })).toBe(false);
    expect(extendGesture(gesture, { x: 20, y: 10 })).toBe(true);
    expect(gesture.points).toEqual([10, 10, 20, 10]);
  });

  it("a rectangle has its first and its latest corner", () => {
    const gesture = begin("rectangle");
    extendGesture(gesture, { x: 40, y: 30 });
    extendGesture(gesture, { x: 50, y: 35 });
    expect(finishGesture(gesture)).toEqual({ tool: "rectangle", erase: false, points: [10, 10, 50, 35] });
  });

  it.each(["rectangle", "lasso"] as const)("a click with the %s is nothing", (tool) => {
    expect(finishGesture(begin(tool))).toBeUndefined();
  });

  it("a click with the brush is a dab", () => {
    expect(finishGesture(begin("brush"))).toBeDefined();
  });

  it("Shift draws a straight line from the last freehand stroke, and only from one", () => {
    const gesture = begin("brush");
    connectGesture(gesture, brushed([1, 2, 3, 4]));
    expect(gesture.points).toEqual([3, 4, 10, 10]);
    const other = begin("brush");
    connectGesture(other, { tool: "invert" });
    expect(other.points).toEqual([10, 10]);
  });
});

describe("a pen", () => {
  const pen = (pressure: number) => ({ pointerType: "pen", pressure });

  it("that feels pressure leaves as much of the brush as it is pressed", () => {
    const read = createPressureReader();
    const pressed = [0.01, 0.2, 0.5, 0.8, 1].map((pressure) => read(pen(pressure)) ?? 0);
    expect(pressed).toEqual(pressed.toSorted((one, other) => one - other));
    expect(pressed[0]).toBeGreaterThanOrEqual(10);
    expect(pressed.at(-1)).toBe(100);
  });

  it("that feels none, a mouse and a finger have all of the brush", () => {
    const read = createPressureReader();
    expect([read(pen(0.5)), read(pen(0)), read(pen(0.5))]).toEqual([undefined, undefined, undefined]);
    expect(read({ pointerType: "touch", pressure: 0.3 })).toBeUndefined();
    expect(read({ pointerType: "mouse", pressure: 0.5 })).toBeUndefined();
  });

  it("keeps its pressure with each point, and where it stands still and presses", () => {
    const gesture = beginGesture({ brush: FIRST_BRUSH, image, at: { x: 10, y: 10, pressed: 30 }, erase: false });
    expect(extendGesture(gesture, { x: 10, y: 10, pressed: 32 })).toBe(false);
    expect(extendGesture(gesture, { x: 10, y: 10, pressed: 60 })).toBe(true);
    extendGesture(gesture, { x: 30, y: 10, pressed: 40 });
    expect(gesture).toMatchObject({ points: [10, 10, 10, 10, 30, 10], pressures: [30, 60, 40] });
  });

  it("that tells its pressure only midway had all of the brush before", () => {
    const gesture = begin("brush");
    extendGesture(gesture, { x: 20, y: 10 });
    extendGesture(gesture, { x: 30, y: 10, pressed: 40 });
    expect(gesture).toMatchObject({ pressures: [100, 100, 40] });
    connectGesture(gesture, brushed([1, 2, 3, 4], { pressures: [20, 70] }));
    expect(gesture).toMatchObject({ points: [3, 4, 10, 10, 20, 10, 30, 10], pressures: [70, 100, 100, 40] });
  });
});

describe("the brush", () => {
  it("is 5 % of the shorter side at first, and 1 to 20 % at all", () => {
    expect(brushSize(FIRST_BRUSH, image)).toBe(40);
    let size = FIRST_BRUSH.sizePercent;
    for (let step = 0; step < 60; step++) size = stepSize(size, 1);
    expect(size).toBe(SIZE_RANGE.maximum);
    for (let step = 0; step < 60; step++) size = stepSize(size, -1);
    expect(size).toBe(SIZE_RANGE.minimum);
  });

  it("a step up and a step down end where they began", () => {
    for (const size of [1, 3, 4.5, 5, 6, 12]) expect(stepSize(stepSize(size, 1), -1)).toBe(size);
  });

  it("hardness stays between soft and hard", () => {
    expect([stepHardness(1, 1), stepHardness(0.3, 1), stepHardness(0.05, -1)]).toEqual([1, 0.4, 0]);
  });
});

describe("keys", () => {
  const key = (name: string, held: object = {}) =>
    readKeyAction({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held });

  it.each([
    ["b", { kind: "tool", tool: "brush" }],
    ["E", { kind: "tool", tool: "eraser" }],
    ["r", { kind: "tool", tool: "rectangle" }],
    ["l", { kind: "tool", tool: "lasso" }],
    ["g", { kind: "tool", tool: "fill" }],
    ["[", { kind: "smaller" }],
    ["]", { kind: "larger" }],
    ["{", { kind: "softer" }],
    ["}", { kind: "harder" }],
    ["i", { kind: "invert" }],
    ["0", { kind: "fit" }],
    ["+", { kind: "zoom-in" }],
    ["-", { kind: "zoom-out" }],
  ])("%s is %o", (name, action) => expect(key(name)).toEqual(action));

  it("undo and redo, on every keyboard", () => {
    expect(key("z", { ctrlKey: true })).toEqual({ kind: "undo" });
    expect(key("Z", { metaKey: true, shiftKey: true })).toEqual({ kind: "redo" });
    expect(key("y", { ctrlKey: true })).toEqual({ kind: "redo" });
  });

  it("leaves the browser its own", () => {
    for (const name of ["b", "r", "l", "0", "+", "-", "1"]) expect(key(name, { ctrlKey: true }), name).toBeUndefined();
    expect(key("Tab")).toBeUndefined();
    expect(key("constructor")).toBeUndefined();
  });
});
