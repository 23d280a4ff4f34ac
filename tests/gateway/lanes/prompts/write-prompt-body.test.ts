/** A stored prompt in the API of a request, before the request's own messages. */
import { expect, it } from "vitest";
import { getDialect } from "#lib/dialects/all-dialects.ts";
import { createJob } from "#lib/gateway/endpoints/responses/background-job.ts";
import { convertPrompt, mergePrompt } from "#lib/gateway/lanes/prompts/write-prompt-body.ts";

const fields = { input: [{ type: "message", role: "user", content: "First" }], temperature: 0.5 };

it.each([
  ["openai-chat", { messages: [{ role: "user", content: "Second" }] }],
  ["openai-responses", { input: "Second" }],
  ["anthropic-messages", { messages: [{ role: "user", content: "Second" }], max_tokens: 9 }],
  ["google-generate", { contents: [{ role: "user", parts: [{ text: "Second" }] }] }],
  ["google-interactions", { input: "Second" }],
  ["google-interactions", { input: { type: "text", text: "Second" } }],
])("puts it before the messages of %s", (id, own) => {
  const dialect = getDialect(id);
  const { body } = convertPrompt(fields, { dialect, model: "m" });
  const merged = mergePrompt(body, { model: "m", ...own }, id);
  expect(merged).not.toHaveProperty("store");
  const call = dialect.readRequest(dialect.parseRequest(merged, { model: "m", stream: false }));
  const texts = call.messages.flatMap(({ content }) =>
    typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
  expect([texts, call.temperature]).toEqual([["First", "Second"], 0.5]);
});

it("is not put in again by the instance that takes a background response over", () => {
  const headers = { "x-gateway-prompt": "a", "x-gateway-variables": "{}", "x-gateway-timeout-ms": "9" };
  const context = { request: { headers }, log: { id: "1" } } as unknown as Parameters<typeof createJob>[1];
  expect(createJob({ model: "m" } as Parameters<typeof createJob>[0], context).headers).toEqual({
    "x-gateway-timeout-ms": "9",
  });
});
