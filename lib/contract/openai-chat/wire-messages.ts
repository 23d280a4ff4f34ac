/** Messages and their content on the wire of `POST /v1/chat/completions` (wire-formats §1.2). */
import { z } from "zod";
import { atLeastOneOf, optional, otherType } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";

const textPart = z.looseObject({ type: z.literal("text"), text: z.string() }).meta({ id: "ChatTextPart" });
const refusalPart = z.looseObject({ type: z.literal("refusal"), refusal: z.string() });
const imagePart = z
  .looseObject({
    type: z.literal("image_url"),
    image_url: z.looseObject({
      url: z
        .string()
        .regex(/^(https?:\/\/|data:)/i, fieldRules.webOrDataUrl)
        .describe("An http(s) URL, or a `data:` URL with base64."),
      detail: optional(z.enum(["auto", "low", "high", "original"]), "How closely the model looks at it."),
    }),
  })
  .meta({ id: "ChatImagePart" });
const audioPart = z
  .looseObject({
    type: z.literal("input_audio"),
    input_audio: z.looseObject({ data: z.string().min(1).describe("base64"), format: z.enum(["wav", "mp3"]) }),
  })
  .meta({ id: "ChatAudioPart" });
const filePart = z
  .looseObject({
    type: z.literal("file"),
    file: z
      .looseObject({
        file_id: optional(z.string(), "Of a file uploaded at `/v1/files`."),
        filename: optional(z.string()),
        file_data: optional(z.string(), "A `data:` URL, or bare base64."),
      })
      .refine((file) => file.file_id || file.file_data, { error: fieldRules.atLeastOneOf(["file_id", "file_data"]) })
      .meta(atLeastOneOf(["file_id", "file_data"])),
  })
  .meta({ id: "ChatFilePart" });

const contentOf = <Part extends z.ZodType>(part: Part) => z.union([z.string(), z.array(part).min(1)]);
export const textContent = contentOf(z.union([textPart, otherType(["text"])]));
const userContent = contentOf(
  z
    .union([
      z.discriminatedUnion("type", [textPart, imagePart, audioPart, filePart]),
      otherType(["text", "image_url", "input_audio", "file"]),
    ])
    .meta({ id: "ChatUserPart", description: "Text, an image, audio, a file, or a part of another vendor's." }),
);
const assistantContent = contentOf(
  z.union([z.discriminatedUnion("type", [textPart, refusalPart]), otherType(["text", "refusal"])]),
);

/** Mistral leaves `type` out, so it is not required of a call in the history. */
const toolCall = z
  .union([
    z.looseObject({
      id: z.string().min(1),
      type: optional(z.literal("function")),
      function: z.looseObject({ name: z.string().min(1), arguments: z.string().describe("JSON as text.") }),
    }),
    z.looseObject({
      id: z.string().min(1),
      type: z.literal("custom"),
      custom: z.looseObject({ name: z.string().min(1), input: z.string() }),
    }),
  ])
  .meta({ id: "ChatRequestToolCall", description: "A call that the model made, as its answer had it." });

const name = optional(z.string(), "Tells participants of one role apart.");
const assistantMessage = z
  .looseObject({
    role: z.literal("assistant"),
    content: optional(assistantContent, "May be absent beside `tool_calls`."),
    name,
    refusal: optional(z.string()),
    reasoning_content: optional(z.string(), "The model's reasoning, as its answer had it."),
    tool_calls: optional(z.array(toolCall)),
    function_call: optional(z.looseObject({ name: z.string(), arguments: z.string() }), "Deprecated."),
    audio: optional(z.looseObject({ id: z.string() })),
  })
  .refine(
    (message) =>
      message.content != null ||
      message.refusal != null ||
      message.tool_calls?.length ||
      message.function_call ||
      message.audio,
    { error: fieldRules.requiredUnless(["tool_calls"]), path: ["content"] },
  )
  .meta({
    id: "ChatAssistantMessage",
    ...atLeastOneOf(["content", "refusal", "tool_calls", "function_call", "audio"]),
  });

export const message = z
  .discriminatedUnion("role", [
    z.looseObject({ role: z.literal("system"), content: textContent, name }).meta({ id: "ChatSystemMessage" }),
    z.looseObject({ role: z.literal("developer"), content: textContent, name }).meta({ id: "ChatDeveloperMessage" }),
    z.looseObject({ role: z.literal("user"), content: userContent, name }).meta({ id: "ChatUserMessage" }),
    assistantMessage,
    z
      .looseObject({
        role: z.literal("tool"),
        content: textContent,
        tool_call_id: z.string().min(1).describe("The `id` of the call that this is the result of."),
      })
      .meta({ id: "ChatToolMessage" }),
    z
      .looseObject({ role: z.literal("function"), content: optional(z.string()), name: z.string().min(1) })
      .meta({ id: "ChatFunctionMessage", description: "Deprecated." }),
  ])
  .meta({ id: "ChatMessage", description: "One message of the conversation." });
