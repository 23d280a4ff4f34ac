/** OpenAPI operations of `/api/usage`. */
import { type UsageReply, usageReply } from "#lib/contract/usage-reply.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, TAGS } from "#lib/openapi/operation-parts.ts";
import { usageQuery } from "./schema.ts";

const echoed = {
  requests: 12,
  errors: 1,
  input_tokens: 840,
  output_tokens: 1_260,
  cached_tokens: 0,
  reasoning_tokens: 0,
  video_seconds: 0,
  cost: { amount: 0, about: false, known_requests: 11, unknown_requests: 0 },
};
const latency = { first_byte_ms: { p50: 3.1, p95: 9.4 }, total_ms: { p50: 3.3, p95: 11.8 } };

const oneDay: UsageReply = {
  object: "usage",
  from: 1_767_225_600_000,
  to: 1_767_312_000_000,
  kept_days: 31,
  group_by: "model",
  total: { ...echoed, latency },
  groups: [{ group: "sandbox/echo", ...echoed, latency }],
  buckets: [
    {
      start: 1_767_225_600_000,
      total: echoed,
      groups: [{ group: "sandbox/echo", ...echoed }],
      total_ms: latency.total_ms,
    },
  ],
};

export const readUsage: Operation = {
  id: "readUsage",
  tag: TAGS.service,
  summary: "Read the usage",
  description:
    "Requests, errors, tokens, seconds of video, cost and latency from the request log: of the whole period, of each hour or day, and of each model, provider, key, API, group of keys, label or route. A key with the scope `admin` sees the usage of all keys, every other key its own.",
  key: "bearer",
  parameters: describeQueryParameters(usageQuery),
  replies: {
    200: { description: "The sums.", content: json(usageReply, { day: example("One day, by model", oneDay) }) },
  },
  errors: [...READ_ERRORS, "otherKeysNeedAdmin"],
};
