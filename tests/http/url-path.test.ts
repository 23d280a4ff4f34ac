import { describe, expect, it } from "vitest";
import { encodePath, encodeSegment, escapesBasePath } from "#lib/http/url-path.ts";

describe("a path", () => {
  it.each(["..", "a/..", "./a", "a\\..", "%2e%2E", "a%2f..", "%25252e./x", "a/..;b", "a\nb", "a%00", "a%250d"])(
    "like %j escapes the base path",
    (path) => {
      expect(escapesBasePath(path)).toBe(true);
      expect(encodePath(path)).toBeUndefined();
      expect(encodeSegment(path)).toBeUndefined();
    },
  );

  it.each([
    ["a/b", "a/b", "a%2Fb"],
    ["..a/b..", "..a/b..", "..a%2Fb.."],
    ["a.b:c", "a.b%3Ac", "a.b%3Ac"],
    ["a?b#c", "a%3Fb%23c", "a%3Fb%23c"],
    ["100%", "100%25", "100%25"],
    ["été", "%C3%A9t%C3%A9", "%C3%A9t%C3%A9"],
    ["", "", ""],
  ])("like %j stays below the base path", (path, inPath, inSegment) => {
    expect([encodePath(path), encodeSegment(path)]).toEqual([inPath, inSegment]);
  });

  it("with half a surrogate pair cannot be encoded", () => {
    expect(encodePath("a\ud800")).toBeUndefined();
  });
});
