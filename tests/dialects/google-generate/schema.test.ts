/**
 * JSON Schema ↔ Schema: each upstream gets it in the form that it takes, or the request says which path cannot be
 * carried.
 */
import { describe, expect, it } from "vitest";
import { fromGoogleSchema } from "#lib/dialects/google-generate/from-google-schema.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { isEmptyObject, toGoogleSchema } from "#lib/dialects/google-generate/to-google-schema.ts";

function write(schema: Record<string, unknown>) {
  const dropped: string[] = [];
  return { ...toGoogleSchema(schema, "parameters", dropped), dropped };
}

const object = (properties: Record<string, unknown>) => ({ type: "object", properties });
const written = (properties: Record<string, unknown>) => ({ type: "OBJECT", properties });

describe("keywords that Schema supports", () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      "annotations and closed objects go",
      {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        title: "T",
        ...object({ a: { type: "string", title: "A", description: "d", examples: ["x"] } }),
        required: ["a", "absent"],
        additionalProperties: false,
      },
      { ...written({ a: { type: "STRING", description: "d" } }), required: ["a"] },
    ],
    [
      "references are written out, escaped names too",
      { ...object({ a: { $ref: "#/$defs/a~1b", description: "mine" } }), $defs: { "a/b": { type: "integer" } } },
      written({ a: { type: "INTEGER", description: "mine" } }),
    ],
    [
      "null among the types, the alternatives or the values",
      object({
        a: { type: ["string", "null"], description: "d" },
        b: { anyOf: [{ type: "number" }, { type: "null" }], default: null },
        c: { enum: ["x", null] },
        d: { type: ["string", "integer", "null"] },
        e: { type: "null" },
      }),
      written({
        a: { type: "STRING", description: "d", nullable: true },
        b: { type: "NUMBER", default: null, nullable: true },
        c: { type: "STRING", nullable: true, enum: ["x"] },
        d: { anyOf: [{ type: "STRING" }, { type: "INTEGER" }], nullable: true },
        e: { type: "NULL" },
      }),
    ],
    [
      "const is an enum of one, oneOf is anyOf",
      { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" } })] },
      { anyOf: ["a", "b"].map((kind) => written({ kind: { type: "STRING", enum: [kind] } })) },
    ],
    [
      "counts are text, bounds are numbers, whole ones without their end move by one",
      object({
        a: { type: "array", items: { type: "string", maxLength: 3 }, minItems: 1 },
        b: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
        c: { type: "number", minimum: 0.5 },
      }),
      written({
        a: { type: "ARRAY", items: { type: "STRING", maxLength: "3" }, minItems: "1" },
        b: { type: "INTEGER", minimum: 1, maximum: 9 },
        c: { type: "NUMBER", minimum: 0.5 },
      }),
    ],
    [
      "formats that the API knows",
      object({ a: { type: "string", format: "date-time" }, b: { type: "integer", format: "int64" } }),
      written({ a: { type: "STRING", format: "date-time" }, b: { type: "INTEGER", format: "int64" } }),
    ],
    [
      "allOf is merged",
      {
        allOf: [
          { ...object({ a: { type: "string" } }), required: ["a"] },
          { ...object({ b: { type: "string" } }), required: ["b"] },
        ],
      },
      { ...written({ a: { type: "STRING" }, b: { type: "STRING" } }), required: ["a", "b"] },
    ],
  ])("%s", (_, schema, expected) => {
    expect(write(schema)).toEqual({ schema: expected, dropped: [] });
  });

  it("keywords that neither field supports are dropped and reported", () => {
    const { schema, dropped } = write(
      object({
        mail: { type: "string", format: "email" },
        price: { type: "number", exclusiveMinimum: 0, multipleOf: 0.01 },
        tags: { type: "array", items: { type: "string" }, uniqueItems: true },
      }),
    );
    expect(schema).toEqual(
      written({
        mail: { type: "STRING" },
        price: { type: "NUMBER", minimum: 0 },
        tags: { type: "ARRAY", items: { type: "STRING" } },
      }),
    );
    expect(dropped).toEqual([
      "parameters.properties.mail.format",
      "parameters.properties.price.exclusiveMinimum",
      "parameters.properties.price.multipleOf",
      "parameters.properties.tags.uniqueItems",
    ]);
  });
});

describe("keywords that only JSON Schema supports use its field", () => {
  it.each<[string, Record<string, unknown>]>([
    ["a map", { type: "object", additionalProperties: { type: "string" } }],
    ["a tuple", object({ a: { type: "array", prefixItems: [{ type: "string" }] } })],
    ["numbers to choose from", object({ a: { enum: [1, 2] } })],
    ["an object of anything", object({ a: { type: "object" } })],
    ["a list of anything", object({ a: { type: "array" } })],
    ["anything", object({ a: {} })],
    ["true", object({ a: true })],
    ["properties by pattern", { type: "object", patternProperties: { "^a": { type: "string" } } }],
    ["alternatives beside properties", { ...object({ a: { type: "string" } }), anyOf: [{ required: ["a"] }] }],
  ])("%s", (_, schema) => {
    expect(write(schema)).toEqual({ json: schema, dropped: [] });
  });

  it("without references and const", () => {
    const schema = { ...object({ a: { $ref: "#/$defs/one" }, b: {} }), $defs: { one: { const: 1 } }, $schema: "x" };
    expect(write(schema).json).toEqual(object({ a: { enum: [1] }, b: {} }));
  });
});

describe("unsupported schemas are refused with their path", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["a schema that refers to itself", object({ child: { $ref: "#" } }), "parameters.properties.child"],
    [
      "definitions that refer to each other",
      {
        ...object({ a: { $ref: "#/$defs/a" } }),
        $defs: { a: object({ b: { $ref: "#/$defs/b" } }), b: { type: "array", items: { $ref: "#/$defs/a" } } },
      },
      "parameters.properties.a.properties.b.items",
    ],
    ["a definition that is not there", object({ a: { $ref: "#/$defs/none" } }), "parameters.properties.a"],
    ["a schema elsewhere", object({ a: { $ref: "https://example.com/a.json" } }), "parameters.properties.a"],
  ])("%s", (_, schema, param) => {
    expect(() => write(schema)).toThrow(expect.objectContaining({ status: 400, param }));
  });

  it("definitions that double at each step", () => {
    const $defs: Record<string, unknown> = { d0: { type: "string" } };
    for (let level = 1; level < 40; level++) {
      const $ref = `#/$defs/d${level - 1}`;
      $defs[`d${level}`] = object({ a: { $ref }, b: { $ref } });
    }
    expect(() => write({ $ref: "#/$defs/d39", $defs })).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe("Schema as JSON Schema", () => {
  it("has lower-case types, numbers for counts and null as a type", () => {
    expect(
      fromGoogleSchema({
        type: "OBJECT",
        properties: {
          b: { type: "STRING", format: "enum", enum: ["x"], nullable: true },
          a: { type: "ARRAY", items: { type: "INTEGER", format: "int32" }, maxItems: "3" },
          c: { anyOf: [{ type: "STRING" }, { type: "NUMBER" }], nullable: true, example: 1 },
        },
        required: ["a"],
        propertyOrdering: ["a", "b"],
      }),
    ).toEqual({
      type: "object",
      properties: {
        a: { type: "array", items: { type: "integer", format: "int32" }, maxItems: 3 },
        b: { type: ["string", "null"], enum: ["x", null] },
        c: { anyOf: [{ type: "string" }, { type: "number" }, { type: "null" }], examples: [1] },
      },
      required: ["a"],
    });
  });

  it("is unchanged when converted back", () => {
    const schema = {
      type: "OBJECT",
      properties: {
        a: { type: "STRING", nullable: true, enum: ["x"] },
        b: { type: "ARRAY", items: { type: "NUMBER", minimum: 1 }, minItems: "1" },
      },
      required: ["a"],
    };
    expect(write(fromGoogleSchema(schema) as Record<string, unknown>).schema).toEqual(schema);
  });
});

it.each<[Record<string, unknown>, boolean]>([
  [{}, true],
  [{ type: "object", properties: {}, additionalProperties: false }, true],
  [object({ a: {} }), false],
  [{ type: "string" }, false],
  [{ $ref: "#/$defs/a" }, false],
])("%j requires no arguments: %s", (schema, expected) => {
  expect(isEmptyObject(schema)).toBe(expected);
});

describe("closed objects of a response's schema", () => {
  const closed = { ...object({ a: { type: "string" } }), required: ["a"], additionalProperties: false };
  const configOf = (schema: Record<string, unknown>, model = "gemini-3-pro") =>
    googleGenerate.writeRequest({
      ...{ model, messages: [{ role: "user", content: "Go" }], stream: false, dropped: [] },
      output: { type: "json-schema", name: "response", schema },
    }).generationConfig;

  it("stay closed in the field for plain JSON Schema", () => {
    const $schema = "https://json-schema.org/draft/2020-12/schema";
    expect(configOf({ $schema, ...closed })).toMatchObject({ responseJsonSchema: closed });
    expect(configOf(object({ inner: closed }))).toMatchObject({ responseJsonSchema: object({ inner: closed }) });
  });

  it.each<[string, Record<string, unknown>, string?]>([
    ["an open schema", object({ a: { type: "string" } })],
    ["a keyword that only Schema has", { ...closed, ...object({ a: { type: "string", pattern: "^a" } }) }],
    ["an older model", closed, "gemini-2.0-flash"],
  ])("leave %s in Schema", (_name, schema, model) => {
    expect(configOf(schema, model)).toHaveProperty("responseSchema");
  });
});
