/** Reads the items of a response's `output` as content, in order (wire-formats §2.4). */
import type { AssistantContent, ToolCallContent } from "#lib/canonical/call.ts";
import type { TokenLogprob } from "#lib/canonical/part.ts";
import type { Choice, Source } from "#lib/canonical/reply.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { ResponsesLogprob, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";
import { readImageItem } from "./image-item.ts";
import { readLogprobs } from "./logprobs.ts";
import { readMessageFields, textVendor } from "./message-fields.ts";
import { readAnnotation } from "./output-items.ts";
import { readReasoning } from "./reasoning.ts";

export function readOutput(items: readonly WireItem[]): Choice {
  const content: AssistantContent[] = [];
  const sources: Source[] = [];
  const logprobs: TokenLogprob[] = [];
  let texts = 0;
  for (const item of items) {
    if (item.type !== "message") {
      const read = readItem(item);
      if (read) content.push(read);
      continue;
    }
    const fields = readMessageFields(item, "reply");
    for (const part of readContentParts(item)) {
      content.push(readPart(part, fields));
      if (part.type !== "output_text") continue;
      for (const annotation of readAnnotations(part)) {
        sources.push({ ...readAnnotation(annotation), ...(texts > 0 ? { text: texts } : {}) });
      }
      for (const token of readLogprobs(part.logprobs as ResponsesLogprob[] | null) ?? []) logprobs.push(token);
      texts++;
    }
  }
  return {
    content,
    ...(sources.length > 0 ? { sources } : {}),
    ...(logprobs.length > 0 ? { logprobs: { content: logprobs } } : {}),
  };
}

type WirePart = { type: string; [key: string]: unknown };

export function readContentParts(item: WireItem): WirePart[] {
  return Array.isArray(item.content) ? (item.content as WirePart[]) : [];
}

export function readAnnotations(part: WirePart): Record<string, unknown>[] {
  return Array.isArray(part.annotations) ? (part.annotations as Record<string, unknown>[]) : [];
}

const TEXT_FIELDS = new Set(["type", "text", "annotations", "logprobs"]);
const REFUSAL_FIELDS = new Set(["type", "refusal"]);

/** Returns the fields of an output_text that the vocabulary has no place for. */
export function pickTextRest(part: WirePart): Record<string, unknown> | undefined {
  return pickUnknownFields(DIALECT, part, TEXT_FIELDS)?.[DIALECT];
}

function readPart(part: WirePart, fields: Record<string, unknown> | undefined): AssistantContent {
  if (part.type === "output_text") {
    const vendor = textVendor(fields, pickTextRest(part));
    return { type: "text", text: String(part.text ?? ""), ...(vendor ? { vendor } : {}) };
  }
  if (part.type === "refusal") {
    const vendor = textVendor(fields, pickUnknownFields(DIALECT, part, REFUSAL_FIELDS)?.[DIALECT]);
    return { type: "refusal", text: String(part.refusal ?? ""), ...(vendor ? { vendor } : {}) };
  }
  return { type: "unknown", dialect: DIALECT, value: { part, message: fields } };
}

/** Undefined for a flat element of another gateway of this kind: the message before it has the same text (§2.5). */
function readItem(item: WireItem): AssistantContent | undefined {
  switch (item.type) {
    case "output_text":
      return undefined;
    case "reasoning":
      return readReasoning(item);
    case "function_call":
    case "custom_tool_call":
      return readToolCall(item);
    default:
      return readImageItem(item) ?? { type: "unknown", dialect: DIALECT, value: item };
  }
}

/** Fields not carried as vendor data. No upstream needs id and status back, and they would lengthen the call's id. */
const CALL_FIELDS = new Set(["type", "id", "status", "call_id", "name", "arguments", "input"]);

export function readToolCall(item: WireItem): ToolCallContent {
  const isCustom = item.type === "custom_tool_call";
  const input = isCustom ? item.input : item.arguments;
  const rest = pickUnknownFields(DIALECT, item, CALL_FIELDS);
  return {
    type: "tool-call",
    id: String(item.call_id ?? item.id ?? ""),
    name: String(item.name ?? ""),
    kind: isCustom ? "custom" : "function",
    input: typeof input === "string" ? input : input == null ? "" : JSON.stringify(input),
    ...(rest ? { vendor: rest } : {}),
  };
}
