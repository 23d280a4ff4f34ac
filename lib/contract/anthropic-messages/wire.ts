/**
 * The wire of `POST /v1/messages`: request schemas (spec; wire-formats §3.2 to §3.4) and reply types (§3.5, §3.6).
 * Objects are loose: an unknown field passes on the relay lane and is reported as dropped on the others.
 */
import { z } from "zod";
import { optional } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import { assistantBlock, cacheControl, textBlock, userBlock } from "./wire-blocks.ts";

const userMessage = z
  .looseObject({
    role: z.literal("user"),
    content: z.union([z.string().min(1), z.array(userBlock).min(1)]),
  })
  .meta({ id: "MessageUserTurn" });
/** May be empty: as the last turn it is a prefill. */
const assistantMessage = z
  .looseObject({
    role: z.literal("assistant"),
    content: z.union([z.string(), z.array(assistantBlock)]),
  })
  .meta({ id: "MessageAssistantTurn" });
/** Instructions inside a conversation: newer than the API's `system` field, and text only. */
const systemMessage = z
  .looseObject({
    role: z.literal("system"),
    content: z.union([z.string().min(1), z.array(textBlock).min(1)]),
  })
  .meta({ id: "MessageSystemTurn", description: "Instructions in the midst of a conversation." });
const message = z
  .discriminatedUnion("role", [userMessage, assistantMessage, systemMessage])
  .meta({ id: "MessageTurn", description: "One turn of the conversation." });

const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, fieldRules.identifier(128));
const clientTool = z
  .looseObject({
    type: optional(z.literal("custom")),
    name: toolName,
    description: optional(z.string(), "Tells the model what it does and when to call it."),
    input_schema: z.looseObject({ type: z.literal("object") }).describe("A JSON Schema of the input."),
    strict: optional(z.boolean()),
    cache_control: optional(cacheControl),
  })
  .meta({ id: "MessageTool", description: "A tool that you run." });
/** Types that are not tools defined by the API: its type of a client's tool, and OpenAI's (wire-formats §3.4). */
const NO_TYPED_TOOL = ["custom", "function"];
/** Tools that the API defines by their type: a version date at its end, as in `web_search_20250305`. */
const typedTool = z
  .looseObject({
    // Aborts, or zod would report this branch instead of the one that the client meant.
    type: z
      .string()
      .refine((type) => !NO_TYPED_TOOL.includes(type), {
        error: fieldRules.toolType,
        abort: true,
      })
      .meta({ not: { enum: NO_TYPED_TOOL } }),
  })
  .meta({
    id: "MessageTypedTool",
    description: "A tool that the convention defines by its type, such as `web_search_20250305`.",
  });

const parallel = { disable_parallel_tool_use: optional(z.boolean()) };
const toolChoice = z
  .discriminatedUnion("type", [
    z.looseObject({ type: z.literal("auto"), ...parallel }),
    z.looseObject({ type: z.literal("any"), ...parallel }),
    z.looseObject({ type: z.literal("tool"), name: z.string().min(1), ...parallel }),
    z.looseObject({ type: z.literal("none") }),
  ])
  .meta({ id: "MessageToolChoice" });

const display = optional(z.enum(["summarized", "omitted"]));
const thinking = z
  .discriminatedUnion("type", [
    z.looseObject({ type: z.literal("enabled"), budget_tokens: z.int().min(1024), display }),
    z.looseObject({ type: z.literal("adaptive"), display }),
    z.looseObject({ type: z.literal("disabled") }),
    z.looseObject({ type: z.literal("between_tools") }),
  ])
  .meta({ id: "MessageThinking" });

const outputConfig = z.looseObject({
  effort: optional(z.enum(["low", "medium", "high", "xhigh", "max"])),
  format: optional(z.looseObject({ type: z.literal("json_schema"), schema: z.record(z.string(), z.unknown()) })),
});

const prompt = {
  model: z.string().min(1).describe("`<provider>/<model>` or an alias; `GET /v1/models` lists them."),
  messages: z.array(message).min(1).max(100_000).describe("The conversation so far, in order."),
  system: optional(z.union([z.string(), z.array(textBlock)]), "What the model is told first; not one of `messages`."),
  tools: optional(z.array(z.union([clientTool, typedTool])), "What the model may call."),
  tool_choice: optional(toolChoice, "Whether the model may, must or must not call a tool, or which."),
  thinking: optional(
    thinking,
    "Whether the model thinks before it answers; `budget_tokens` is less than `max_tokens`.",
  ),
  output_config: optional(outputConfig, "How much effort the answer gets, and the JSON Schema that it follows."),
  cache_control: optional(cacheControl),
};

type Prompt = {
  tools?: unknown[] | null | undefined;
  tool_choice?: { type: string; name?: unknown } | null | undefined;
};

/** Checks that the chosen tool is among the tools, if all of them have names (a tool set brings other tools). */
function hasChosenTool({ tools, tool_choice: choice }: Prompt): boolean {
  if (choice?.type !== "tool" && choice?.type !== "any") return true;
  if (choice.type === "any") return (tools?.length ?? 0) > 0;
  const names = (tools ?? []).map((tool) => (tool as { name?: unknown }).name);
  return names.includes(choice.name) || (names.length > 0 && names.includes(undefined));
}
const TOOL_CHOICE_RULE = { error: fieldRules.namesTool, path: ["tool_choice"] };

export const requestSchema = z
  .looseObject({
    ...prompt,
    max_tokens: z.int().min(0).describe("The most tokens that the answer may have; 0 only warms the cache."),
    stop_sequences: optional(z.array(z.string()), "The answer ends before any of these."),
    stream: optional(z.boolean(), "True: the answer comes as server-sent events."),
    temperature: optional(z.number().min(0).max(1), "How freely words are chosen."),
    top_p: optional(z.number().min(0).max(1), "Only the likeliest words, up to this share of probability."),
    top_k: optional(z.int().min(0), "Only this many of the likeliest words."),
    metadata: optional(z.looseObject({ user_id: optional(z.string().max(256)) }), "Who uses your application."),
    service_tier: optional(z.enum(["auto", "standard_only"])),
    container: optional(z.union([z.string(), z.looseObject({ id: optional(z.string()) })])),
  })
  .refine(hasChosenTool, TOOL_CHOICE_RULE)
  .refine(({ thinking: asked, max_tokens: limit }) => asked?.type !== "enabled" || asked.budget_tokens < limit, {
    error: fieldRules.lessThan("max_tokens"),
    path: ["thinking", "budget_tokens"],
  })
  .meta({ id: "MessageRequest", description: "A conversation, and how it is to be answered." });

/** Body of `POST /v1/messages/count_tokens`: the same, without the fields that only a response needs (§3.7). */
export const countTokensRequest = z
  .looseObject(prompt)
  .refine(hasChosenTool, TOOL_CHOICE_RULE)
  .meta({ id: "MessageCountTokensRequest", description: "A message request, without what only an answer needs." });

export type MessagesRequest = z.infer<typeof requestSchema>;
export type CountTokensRequest = z.infer<typeof countTokensRequest>;
export type WireMessage = MessagesRequest["messages"][number];
export type WireTool = NonNullable<MessagesRequest["tools"]>[number];
export type WireToolChoice = NonNullable<MessagesRequest["tool_choice"]>;

/** A content block of a reply, or the beginning of one in a stream. */
export type ReplyBlock = { type: string; [field: string]: unknown };

export type WireReply = {
  id?: string;
  type?: string;
  role?: string;
  model?: string;
  content?: ReplyBlock[];
  stop_reason?: string | null;
  stop_sequence?: string | null;
  usage?: Record<string, unknown> | null;
};

/** One event of a stream; which fields it has depends on its type (§3.6). */
export type WireStreamEvent = {
  type?: string;
  message?: WireReply;
  index?: number;
  content_block?: ReplyBlock;
  delta?: Record<string, unknown>;
  usage?: Record<string, unknown> | null;
  error?: unknown;
};
