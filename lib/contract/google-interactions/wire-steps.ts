/**
 * Input of `POST /v1beta/interactions`: content, and the steps of a conversation (wire-formats §14.2). Steps of tools that
 * Google runs, and types newer than this gateway, are not changed.
 */
import { z } from "zod";
import { atLeastOneOf, optional, otherType } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";
import { base64, mimeType } from "../google-generate/wire-parts.ts";

const textContent = z
  .looseObject({
    type: z.literal("text"),
    text: z.string(),
    annotations: optional(z.array(z.looseObject({ type: z.string() })), "Sources of the text."),
  })
  .meta({ id: "InteractionText" });

/** Content of a type that is bytes or a link to them. */
function mediaContent<Type extends string>(type: Type, id: string) {
  return z
    .looseObject({
      type: z.literal(type),
      data: optional(base64),
      uri: optional(z.string().min(1), "Of an uploaded file, or of one on the web."),
      mime_type: optional(mimeType),
    })
    .refine((media) => media.data != null || media.uri != null, {
      error: fieldRules.requiredUnless(["uri"]),
      path: ["data"],
    })
    .refine((media) => media.data == null || media.uri == null, { error: fieldRules.excludes("data"), path: ["uri"] })
    .meta({ id, ...atLeastOneOf(["data", "uri"]) });
}

const knownContent = [
  textContent,
  mediaContent("image", "InteractionImage"),
  mediaContent("audio", "InteractionAudio"),
  mediaContent("document", "InteractionDocument"),
  mediaContent("video", "InteractionVideo"),
] as const;
const CONTENT_TYPES = ["text", "image", "audio", "document", "video"] as const;

const content = z
  .union([z.discriminatedUnion("type", knownContent), otherType(CONTENT_TYPES)])
  .meta({ id: "InteractionContent", description: "Text, a file, or content of a newer type." });
const contents = optional(z.array(content));

const struct = z.record(z.string(), z.unknown());

const knownSteps = [
  z.looseObject({ type: z.literal("user_input"), content: contents }).meta({ id: "InteractionUserInput" }),
  z
    .looseObject({ type: z.literal("model_output"), content: contents })
    .meta({ id: "InteractionModelOutput", description: "What the model said." }),
  z
    .looseObject({
      type: z.literal("thought"),
      signature: optional(z.string(), "Send it back as it is."),
      summary: optional(z.array(content)),
    })
    .meta({ id: "InteractionThought" }),
  z
    .looseObject({
      type: z.literal("function_call"),
      id: z.string().min(1),
      name: z.string().min(1),
      arguments: optional(struct),
    })
    .meta({ id: "InteractionFunctionCall" }),
  z
    .looseObject({
      type: z.literal("function_result"),
      call_id: z.string().min(1).describe("The `id` of the call."),
      name: optional(z.string()),
      result: z.union([z.string(), z.array(content), struct]).describe("A text, content, or an object of your own."),
      is_error: optional(z.boolean()),
    })
    .meta({ id: "InteractionFunctionResult" }),
] as const;
const STEP_TYPES = ["user_input", "model_output", "thought", "function_call", "function_result"] as const;

/** An element of a list: content, or a step. */
const element = z
  .union([z.discriminatedUnion("type", [...knownContent, ...knownSteps]), otherType([...CONTENT_TYPES, ...STEP_TYPES])])
  .meta({ id: "InteractionInputElement", description: "Content, or a step of the conversation." });

export const input = z.union([z.string(), z.array(element).min(1), content]);

export type InteractionElement = z.infer<typeof element>;
export type InteractionContent = z.infer<typeof content>;
type KnownElement = z.infer<(typeof knownContent)[number] | (typeof knownSteps)[number]>;
export type KnownStep = z.infer<(typeof knownSteps)[number]>;

const KNOWN = new Set<string>([...CONTENT_TYPES, ...STEP_TYPES]);

/** Returns the element with its type known; undefined for another type. */
export function toKnownElement(value: InteractionElement): KnownElement | undefined {
  return KNOWN.has(value.type) ? (value as KnownElement) : undefined;
}

export function isContent(value: InteractionElement): value is InteractionContent {
  return (CONTENT_TYPES as readonly string[]).includes(value.type);
}
