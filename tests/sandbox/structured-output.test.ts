import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { respond } from "#lib/sandbox/responses/respond.ts";
import { countTurns } from "../support/count-turns.ts";
import { ask, callOf, failureOf, partsOf } from "./ask.ts";

type Fields = Record<string, JsonSchema>;
const string = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };

function object(properties: Fields, required = Object.keys(properties), more: Record<string, unknown> = {}) {
  return { type: "object", properties, required, additionalProperties: false, ...more };
}

const FORMATS = ["date-time", "date", "time", "email", "uri", "uuid", "ipv4", "ipv6", "hostname", "duration"];
const DRAFT_7 = "http://json-schema.org/draft-07/schema#";

const SCHEMAS: [string, JsonSchema][] = [
  ["a flat object", object({ name: string, age: { type: "integer", minimum: 0, maximum: 120 } })],
  ["nullable types", object({ note: { type: ["string", "null"] }, done: { type: "boolean" } })],
  ["anyOf of a string and an object", object({ value: { anyOf: [string, object({ key: number })] } })],
  ["anyOf with null", object({ value: { anyOf: [object({ city: string }), { type: "null" }] } })],
  ["an enum of mixed values", { enum: ["a", 1, null] }],
  ["a constant", { const: { fixed: [1, 2] } }],
  ["recursion through #", object({ value: string, children: { type: "array", items: { $ref: "#" } } })],
  [
    "a linked list through $defs",
    {
      $defs: { node: object({ value: integer, next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } }) },
      $ref: "#/$defs/node",
    },
  ],
  [
    "definitions of draft 7",
    {
      $schema: DRAFT_7,
      definitions: { mail: { type: "string", format: "email" } },
      ...object({ mail: { $ref: "#/definitions/mail" } }),
    },
  ],
  [
    "a tuple of draft 7",
    { $schema: DRAFT_7, type: "array", items: [string, number], additionalItems: false, minItems: 2 },
  ],
  ["an undeclared tuple of draft 7", { type: "array", items: [string, number], minItems: 2 }],
  ["a tuple of 2020-12", { type: "array", prefixItems: [string, number], items: false, minItems: 2 }],
  ["all common formats", object(Object.fromEntries(FORMATS.map((format) => [format, { type: "string", format }])))],
  ["a pattern", { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" }],
  ["a pattern with lengths", { type: "string", pattern: "^[a-z]+$", minLength: 5, maxLength: 6 }],
  ["a pattern of counted groups", { type: "string", pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }],
  [
    "many patterns with lengths",
    object(
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [
          `field_${index}`,
          { type: "string", pattern: "^[A-Za-z0-9_-]{8,40}$", maxLength: 40 },
        ]),
      ),
    ),
  ],
  ["a long string", { type: "string", minLength: 40, maxLength: 45 }],
  ["unique items of an enum", { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 }],
  ["contains", { type: "array", items: integer, contains: { const: 7 } }],
  [
    "allOf of two objects",
    {
      allOf: [
        { ...object({ a: string }), additionalProperties: true },
        { ...object({ b: number }), additionalProperties: true },
      ],
    },
  ],
  [
    "allOf with a reference",
    {
      $defs: { base: { type: "object", properties: { id: integer }, required: ["id"] } },
      allOf: [{ $ref: "#/$defs/base" }],
      properties: { n: string },
      required: ["n"],
    },
  ],
  [
    "oneOf told apart by a constant",
    { oneOf: [object({ kind: { const: "a" }, x: string }), object({ kind: { const: "b" }, y: number })] },
  ],
  ["not", { type: "integer", not: { minimum: 5 } }],
  [
    "if and then",
    object({ kind: { enum: ["a", "b"] }, x: string }, ["kind"], {
      if: { properties: { kind: { const: "a" } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["x"] },
    }),
  ],
  ["dependent properties", object({ a: string, b: string }, [], { dependentRequired: { a: ["b"] } })],
  [
    "pattern properties",
    { type: "object", patternProperties: { "^x-": number }, additionalProperties: false, minProperties: 2 },
  ],
  [
    "property names",
    { type: "object", propertyNames: { pattern: "^[a-z]{3}$" }, additionalProperties: integer, minProperties: 2 },
  ],
  ["a map", { type: "object", additionalProperties: number, minProperties: 1 }],
  ["exclusive bounds", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  [
    "multiples",
    object({
      price: { type: "number", multipleOf: 0.01, minimum: 0, maximum: 10 },
      seven: { type: "integer", multipleOf: 7, minimum: 50, maximum: 60 },
    }),
  ],
  ["an escaped pointer", { $defs: { "a/b": integer }, ...object({ x: { $ref: "#/$defs/a~1b" } }) }],
  [
    "steps and an answer",
    object({ steps: { type: "array", items: object({ explanation: string, output: string }) }, final_answer: string }),
  ],
  ["no type at all", { properties: { a: string }, required: ["a"] }],
  ["the schema that allows everything", true],
  ["the empty schema", {}],
];

function isValid(schema: JsonSchema, value: unknown): boolean {
  const isDraft7 = JSON.stringify(schema).includes('"items":[') || JSON.stringify(schema).includes("draft-07");
  const ajv = isDraft7 ? new Ajv({ strict: false }) : new Ajv2020({ strict: false });
  addFormats.default(ajv);
  return ajv.compile(schema)(value) === true;
}

function outputOf(schema: JsonSchema, name = "answer") {
  return { output: { type: "json-schema", name, schema, strict: true } } as const;
}

describe("JSON under a schema", () => {
  it.each(SCHEMAS)("is valid for %s", async (_, schema) => {
    for (const [seed, question] of [
      [1, "Alice is 30 years old and lives in Paris since 2026-03-14."],
      [2, "What is Parlance?"],
      [3, ""],
    ] as const) {
      const { text, finish } = await ask(question, { ...outputOf(schema), seed });
      expect(isValid(schema, JSON.parse(text)), `${text} for seed ${seed}`).toBe(true);
      expect(finish).toEqual({ unified: "stop" });
    }
  });

  it("is valid for schemas put together at random", async () => {
    const leaf = fc.constantFrom<JsonSchema>(
      string,
      integer,
      { type: "boolean" },
      { type: ["number", "null"] },
      { type: "string", enum: ["red", "green"] },
      { type: "string", format: "date" },
      { type: "integer", minimum: 3, maximum: 9 },
      { type: "string", minLength: 3, maxLength: 12 },
    );
    const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
      schema: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        leaf,
        fc
          .dictionary(fc.constantFrom("name", "age", "city", "tags", "note"), tie("schema"), { minKeys: 1, maxKeys: 4 })
          .map((fields) => object(fields)),
        tie("schema").map((items) => ({ type: "array", items, minItems: 1, maxItems: 3 })),
        fc.tuple(tie("schema"), tie("schema")).map((anyOf) => ({ anyOf })),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(schema, fc.integer(), async (generated, seed) => {
        const { text } = await ask("Bob, 41, is in Oslo on 2026-01-02.", { ...outputOf(generated), seed });
        expect(isValid(generated, JSON.parse(text)), text).toBe(true);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  it("takes values from the words", async () => {
    const event = object({ name: string, date: string, participants: { type: "array", items: string } });
    const said = "Alice and Bob are going to a science fair on Friday.";
    expect(JSON.parse((await ask(said, outputOf(event, "calendar_event"))).text)).toEqual({
      name: "science fair",
      date: "Friday",
      participants: ["Alice", "Bob"],
    });
    const people = object({ people: { type: "array", items: object({ name: string, age: integer }) } });
    expect(JSON.parse((await ask("Alice is 30 years old and Bob is 25.", outputOf(people))).text)).toEqual({
      people: [
        { name: "Alice", age: 30 },
        { name: "Bob", age: 25 },
      ],
    });
    const answered = object({ answer: string });
    expect(JSON.parse((await ask("What is Parlance?", outputOf(answered))).text).answer).toMatch(/gateway/);
  });

  it("takes no hint from the name that schemas without a name are given", async () => {
    const said = "Alice is 30 years old.";
    const person = object({ name: string, age: integer });
    expect(JSON.parse((await ask(said, outputOf(person, "response"))).text)).toEqual({ name: "Alice", age: 30 });
  });

  it("keeps the order of the schema's properties, and the same value for the same seed", async () => {
    const schema = object({ zebra: string, apple: integer, mango: { type: "boolean" } });
    const { text } = await ask("Hi", { ...outputOf(schema), seed: 5 });
    expect(Object.keys(JSON.parse(text))).toEqual(["zebra", "apple", "mango"]);
    expect((await ask("Hi", { ...outputOf(schema), seed: 5 })).text).toBe(text);
  });

  it.each<[string, JsonSchema, RegExp]>([
    ["cannot be met", { type: "integer", minimum: 5, maximum: 3 }, /`maximum` \(3\)/],
    ["allows nothing", false, /no value/],
    ["recurs without an end", { $defs: { n: object({ n: { $ref: "#/$defs/n" } }) }, $ref: "#/$defs/n" }, /no value/],
    ["names an unknown type", { type: "text" }, /type/],
    ["refers to nothing", { $ref: "#/$defs/none" }, /#\/\$defs\/none/],
    ["refers to the network", { $ref: "https://example.com/schema.json" }, /example\.com/],
    ["has a broken pattern", { type: "string", pattern: "(" }, /regular expression|pattern/i],
    ["asks for a billion items", { type: "array", minItems: 1e9, items: string }, /5000/],
    ["multiplies sizes by nesting", { type: "array", minItems: 900, items: { type: "array", minItems: 900 } }, /5000/],
    ["asks for an endless string", { type: "string", pattern: "^a{999999999}$" }, /pattern/],
  ])("refuses a schema that %s", async (_, schema, reason) => {
    const error = await failureOf(callOf("Hi", outputOf(schema)));
    expect(error).toMatchObject({ status: 400, param: "response_format.json_schema.schema" });
    expect(String(error)).toMatch(reason);
  });

  it("is not confused by schemas that carry the ids of others", async () => {
    const id = "https://json-schema.org/draft/2020-12/schema";
    await failureOf(callOf("Hi", outputOf({ $id: id, ...object({ a: string }) })));
    await failureOf(callOf("Hi", outputOf(object({ a: { $id: id, type: "string" } }))));
    const { text } = await ask(
      "Hi",
      outputOf({ $id: "https://example.com/mine", ...object({ a: { $ref: "#/$defs/s" } }), $defs: { s: integer } }),
    );
    expect(JSON.parse(text)).toEqual({ a: expect.any(Number) });
    expect(JSON.parse((await ask("Hi", outputOf(object({ b: integer })))).text)).toEqual({ b: expect.any(Number) });
  });

  /** Takes the worker a second. */
  const THOUSAND_FIELDS = object(
    Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field_${index}`, integer])),
  );

  it("ends without a word when the client leaves while the value is made", async () => {
    const client = new AbortController();
    const parts = partsOf(callOf("Hi", outputOf(THOUSAND_FIELDS)), client.signal);
    setTimeout(() => client.abort(), 20);
    expect(await parts).toEqual([]);
  });

  it("leaves the loop free for schemas of many properties, and meets them", async () => {
    // Loads the worker, so that its start is not what is counted.
    await ask("Hi", outputOf(object({ a: integer })));
    const { signal } = new AbortController();
    const first = await countTurns(() =>
      respond(callOf("Hi", outputOf(THOUSAND_FIELDS)), { signal, tokensPerSecond: 0 }).next(),
    );
    expect(first).toMatchObject({ outcome: { status: "fulfilled", value: { value: { type: "start" } } } });
    expect(first.turns).toBeGreaterThan(20);
    expect(Object.keys(JSON.parse((await ask("Hi", outputOf(THOUSAND_FIELDS))).text))).toHaveLength(1000);
  });

  it("does not hang on a pattern that backtracks", async () => {
    const schema = object({ name: { type: "string", pattern: "^(a+)+$" } });
    const { text } = await ask(`My name is ${"a".repeat(60)}!`, outputOf(schema));
    expect(isValid(schema, JSON.parse(text))).toBe(true);
  });
});

describe("a JSON object without a schema", () => {
  it("holds the answer and where it is from", async () => {
    const { text } = await ask("What is Parlance?", { output: { type: "json" } });
    expect(JSON.parse(text)).toMatchObject({ source: "docs/guide/what-is-parlance.md", model: "sandbox/guide" });
  });

  it("has the keys that were asked for", async () => {
    const question = 'Reply in JSON with the keys "name" and "age". Alice is 30 years old.';
    expect(JSON.parse((await ask(question, { output: { type: "json" } })).text)).toEqual({ name: "Alice", age: 30 });
  });
});
