/** OpenAPI operations of `/api/requests`. */
import { z } from "zod";
import type { LoggedRequest, RequestList, RequestWithRecord } from "#lib/contract/logged-request.ts";
import { describeQueryParameters } from "#lib/openapi/describe-query-parameters.ts";
import { READ_ERRORS } from "#lib/openapi/error-groups.ts";
import type { Operation } from "#lib/openapi/operation.ts";
import { example, json, pathParameter, TAGS } from "#lib/openapi/operation-parts.ts";
import { promptCacheSchema, SAMPLE_COMPARISON } from "./prompt-cache-schema.ts";
import { requestRecordSchema, SAMPLE_RECORD } from "./record-schema.ts";
import { requestsQuery } from "./schema.ts";

const count = z.int().nullable();

const requestSchema = z
  .looseObject({
    object: z.literal("request"),
    id: z.string().describe("Its `x-request-id`; `video_…` for the end of a video's task, a row of its own."),
    time: z.int().describe("When it arrived, in Unix milliseconds."),
    key: z
      .looseObject({ id: z.string(), name: z.string(), prefix: z.string().nullable() })
      .nullable()
      .describe("Key that sent it; null without a valid key."),
    group: z.string().nullable().describe("Group of the key at that time."),
    tags: z.array(z.string()).describe("Labels of the key, and of the header `x-gateway-tags`."),
    route: z.string().nullable().describe("The method and the path, as this document names it."),
    dialect: z.string().nullable(),
    lane: z.enum(["relay", "translate", "bridge", "sandbox"]).nullable(),
    upstream: z.string().nullable(),
    model: z.string().nullable().describe("As the client named it."),
    target: z
      .string()
      .nullable()
      .describe("The model that answered, when the client named an alias or a route; null otherwise."),
    attempts: z
      .array(
        z.looseObject({
          model: z.string(),
          lane: z.enum(["relay", "translate", "bridge", "sandbox"]).nullable(),
          status: z.int(),
          ms: z.number().describe("Until its response began, or until it failed."),
          dropped: z.array(z.string()),
          error: z.string().nullable(),
          price: z
            .looseObject({ input: z.number(), output: z.number() })
            .nullable()
            .describe("US dollars per million tokens, today; null when unknown."),
          cost: z.number().nullable().describe("US dollars; null for a failed attempt, which reports no tokens."),
        }),
      )
      .describe("The attempts of a route, in order; empty for a request of one model."),
    status: z.int().describe("499 when the client disconnected before the response was complete."),
    stream: z.boolean(),
    input_tokens: count.describe("All prompt tokens, cached ones included."),
    output_tokens: count.describe("All generated tokens, reasoning included."),
    cached_tokens: count.describe("Of the input, what came from a cache."),
    cache_write_tokens: count.describe("Of the input, what was written to a cache."),
    reasoning_tokens: count,
    video_seconds: z.number().nullable().describe("Seconds of all videos of a finished task."),
    images: z.int().nullable().describe("Images that the request made."),
    first_byte_ms: z.number().nullable(),
    total_ms: z.number(),
    request_bytes: z.int(),
    response_bytes: z.int(),
    error: z.string().nullable().describe("Error message that the client got."),
    dropped: z.array(z.string()).describe("Fields of the request that were ignored."),
    emulated: z
      .array(z.string())
      .describe("Fields that the gateway followed itself; `usage` where it estimated the tokens."),
    prompt: z.string().nullable().describe("Stored prompt and its version, such as `support/reply@7`."),
    cost: z.number().nullable().describe("US dollars at today's prices; null where a count or the price is unknown."),
    cost_about: z.boolean().describe("True when a price in the cost is not exact."),
    exchange: z.boolean().describe("True while `/api/exchanges/{exchange_id}` has its trace."),
    hooks: z
      .array(
        z.looseObject({
          on: z.enum(["request", "response"]),
          action: z.enum(["allow", "block", "replace", "failed"]),
          ms: z.int(),
        }),
      )
      .describe("Calls of the operator's hooks, in order."),
    cache: z.enum(["hit", "miss"]).nullable().describe("Whether the response came from the cache; null without it."),
    recorded: z.boolean().describe("True when the log has the bodies of the request and its response."),
  })
  .meta({ id: "LoggedRequest", description: "One finished request." }) satisfies z.ZodType<LoggedRequest>;

const requestWithRecordSchema = z
  .looseObject({
    ...requestSchema.shape,
    record: requestRecordSchema.nullable(),
    prompt_cache: promptCacheSchema.nullable(),
  })
  .meta({ id: "RequestWithRecord" }) satisfies z.ZodType<RequestWithRecord>;

const listSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z
      .array(requestSchema)
      .describe("Newest first. A page may have fewer than `limit`, even none, and still have a next page."),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe("`cursor` of the next page; null on the last one."),
  })
  .meta({ id: "RequestList" }) satisfies z.ZodType<RequestList>;

const SAMPLE: LoggedRequest = {
  object: "request",
  id: "req_3f1c9a5be2",
  time: 1_795_000_000_000,
  key: { id: "key_0123456789abcdef01", name: "CI", prefix: "pk_a1B2c3D4" },
  group: null,
  tags: ["ci", "nightly"],
  route: "POST /v1/chat/completions",
  dialect: "openai-chat",
  lane: "relay",
  upstream: "openai",
  model: "openai/gpt-4o",
  target: null,
  attempts: [],
  status: 200,
  stream: true,
  input_tokens: 1_204,
  output_tokens: 330,
  cached_tokens: 1_024,
  cache_write_tokens: null,
  reasoning_tokens: 0,
  video_seconds: null,
  images: null,
  first_byte_ms: 412.5,
  total_ms: 3_890.2,
  request_bytes: 5_120,
  response_bytes: 41_337,
  error: null,
  dropped: [],
  emulated: [],
  prompt: null,
  cost: 0.00503,
  cost_about: false,
  exchange: false,
  hooks: [],
  cache: null,
  recorded: true,
};

const OWN =
  "A key sees its own requests; one with the scope `admin` sees all. Rows are stored for 31 days; `requestLog.days` of the configuration changes that. Prompts and responses are not in the log, unless a key's `log_bodies` or `requestLog.bodies` says so.";

export const listRequests: Operation = {
  id: "listRequests",
  tag: TAGS.requests,
  summary: "List requests",
  description: `Finished requests, newest first. ${OWN}`,
  key: "bearer",
  parameters: describeQueryParameters(requestsQuery),
  replies: {
    200: {
      description: "A page of the log.",
      content: json(listSchema, {
        page: example("A page that has a next one", {
          object: "list",
          data: [SAMPLE],
          has_more: true,
          next_cursor: "1795000000000.req_3f1c9a5be2",
        } satisfies RequestList),
      }),
    },
  },
  errors: [...READ_ERRORS, "otherKeysNeedAdmin"],
};

export const readRequest: Operation = {
  id: "readRequest",
  tag: TAGS.requests,
  summary: "Read one request",
  description: `The newest row of this id, with the bodies if they were recorded. ${OWN}`,
  key: "bearer",
  parameters: [pathParameter("request_id", "The request's `x-request-id`.", "req_3f1c9a5be2")],
  replies: {
    200: {
      description: "The row.",
      content: json(requestWithRecordSchema, {
        streamed: example("A stream that went well", {
          ...SAMPLE,
          record: SAMPLE_RECORD,
          prompt_cache: SAMPLE_COMPARISON,
        } satisfies RequestWithRecord),
      }),
    },
  },
  errors: [...READ_ERRORS, "requestNotFound"],
};
