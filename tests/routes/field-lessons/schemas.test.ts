/** JSON Schemas of tools and answers on their way to Gemini, which refuses a whole request for one keyword. */
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Field, questions, startField, withTool } from "./field.ts";
import { geminiReply } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

/** The fields of the API's Schema; its parser refuses any other by name. */
const KNOWN = new Set([
  ...["type", "format", "title", "description", "nullable", "enum", "maxItems", "minItems", "properties", "required"],
  ...["minProperties", "maxProperties", "minLength", "maxLength", "pattern", "example", "anyOf", "propertyOrdering"],
  ...["default", "items", "minimum", "maximum"],
]);

function unknownKeywords(schema: Body, at = "parameters"): string[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (!KNOWN.has(key)) return [`${at}.${key}`];
    if (key === "properties")
      return Object.entries(value as Body).flatMap(([name, one]) => unknownKeywords(one as Body, `${at}.${name}`));
    if (key === "items") return unknownKeywords(value as Body, `${at}.items`);
    if (key === "anyOf") return (value as Body[]).flatMap((one) => unknownKeywords(one, `${at}.anyOf`));
    return [];
  });
}

const clients = ["openai-chat", "openai-responses", "anthropic-messages"] as const;

/** The declaration of the one tool, as Gemini is sent it. */
async function declared(
  client: (typeof clients)[number],
  schema: Body,
): Promise<{ declaration: Body; dropped: string }> {
  field.stub.respondWith(jsonReply(geminiReply([{ text: "Fine." }])));
  const response = await field.ask({ client, to: "google-generate", body: withTool(client, schema) });
  expect(response.status, await response.text()).toBe(200);
  const [tool] = field.sent().tools as { functionDeclarations: Body[] }[];
  const [declaration = {}] = tool?.functionDeclarations ?? [];
  return { declaration, dropped: response.headers.get("x-gateway-dropped") ?? "" };
}

const object = (properties: Body, more: Body = {}) => ({ type: "object", properties, ...more });

it.each(clients)(
  "tashfeenahmed/freellmapi#97: $schema and additionalProperties of a tool of %s do not reach Gemini",
  async (client) => {
    const nested = object({ a: { type: "string" } }, { additionalProperties: false });
    const schema = object(
      { city: { type: "string" }, days: { type: "array", items: nested } },
      { $schema: "http://json-schema.org/draft-07/schema#", required: ["city"], additionalProperties: false },
    );
    const { declaration } = await declared(client, schema);
    expect(unknownKeywords(declaration.parameters as Body)).toEqual([]);
    expect(declaration.parameters).toMatchObject({ type: "OBJECT", required: ["city"] });
  },
);

it.each(clients)("diegosouzapw/OmniRoute#1421: exclusive bounds of %s become bounds", async (client) => {
  const schema = object({ count: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 } });
  const { declaration } = await declared(client, schema);
  expect(unknownKeywords(declaration.parameters as Body)).toEqual([]);
  expect(declaration.parameters).toMatchObject({ properties: { count: { minimum: 1, maximum: 9 } } });
});

it.each(clients)("BerriAI/litellm#11539: references of %s are written out", async (client) => {
  const schema = object(
    { from: { $ref: "#/$defs/Place" }, stops: { type: "array", items: { $ref: "#/$defs/Place" } } },
    { $defs: { Place: object({ city: { type: "string" } }, { additionalProperties: false }) } },
  );
  const { declaration } = await declared(client, schema);
  expect(unknownKeywords(declaration.parameters as Body)).toEqual([]);
  const place = { type: "OBJECT", properties: { city: { type: "STRING" } } };
  expect(declaration.parameters).toMatchObject({ properties: { from: place, stops: { type: "ARRAY", items: place } } });
});

it.each(clients)(
  "tashfeenahmed/freellmapi#65: formats and rules that Gemini has no word for are named",
  async (client) => {
    const schema = object({
      link: { type: "string", format: "uri", contentMediaType: "text/html" },
      when: { type: "string", format: "date-time" },
      tags: { type: "array", items: { type: "string" }, uniqueItems: true },
      step: { type: "number", multipleOf: 0.5 },
    });
    const { declaration, dropped } = await declared(client, schema);
    expect(unknownKeywords(declaration.parameters as Body)).toEqual([]);
    expect(declaration.parameters).toMatchObject({ properties: { when: { format: "date-time" } } });
    for (const name of ["link.format", "tags.uniqueItems", "step.multipleOf"]) expect(dropped).toContain(name);
  },
);

it("DEEIX-AI/DEEIX-Chat#546: items by reference are there, and open maps go where Gemini takes them", async () => {
  const schema = object({
    headers: { type: "object", additionalProperties: { type: "string" } },
    actions: { type: "array", items: { $ref: "#/properties/headers" } },
  });
  const { declaration } = await declared("openai-chat", schema);
  expect(declaration.parameters, "Schema cannot say a map").toBeUndefined();
  const map = { type: "object", additionalProperties: { type: "string" } };
  expect(declaration.parametersJsonSchema).toMatchObject({
    properties: { headers: map, actions: { type: "array", items: map } },
  });
});

it("BerriAI/litellm#11539: a schema of the answer is cleaned as a tool's is", async () => {
  field.stub.respondWith(jsonReply(geminiReply([{ text: '{"city":"Paris"}' }])));
  const schema = object(
    { city: { type: "string" } },
    { $schema: "https://json-schema.org/draft/2020-12/schema", additionalProperties: false, required: ["city"] },
  );
  const format = { type: "json_schema", json_schema: { name: "place", strict: true, schema } };
  const body = { ...questions["openai-chat"], response_format: format };
  await field.ask({ client: "openai-chat", to: "google-generate", body });
  const config = field.sent().generationConfig as Body;
  expect(config.responseMimeType).toBe("application/json");
  // A closed object is said by a field whose schema may have `additionalProperties`.
  expect(config.responseSchema).toBeUndefined();
  const { additionalProperties, ...rest } = config.responseJsonSchema as Body;
  expect(additionalProperties).toBe(false);
  expect(unknownKeywords(rest, "responseJsonSchema")).toEqual([]);
});

it("diegosouzapw/OmniRoute#1421: a schema that cannot be carried at all is refused by its path", async () => {
  const schema = object(
    { tree: { $ref: "#/$defs/Node" } },
    { $defs: { Node: object({ next: { $ref: "#/$defs/Node" } }) } },
  );
  const body = withTool("openai-chat", schema);
  const response = await field.ask({ client: "openai-chat", to: "google-generate", body });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: 400, message: expect.stringContaining("parameters") });
  expect(field.stub.requests).toEqual([]);
});
