/** Sizes of type on the pages: nothing is smaller than 12 px. */
import { expect, it } from "vitest";
import { listProjectFiles, readProjectFile } from "./support/source-files.ts";

const SMALLEST = 12;
const PIXELS = /text-\[(\d+(?:\.\d+)?)px\]|font-size:\s*(\d+(?:\.\d+)?)px/g;
const REMS = /text-\[(0?\.\d+)rem\]|font-size:\s*(0?\.\d+)rem/g;

/** Returns the sizes below 12 px that a source names. */
function findSmallType(text: string): string[] {
  const isSmall = (match: RegExpMatchArray, pixels: number) => Number(match[1] ?? match[2]) * pixels < SMALLEST;
  return [
    ...[...text.matchAll(PIXELS)].filter((match) => isSmall(match, 1)),
    ...[...text.matchAll(REMS)].filter((match) => isSmall(match, 16)),
  ].map(([found]) => found);
}

it("finds small type in class names and style rules", () => {
  expect(findSmallType('className="text-[11px] text-[0.7rem] text-xs text-[13px]"')).toEqual([
    "text-[11px]",
    "text-[0.7rem]",
  ]);
  expect(findSmallType("a { font-size: 11.5px } b { font-size: 12px }")).toEqual(["font-size: 11.5px"]);
});

it("has no type below 12 px on any page", () => {
  const paths = listProjectFiles().filter((path) => /^(?:app|components|pages)\/.*\.(?:tsx?|css)$/.test(path));
  expect(paths).toContain("app/globals.css");
  expect(paths.flatMap((path) => findSmallType(readProjectFile(path)).map((found) => `${path}: ${found}`))).toEqual([]);
});
