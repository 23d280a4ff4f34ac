/** Schema of a comparison of two prompts, for the OpenAPI document. */
import { z } from "zod";
import type { PromptCacheComparison } from "#lib/contract/prompt-cache.ts";

const place = z.int().nullable();

export const promptCacheSchema = z
  .looseObject({
    previous: z
      .looseObject({ id: z.string(), time: z.int(), model: z.string().nullable() })
      .describe("The request before this one in its conversation, within an hour."),
    matched_by: z
      .enum(["session", "prefix"])
      .describe("`session`: both name the same conversation. `prefix`: their first messages are equal."),
    break: z
      .looseObject({
        cause: z.enum(["model", "tool_order", "tools", "system", "timestamp", "cache_marks", "message"]),
        part: z.enum(["tools", "system", "messages"]).nullable().describe("Null for another model."),
        index: place.describe("Place in that part, from 0."),
        was: place.describe("Earlier place of the tool, where tools are in another order."),
      })
      .nullable()
      .describe("Place from which the provider could not use its cache; null while the prompt goes on."),
    shared_tokens: z.int().nullable().describe("Tokens of the earlier prompt before that place, estimated."),
    lost_tokens: z.int().nullable().describe("Tokens that could have come from the cache, and did not."),
    lost_cost: z.number().nullable().describe("US dollars that they cost above cached ones; null when unknown."),
  })
  .meta({ id: "PromptCacheComparison" }) satisfies z.ZodType<PromptCacheComparison>;

export const SAMPLE_COMPARISON: PromptCacheComparison = {
  previous: { id: "req_2e0b8f4ad1", time: 1_794_999_940_000, model: "openai/gpt-4o" },
  matched_by: "session",
  break: { cause: "tool_order", part: "tools", index: 0, was: 2 },
  shared_tokens: 0,
  lost_tokens: 1_120,
  lost_cost: 0.0014,
};
