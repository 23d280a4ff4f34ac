/** The response of `GET /api/usage`. */
import { z } from "zod";
import { USAGE_GROUPINGS } from "./usage-groupings.ts";

const count = z.int().min(0);

const cost = z
  .object({
    amount: z.number().describe("US dollars, of those requests whose price is known."),
    about: z.boolean().describe("It rests on a price of cached tokens that is not known."),
    known_requests: count,
    unknown_requests: count.describe("Answered requests whose price, or whose tokens, are not known: never guessed."),
  })
  .meta({ id: "UsageCost" });

const sums = {
  requests: count.describe(
    "That asked a model for something; what came of a video's task belongs to its first request.",
  ),
  errors: count.describe("Of them, those that failed; a client that left is none."),
  input_tokens: count,
  output_tokens: count,
  cached_tokens: count.describe("Of the input, from a cache."),
  reasoning_tokens: count.describe("Of the output."),
  video_seconds: z.number(),
  cost,
};

const durations = z
  .object({ p50: z.number(), p95: z.number() })
  .nullable()
  .describe("Milliseconds in which half and 95 of 100 were done; null when there were none.");

const latency = z
  .object({ first_byte_ms: durations, total_ms: durations })
  .meta({ id: "UsageLatency", description: "Of requests that went well; a video's until it was finished." });

const total = z.object(sums).meta({ id: "UsageSums" });

const group = z
  .object({
    group: z
      .string()
      .nullable()
      .describe(
        "Model, provider, key's id, API, group of keys, label or route; null for requests without one. A request counts for each of its labels.",
      ),
    name: z.string().optional().describe("Of a key."),
    unknown_model: z
      .boolean()
      .optional()
      .describe("Present and true for a model that the gateway does not have: each request was refused with 404."),
    ...sums,
    latency,
  })
  .meta({ id: "UsageGroup" });

const bucket = z
  .object({
    start: z.int().describe("Unix milliseconds."),
    total,
    groups: z.array(z.object({ group: z.string().nullable(), ...sums })).describe("Those that have any."),
    others: total.optional(),
    total_ms: durations,
  })
  .meta({ id: "UsageBucket" });

export const usageReply = z
  .object({
    object: z.literal("usage"),
    from: z.int().describe("Unix milliseconds, as all times here."),
    to: z.int(),
    kept_days: z.int().describe("Days that the request log goes back; there is no usage from before."),
    group_by: z.enum(USAGE_GROUPINGS).nullable(),
    key_name: z.string().optional().describe("Of the key that `key_id` asks for."),
    total: z.object({ ...sums, latency }),
    groups: z.array(group).describe("Those with most requests, most first; empty without `group_by`."),
    others: z
      .object({ ...sums, latency })
      .optional()
      .describe("All other groups."),
    buckets: z.array(bucket).describe("Each hour or day, in their order; empty without `bucket`."),
  })
  .meta({ id: "Usage" });

export type UsageReply = z.infer<typeof usageReply>;
export type UsageTotal = z.infer<typeof total>;
export type UsageLatencies = z.infer<typeof latency>;
