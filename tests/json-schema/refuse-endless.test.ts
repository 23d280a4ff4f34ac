import { expect, it } from "vitest";
import { refuseEndless } from "#lib/json-schema/refuse-endless.ts";

const self = { $ref: "#" };
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

it.each([
  ["a reference to itself", self],
  ["a list that has itself", { type: "array", minItems: 50, items: self }],
  ["an object that has itself", object({ next: self })],
  [
    "two that have each other",
    { $defs: { a: object({ b: { $ref: "#/$defs/b" } }), b: object({ a: { $ref: "#/$defs/a" } }) }, $ref: "#/$defs/a" },
  ],
  ["one that is part of all that it is", object({ next: { allOf: [{ title: "Next" }, self] } })],
])("%s is refused", (_name, schema) => {
  expect(() => refuseEndless(schema)).toThrow("demands itself");
});

it.each([
  ["a list that may be empty", { type: "array", items: self }],
  ["a property that may be missing", object({ next: self }, [])],
  ["a choice with an end", object({ next: { anyOf: [self, { type: "null" }] } })],
  ["a list or nothing", { type: ["array", "null"], minItems: 1, items: self }],
  [
    "the same schema twice",
    { $defs: { name: { type: "string" } }, ...object({ a: { $ref: "#/$defs/name" }, b: { $ref: "#/$defs/name" } }) },
  ],
  ["a reference to what is missing", object({ a: { $ref: "#/$defs/missing" } })],
  ["no schema", true],
])("%s is not", (_name, schema) => {
  expect(() => refuseEndless(schema)).not.toThrow();
});
