/**
 * The wire of `POST /v1/chat/completions`: request schema (spec; wire-formats §1.1 to §1.4) and reply types (§1.5,
 * §1.6). Objects are loose: an unknown field passes on the relay lane and is reported as dropped on the others.
 */
import { z } from "zod";
import { metadata, optional, otherType, wholeNumber } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import { message, textContent } from "./wire-messages.ts";

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, fieldRules.identifier(64));
const jsonSchema = z.record(z.string(), z.unknown());
const functionDefinition = z
  .looseObject({
    name: toolName,
    description: optional(z.string(), "Tells the model what it does and when to call it."),
    parameters: optional(jsonSchema, "A JSON Schema of the arguments."),
    strict: optional(z.boolean(), "Whether the arguments must follow the schema to the letter."),
  })
  .meta({ id: "ChatFunctionDefinition" });
const tool = z
  .union([
    z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("function"), function: functionDefinition }),
      z.looseObject({
        type: z.literal("custom"),
        custom: z.looseObject({ name: toolName, description: optional(z.string()), format: z.unknown().optional() }),
      }),
    ]),
    otherType(["function", "custom"]),
  ])
  .meta({ id: "ChatTool", description: "A function, a tool that takes free text, or one that the upstream hosts." });

const named = z.looseObject({ name: z.string().min(1) });
const toolChoice = z
  .union([
    z.enum(["none", "auto", "required"]),
    z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("function"), function: named }),
      z.looseObject({ type: z.literal("custom"), custom: named }),
      z.looseObject({
        type: z.literal("allowed_tools"),
        allowed_tools: z.looseObject({
          mode: z.enum(["auto", "required"]),
          tools: z
            .array(z.looseObject({ type: z.string(), function: named.optional(), custom: named.optional() }))
            .min(1),
        }),
      }),
    ]),
  ])
  .meta({ id: "ChatToolChoice" });

type NamedChoice = { type: "function" | "custom" } & Record<string, unknown>;

function isNamed(choice: unknown): choice is NamedChoice {
  const { type } = (choice ?? {}) as { type?: unknown };
  return type === "function" || type === "custom";
}

function offers(tools: Record<string, unknown>[] | null | undefined, choice: NamedChoice): boolean {
  const nameIn = (holder: Record<string, unknown>) => (holder[choice.type] as { name?: unknown } | undefined)?.name;
  return tools?.some((tool) => tool.type === choice.type && nameIn(tool) === nameIn(choice)) ?? false;
}

const responseFormat = z
  .discriminatedUnion("type", [
    z.looseObject({ type: z.literal("text") }),
    z.looseObject({ type: z.literal("json_object") }),
    z.looseObject({
      type: z.literal("json_schema"),
      json_schema: z.looseObject({
        name: toolName,
        description: optional(z.string()),
        schema: optional(jsonSchema, "The JSON Schema that the answer follows."),
        strict: optional(z.boolean()),
      }),
    }),
  ])
  .meta({ id: "ChatResponseFormat" });

export const requestSchema = z
  .looseObject({
    model: z.string().min(1).describe("`<provider>/<model>` or an alias; `GET /v1/models` lists them."),
    messages: z.array(message).min(1).describe("The conversation so far, in order."),
    frequency_penalty: optional(z.number().min(-2).max(2), "Above 0: less of what was said often."),
    presence_penalty: optional(z.number().min(-2).max(2), "Above 0: less of what was said at all."),
    temperature: optional(z.number().min(0).max(2), "How freely words are chosen. Tune it or `top_p`, not both."),
    top_p: optional(z.number().min(0).max(1), "Only the likeliest words, up to this share of probability."),
    n: optional(z.int().min(1).max(128), "How many answers."),
    max_completion_tokens: optional(z.int().min(1), "The most tokens that the answer may have, reasoning included."),
    max_tokens: optional(z.int().min(1), "The older name of `max_completion_tokens`."),
    stop: optional(z.union([z.string(), z.array(z.string()).max(4)]), "The answer ends before any of these."),
    seed: optional(wholeNumber, "The same seed makes the same answer likelier."),
    logit_bias: optional(
      z.record(z.string(), z.number().min(-100).max(100)),
      "By token: how much likelier it is made.",
    ),
    logprobs: optional(z.boolean(), "Whether the answer has the log probabilities of its tokens."),
    top_logprobs: optional(z.int().min(0).max(20), "How many other tokens at each place; takes `logprobs: true`."),
    response_format: optional(responseFormat, "Text, any JSON, or JSON of a schema."),
    tools: optional(z.array(tool), "What the model may call."),
    tool_choice: optional(toolChoice, "Whether the model may, must or must not call a tool, or which."),
    parallel_tool_calls: optional(z.boolean(), "Whether it may make several calls at once."),
    reasoning_effort: optional(
      z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]),
      "How long a reasoning model thinks.",
    ),
    verbosity: optional(z.enum(["low", "medium", "high"]), "How much it says."),
    modalities: optional(z.array(z.enum(["text", "audio"])).min(1), "What the answer is made of."),
    audio: optional(
      z.looseObject({
        format: z.enum(["wav", "aac", "mp3", "flac", "opus", "pcm16"]),
        voice: z.union([z.string(), z.looseObject({ id: z.string() })]),
      }),
      "Required when `modalities` has `audio`.",
    ),
    prediction: optional(
      z.looseObject({ type: z.literal("content"), content: textContent }),
      "What most of the answer will be, to have it sooner.",
    ),
    stream: optional(z.boolean(), "True: the answer comes as server-sent events."),
    stream_options: optional(
      z.looseObject({
        include_usage: optional(z.boolean(), "Whether a last chunk has the usage."),
        include_obfuscation: optional(z.boolean()),
      }),
      "Takes `stream: true`.",
    ),
    store: optional(z.boolean(), "Whether the upstream keeps the answer."),
    metadata: optional(metadata, "At most 16 pairs of your own."),
    service_tier: optional(z.enum(["auto", "default", "flex", "scale", "priority", "fast"])),
    prompt_cache_key: optional(z.string(), "Requests with the same key share a cache."),
    prompt_cache_options: optional(z.looseObject({})),
    prompt_cache_retention: optional(z.enum(["in_memory", "24h"])),
    safety_identifier: optional(z.string().max(128), "Who uses your application, for the upstream's safety checks."),
    user: optional(z.string(), "The older name of `safety_identifier`."),
    moderation: optional(z.looseObject({})),
    web_search_options: optional(z.looseObject({})),
    functions: optional(z.array(functionDefinition).min(1).max(128), "Deprecated: use `tools`."),
    function_call: optional(z.union([z.enum(["none", "auto"]), named]), "Deprecated: use `tool_choice`."),
  })
  .refine((request) => request.top_logprobs == null || request.logprobs === true, {
    error: fieldRules.requires("logprobs", "true"),
    path: ["top_logprobs"],
  })
  .refine((request) => !request.modalities?.includes("audio") || request.audio != null, {
    error: fieldRules.requiredByValue("modalities", "audio"),
    path: ["audio"],
  })
  .refine(({ tool_choice: choice, tools }) => choice !== "required" || (tools?.length ?? 0) > 0, {
    error: fieldRules.requires("tools"),
    path: ["tool_choice"],
  })
  .refine(({ tool_choice: choice, tools }) => !isNamed(choice) || offers(tools, choice), {
    error: fieldRules.namesTool,
    path: ["tool_choice"],
  })
  .refine((request) => request.stream_options == null || request.stream === true, {
    error: fieldRules.requires("stream", "true"),
    path: ["stream_options"],
  })
  .meta({ id: "ChatCompletionRequest", description: "A conversation, and how it is to be answered." });

export type ChatRequest = z.infer<typeof requestSchema>;
export type ChatMessage = ChatRequest["messages"][number];
export type ChatTool = NonNullable<ChatRequest["tools"]>[number];
export type ChatToolChoice = NonNullable<ChatRequest["tool_choice"]>;

export type ChatLogprob = {
  token: string;
  logprob: number;
  bytes?: number[] | null;
  top_logprobs?: { token: string; logprob: number; bytes?: number[] | null }[] | null;
};
export type ChatLogprobs = { content?: ChatLogprob[] | null; refusal?: ChatLogprob[] | null };

export type ChatToolCall = {
  index?: number;
  id?: string | null;
  type?: string | null;
  function?: { name?: string | null; arguments?: string | null } | null;
  custom?: { name?: string | null; input?: string | null } | null;
};

/** `message` of a reply and `delta` of a chunk; upstreams leave out and add at will. */
export type ChatAnswer = {
  role?: string;
  /** Mistral sends an array of parts, with `thinking` among them. */
  content?: string | Record<string, unknown>[] | null;
  refusal?: string | null;
  /** DeepSeek, xAI, vLLM. */
  reasoning_content?: string | null;
  /** Groq, OpenRouter. */
  reasoning?: string | null;
  tool_calls?: ChatToolCall[] | null;
  function_call?: { name?: string | null; arguments?: string | null } | null;
  /** Images from the model (OpenRouter, LiteLLM). */
  images?: unknown;
  annotations?: { type?: string; url_citation?: Record<string, unknown> }[] | null;
};

export type ChatChoice = {
  index?: number;
  message?: ChatAnswer;
  delta?: ChatAnswer | null;
  finish_reason?: string | null;
  /** Field of vLLM's server: the stop sequence, or the number of a token, that ended the choice. */
  stop_reason?: string | number | null;
  logprobs?: ChatLogprobs | null;
};

/** A reply or a chunk. */
export type ChatReply = {
  id?: string;
  object?: string;
  created?: number;
  model?: string;
  choices?: ChatChoice[];
  usage?: Record<string, unknown> | null;
  error?: unknown;
};
