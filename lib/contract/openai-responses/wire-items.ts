/**
 * Input items of `POST /v1/responses` and their content (wire-formats §2.2).
 * Items of hosted tools, and types newer than this gateway, are not changed.
 */
import { z } from "zod";
import { atLeastOneOf, optional, otherType } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";

const LONGEST_TEXT = 10_485_760;
const LONGEST_IMAGE_URL = 20_971_520;

export const text = z.string().max(LONGEST_TEXT);
const detail = optional(z.enum(["low", "high", "auto", "original"]), "How closely the model looks at it.");
const inputText = z.looseObject({ type: z.literal("input_text"), text }).meta({ id: "ResponseInputText" });
const inputImage = z
  .looseObject({
    type: z.literal("input_image"),
    image_url: optional(
      z
        .string()
        .max(LONGEST_IMAGE_URL)
        .regex(/^(https?:\/\/|data:)/i, fieldRules.webOrDataUrl),
      "An http(s) URL, or a `data:` URL with base64.",
    ),
    file_id: optional(z.string().min(1), "Of a file uploaded at `/v1/files`."),
    detail,
  })
  .refine((image) => image.image_url || image.file_id, {
    error: fieldRules.requiredUnless(["file_id"]),
    path: ["image_url"],
  })
  .meta({ id: "ResponseInputImage", ...atLeastOneOf(["image_url", "file_id"]) });
const inputFile = z
  .looseObject({
    type: z.literal("input_file"),
    file_id: optional(z.string().min(1), "Of a file uploaded at `/v1/files`."),
    file_url: optional(z.string().regex(/^https?:\/\//i, fieldRules.webUrl)),
    filename: optional(z.string()),
    file_data: optional(z.string().min(1), "A `data:` URL, or bare base64."),
    detail,
  })
  .refine((file) => file.file_id || file.file_url || file.file_data, {
    error: fieldRules.requiredUnless(["file_id", "file_url"]),
    path: ["file_data"],
  })
  .meta({
    id: "ResponseInputFile",
    ...atLeastOneOf(["file_id", "file_url", "file_data"]),
  });
const inputPart = z
  .union([
    z.discriminatedUnion("type", [inputText, inputImage, inputFile]),
    otherType(["input_text", "input_image", "input_file"]),
  ])
  .meta({ id: "ResponseInputPart", description: "Text, an image, a file, or a part of a newer type." });

const outputPart = z
  .union([
    z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("output_text"), text }),
      z.looseObject({ type: z.literal("refusal"), refusal: z.string() }),
      inputText,
    ]),
    otherType(["output_text", "refusal", "input_text"]),
  ])
  .meta({ id: "ResponseOutputPart", description: "What the model said." });

const id = optional(z.string());
const inputContent = z.union([text, z.array(inputPart)]);

/** Required fields of a message: `type` may be absent, and `withType` below adds it. */
const optionalType = { required: ["role", "content"] };
const message = z.discriminatedUnion("role", [
  z
    .looseObject({ type: z.literal("message"), role: z.literal("user"), content: inputContent, id })
    .meta({ id: "ResponseUserMessage", ...optionalType }),
  z
    .looseObject({ type: z.literal("message"), role: z.literal("system"), content: inputContent, id })
    .meta({ id: "ResponseSystemMessage", ...optionalType }),
  z
    .looseObject({ type: z.literal("message"), role: z.literal("developer"), content: inputContent, id })
    .meta({ id: "ResponseDeveloperMessage", ...optionalType }),
  z
    .looseObject({
      type: z.literal("message"),
      role: z.literal("assistant"),
      content: z.union([text, z.array(outputPart)]),
      id,
    })
    .meta({ id: "ResponseAssistantMessage", ...optionalType }),
]);

const callId = z.string().min(1).describe("What joins a call and its output.");
const name = z.string().min(1);
const knownItem = z.discriminatedUnion("type", [
  message,
  z
    .looseObject({ type: z.literal("function_call"), call_id: callId, name, arguments: z.string(), id })
    .meta({ id: "ResponseFunctionCall", description: "A call that the model made." }),
  z
    .looseObject({ type: z.literal("function_call_output"), call_id: callId, output: inputContent, id })
    .meta({ id: "ResponseFunctionCallOutput", description: "The result of a call." }),
  z
    .looseObject({ type: z.literal("custom_tool_call"), call_id: callId, name, input: z.string(), id })
    .meta({ id: "ResponseCustomToolCall" }),
  z
    .looseObject({ type: z.literal("custom_tool_call_output"), call_id: callId, output: inputContent, id })
    .meta({ id: "ResponseCustomToolCallOutput" }),
  z
    .looseObject({
      type: z.literal("reasoning"),
      id,
      summary: optional(z.array(z.looseObject({ type: z.literal("summary_text"), text: z.string() }))),
      content: optional(z.array(z.looseObject({ type: z.string(), text: z.string() }))),
      encrypted_content: optional(z.string(), "As the answer had it."),
    })
    .meta({ id: "ResponseReasoningItem", description: "The model's reasoning, as its answer had it." }),
  z.looseObject({ type: z.literal("item_reference"), id: z.string().min(1) }).meta({
    id: "ResponseItemReference",
    description: "An item of a stored response, by its id.",
    required: ["id"],
    not: atLeastOneOf(["role", "content"]),
  }),
  // A flat element of the gateway's response that a client sends back with the other items (§2.5).
  z.looseObject({ type: z.literal("output_text"), text, id }).meta({ id: "ResponseFlatText" }),
]);

const KNOWN_ITEMS = [
  "message",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "reasoning",
  "item_reference",
  "output_text",
];

/** Names the type of an item that may leave it out: a message, and a reference (§2.2). */
function withType(item: unknown): unknown {
  if (typeof item !== "object" || item === null || Array.isArray(item)) return item;
  if ("type" in item && item.type != null) return item;
  const isReference = "id" in item && !("role" in item) && !("content" in item);
  return { ...item, type: isReference ? "item_reference" : "message" };
}

export const inputItem = z.preprocess(withType, z.union([knownItem, otherType(KNOWN_ITEMS)])).meta({
  id: "ResponseInputItem",
  description: "A message, a call, its output, reasoning … A message and a reference may leave `type` out.",
});

export type KnownItem = z.infer<typeof knownItem>;
export type MessageItem = Extract<KnownItem, { type: "message" }>;
/** Any item of a request or a response, by its `type`. */
export type ResponsesItem = KnownItem | { type: string; [key: string]: unknown };

const KNOWN = new Set(KNOWN_ITEMS);

/** Returns the item if the schema has checked its type; otherwise undefined. */
export function toKnownItem(item: ResponsesItem): KnownItem | undefined {
  return KNOWN.has(item.type) ? (item as KnownItem) : undefined;
}
