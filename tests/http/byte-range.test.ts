import { expect, it } from "vitest";
import { readByteRange } from "#lib/http/byte-range.ts";

const SIZE = 100;

it.each([
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=90-", { start: 90, end: 100 }],
  ["bytes=90-500", { start: 90, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-500", { start: 0, end: 100 }],
  ["bytes=99-99", { start: 99, end: 100 }],
  ["bytes=100-", "none"],
  ["bytes=-0", "none"],
  ["bytes=9-0", undefined],
  ["bytes=0-1,5-6", undefined],
  ["bytes=-", undefined],
  ["lines=0-1", undefined],
  ["", undefined],
  [undefined, undefined],
])("%s", (header, expected) => {
  expect(readByteRange(header, SIZE)).toEqual(expected);
});

it("an empty file has no ranges", () => {
  expect(readByteRange("bytes=0-", 0)).toBe("none");
});
