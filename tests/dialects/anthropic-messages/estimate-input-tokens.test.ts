import { expect, it } from "vitest";
import type { MessagesRequest } from "#lib/contract/anthropic-messages/wire.ts";
import { estimateInputTokens } from "#lib/dialects/anthropic-messages/estimate-input-tokens.ts";

const estimate = (fields: object) =>
  estimateInputTokens({ model: "m", max_tokens: 9, messages: [], ...fields } as MessagesRequest);

it("grows with the text of the prompt, in any field", () => {
  const text = "word ".repeat(800);
  const messages = [{ role: "user", content: text }];
  expect(estimate({ messages })).toBeGreaterThan(900);
  expect(estimate({ system: [{ type: "text", text }], messages })).toBeGreaterThan(1_900);
  expect(estimate({ tools: [{ name: "f", description: text, input_schema: { type: "object" } }] })).toBeGreaterThan(
    900,
  );
});

it("does not count image bytes as text, and is never 0", () => {
  const source = { type: "base64", media_type: "image/png", data: "A".repeat(4_000_000) };
  expect(estimate({ messages: [{ role: "user", content: [{ type: "image", source }] }] })).toBeLessThan(2_000);
  expect(estimate({})).toBe(1);
});
