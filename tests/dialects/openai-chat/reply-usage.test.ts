import { expect, it } from "vitest";
import { readReplyUsage } from "#lib/dialects/openai-chat/tail.ts";

const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
const choices = [{ index: 0, message: { role: "assistant", content: 'It says "usage": {"prompt_tokens": 1}' } }];
const USED = { inputTokens: 5, outputTokens: 7 };

it.each([
  ["as the last field", { choices, usage }],
  ["before other fields", { choices, usage, service_tier: "default", x: { usage: null } }],
  ["before everything", { usage, choices: [{ message: { content: "x".repeat(5_000) } }] }],
  ["inside a vendor's field, after it", { choices, usage, x_groq: { id: "r", usage: { queue_time: 1, ...usage } } }],
  ["with details of 5 KB", { choices, usage: { ...usage, details: "x".repeat(5_000) } }],
  [
    "with details of 5 KB, inside a vendor's field",
    { choices, x_groq: { usage: { ...usage, details: "x".repeat(5_000) } } },
  ],
  ["before a field of the same name with other contents", { choices, usage, details: { usage: { seconds: 1 } } }],
])("finds the usage of a reply %s", (_, reply) => {
  expect(readReplyUsage(Buffer.from(JSON.stringify(reply)))).toMatchObject(USED);
  expect(readReplyUsage(Buffer.from(JSON.stringify(reply, null, 2)))).toMatchObject(USED);
});

it.each([
  ["null", { choices, usage: null }],
  ["a text", { choices, usage: "5" }],
  ["a list", { choices, usage: [5] }],
  ["of another kind", { choices, usage: { seconds: 1 } }],
  ["absent", { choices }],
])("has no usage of a reply where it is %s", (_, reply) => {
  expect(readReplyUsage(Buffer.from(JSON.stringify(reply)))).toBeUndefined();
});

it("has no usage of a reply that was cut, or that is no JSON", () => {
  const whole = JSON.stringify({ choices, usage });
  expect(readReplyUsage(Buffer.from(whole.slice(0, -20)))).toBeUndefined();
  expect(readReplyUsage(Buffer.from('"usage"'))).toBeUndefined();
  expect(readReplyUsage(Buffer.from(""))).toBeUndefined();
});
