/** Reads content blocks of a request (wire-formats §3.3). */
import type { AssistantContent, FileContent, TextContent, UserContent } from "#lib/canonical/call.ts";
import { openId } from "#lib/canonical/opaque.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type {
  DocumentBlock,
  ImageBlock,
  TextBlock,
  ToolUseBlock,
} from "#lib/contract/anthropic-messages/wire-blocks.ts";
import { isMadeByGateway, readCitations } from "./citations.ts";
import { DIALECT } from "./dialect-id.ts";
import { isReasoning, readReasoning } from "./reasoning.ts";
import { readToolInput } from "./tool-input.ts";

type Block = { type: string; [field: string]: unknown };

const TEXT_FIELDS = new Set(["type", "text", "citations"]);
const IMAGE_FIELDS = new Set(["type", "source"]);
const DOCUMENT_FIELDS = new Set(["type", "source", "title"]);
const TOOL_USE_FIELDS = new Set(["type", "id", "name", "input"]);

/** Returns the fields that the vocabulary has no place for. A field that is null counts as not set. */
export function pickUnknownBlockFields(
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
): VendorData | undefined {
  const rest = pickUnknownFields(DIALECT, value, known);
  for (const key in rest?.[DIALECT]) if (rest[DIALECT][key] === null) delete rest[DIALECT][key];
  return rest?.[DIALECT] && Object.keys(rest[DIALECT]).length > 0 ? rest : undefined;
}

export function readUserContent(content: string | Block[]): string | UserContent[] {
  return typeof content === "string" ? content : content.map(readUserBlock);
}

export function readAssistantContent(content: string | Block[]): string | AssistantContent[] {
  if (typeof content === "string") return content;
  return content.map((block) => {
    if (block.type === "text") return readText(block as TextBlock);
    if (block.type === "tool_use") return readToolUse(block as ToolUseBlock);
    return isReasoning(block) ? readReasoning(block) : unknown(block);
  });
}

function readUserBlock(block: Block): UserContent {
  if (block.type === "text") return readText(block as TextBlock);
  if (block.type === "image") return readImage(block as ImageBlock);
  if (block.type === "document") return readDocument(block as DocumentBlock);
  return unknown(block);
}

function unknown(value: Block): { type: "unknown"; dialect: string; value: unknown } {
  return { type: "unknown", dialect: DIALECT, value };
}

function readText(block: TextBlock): TextContent {
  const citations = readCitations(block).filter((citation) => !isMadeByGateway(citation));
  const rest = pickUnknownBlockFields(block, TEXT_FIELDS)?.[DIALECT];
  const vendorFields = { ...rest, ...(citations.length > 0 ? { citations } : {}) };
  return {
    type: "text",
    text: block.text,
    ...(Object.keys(vendorFields).length > 0 ? { vendor: { [DIALECT]: vendorFields } } : {}),
  };
}

function readToolUse(block: ToolUseBlock): AssistantContent {
  const { id, vendor: sealed } = openId(block.id);
  const vendor = { ...sealed, ...pickUnknownBlockFields(block, TOOL_USE_FIELDS) };
  return {
    type: "tool-call",
    id,
    name: block.name,
    kind: "function",
    input: readToolInput(block.input),
    ...(Object.keys(vendor).length > 0 ? { vendor } : {}),
  };
}

function readImage(block: ImageBlock): FileContent {
  const vendor = pickUnknownBlockFields(block, IMAGE_FIELDS);
  return { ...readSource(block.source, "image/*"), ...(vendor ? { vendor } : {}) };
}

function readDocument(block: DocumentBlock): UserContent {
  const { source, title } = block;
  // Only this API has documents made of blocks.
  if (source.type === "content") return unknown(block);
  const vendor = pickUnknownBlockFields(block, DOCUMENT_FIELDS);
  const file: FileContent =
    source.type === "text"
      ? { type: "file", mediaType: "text/plain", data: { kind: "base64", base64: toBase64(source.data) } }
      : readSource(source, source.type === "url" ? "application/pdf" : "application/octet-stream");
  return { ...file, ...(title != null ? { filename: title } : {}), ...(vendor ? { vendor } : {}) };
}

type Source = ImageBlock["source"] | Exclude<DocumentBlock["source"], { type: "text" | "content" }>;

/** @param mediaType for a source without one */
function readSource(source: Source, mediaType: string): FileContent {
  switch (source.type) {
    case "base64":
      return { type: "file", mediaType: source.media_type, data: { kind: "base64", base64: source.data } };
    case "url":
      return { type: "file", mediaType, data: { kind: "url", url: source.url } };
    default:
      return { type: "file", mediaType, data: { kind: "reference", id: source.file_id } };
  }
}

function toBase64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}
