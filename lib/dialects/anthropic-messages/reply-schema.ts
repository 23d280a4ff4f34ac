/**
 * Responses of `POST /v1/messages` and `/v1/messages/count_tokens` (spec, Message; wire-formats §3.5 to §3.7), for the
 * OpenAPI document. Loose, since a relayed response may have more fields; the required fields are in every response
 * that the gateway writes.
 */
import { z } from "zod";

const KNOWN_BLOCKS = ["text", "thinking", "redacted_thinking", "tool_use"];

const contentBlock = z
  .union([
    z.looseObject({
      type: z.literal("text"),
      text: z.string(),
      citations: z.array(z.looseObject({ type: z.string() })).nullish(),
    }),
    z.looseObject({
      type: z.literal("thinking"),
      thinking: z.string().describe("The model's reasoning."),
      signature: z.string().describe("Send it back as it is."),
    }),
    z.looseObject({ type: z.literal("redacted_thinking"), data: z.string().describe("Send it back as it is.") }),
    z.looseObject({
      type: z.literal("tool_use"),
      id: z.string().describe("The `tool_use_id` of the result."),
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
    z
      .looseObject({ type: z.string().meta({ not: { enum: KNOWN_BLOCKS } }) })
      .describe("A block of another type, such as a server tool's, as its provider sent it."),
  ])
  .meta({ id: "MessageContentBlock", description: "Blocks stay blocks: they are never flattened into one text." });

const usage = z
  .looseObject({
    input_tokens: z.int().describe("Without tokens that were read from or written to a cache."),
    output_tokens: z.int(),
    cache_creation_input_tokens: z.int().nullish(),
    cache_read_input_tokens: z.int().nullish(),
    output_tokens_details: z.looseObject({ thinking_tokens: z.int().nullish() }).nullish(),
  })
  .meta({ id: "MessageUsage", description: "Tokens read and written." });

const stop = {
  stop_reason: z
    .string()
    .nullable()
    .describe("`end_turn`, `max_tokens`, `stop_sequence`, `tool_use`, `refusal`, `pause_turn` …"),
  stop_sequence: z.string().nullish().describe("Which of `stop_sequences` it was."),
};

export const replySchema = z
  .looseObject({
    id: z.string(),
    type: z.literal("message"),
    role: z.literal("assistant"),
    model: z.string().describe("As the request named it."),
    content: z.array(contentBlock),
    ...stop,
    usage,
  })
  .meta({ id: "Message", description: "A whole answer: its content as blocks." });

const index = z.int().describe("Which content block.");
const KNOWN_EVENTS = [
  ...["message_start", "content_block_start", "content_block_delta", "content_block_stop"],
  ...["message_delta", "message_stop", "ping", "error"],
];

/** Schema of each event's data; the event's name is its `type`. */
export const eventSchema = z
  .union([
    z.looseObject({ type: z.literal("message_start"), message: replySchema }),
    z.looseObject({ type: z.literal("content_block_start"), index, content_block: contentBlock }),
    z.looseObject({
      type: z.literal("content_block_delta"),
      index,
      delta: z
        .looseObject({ type: z.string() })
        .describe("`text_delta`, `input_json_delta`, `thinking_delta`, `signature_delta` or `citations_delta`."),
    }),
    z.looseObject({ type: z.literal("content_block_stop"), index }),
    z.looseObject({
      type: z.literal("message_delta"),
      delta: z.looseObject(stop),
      usage: z.looseObject({ output_tokens: z.int() }).nullish(),
    }),
    z.looseObject({ type: z.literal("message_stop") }),
    z.looseObject({ type: z.literal("ping") }).describe("Bridges a silence."),
    z
      .looseObject({ type: z.literal("error"), error: z.looseObject({ type: z.string(), message: z.string() }) })
      .describe("The last event of a stream that failed after it had begun."),
    z.looseObject({ type: z.string().meta({ not: { enum: KNOWN_EVENTS } }) }).describe("An event of another type."),
  ])
  .meta({ id: "MessageStreamEvent", description: "One event of a streamed message; its name is its `type`." });

export const tokenCountSchema = z
  .looseObject({ input_tokens: z.int() })
  .meta({ id: "MessageTokensCount", description: "How many tokens the request's prompt has." });
