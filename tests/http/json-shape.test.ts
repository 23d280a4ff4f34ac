import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findExcess, type JsonLimits, requireShape } from "#lib/http/json-shape.ts";

const LIMITS: JsonLimits = { depth: 4, fields: 3, values: 12 };
const excessOf = (text: string, limits = LIMITS) => findExcess(Buffer.from(text), limits);

describe("the shape of a JSON text", () => {
  it.each([
    ["objects and arrays as deep as may be", '{"a":[[{"b":1}]]}'],
    ["as many fields as may be", '{"a":1,"b":2,"c":3}'],
    ["brackets and commas in strings", `{"a":"${"[{,".repeat(50)}","b":"\\"[[[[[["}`],
    ["a long string with escapes", JSON.stringify({ a: `${'"\\'.repeat(500)}[[[[[[${"x".repeat(500)}\\` })],
    ["a text that ends in a string", '{"a":"[[[[[[[['],
    ["closing brackets alone", "]]]]]]]],,,,"],
  ])("accepts %s", (_, text) => {
    expect(excessOf(text)).toBeUndefined();
  });

  it.each<[string, string, string | undefined, keyof JsonLimits]>([
    ["a deeper one", '{"a":1,"b":[[[[1]]]]}', "b", "depth"],
    ["an object of more fields", '{"a":[{"b":1,"c":2,"d":3,"e":4}]}', "a", "fields"],
    ["more fields at the top", '{"a":1,"b":2,"c":3,"d":4}', undefined, "fields"],
    ["more values in all", `{"a":[1,2,3],"b":[${"1,".repeat(9)}1]}`, "b", "values"],
    ["more empty values in all", `{"a":[${"[],".repeat(9)}[]]}`, "a", "values"],
    ["a deep array at the top", "[[[[[]]]]]", undefined, "depth"],
    ["a deep value after a string that looks like a name", '{"a":["x",[[[]]]]}', "a", "depth"],
  ])("refuses %s, and names the field", (_, text, field, kind) => {
    expect(excessOf(text)).toEqual({ field, kind, limit: LIMITS[kind] });
  });

  it("shortens the name of a field", () => {
    expect(excessOf(`{"${"é".repeat(5_000)}":[[[[]]]]}`)?.field).toBe("é".repeat(100));
  });

  it("is reported as a 400", () => {
    expect(() => requireShape(Buffer.from('{"a":[[[[]]]]}'), LIMITS)).toThrow(
      expect.objectContaining({
        status: 400,
        param: "a",
        message: "The JSON in `a` is nested too deeply (maximum 4 levels). Send a flatter value.",
      }),
    );
  });

  it("has the depth and at least the values that the parsed value has", () => {
    const depthOf = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? 1 + Math.max(0, ...Object.values(value as Record<string, unknown>).map(depthOf))
        : 0;
    const wide = { fields: Number.POSITIVE_INFINITY, values: Number.POSITIVE_INFINITY };
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        const depth = depthOf(value);
        expect(excessOf(text, { ...wide, depth })).toBeUndefined();
        if (depth > 0) expect(excessOf(text, { ...wide, depth: depth - 1 })?.kind).toBe("depth");
      }),
    );
  });
});
