/**
 * Responses of the `/v1/responses` routes (spec, Response object; wire-formats §2.4 to §2.7), for the OpenAPI document.
 * Loose, since a relayed response may have more fields; the required fields are in every response the gateway writes.
 */
import { z } from "zod";

const status = z.string().nullish().describe("`in_progress`, `completed` or `incomplete`.");
const annotations = z.array(z.looseObject({ type: z.string() })).nullish();
const logprobs = z.array(z.looseObject({ token: z.string(), logprob: z.number() })).nullish();
const KNOWN_PARTS = ["output_text", "refusal"];

const contentPart = z
  .union([
    z.looseObject({ type: z.literal("output_text"), text: z.string(), annotations, logprobs }),
    z.looseObject({ type: z.literal("refusal"), refusal: z.string() }),
    z.looseObject({ type: z.string().meta({ not: { enum: KNOWN_PARTS } }) }).describe("A part of another type."),
  ])
  .meta({ id: "ResponseContentPart" });

const KNOWN_ITEMS = ["message", "output_text", "function_call", "custom_tool_call", "reasoning"];

const outputItem = z
  .union([
    z.looseObject({
      type: z.literal("message"),
      id: z.string(),
      status,
      role: z.literal("assistant"),
      content: z.array(contentPart),
    }),
    z
      .looseObject({ type: z.literal("output_text"), text: z.string() })
      .describe("The text of a message again, flat, after the real items."),
    z.looseObject({
      type: z.literal("function_call"),
      id: z.string().nullish(),
      call_id: z.string().describe("The `call_id` of the `function_call_output`."),
      name: z.string(),
      arguments: z.string().describe("JSON as text."),
      status,
    }),
    z.looseObject({
      type: z.literal("custom_tool_call"),
      id: z.string().nullish(),
      call_id: z.string(),
      name: z.string(),
      input: z.string(),
      status,
    }),
    z.looseObject({
      type: z.literal("reasoning"),
      id: z.string(),
      summary: z.array(z.looseObject({ type: z.string() })),
      encrypted_content: z.string().nullish().describe("Send it back as it is."),
      status,
    }),
    z
      .looseObject({ type: z.string().meta({ not: { enum: KNOWN_ITEMS } }) })
      .describe("An item of another type, such as a hosted tool's call."),
  ])
  .meta({ id: "ResponseOutputItem" });

const usage = z
  .looseObject({
    input_tokens: z.int(),
    input_tokens_details: z.looseObject({ cached_tokens: z.int().nullish() }).nullish(),
    output_tokens: z.int(),
    output_tokens_details: z.looseObject({ reasoning_tokens: z.int().nullish() }).nullish(),
    total_tokens: z.int(),
  })
  .meta({ id: "ResponseUsage", description: "Tokens read and written." });

export const replySchema = z
  .looseObject({
    id: z.string(),
    object: z.literal("response"),
    created_at: z.number().describe("Unix time in seconds."),
    completed_at: z.number().nullish().describe("Unix time in seconds; null for a response that is not complete."),
    status: z.enum(["queued", "in_progress", "completed", "incomplete", "failed", "cancelled"]),
    model: z.string().describe("As the request named it."),
    output: z.array(outputItem),
    output_text: z.string().optional().describe("The whole text of the response."),
    error: z
      .looseObject({ message: z.string(), code: z.string().nullish() })
      .nullable()
      .describe("Why a response failed."),
    incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullable(),
    instructions: z.unknown().optional(),
    previous_response_id: z.string().nullish(),
    background: z.boolean().nullish(),
    store: z.boolean().nullish().describe("Whether it can be read again under its id."),
    metadata: z.record(z.string(), z.unknown()).nullish(),
    usage: usage.nullish(),
  })
  .meta({
    id: "Response",
    description: "A response. Its settings stand in it as they were used: read the text from `output_text`.",
  });

const sequence_number = z.int().describe("Counts the stream's events; `starting_after` takes it.");
const item_id = z.string();
const place = { item_id, output_index: z.int() };
const contentPlace = { ...place, content_index: z.int() };
const KNOWN_EVENTS = [
  ...["response.created", "response.queued", "response.in_progress", "response.completed", "response.incomplete"],
  ...["response.failed", "response.cancelled", "response.output_item.added", "response.output_item.done"],
  ...["response.content_part.added", "response.content_part.done", "response.output_text.delta"],
  ...["response.output_text.done", "response.refusal.delta", "response.refusal.done"],
  ...["response.function_call_arguments.delta", "response.function_call_arguments.done", "error"],
];

/** Schema of each event's data; the event's name is its `type`. */
export const eventSchema = z
  .union([
    z
      .looseObject({
        type: z.enum([
          "response.created",
          "response.queued",
          "response.in_progress",
          "response.completed",
          "response.incomplete",
          "response.failed",
          "response.cancelled",
        ]),
        response: replySchema,
        sequence_number,
      })
      .describe("How far the response is; the last one holds all of it."),
    z.looseObject({
      type: z.enum(["response.output_item.added", "response.output_item.done"]),
      output_index: z.int(),
      item: outputItem,
      sequence_number,
    }),
    z.looseObject({
      type: z.enum(["response.content_part.added", "response.content_part.done"]),
      ...contentPlace,
      part: contentPart,
      sequence_number,
    }),
    z.looseObject({
      type: z.literal("response.output_text.delta"),
      ...contentPlace,
      delta: z.string(),
      sequence_number,
    }),
    z.looseObject({
      type: z.literal("response.output_text.done"),
      ...contentPlace,
      text: z.string(),
      sequence_number,
    }),
    z.looseObject({ type: z.literal("response.refusal.delta"), ...contentPlace, delta: z.string(), sequence_number }),
    z.looseObject({ type: z.literal("response.refusal.done"), ...contentPlace, refusal: z.string(), sequence_number }),
    z.looseObject({
      type: z.literal("response.function_call_arguments.delta"),
      ...place,
      delta: z.string(),
      sequence_number,
    }),
    z.looseObject({
      type: z.literal("response.function_call_arguments.done"),
      ...place,
      arguments: z.string(),
      sequence_number,
    }),
    z
      .looseObject({ type: z.literal("error"), message: z.string(), sequence_number })
      .describe("The last event of a stream that failed after it had begun."),
    z.looseObject({ type: z.string().meta({ not: { enum: KNOWN_EVENTS } }) }).describe("An event of another type."),
  ])
  .meta({ id: "ResponseStreamEvent", description: "One event of a streamed response; its name is its `type`." });

export const inputItemsSchema = z
  .looseObject({
    object: z.literal("list"),
    data: z.array(z.looseObject({ type: z.string().optional() })),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: "ResponseInputItemList", description: "A page of what a response was made from." });

export const deletedSchema = z
  .looseObject({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) })
  .meta({ id: "DeletedResponse" });

export const tokenCountSchema = z
  .looseObject({ object: z.literal("response.input_tokens"), input_tokens: z.int() })
  .meta({ id: "ResponseTokensCount", description: "How many tokens the request's prompt has." });

export const compactionSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal("response.compaction"),
    created_at: z.number().describe("Unix time in seconds."),
    output: z
      .array(
        z.looseObject({
          type: z.string(),
          encrypted_content: z.string().optional().describe("Send it back as it is."),
        }),
      )
      .describe("Items to begin the next input with, as they are; the last one has the type `compaction`."),
    usage: usage.nullish(),
  })
  .meta({ id: "ResponseCompaction", description: "Items that stand for a conversation." });
