/** Long texts, whose tokens the gateway counts itself. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchWithin } from "../support/watch-within.ts";
import { startWatchedGateway, type WatchedGateway } from "../support/watched-gateway.ts";

let gateway: WatchedGateway;
beforeAll(async () => {
  gateway = await startWatchedGateway();
  // The first count loads the tokenizer.
  await post("/v1/chat/completions", [{ role: "user", content: "hi" }]);
});
afterAll(() => gateway.close());

async function post(path: string, messages: unknown[]) {
  const { status, text } = await gateway.post(
    path,
    JSON.stringify({ model: "sandbox/echo", messages, max_tokens: 10 }),
  );
  return { status, body: JSON.parse(text) };
}

const MEGABYTE = 2 ** 20;
const texts: [string, string][] = [
  ["words", "the quick brown fox jumps over it ".repeat((4 * MEGABYTE) / 34)],
  ["words of 250 letters", `${"a".repeat(250)} `.repeat((6 * MEGABYTE) / 251)],
  ["one word", "a".repeat(6 * MEGABYTE)],
  ["blanks", " ".repeat(10 * MEGABYTE)],
  ["line breaks", "\n".repeat(5 * MEGABYTE)],
  ["exclamation marks", "!".repeat(10 * MEGABYTE)],
  ["quotes", '"'.repeat(5 * MEGABYTE)],
  ["letters, digits and marks", "aé1!".repeat(MEGABYTE / 2)],
];

test.each(texts)("megabytes of %s are counted and echoed without a stall", async (_, content) => {
  const { status, body } = await watchWithin(
    gateway,
    () => post("/v1/chat/completions", [{ role: "user", content }]),
    Buffer.byteLength(content),
  );
  expect(status === 200 || body.code === "context_length_exceeded").toBe(true);
});

test("ten messages of a megabyte are counted without a stall", async () => {
  const [, words] = texts[0] as [string, string];
  const messages = Array.from({ length: 10 }, () => ({ role: "user", content: words.slice(0, MEGABYTE) }));
  const count = () => post("/v1/messages/count_tokens", messages);
  const { body } = await watchWithin(gateway, count, 10 * MEGABYTE);
  expect(body.input_tokens).toBeGreaterThan(2_000_000);
});

test("a body full of stop sequences is refused without a stall", async () => {
  const stop = Array.from({ length: 140_000 }, (_, index) => `s${index}`);
  const messages = [{ role: "user", content: "word ".repeat(20_000) }];
  const body = JSON.stringify({ model: "sandbox/echo", max_tokens: 10, stop_sequences: stop, messages });
  const { status, text } = await watchWithin(gateway, () => gateway.post("/v1/messages", body), MEGABYTE);
  expect(status).toBe(400);
  expect(text).toMatch(/`stop_sequences` must contain at most 64 sequences for a sandbox model; got 140,000/);
});
