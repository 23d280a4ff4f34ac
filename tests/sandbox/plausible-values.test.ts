import { describe, expect, it } from "vitest";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { CITY_SCHEMA } from "#lib/playground/parameters/presets.ts";
import { openSandbox } from "#lib/sandbox/upstream.ts";
import { callOf } from "./ask.ts";

type Fields = Record<string, JsonSchema>;
const string = { type: "string" };
const integer = { type: "integer" };
const object = (properties: Fields) => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: JsonSchema) => ({ type: "array", items });
const sentiment = { type: "string", enum: ["positive", "negative", "neutral"] };

/** The value, and the paths of what is made up in it. */
async function fill(question: string, schema: JsonSchema) {
  const call = callOf(question, { output: { type: "json-schema", name: "response", schema } });
  const { respond, placeholders } = await openSandbox({ tokensPerSecond: 0 }).prepare(call);
  let text = "";
  for await (const part of respond({ signal: new AbortController().signal })) {
    if (part.type === "text-delta") text += part.text;
  }
  return { value: JSON.parse(text), placeholders };
}

describe("values under a schema", () => {
  it("are facts of a city that the words name", async () => {
    const { value, placeholders } = await fill("Describe Lisbon.", JSON.parse(CITY_SCHEMA));
    expect(value).toMatchObject({
      city: "Lisbon",
      country: "Portugal",
      landmarks: [{ name: "Belém Tower", built: 1519 }, {}, {}],
    });
    expect(value.population).toBeGreaterThan(500_000);
    expect(placeholders).toEqual([]);
  });

  it("agree with each other where they are made up, and are named", async () => {
    const { value, placeholders } = await fill("Describe a city.", JSON.parse(CITY_SCHEMA));
    expect(new Set([value.city, ...value.landmarks.map(({ name }: { name: string }) => name)]).size).toBe(
      value.landmarks.length + 1,
    );
    expect(placeholders).toContain("population");
    expect(value.population).toBeGreaterThan(100_000);
  });

  it("are taken from the words as far as they go", async () => {
    const person = object({ name: string, age: integer, email: string, skills: list(string), sentiment });
    const { value, placeholders } = await fill("Anna Müller, 34, anna@x.de, knows Python and Rust", person);
    expect(value).toEqual({
      name: "Anna Müller",
      age: 34,
      email: "anna@x.de",
      skills: ["Python", "Rust"],
      sentiment: "neutral",
    });
    expect(placeholders).toEqual(["sentiment"]);
  });

  it.each([
    ["Is this review positive? 'Terrible, broke after a day'", "negative", false],
    ["I love this phone, it works great", "positive", true],
    ["The soup was not good", "negative", false],
  ])("judge a review by its words: %s", async (question, expected, positive) => {
    const { value } = await fill(question, object({ sentiment, is_positive: { type: "boolean" } }));
    expect(value).toEqual({ sentiment: expected, is_positive: positive });
  });

  it("are different in each item, as many as asked for", async () => {
    const users = object({
      users: list(object({ name: string, email: { type: "string", format: "email" }, age: integer })),
    });
    const { value, placeholders } = await fill("Make up three users", users);
    expect(value.users).toHaveLength(3);
    for (const field of ["name", "email"]) {
      expect(new Set(value.users.map((user: Record<string, unknown>) => user[field])).size).toBe(3);
    }
    for (const { age } of value.users) expect(age).toBeGreaterThanOrEqual(18);
    expect(placeholders).toHaveLength(9);
  });

  it("keep two cities apart", async () => {
    const cities = object({ cities: list(object({ city: string, country: string })) });
    expect((await fill("Compare Paris and Tokyo", cities)).value).toEqual({
      cities: [
        { city: "Paris", country: "France" },
        { city: "Tokyo", country: "Japan" },
      ],
    });
  });

  it("hold the result of a computation", async () => {
    const { value } = await fill("What is 2+2?", object({ answer: string, value: { type: "number" } }));
    expect(value).toEqual({ answer: "2+2 = 4", value: 4 });
  });
});

it("lists what was asked for in a JSON object", async () => {
  const call = callOf("List 5 fruits", { output: { type: "json" } });
  const { respond } = await openSandbox({ tokensPerSecond: 0 }).prepare(call);
  let text = "";
  for await (const part of respond({ signal: new AbortController().signal })) {
    if (part.type === "text-delta") text += part.text;
  }
  expect(JSON.parse(text).fruits).toHaveLength(5);
});
