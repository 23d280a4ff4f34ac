import { expect, test } from "vitest";
import type { Part } from "#lib/canonical/part.ts";
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { applyPartialArg } from "#lib/dialects/google-generate/partial-args.ts";

function fold(...pieces: [path: string, value: string][]): Record<string, unknown> {
  const args = {};
  for (const [jsonPath, stringValue] of pieces) applyPartialArg(args, { jsonPath, stringValue });
  return args;
}

test("text is appended in place, and array elements follow in order", () => {
  expect(fold(["$.a[0].b", "x"], ["$.a[0].b", "y"], ["$.a[1].b", "z"], ["$.a[0].c", "w"])).toEqual({
    a: [{ b: "xy", c: "w" }, { b: "z" }],
  });
  expect(fold(["$['1000000000']", "x"])).toEqual({ "1000000000": "x" });
});

test.each(["$.a[1000000000]", "$.a[2]", "$.a[2].b", "$.a['1000000000']", "$.a.1000000000", "$.a.length", "$.a.b"])(
  "%s leaves no gap in an array of one element",
  (path) => {
    const args = { a: ["x"] };
    expect(() => applyPartialArg(args, { jsonPath: path, stringValue: "y" })).toThrow(WireIndexError);
    expect(args).toEqual({ a: ["x"] });
  },
);

test("a gap in the arguments of a call is a malformed stream", () => {
  const parts: Part[] = [];
  const reader = googleGenerate.createStreamReader((part) => parts.push(part));
  const call = { name: "f", willContinue: true, partialArgs: [{ jsonPath: "$.a[5000000]", stringValue: "x" }] };
  reader.read({ data: JSON.stringify({ candidates: [{ content: { parts: [{ functionCall: call }] } }] }) });
  expect(parts.at(-1)).toMatchObject({ type: "error", status: 502, code: "upstream_malformed" });
});
