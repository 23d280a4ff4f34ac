import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { compileSchema } from "#lib/json-schema/schema-validator.ts";

describe("a schema that cannot be compiled is reported in plain words", () => {
  it.each<[string, JsonSchema, string]>([
    ["an unknown type", { type: "strin" }, "`/type` is not valid JSON Schema (`enum`)"],
    ["properties that are a number", { properties: 5 }, "`/properties` is not valid JSON Schema (`type`)"],
    ["a missing definition", { $ref: "#/$defs/none" }, "it refers to `#/$defs/none`, which is not in it"],
    ["a pattern that is not one", { pattern: "(" }, "Invalid regular expression: /(/u: Unterminated group"],
  ])("%s", (_name, schema, message) => {
    expect(() => compileSchema(schema)).toThrow(message);
  });
});

it("names the keywords that a value breaks", () => {
  const schema = { type: "object", required: ["b"], properties: { a: { type: "array", minItems: 2 } } };
  const validator = compileSchema(schema);
  expect(validator.isValid({ a: [1] })).toBe(false);
  expect(validator.reason()).toBe("the value breaks `required`; `/a` breaks `minItems` (2)");
});
