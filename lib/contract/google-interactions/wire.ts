/**
 * The wire of `POST /v1beta/interactions`: request schema (wire-formats §14.1 to §14.3) and reply types (§14.4, §14.5).
 * Objects are loose: an unknown field passes on the relay lane and is reported as dropped on the others.
 */
import { z } from "zod";
import { atLeastOneOf, optional, otherType, wholeNumber } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import { input } from "./wire-steps.ts";

const struct = z.record(z.string(), z.unknown());
const functionName = z.string().regex(/^[A-Za-z_][\w.:-]{0,127}$/, fieldRules.googleFunctionName);

const tool = z
  .union([
    z.looseObject({
      type: z.literal("function"),
      name: functionName,
      description: optional(z.string()),
      parameters: optional(z.union([struct, z.boolean()]), "JSON Schema of the arguments."),
    }),
    otherType(["function"]),
  ])
  .meta({ id: "InteractionTool", description: "A function that you run, or a tool that the upstream hosts." });

const CHOICES = ["auto", "any", "none", "validated"] as const;
const toolChoice = z
  .union([
    z.enum(CHOICES),
    z.looseObject({
      allowed_tools: z.looseObject({ mode: optional(z.enum(CHOICES)), tools: optional(z.array(z.string().min(1))) }),
    }),
  ])
  .meta({ id: "InteractionToolChoice" });

const generationConfig = z
  .looseObject({
    temperature: optional(z.number().min(0).max(2), "How freely words are chosen."),
    top_p: optional(z.number().min(0).max(1), "Only the likeliest words, up to this share of probability."),
    seed: optional(wholeNumber, "The same seed makes the same answer likelier."),
    stop_sequences: optional(z.array(z.string()), "The answer ends before any of these."),
    max_output_tokens: optional(z.int().min(1), "The most tokens that the answer may have, thoughts included."),
    thinking_level: optional(z.enum(["minimal", "low", "medium", "high"]), "How long the model thinks."),
    thinking_summaries: optional(z.enum(["auto", "none"]), "Whether the answer shows a summary of the thoughts."),
    tool_choice: optional(toolChoice, "Whether the model may, must or must not call a function, or which."),
    image_config: optional(z.looseObject({ aspect_ratio: optional(z.string()), image_size: optional(z.string()) })),
    speech_config: optional(z.union([z.looseObject({}), z.array(z.looseObject({}))])),
    video_config: optional(z.looseObject({})),
    transcription_config: optional(z.looseObject({})),
  })
  .meta({ id: "InteractionGenerationConfig", description: "How the answer is made." });

const FORMATS = ["text", "image", "audio", "video"] as const;
const responseFormat = z
  .union([
    z.discriminatedUnion("type", [
      z.looseObject({
        type: z.literal("text"),
        mime_type: optional(z.enum(["text/plain", "application/json"])),
        schema: optional(z.union([struct, z.boolean()]), "The JSON Schema that the answer follows."),
      }),
      z.looseObject({
        type: z.literal("image"),
        aspect_ratio: optional(z.string()),
        image_size: optional(z.string()),
        mime_type: optional(z.string()),
      }),
      z.looseObject({ type: z.literal("audio"), mime_type: optional(z.string()) }),
      z.looseObject({ type: z.literal("video"), aspect_ratio: optional(z.string()) }),
    ]),
    otherType(FORMATS),
    z.looseObject({ type: z.never().optional() }),
  ])
  .meta({
    id: "InteractionResponseFormat",
    description: "A kind of output; without one of these types, a JSON Schema.",
  });

export const requestSchema = z
  .looseObject({
    model: optional(z.string().min(1), "`<provider>/<model>` or an alias; `GET /v1/models` lists them."),
    agent: optional(z.string().min(1), "Refused: agents run at Google alone."),
    input: optional(input, "A text, content, or the steps of a conversation."),
    system_instruction: optional(z.string(), "What the model is told first; not kept for the next interaction."),
    previous_interaction_id: optional(z.string().min(1), "Goes on from a stored interaction."),
    store: optional(z.boolean(), "Whether it can be read again and gone on from; true unless you say no."),
    background: optional(z.boolean(), "True: answers at once; read the interaction until it is done."),
    stream: optional(z.boolean(), "True: the answer comes as server-sent events."),
    generation_config: optional(generationConfig),
    tools: optional(z.array(tool), "What the model may call."),
    response_format: optional(z.union([responseFormat, z.array(responseFormat).min(1)]), "The form of the answer."),
    response_mime_type: optional(z.string(), "Older form of `response_format`."),
    response_modalities: optional(z.array(z.string()), "Older form of `response_format`."),
    safety_settings: optional(z.array(z.looseObject({ type: z.string(), threshold: z.string() }))),
    service_tier: optional(z.string()),
    labels: optional(z.record(z.string(), z.string())),
    cached_content: optional(z.string()),
    continuation_token: optional(z.string()),
    environment: optional(z.union([z.string(), z.looseObject({})])),
    webhook_config: optional(z.looseObject({ uris: optional(z.array(z.string())) })),
  })
  .refine((request) => request.agent == null, { error: fieldRules.agentsUnavailable, path: ["agent"] })
  .refine((request) => request.model != null, { error: fieldRules.type(["a string"]), path: ["model"] })
  .refine((request) => request.input != null || request.previous_interaction_id != null, {
    error: fieldRules.requiredUnless(["previous_interaction_id"]),
    path: ["input"],
  })
  .refine((request) => request.background !== true || request.store !== false, {
    error: fieldRules.requires("store", "true"),
    path: ["background"],
  })
  .refine(offersAllowedTools, { error: fieldRules.namesTool, path: ["generation_config", "tool_choice"] })
  .meta({
    id: "InteractionRequest",
    description: "What is to be answered, and how.",
    required: ["model"],
    ...atLeastOneOf(["input", "previous_interaction_id"]),
  });

/** Checks that each tool that a choice allows is in `tools`. */
function offersAllowedTools({
  generation_config: config,
  tools,
}: {
  generation_config?: { tool_choice?: unknown } | null | undefined;
  tools?: unknown[] | null | undefined;
}): boolean {
  const choice = config?.tool_choice as { allowed_tools?: { tools?: string[] | null } } | string | null | undefined;
  const names = typeof choice === "object" ? (choice?.allowed_tools?.tools ?? []) : [];
  const offered = (tools ?? []) as { type?: unknown; name?: unknown }[];
  return names.every((name) => offered.some((one) => one.name === name || one.type === name));
}

export type InteractionsRequest = z.infer<typeof requestSchema> & { model: string };
export type InteractionsTool = NonNullable<InteractionsRequest["tools"]>[number];
export type InteractionsConfig = NonNullable<InteractionsRequest["generation_config"]>;

/** A step as an upstream sends it: nothing but its type is sure. */
export type WireStep = { type: string; [key: string]: unknown };

/** Fields of an interaction that are read; the others are carried unchanged. */
export type InteractionReply = {
  id?: string;
  object?: string;
  model?: string;
  status?: string;
  created?: string;
  updated?: string;
  steps?: WireStep[] | null;
  usage?: Record<string, unknown> | null;
  errors?: { code?: unknown; message?: unknown }[] | null;
  [key: string]: unknown;
};

/** An event of a stream: which of the fields there are depends on its type (§14.5). */
export type InteractionEvent = {
  event_type?: string;
  event_id?: string;
  index?: number;
  step?: WireStep;
  delta?: { type?: string; [key: string]: unknown };
  interaction?: InteractionReply;
  interaction_id?: string;
  status?: string;
  usage?: unknown;
  error?: unknown;
};
