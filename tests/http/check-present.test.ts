import { expect, test } from "vitest";
import { z } from "zod";
import { requestSchema as chatSchema } from "#lib/contract/openai-chat/wire.ts";
import { checkPresent } from "#lib/http/check-present.ts";

const CONTEXT = { abortEarly: true, async: false } as const;

const schema = z
  .looseObject({
    model: z.string().min(1),
    items: z.array(z.object({ id: z.string() })).optional(),
    limit: z.int().min(1).nullish(),
    mode: z.enum(["fast", "slow"]).default("fast"),
  })
  .refine(({ limit, model }) => limit == null || model !== "unlimited", { path: ["limit"] });

test.each([
  { model: "a", mode: "slow" },
  { mode: "fast", model: "a", limit: null, extra: { deep: [1] } },
  { model: "a", mode: "slow", limit: 3, items: [{ id: "x", dropped: 1 }] },
  { model: "a", mode: "slow", limit: undefined },
])("gives what zod gives: %j", (value) => {
  expect(checkPresent(schema, value, CONTEXT)).toEqual(schema.parse(value));
});

test.each([
  ["a field that is missing", { mode: "slow" }],
  ["a field that has a default", { model: "a" }],
  ["a wrong value", { model: "a", mode: "slow", limit: 0 }],
  ["a rule over two fields", { model: "unlimited", mode: "slow", limit: 1 }],
  ["a field that would become the prototype", JSON.parse('{"model":"a","mode":"slow","__proto__":{"limit":1}}')],
  ["an array", [{ model: "a", mode: "slow" }]],
  ["null", null],
  ["text", "a"],
])("leaves %s to zod", (_, value) => {
  expect(checkPresent(schema, value, CONTEXT)).toBeUndefined();
});

test.each([
  ["strict", z.strictObject({ model: z.string() })],
  ["stripping", z.object({ model: z.string() })],
  ["limited", z.object({ model: z.string() }).catchall(z.number())],
  ["transformed", z.looseObject({ model: z.string() }).transform(({ model }) => model)],
])("leaves a %s schema to zod", (_, other) => {
  expect(checkPresent(other, { model: "a" }, CONTEXT)).toBeUndefined();
});

test("gives the fields in zod's order, by which a request is recognised when it is repeated", () => {
  const value = { unknown: 1, temperature: 1, messages: [{ role: "user", content: "Hi" }], other: 1, model: "m" };
  expect(JSON.stringify(checkPresent(chatSchema, value, CONTEXT))).toBe(JSON.stringify(chatSchema.parse(value)));
});

test("checks a chat request as zod does", () => {
  const messages = [{ role: "user", content: "Hi" }];
  for (const fields of [
    {},
    { stream: true, stream_options: { include_usage: true } },
    { stream_options: { include_usage: true } },
    { tool_choice: "required" },
    { temperature: 3 },
    { stop: ["a", "b"], n: 2, vendor: { field: 1 } },
  ]) {
    const value = { model: "m", messages, ...fields };
    const { success, data } = chatSchema.safeParse(value);
    expect(checkPresent(chatSchema, value, CONTEXT)).toEqual(success ? data : undefined);
  }
});
