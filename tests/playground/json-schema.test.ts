import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { checkSchema } from "#lib/playground/json-schema/check-schema.ts";
import { fromGoogleSchema, isGoogleSchema } from "#lib/playground/json-schema/google-schema.ts";
import { inferSchema } from "#lib/playground/json-schema/infer-schema.ts";
import { validateJson } from "#lib/playground/json-schema/validate-json.ts";
import { formatJson } from "#lib/playground/json-text/format-json.ts";
import { lintJson } from "#lib/playground/json-text/lint-json.ts";
import { findPlace, parseJsonText } from "#lib/playground/json-text/parse-json-text.ts";
import { CITY_SCHEMA } from "#lib/playground/parameters/presets.ts";
import { checkTools } from "#lib/playground/tools/check-tools.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";

describe("JSON with its places", () => {
  const VALUES = [
    '{"a":[1,-2.5e3,{"b":"\\u00e9\\n\\"x\\""}],"c":null,"d":true,"":{}}',
    " [ ] ",
    '"text"',
    "0",
    '{ "__proto__": 1 }',
  ];
  test.each(VALUES)("%s is read as JSON.parse reads it", (text) => {
    expect(parseJsonText(text).root?.value).toEqual(JSON.parse(text));
  });

  test.each([
    ['{"a": 1,}', "Remove the comma before the closing bracket.", 7],
    ["[1, 2,\n]", "Remove the comma before the closing bracket.", 5],
    ["[1, 2", 'The text ends too early. Expected a comma or "]".', 5],
    ['{"a":', "The text ends too early. Expected a value.", 5],
    ['{"a": 1 "b": 2}', "Expected a comma or a closing bracket.", 8],
    ["{'a': 1}", "“'a'” is not valid JSON. Put text in double quotes.", 1],
    ["['a']", "“'a'” is not valid JSON. Put text in double quotes.", 1],
    ['{"a" 1}', "Expected a colon after the name.", 5],
    ['{"a": True}', "“True” is not valid JSON. Write true.", 6],
    ["[01]", "Expected a comma or a closing bracket.", 2],
    ['{"a": 1} x', "Remove the text after the end of the JSON.", 9],
    ['{"a": 1} {}', "Remove the text after the end of the JSON.", 9],
    ['{"a": "b\n"}', "Close this string with a double quote.", 6],
    ['{"a": "\\q"}', "This string has a character that must be escaped, or an unknown escape.", 6],
    ["// note\n1", "Remove the comment: JSON has none.", 0],
    ['{"a":1,"a":2}', "“a” appears twice.", 7],
    ["", "Enter a JSON value.", 0],
  ])("%j is reported with its position", (text, message, from) => {
    expect(parseJsonText(text).fault).toMatchObject({ message, from });
  });

  test("very deep nesting is a fault and no crash", () => {
    expect(parseJsonText("[".repeat(100_000)).fault?.message).toContain("nested too deeply");
  });

  test("finds the value of a path, or its nearest ancestor", () => {
    const text = '{"a": [10, {"b": "x"}]}';
    const { root } = parseJsonText(text);
    if (!root) throw new Error("The text is JSON.");
    const at = (path: (string | number)[], named?: boolean) => {
      const { from, to } = findPlace(root, path, named);
      return text.slice(from, to);
    };
    expect([at(["a", 1, "b"]), at(["a", 1, "b"], true), at(["a", 0]), at(["a", 7])]).toEqual([
      '"x"',
      '"b"',
      "10",
      '[10, {"b": "x"}]',
    ]);
  });

  test("keeps the value when formatting, and puts short values on one line", () => {
    const value = JSON.parse(CITY_SCHEMA);
    const text = formatJson(value);
    expect(JSON.parse(text)).toEqual(value);
    expect(text).toContain('"city": { "type": "string" },');
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(77);
    expect(formatJson([])).toBe("[]");
  });
});

const messagesOf = (schema: unknown, rules = {}) => checkSchema(schema, rules).map(({ message }) => message);

describe("a schema's own faults", () => {
  test("finds none in valid schemas, including upper-case types", () => {
    expect(checkSchema(JSON.parse(CITY_SCHEMA), { strict: true })).toEqual([]);
    expect(checkSchema({ type: "OBJECT", properties: { n: { type: "INTEGER", nullable: true } } })).toEqual([]);
    const tree = {
      $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
      $ref: "#/$defs/node",
    };
    expect(checkSchema(tree)).toEqual([]);
  });

  test.each([
    ["an unknown type", { type: "strnig" }, '"strnig" is not a type', ["type"]],
    [
      "a required name that is no property",
      { properties: { a: {} }, required: ["b"] },
      "“b” is required",
      ["required", 0],
    ],
    ["properties that are a list", { properties: [] }, "“properties” is an object", ["properties"]],
    ["an empty enum", { enum: [] }, "“enum” is a list", ["enum"]],
    ["a limit in words", { minimum: "1" }, "“minimum” is a number", ["minimum"]],
    ["a negative count", { minItems: -1 }, "“minItems” is a whole number", ["minItems"]],
    ["limits that cross", { minLength: 5, maxLength: 2 }, "less than “minLength”", ["maxLength"]],
    ["a broken pattern", { pattern: "(" }, "not a valid regular expression", ["pattern"]],
    ["a reference to nothing", { $ref: "#/$defs/a" }, "points to nothing", ["$ref"]],
    ["an empty choice", { anyOf: [] }, "“anyOf” is a list", ["anyOf"]],
    ["a schema that is text", { items: "string" }, "A schema must be an object", ["items"]],
    [
      "a fault deep inside",
      { properties: { a: { items: { type: "int" } } } },
      "is not a type",
      ["properties", "a", "items", "type"],
    ],
  ])("reports %s with its path", (_case, schema, message, path) => {
    expect(checkSchema(schema)).toMatchObject([{ path, message: expect.stringContaining(message) }]);
  });

  test("requires closed objects with all properties in strict mode", () => {
    const open = { type: "object", properties: { a: { type: "string" } } };
    expect(messagesOf(open)).toEqual([]);
    expect(messagesOf(open, { strict: true })).toEqual([
      expect.stringContaining("additionalProperties"),
      expect.stringContaining("“a” is missing"),
    ]);
  });

  test("marks the problems of a tool at their positions", () => {
    const text = '[{"functionDeclarations":[{"name":"f","parameters":{"type":"OBJET"}}]}]';
    const [remark] = lintJson(text, (value) => checkTools(value, GENERATE_CONTENT_TOOLS));
    expect(remark && text.slice(remark.from, remark.to)).toBe('"OBJET"');
    const second = '[{"name":"a","input_schema":{}},\n {"name":"b"}]';
    const [missing] = lintJson(second, (value) => checkTools(value, MESSAGES_TOOLS));
    expect(missing?.message).toContain("input_schema");
    expect(missing && second.slice(missing.from, missing.to)).toBe('{"name":"b"}');
    expect(lintJson("  ", () => [{ path: [], message: "never asked" }])).toEqual([]);
  });
});

describe("a schema from an example", () => {
  test.each([
    [{ name: "Oslo", people: 717_710, area: 454.03, capital: true, twin: null }],
    [{ landmarks: [{ name: "Opera", built: 2008 }, { name: "Fort" }], tags: ["a", "b"] }],
    [[1, 2.5, "three", null]],
    [{ from: "2026-11-21", at: "2026-11-21T10:00:00Z", grid: [[1, 2], [3]] }],
    ["text"],
    [[]],
  ])("%j is valid under it", async (value) => {
    const schema = inferSchema(value);
    expect(checkSchema(schema)).toEqual([]);
    expect(new Ajv2020({ strict: false, formats: { date: true, "date-time": true } }).validate(schema, value)).toBe(
      true,
    );
    expect((await validateJson(JSON.stringify(value), schema)).problems).toEqual([]);
  });

  test("is valid in strict mode, and merges objects of a list", () => {
    const schema = inferSchema({ a: [{ x: 1, y: "s" }, { x: 2.5 }], b: ["2026-11-21", "soon"] });
    expect(schema).toEqual({
      type: "object",
      properties: {
        a: {
          type: "array",
          items: {
            type: "object",
            properties: { x: { type: "number" }, y: { type: "string" } },
            required: ["x"],
            additionalProperties: false,
          },
        },
        b: { type: "array", items: { type: "string" } },
      },
      required: ["a", "b"],
      additionalProperties: false,
    });
  });
});

describe("an answer under its schema", () => {
  const schema = JSON.parse(CITY_SCHEMA);
  const city = {
    city: "Oslo",
    country: "Norway",
    population: 717_710,
    landmarks: [
      { name: "Opera", built: 2008 },
      { name: "Fort", built: 1300 },
    ],
  };

  test("returns the value and no problems when valid", async () => {
    expect(await validateJson(JSON.stringify(city), schema)).toEqual({ value: city, isJson: true, problems: [] });
  });

  test("reports each problem once, with its path", async () => {
    const wrong = {
      ...city,
      population: "many",
      mayor: "?",
      landmarks: [{ name: "Opera", built: "2008" }, { name: "Fort" }],
    };
    const { problems } = await validateJson(JSON.stringify(wrong), schema);
    expect(problems).toEqual(
      expect.arrayContaining([
        { path: "population", message: "Must be an integer, and is a string." },
        { path: "landmarks[0].built", message: "Must be an integer, and is a string." },
        { path: "landmarks[1]", message: "“built” is missing." },
        { path: "", message: "“mayor” is not an allowed property." },
      ]),
    );
    expect(problems).toHaveLength(4);
  });

  test.each([
    ["an enum", { a: { enum: ["x", "y"] } }, { a: "z" }, 'Must be one of "x", "y".'],
    [
      "a choice",
      { a: { anyOf: [{ type: "string" }, { type: "null" }] } },
      { a: 1 },
      "Matches none of the schemas in “anyOf”.",
    ],
    ["several types", { a: { type: ["string", "null"] } }, { a: 1 }, "Must be a string or null, and is a number."],
    ["a limit", { a: { minimum: 3 } }, { a: 1 }, "1 is less than 3."],
  ])("%s is one problem in words", async (_case, properties, value, message) => {
    expect((await validateJson(JSON.stringify(value), { properties })).problems).toEqual([{ path: "a", message }]);
  });

  test("explains text that is truncated or not JSON", async () => {
    expect(await validateJson("Sure! {}", schema)).toMatchObject({
      isJson: false,
      problems: [{ path: "", message: expect.stringContaining("Is not JSON") }],
    });
    expect((await validateJson('{"city": "Os', schema)).problems[0]?.message).toContain("Close this string");
  });

  test("reports an unusable schema", async () => {
    await expect(validateJson("{}", { $ref: "#/$defs/none" })).rejects.toThrow();
  });

  test("accepts Google's schema with upper-case types", async () => {
    const google = {
      type: "OBJECT",
      properties: {
        name: { type: "STRING" },
        mood: { type: "STRING", enum: ["calm", "wild"], format: "enum", nullable: true },
        tags: { type: "ARRAY", items: { type: "STRING" }, minItems: "1" },
      },
      required: ["name"],
      propertyOrdering: ["name", "mood"],
    };
    expect(isGoogleSchema(google)).toBe(true);
    expect(isGoogleSchema({ type: "object", additionalProperties: false })).toBe(false);
    const read = fromGoogleSchema(google);
    expect((await validateJson('{"name":"Sea","mood":null,"tags":["a"]}', read)).problems).toEqual([]);
    expect((await validateJson('{"mood":"odd","tags":[]}', read)).problems).toHaveLength(3);
  });
});
