/**
 * The wire of `POST /v1/responses`: request schema (spec; wire-formats §2.1 to §2.3) and response types (§2.4, §2.6).
 * Objects are loose: an unknown field passes on the relay lane and is reported as dropped on the others.
 */
import { z } from "zod";
import { atLeastOneOf, metadata, optional, otherType } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import type { FLAT_OUTPUT } from "./flat-output.ts";
import { inputItem, text } from "./wire-items.ts";

export type { KnownItem, MessageItem, ResponsesItem } from "./wire-items.ts";

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, fieldRules.identifier(128));
const jsonSchema = z.record(z.string(), z.unknown());
const tool = z
  .union([
    z.discriminatedUnion("type", [
      z
        .looseObject({
          type: z.literal("function"),
          name: toolName,
          description: optional(z.string(), "Tells the model what it does and when to call it."),
          parameters: optional(jsonSchema, "A JSON Schema of the arguments."),
          strict: optional(z.boolean(), "Whether the arguments must follow the schema to the letter."),
        })
        .meta({ id: "ResponseFunctionTool" }),
      z.looseObject({
        type: z.literal("custom"),
        name: toolName,
        description: optional(z.string()),
        format: z.unknown().optional(),
      }),
      z.looseObject({ type: z.literal("file_search"), vector_store_ids: z.array(z.string()) }),
      z.looseObject({ type: z.literal("mcp"), server_label: z.string().min(1) }),
      z.looseObject({ type: z.literal("image_generation"), partial_images: optional(z.int().min(0).max(3)) }),
    ]),
    otherType(["function", "custom", "file_search", "mcp", "image_generation"]),
  ])
  .meta({
    id: "ResponseTool",
    description: "A function, a tool that takes free text, or one that the upstream hosts.",
  });

const allowedTool = z.looseObject({ type: z.string(), name: optional(z.string().min(1)) });
const toolChoice = z
  .union([
    z.enum(["none", "auto", "required"]),
    z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("function"), name: z.string().min(1) }),
      z.looseObject({ type: z.literal("custom"), name: z.string().min(1) }),
      z.looseObject({
        type: z.literal("allowed_tools"),
        mode: z.enum(["auto", "required"]),
        tools: z.array(allowedTool).min(1),
      }),
    ]),
    otherType(["function", "custom", "allowed_tools"]),
  ])
  .meta({ id: "ResponseToolChoice" });

const textFormat = z
  .discriminatedUnion("type", [
    z.looseObject({ type: z.literal("text") }),
    z.looseObject({ type: z.literal("json_object") }),
    z.looseObject({
      type: z.literal("json_schema"),
      name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, fieldRules.identifier(64)),
      schema: jsonSchema.describe("The JSON Schema that the answer follows."),
      description: optional(z.string()),
      strict: optional(z.boolean()),
    }),
  ])
  .meta({ id: "ResponseTextFormat" });

const reasoning = z.looseObject({
  effort: optional(z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])),
  summary: optional(z.enum(["auto", "concise", "detailed"])),
  generate_summary: optional(z.enum(["auto", "concise", "detailed"])),
  context: optional(z.enum(["auto", "current_turn", "all_turns"])),
  mode: optional(z.enum(["standard", "pro"])),
});

export const requestSchema = z
  .looseObject({
    model: z.string().min(1).describe("`<provider>/<model>` or an alias; `GET /v1/models` lists them."),
    input: optional(z.union([text, z.array(inputItem)]), "A text, or items: messages, calls, their outputs …"),
    instructions: optional(z.string(), "What the model is told before the input; not kept for the next response."),
    previous_response_id: optional(z.string().min(1), "Goes on from a stored response."),
    conversation: optional(z.union([z.string().min(1), z.looseObject({ id: z.string().min(1) })])),
    store: optional(z.boolean(), "Whether the response can be read again and gone on from; true unless you say no."),
    background: optional(
      z.boolean(),
      "True: answers at once with a response in progress, to be read until it is done.",
    ),
    stream: optional(z.boolean(), "True: the answer comes as server-sent events."),
    stream_options: optional(z.looseObject({ include_obfuscation: optional(z.boolean()) }), "Takes `stream: true`."),
    include: optional(z.array(z.string()), "What else the answer has, such as `reasoning.encrypted_content`."),
    max_output_tokens: optional(z.int().min(1), "The most tokens that the answer may have, reasoning included."),
    max_tool_calls: optional(z.int().min(1), "The most calls of hosted tools."),
    temperature: optional(z.number().min(0).max(2), "How freely words are chosen. Tune it or `top_p`, not both."),
    top_p: optional(z.number().min(0).max(1), "Only the likeliest words, up to this share of probability."),
    top_logprobs: optional(z.int().min(0).max(20), "How many tokens at each place have their log probability shown."),
    reasoning: optional(reasoning, "How long a reasoning model thinks, and what it shows of it."),
    text: optional(
      z.looseObject({
        format: optional(textFormat, "Text, any JSON, or JSON of a schema."),
        verbosity: optional(z.enum(["low", "medium", "high"]), "How much it says."),
      }),
    ),
    tools: optional(z.array(tool), "What the model may call."),
    tool_choice: optional(toolChoice, "Whether the model may, must or must not call a tool, or which."),
    parallel_tool_calls: optional(z.boolean(), "Whether it may make several calls at once."),
    truncation: optional(z.enum(["auto", "disabled"]), "Whether a conversation that is too long loses its middle."),
    metadata: optional(metadata, "At most 16 pairs of your own."),
    service_tier: optional(z.enum(["auto", "default", "flex", "scale", "priority", "fast", "ultrafast"])),
    safety_identifier: optional(z.string().max(128), "Who uses your application, for the upstream's safety checks."),
    user: optional(z.string(), "The older name of `safety_identifier`."),
    prompt_cache_key: optional(z.string(), "Requests with the same key share a cache."),
    prompt_cache_options: optional(z.looseObject({})),
    prompt_cache_retention: optional(z.enum(["in_memory", "in-memory", "24h"])),
    prompt: optional(z.looseObject({ id: z.string().min(1) }), "A prompt that the upstream keeps."),
    context_management: optional(z.array(z.looseObject({ type: z.string() }))),
    moderation: optional(z.looseObject({})),
  })
  .refine((request) => isGiven(request.input) || isContinued(request), {
    error: fieldRules.type(["a string", "an array of items"]),
    path: ["input"],
  })
  .refine((request) => request.previous_response_id == null || request.conversation == null, {
    error: fieldRules.excludes("conversation"),
    path: ["previous_response_id"],
  })
  .refine((request) => request.background !== true || request.store !== false, {
    error: fieldRules.requires("store", "true"),
    path: ["background"],
  })
  .refine((request) => request.stream_options == null || request.stream === true, {
    error: fieldRules.requires("stream", "true"),
    path: ["stream_options"],
  })
  .refine(({ tool_choice: choice, tools }) => choice !== "required" || (tools?.length ?? 0) > 0, {
    error: fieldRules.requires("tools"),
    path: ["tool_choice"],
  })
  .refine(offersChosenTool, { error: fieldRules.namesTool, path: ["tool_choice"] })
  .meta({
    id: "ResponseRequest",
    description: "What is to be answered, and how.",
    ...atLeastOneOf(["input", "previous_response_id", "conversation", "prompt"]),
  });

/** Checks that a tool chosen by name is in `tools`, unless these have tool sets, whose names are elsewhere (§2.3). */
function offersChosenTool({
  tool_choice: choice,
  tools,
}: {
  tool_choice?: unknown;
  tools?: unknown[] | null | undefined;
}) {
  const { type, name } = (choice ?? {}) as { type?: unknown; name?: unknown };
  if (type !== "function" && type !== "custom") return true;
  const offered = (tools ?? []) as { type: unknown; name?: unknown }[];
  return offered.some((tool) => tool.type === "namespace" || (tool.type === type && tool.name === name));
}

/** An empty list counts as not set. */
function isGiven(input: unknown): boolean {
  return Array.isArray(input) ? input.length > 0 : input != null;
}

/** True when the request continues from something other than `input`. */
function isContinued(request: { previous_response_id?: unknown; conversation?: unknown; prompt?: unknown }): boolean {
  return request.previous_response_id != null || request.conversation != null || request.prompt != null;
}

/** A request with the gateway's note for the writer of its response; the note is not a field and is never sent. */
export type ResponsesRequest = z.infer<typeof requestSchema> & { [FLAT_OUTPUT]?: boolean };
export type ResponsesTool = NonNullable<ResponsesRequest["tools"]>[number];
export type ResponsesToolChoice = NonNullable<ResponsesRequest["tool_choice"]>;

export type ResponsesLogprob = {
  token: string;
  logprob: number;
  bytes?: number[] | null;
  top_logprobs?: { token?: string; logprob?: number; bytes?: number[] | null }[] | null;
};

/** Fields of a response object that are read; the others are carried unchanged. */
export type ResponsesReply = {
  id?: string;
  object?: string;
  created_at?: number;
  model?: string;
  status?: string;
  output?: WireItem[] | null;
  output_text?: string;
  error?: { message?: string; code?: string | null; type?: string | null } | null;
  incomplete_details?: { reason?: string | null } | null;
  usage?: Record<string, unknown> | null;
  [key: string]: unknown;
};

/** An output item as an upstream sends it: nothing but its type is sure. */
export type WireItem = { type: string; id?: string; [key: string]: unknown };

/** An event of a stream: which of the fields there are depends on its type (§2.6). */
export type ResponsesEvent = {
  type: string;
  sequence_number?: number;
  output_index?: number;
  content_index?: number;
  summary_index?: number;
  item_id?: string;
  item?: WireItem;
  part?: { type: string; [key: string]: unknown };
  delta?: unknown;
  text?: string;
  refusal?: string;
  arguments?: string;
  input?: string;
  annotation?: Record<string, unknown>;
  logprobs?: ResponsesLogprob[] | null;
  response?: ResponsesReply;
  error?: unknown;
  message?: unknown;
};
