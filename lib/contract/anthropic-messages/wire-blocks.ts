/** Content blocks of `POST /v1/messages` (wire-formats §3.3); blocks that the vocabulary has a type for are checked. */
import { z } from "zod";
import { isPlainBase64 } from "#lib/contract/plain-base64.ts";
import { optional, otherType } from "#lib/contract/wire-schema.ts";
import { fieldRules } from "../errors/field-rules.ts";

export const cacheControl = z
  .looseObject({ type: z.literal("ephemeral"), ttl: optional(z.enum(["5m", "1h"])) })
  .meta({ id: "MessageCacheControl", description: "The prompt is cached up to here." });

/** Every block type that has a schema below. */
const CHECKED = ["text", "image", "document", "tool_use", "tool_result", "thinking", "redacted_thinking"];

/**
 * A block of a type that this gateway does not know (server tools, search results, uploads, newer types): not changed.
 * @param allowed the known types that are allowed here, for the error message
 */
const unknownBlock = (allowed: readonly string[]) => otherType(CHECKED, fieldRules.blockType(allowed));

const base64 = z
  .string()
  .min(1)
  .refine(isBase64, { error: fieldRules.base64WithoutPrefix })
  .meta({ contentEncoding: "base64" });

/** Characters of base64 only, padding at the end only; a search, so that megabytes of it cost no backtracking. */
function isBase64(data: string): boolean {
  if (isPlainBase64(data)) return !data.includes("-") && !data.includes("_");
  return !/[^A-Za-z0-9+/=\s]|=[^=\s]/.test(data);
}

const webUrl = z.string().regex(/^https?:\/\//i, fieldRules.webUrl);

const urlSource = z.looseObject({ type: z.literal("url"), url: webUrl });
const fileSource = z
  .looseObject({ type: z.literal("file"), file_id: z.string().min(1) })
  .describe("A file uploaded at `/v1/files`.");

export const textBlock = z
  .looseObject({
    type: z.literal("text"),
    text: z.string(),
    cache_control: optional(cacheControl),
    citations: optional(z.array(z.looseObject({ type: z.string() }))),
  })
  .meta({ id: "MessageTextBlock" });

const imageBlock = z
  .looseObject({
    type: z.literal("image"),
    source: z.discriminatedUnion("type", [
      z.looseObject({
        type: z.literal("base64"),
        media_type: z.enum(["image/jpeg", "image/png", "image/gif", "image/webp"]),
        data: base64,
      }),
      urlSource,
      fileSource,
    ]),
    cache_control: optional(cacheControl),
  })
  .meta({ id: "MessageImageBlock" });

const documentBlock = z
  .looseObject({
    type: z.literal("document"),
    source: z.discriminatedUnion("type", [
      z.looseObject({ type: z.literal("base64"), media_type: z.literal("application/pdf"), data: base64 }),
      z.looseObject({ type: z.literal("text"), media_type: z.literal("text/plain"), data: z.string() }),
      z.looseObject({ type: z.literal("content"), content: z.union([z.string(), z.array(z.looseObject({}))]) }),
      urlSource,
      fileSource,
    ]),
    title: optional(z.string()),
    context: optional(z.string()),
    citations: optional(z.looseObject({ enabled: optional(z.boolean()) })),
    cache_control: optional(cacheControl),
  })
  .meta({ id: "MessageDocumentBlock", description: "A PDF, a text or a file; the model reads it." });

const toolResultBlock = z
  .looseObject({
    type: z.literal("tool_result"),
    tool_use_id: z.string().min(1).describe("The `id` of the call."),
    content: optional(
      z.union([
        z.string(),
        z.array(
          z.union([
            z.discriminatedUnion("type", [textBlock, imageBlock, documentBlock]),
            unknownBlock(["text", "image", "document"]),
          ]),
        ),
      ]),
    ),
    is_error: optional(z.boolean()),
    cache_control: optional(cacheControl),
  })
  .meta({ id: "MessageToolResultBlock", description: "The result of a call, in the turn that follows it." });

const toolUseBlock = z
  .looseObject({
    type: z.literal("tool_use"),
    id: z.string().min(1),
    name: z.string().min(1),
    input: z.record(z.string(), z.unknown()),
    cache_control: optional(cacheControl),
  })
  .meta({ id: "MessageToolUseBlock", description: "A call that the model made." });

const thinkingBlock = z
  .looseObject({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() })
  .meta({ id: "MessageThinkingBlock", description: "The model's reasoning, as its answer had it." });
const redactedThinkingBlock = z
  .looseObject({ type: z.literal("redacted_thinking"), data: z.string() })
  .meta({ id: "MessageRedactedThinkingBlock", description: "Hidden reasoning, as its answer had it." });

export const userBlock = z
  .union([
    z.discriminatedUnion("type", [textBlock, imageBlock, documentBlock, toolResultBlock]),
    unknownBlock(["text", "image", "document", "tool_result"]),
  ])
  .meta({ id: "MessageUserBlock" });

export const assistantBlock = z
  .union([
    z.discriminatedUnion("type", [textBlock, toolUseBlock, thinkingBlock, redactedThinkingBlock]),
    unknownBlock(["text", "tool_use", "thinking", "redacted_thinking"]),
  ])
  .meta({ id: "MessageAssistantBlock" });

export type TextBlock = z.infer<typeof textBlock>;
export type ImageBlock = z.infer<typeof imageBlock>;
export type DocumentBlock = z.infer<typeof documentBlock>;
export type ToolResultBlock = z.infer<typeof toolResultBlock>;
export type ToolUseBlock = z.infer<typeof toolUseBlock>;
