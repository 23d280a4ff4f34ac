/** Words about a request that is being typed. */
import { expect, test } from "vitest";
import { describeNextRequest } from "#lib/playground/models/next-request-words.ts";

const counted = {
  input_tokens: 1200,
  input_tokens_by: "estimate",
  max_output_tokens: 4096,
  worst_case_usd: 0.0214,
} as const;

test.each([
  [{}, "~1,200 tokens · up to $0.021"],
  [{ input_tokens_by: "count", input_tokens: 1 }, "1 token · up to $0.021"],
  [{ worst_case_usd: 0 }, "~1,200 tokens · free"],
  [{ worst_case_usd: null }, "~1,200 tokens"],
] as const)("%j", (change, words) => {
  expect(describeNextRequest({ ...counted, ...change }).words).toBe(words);
});

test("says what the price is for", () => {
  expect(describeNextRequest(counted).detail).toBe(
    "Next request: its prompt and a response of 4,096 tokens cost $0.021 at most.",
  );
  expect(describeNextRequest({ ...counted, max_output_tokens: null }).detail).not.toContain("response of");
});
