/**
 * Every parameter of every panel, held against the schema that its route validates with and that /openapi.json shows.
 */
import { describe, expect, test } from "vitest";
import { listImageParameters } from "#app/(playground)/images/_model/image-parameters.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { listImageFields as imageFields } from "#lib/playground/images/image-request.ts";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { listVideoParameters } from "#lib/playground/videos/video-parameters.ts";
import { predictBody, videoFields } from "#lib/playground/videos/video-request.ts";
import { openApiDocument } from "../support/openapi.ts";
import { build, question } from "./text-fixtures.ts";

type Schema = { [word: string]: unknown };
type Body = { [name: string]: unknown };
type Panel = {
  name: string;
  path: string;
  parameters: readonly ParameterDefinition[];
  write: (values: { [name: string]: ParameterValue }) => Promise<Body>;
};

const document = (await openApiDocument()) as unknown as {
  paths: { [path: string]: { post: { requestBody: { content: { "application/json": { schema: Schema } } } } } };
  components: { schemas: { [name: string]: Schema } };
};

const text = (path: string, dialect: TextDialect): Panel => ({
  name: dialect.page,
  path,
  parameters: dialect.parameters,
  write: async (parameters) =>
    (await build(dialect, [question("Hi")], { parameters, toolsText: dialect.tools?.example ?? "" })).body,
});
/** A model of an upstream's, of which no rules are known: the panel shows what the route takes. */
const model = "upstream/unknown";
const PANELS: Panel[] = [
  text("/v1/chat/completions", OPENAI_CHAT),
  text("/v1/responses", RESPONSES),
  text("/v1/messages", MESSAGES),
  text("/v1beta/models/{model}:streamGenerateContent", GENERATE_CONTENT),
  {
    name: "images",
    path: "/v1/images/generations",
    parameters: listImageParameters({ model, operation: "generate" }).map(({ definition }) => definition),
    write: async (values) => imageFields({ model, prompt: "A", values, sources: [] }),
  },
  {
    name: "videos",
    path: "/v1/videos",
    parameters: listVideoParameters({ model, route: "videos" }).flatMap(({ definition, unavailable }) =>
      unavailable ? [] : [definition],
    ),
    write: async (values) => videoFields({ model, prompt: "A", values, route: "videos", cut: false }),
  },
  {
    name: "videos as operations",
    path: "/v1beta/models/{model}:predictLongRunning",
    parameters: listVideoParameters({ model, route: "operations" })
      .map(({ definition }) => definition)
      .filter(({ name }) => name !== "size" && name !== "seconds"),
    write: async (values) => predictBody({ model, prompt: "A", values, route: "operations", cut: false }) as Body,
  },
];

/** Differences between a panel and the route, with the reason. */
const OTHERWISE: { [parameter: string]: string } = {
  "responses previous_response_id": "is a choice of the page; the id comes from the conversation",
  "responses include": "is a choice of the page; the wire has a list of names",
  "responses logprobs": "is a choice of the page; the wire has a list of names",
  "generate-content responseModalities": "joins the wire's list to one choice of what models make",
  "images input_fidelity": "belongs to edits, which are another route",
  "messages max_tokens": "a limit of 0 asks for no answer, only for a cached prompt",
};

/** Parameters that must be set for another parameter to be sent. */
const COMPANIONS: { [parameter: string]: { [name: string]: ParameterValue } } = {
  "messages display": { thinking: "enabled" },
};

function resolve(schema: unknown): Schema[] {
  const given = (schema ?? {}) as Schema;
  if (typeof given.$ref === "string") return resolve(document.components.schemas[given.$ref.split("/").at(-1) ?? ""]);
  const inner = [given.anyOf, given.oneOf, given.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [given, ...inner.flatMap(resolve)];
}

/** All schemas that can stand for the value at a path. */
function schemasAt(root: unknown, path: readonly string[]): Schema[] {
  const [step, ...rest] = path;
  const here = resolve(root);
  if (step === undefined) return here;
  return here.flatMap((schema) => {
    const { properties, items, additionalProperties } = schema;
    // Anything may stand here.
    if (Object.keys(schema).length === 0) return [schema];
    // Below an object of any names, such as a schema, the document says no more.
    const named = (properties as Schema | undefined)?.[step] ?? (properties ? undefined : additionalProperties);
    const next = /^\d+$/.test(step) ? items : named;
    return next === undefined || next === false ? [] : schemasAt(next, rest);
  });
}

/** The deepest places in which two bodies differ. */
function changedPaths(before: unknown, after: unknown, path: string[] = []): string[][] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const isObject = (value: unknown): value is Body =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(after)) return [path];
  const one = isObject(before) ? before : {};
  return Object.keys(after).flatMap((name) => changedPaths(one[name], after[name], [...path, name]));
}

/** Returns the places of a parameter in the body, and the document's schemas for them. */
async function placesOf({ name, path, write }: Panel, parameter: ParameterDefinition) {
  const { schema } = document.paths[path]?.post.requestBody.content["application/json"] ?? {};
  const others = COMPANIONS[`${name} ${parameter.name}`] ?? {};
  const after = await write({ ...others, [parameter.name]: aValueOf(parameter) });
  return changedPaths(await write(others), after).map((steps) => ({
    place: steps.join("."),
    value: steps.reduce<unknown>((value, step) => (value as Body)[step], after),
    schemas: schemasAt(schema, steps),
  }));
}

const isOf = (type: string) => (schema: Schema) => [schema.type].flat().includes(type);

function aValueOf(parameter: ParameterDefinition): ParameterValue {
  if (parameter.kind === "text") return "some-text";
  if (parameter.kind === "list") return ["END"];
  // Another than the limit that a request has anyway.
  if (parameter.kind === "number") return Math.min(parameter.minimum + 1, parameter.maximum);
  return parameter.initial;
}

const cases = PANELS.flatMap((panel) =>
  panel.parameters.map((parameter) => ({ title: `${panel.name} ${parameter.name}`, panel, parameter })),
);

test("lists exceptions for existing parameters only", () => {
  const titles = cases.map(({ title }) => title);
  expect(Object.keys(OTHERWISE).filter((title) => !titles.includes(title))).toEqual([]);
});

describe("has the same limits in a panel and its route", () => {
  test.each(cases.filter(({ title }) => !(title in OTHERWISE)))("$title", async ({ panel, parameter }) => {
    const places = await placesOf(panel, parameter);
    expect(places.length, "it changes the body").toBeGreaterThan(0);
    for (const { place, schemas } of places) expect(schemas, `the document knows ${place}`).not.toEqual([]);
    const schemas = places.flatMap((place) => place.schemas);
    switch (parameter.kind) {
      case "number": {
        const numbers = schemas.filter((schema) => isOf("number")(schema) || isOf("integer")(schema));
        expect(numbers).toHaveLength(1);
        const [number = {}] = numbers;
        if (isOf("integer")(number)) expect(parameter.integer).toBe(true);
        // Without a limit of the route's, the panel's own is as wide as it can be shown: a field, and no slider.
        const { minimum = parameter.slider ? undefined : parameter.minimum } = number;
        const { maximum = parameter.slider ? Number.POSITIVE_INFINITY : parameter.maximum } = number;
        expect(parameter.minimum).toBe(minimum);
        if (parameter.open) expect(Number(maximum)).toBeGreaterThanOrEqual(parameter.maximum);
        else expect(parameter.maximum).toBe(maximum);
        return;
      }
      case "choice": {
        const own = places.filter(({ value }) => value === parameter.initial).flatMap((place) => place.schemas);
        const listed = own
          .flatMap((schema) => (Array.isArray(schema.enum) ? schema.enum : [schema.const ?? []].flat()))
          .filter((value) => value !== null && !String(value).endsWith("_UNSPECIFIED"))
          // A tool is chosen by its name.
          .filter((value) => !(parameter.namesTools && value === "tool"));
        const open = schemas.filter((schema) => isOf("string")(schema) && schema.enum === undefined);
        if (listed.length > 0)
          return expect([...new Set(parameter.options)].sort()).toEqual([...new Set(listed)].sort());
        // A pattern, or any text: what the panel offers must be among it.
        expect(open).not.toEqual([]);
        for (const option of parameter.options)
          expect(
            open.some(({ pattern = "" }) => new RegExp(String(pattern), "i").test(option)),
            option,
          ).toBe(true);
        return;
      }
      case "switch":
        return expect(schemas.some(isOf("boolean"))).toBe(true);
      case "text": {
        const [string] = schemas.filter(isOf("string"));
        expect(string).toBeDefined();
        return expect(parameter.maximumLength).toBe(string?.maxLength);
      }
      case "list": {
        const [list] = schemas.filter(isOf("array"));
        expect(list).toBeDefined();
        return expect(parameter.maximumItems).toBe(list?.maxItems ?? parameter.maximumItems);
      }
      case "format":
        return expect(schemas.length).toBeGreaterThan(0);
      default:
        return parameter satisfies never;
    }
  });
});
