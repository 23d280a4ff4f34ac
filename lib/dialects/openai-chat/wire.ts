/**
 * The wire of `POST /v1/chat/completions`: request schema (spec; wire-formats §1.1 to §1.4) and reply types (§1.5, §1.6).
 * Objects are loose: a field that we do not know passes on the relay lane and is reported where it goes nowhere.
 */
import { z } from "zod";

/** Upstreams and SDKs write `null` for "not set" (wire-formats §1.1). */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** A content part whose type this gateway does not know: another vendor's extension, kept as it is. */
const unknownPart = (known: readonly string[]) =>
  z.looseObject({
    // Aborts, or zod would report this branch instead of the one that the client meant.
    type: z.string().refine((type) => !known.includes(type), { error: `one of ${known.join(", ")}`, abort: true }),
  });

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() });
const refusalPart = z.looseObject({ type: z.literal("refusal"), refusal: z.string() });
const imagePart = z.looseObject({
  type: z.literal("image_url"),
  image_url: z.looseObject({
    url: z.string().regex(/^(https?:\/\/|data:)/i, "an http(s) URL or a data: URL"),
    detail: optional(z.enum(["auto", "low", "high", "original"])),
  }),
});
const audioPart = z.looseObject({
  type: z.literal("input_audio"),
  input_audio: z.looseObject({ data: z.string().min(1), format: z.enum(["wav", "mp3"]) }),
});
const filePart = z.looseObject({
  type: z.literal("file"),
  file: z
    .looseObject({ file_id: optional(z.string()), filename: optional(z.string()), file_data: optional(z.string()) })
    .refine((file) => file.file_id || file.file_data, { error: "file_id, or filename with file_data" }),
});

const contentOf = <Part extends z.ZodType>(part: Part) => z.union([z.string(), z.array(part).min(1)]);
const textContent = contentOf(z.union([textPart, unknownPart(["text"])]));
const userContent = contentOf(
  z.union([
    z.discriminatedUnion("type", [textPart, imagePart, audioPart, filePart]),
    unknownPart(["text", "image_url", "input_audio", "file"]),
  ]),
);
const assistantContent = contentOf(
  z.union([z.discriminatedUnion("type", [textPart, refusalPart]), unknownPart(["text", "refusal"])]),
);

/** Mistral leaves `type` out, so it is not required of a call in the history. */
const toolCall = z.union([
  z.looseObject({
    id: z.string().min(1),
    type: optional(z.literal("function")),
    function: z.looseObject({ name: z.string().min(1), arguments: z.string() }),
  }),
  z.looseObject({
    id: z.string().min(1),
    type: z.literal("custom"),
    custom: z.looseObject({ name: z.string().min(1), input: z.string() }),
  }),
]);

const name = optional(z.string());
const assistantMessage = z
  .looseObject({
    role: z.literal("assistant"),
    content: optional(assistantContent),
    name,
    refusal: optional(z.string()),
    reasoning_content: optional(z.string()),
    tool_calls: optional(z.array(toolCall)),
    function_call: optional(z.looseObject({ name: z.string(), arguments: z.string() })),
    audio: optional(z.looseObject({ id: z.string() })),
  })
  .refine(
    (message) =>
      message.content != null ||
      message.refusal != null ||
      message.tool_calls?.length ||
      message.function_call ||
      message.audio,
    { error: "content, unless the message has tool_calls", path: ["content"] },
  );

const message = z.discriminatedUnion("role", [
  z.looseObject({ role: z.literal("system"), content: textContent, name }),
  z.looseObject({ role: z.literal("developer"), content: textContent, name }),
  z.looseObject({ role: z.literal("user"), content: userContent, name }),
  assistantMessage,
  z.looseObject({ role: z.literal("tool"), content: textContent, tool_call_id: z.string().min(1) }),
  z.looseObject({ role: z.literal("function"), content: optional(z.string()), name: z.string().min(1) }),
]);

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "1 to 64 letters, digits, _ and -");
const jsonSchema = z.record(z.string(), z.unknown());
const functionDefinition = z.looseObject({
  name: toolName,
  description: optional(z.string()),
  parameters: optional(jsonSchema),
  strict: optional(z.boolean()),
});
const tool = z.union([
  z.discriminatedUnion("type", [
    z.looseObject({ type: z.literal("function"), function: functionDefinition }),
    z.looseObject({
      type: z.literal("custom"),
      custom: z.looseObject({ name: toolName, description: optional(z.string()), format: z.unknown().optional() }),
    }),
  ]),
  unknownPart(["function", "custom"]),
]);

const named = z.looseObject({ name: z.string().min(1) });
const toolChoice = z.union([
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
]);

type NamedChoice = { type: "function" | "custom" } & Record<string, unknown>;

function isNamed(choice: unknown): choice is NamedChoice {
  const { type } = (choice ?? {}) as { type?: unknown };
  return type === "function" || type === "custom";
}

function offers(tools: Record<string, unknown>[] | null | undefined, choice: NamedChoice): boolean {
  const nameIn = (holder: Record<string, unknown>) => (holder[choice.type] as { name?: unknown } | undefined)?.name;
  return tools?.some((tool) => tool.type === choice.type && nameIn(tool) === nameIn(choice)) ?? false;
}

const responseFormat = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text") }),
  z.looseObject({ type: z.literal("json_object") }),
  z.looseObject({
    type: z.literal("json_schema"),
    json_schema: z.looseObject({
      name: toolName,
      description: optional(z.string()),
      schema: optional(jsonSchema),
      strict: optional(z.boolean()),
    }),
  }),
]);

const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, { error: "at most 16 pairs" });

export const requestSchema = z
  .looseObject({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    frequency_penalty: optional(z.number().min(-2).max(2)),
    presence_penalty: optional(z.number().min(-2).max(2)),
    temperature: optional(z.number().min(0).max(2)),
    top_p: optional(z.number().min(0).max(1)),
    n: optional(z.int().min(1).max(128)),
    max_completion_tokens: optional(z.int().min(1)),
    max_tokens: optional(z.int().min(1)),
    stop: optional(z.union([z.string(), z.array(z.string()).max(4)])),
    // An int64 on the wire: more than JavaScript's safe integers.
    seed: optional(z.number().refine(Number.isInteger, { error: "a whole number" })),
    logit_bias: optional(z.record(z.string(), z.number().min(-100).max(100))),
    logprobs: optional(z.boolean()),
    top_logprobs: optional(z.int().min(0).max(20)),
    response_format: optional(responseFormat),
    tools: optional(z.array(tool)),
    tool_choice: optional(toolChoice),
    parallel_tool_calls: optional(z.boolean()),
    reasoning_effort: optional(z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])),
    verbosity: optional(z.enum(["low", "medium", "high"])),
    modalities: optional(z.array(z.enum(["text", "audio"])).min(1)),
    audio: optional(
      z.looseObject({
        format: z.enum(["wav", "aac", "mp3", "flac", "opus", "pcm16"]),
        voice: z.union([z.string(), z.looseObject({ id: z.string() })]),
      }),
    ),
    prediction: optional(z.looseObject({ type: z.literal("content"), content: textContent })),
    stream: optional(z.boolean()),
    stream_options: optional(
      z.looseObject({ include_usage: optional(z.boolean()), include_obfuscation: optional(z.boolean()) }),
    ),
    store: optional(z.boolean()),
    metadata: optional(metadata),
    service_tier: optional(z.enum(["auto", "default", "flex", "scale", "priority", "fast"])),
    prompt_cache_key: optional(z.string()),
    prompt_cache_options: optional(z.looseObject({})),
    prompt_cache_retention: optional(z.enum(["in_memory", "24h"])),
    safety_identifier: optional(z.string().max(128)),
    user: optional(z.string()),
    moderation: optional(z.looseObject({})),
    web_search_options: optional(z.looseObject({})),
    functions: optional(z.array(functionDefinition).min(1).max(128)),
    function_call: optional(z.union([z.enum(["none", "auto"]), named])),
  })
  .refine((request) => request.top_logprobs == null || request.logprobs === true, {
    error: "logprobs to be true when top_logprobs is set",
    path: ["top_logprobs"],
  })
  .refine((request) => !request.modalities?.includes("audio") || request.audio != null, {
    error: "an object with format and voice when modalities has audio",
    path: ["audio"],
  })
  .refine(({ tool_choice: choice, tools }) => choice !== "required" || (tools?.length ?? 0) > 0, {
    error: "tools to be given when tool_choice is required",
    path: ["tool_choice"],
  })
  .refine(({ tool_choice: choice, tools }) => !isNamed(choice) || offers(tools, choice), {
    error: "the name of one of the tools",
    path: ["tool_choice"],
  })
  .refine((request) => request.stream_options == null || request.stream === true, {
    error: "stream to be true when stream_options is set",
    path: ["stream_options"],
  });

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
  annotations?: { type?: string; url_citation?: Record<string, unknown> }[] | null;
};

export type ChatChoice = {
  index?: number;
  message?: ChatAnswer;
  delta?: ChatAnswer | null;
  finish_reason?: string | null;
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
