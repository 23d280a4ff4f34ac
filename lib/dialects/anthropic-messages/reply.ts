/** Reads and writes the Message, the response of a non-stream call (spec, Message; wire-formats §3.5). */
import type { AssistantContent, TextContent, ToolCallContent } from "#lib/canonical/call.ts";
import { describeDroppedFile } from "#lib/canonical/describe-dropped-file.ts";
import { omitVendor, sealIntoId } from "#lib/canonical/opaque.ts";
import type { Choice, Reply, Source } from "#lib/canonical/reply.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { ReplyBlock, WireReply } from "#lib/contract/anthropic-messages/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { errors } from "#lib/http/errors.ts";
import type { ReplyIdentity } from "../dialect.ts";
import { readCitations, readSources, writeSource } from "./citations.ts";
import { DIALECT } from "./dialect-id.ts";
import { readFinishReason, writeFinishReason } from "./finish-reason.ts";
import { pickUnknownBlockFields } from "./read-content.ts";
import { isReasoning, readReasoning, writeReasoning } from "./reasoning.ts";
import { splitRest } from "./reply-fields.ts";
import { readToolInput, writeToolInput } from "./tool-input.ts";
import { readUsage, writeUsage } from "./usage.ts";

const TEXT_FIELDS = new Set(["type", "text", "citations"]);
const TOOL_USE_FIELDS = new Set(["type", "id", "name", "input"]);

/** @throws GatewayError 502 when the JSON is not a Message */
export function readReply(json: unknown): Reply {
  const wire = json as WireReply;
  if (!isRecord(json) || !Array.isArray(wire.content) || !wire.content.every(isRecord)) {
    throw errors.messagesReplyWithoutContent();
  }
  const { early, late } = splitRest(json);
  const choice = readContent(wire.content);
  if (typeof wire.stop_reason === "string") choice.finish = readFinishReason(wire.stop_reason, wire.stop_sequence);
  if (late) choice.vendor = late;
  return {
    ...(wire.id !== undefined ? { id: wire.id } : {}),
    ...(wire.model !== undefined ? { model: wire.model } : {}),
    choices: [choice],
    ...(isRecord(wire.usage) ? { usage: readUsage(wire.usage) } : {}),
    ...(early ? { vendor: early } : {}),
  };
}

function readContent(blocks: ReplyBlock[]): Choice {
  const sources: Source[] = [];
  let texts = 0;
  const content = blocks.map((block): AssistantContent => {
    if (block.type === "text") {
      const text = typeof block.text === "string" ? block.text : "";
      sources.push(...readSources(readCitations(block), { length: text.length, position: texts++ }));
      const vendor = textVendor(block);
      return { type: "text", text, ...(vendor ? { vendor } : {}) };
    }
    if (block.type === "tool_use") {
      const vendor = toolUseVendor(block);
      return {
        type: "tool-call",
        id: String(block.id ?? ""),
        name: String(block.name ?? ""),
        kind: "function",
        input: readToolInput(block.input),
        ...(vendor ? { vendor } : {}),
      };
    }
    if (isReasoning(block)) return readReasoning(block);
    return { type: "unknown", dialect: DIALECT, value: block };
  });
  return { content, ...(sources.length > 0 ? { sources } : {}) };
}

/** A text block's citations, and whatever else it holds. */
export function textVendor(block: Record<string, unknown>): VendorData | undefined {
  const citations = readCitations(block);
  const vendorFields = {
    ...pickUnknownBlockFields(block, TEXT_FIELDS)?.[DIALECT],
    ...(citations.length > 0 ? { citations } : {}),
  };
  return Object.keys(vendorFields).length > 0 ? { [DIALECT]: vendorFields } : undefined;
}

export function toolUseVendor(block: Record<string, unknown>): VendorData | undefined {
  return pickUnknownBlockFields(block, TOOL_USE_FIELDS);
}

/** Writes the first choice: this API has only one. */
export function writeReply(reply: Reply, identity: ReplyIdentity): Record<string, unknown> {
  const choice: Choice = reply.choices[0] ?? { content: [] };
  const said = {
    refusal: choice.content.some(({ type }) => type === "refusal"),
    toolUse: choice.content.some(({ type }) => type === "tool-call"),
  };
  const { usage: _, ...early } = reply.vendor?.[DIALECT] ?? {};
  return {
    ...early,
    id: identity.id,
    type: "message",
    role: "assistant",
    model: identity.model,
    content: writeContent(choice),
    ...writeFinishReason(choice.finish, said),
    ...choice.vendor?.[DIALECT],
    usage: writeUsage(reply.usage ?? {}),
  };
}

function writeContent({ content, sources = [] }: Choice): Record<string, unknown>[] {
  const texts: (Record<string, unknown> | undefined)[] = [];
  const blocks = content.flatMap<Record<string, unknown>>((part) => {
    const block = writePart(part);
    if (part.type === "text") texts.push(block);
    return block ?? [];
  });
  /** Citations and their addresses by text: a response may have thousands. */
  const cited = new Map<object, { citations: unknown[]; urls: Set<unknown> }>();
  for (const source of sources) {
    const citation = writeSource(source);
    const text = texts[source.text ?? 0];
    if (!citation || !text) continue;
    const known = cited.get(text) ?? {
      citations: [...readCitations(text)],
      urls: new Set(readCitations(text).map(({ url }) => url)),
    };
    cited.set(text, known);
    // This API cannot cite one page at several places in a text.
    if (known.urls.has(citation.url)) continue;
    known.urls.add(citation.url);
    known.citations.push(citation);
    text.citations = known.citations;
  }
  return blocks;
}

function writePart(part: AssistantContent): Record<string, unknown> | undefined {
  switch (part.type) {
    case "text":
      return writeText(part);
    case "refusal":
      return part.text ? { type: "text", text: part.text } : undefined;
    case "reasoning":
      // Nothing to read and nothing to echo: clients would send it back to be refused.
      return part.text || part.vendor ? writeReasoning(part) : undefined;
    case "tool-call":
      return { ...writeToolUse(part), input: writeToolInput(part.input, part.kind) };
    case "unknown":
      return part.dialect === DIALECT ? (part.value as Record<string, unknown>) : undefined;
    case "file":
      // The API's responses have no images.
      return { type: "text", text: describeDroppedFile(part) };
    default:
      return part satisfies never;
  }
}

/** Empty text would be refused when the client sends it back. */
function writeText({ text, vendor }: TextContent): Record<string, unknown> | undefined {
  const vendorFields = vendor?.[DIALECT];
  return text || vendorFields ? { type: "text", text, ...vendorFields } : undefined;
}

/** Writes a `tool_use` with an empty input; other vendors' data travels in its id. */
export function writeToolUse({ id, name, vendor }: Pick<ToolCallContent, "id" | "name" | "vendor">): ReplyBlock {
  return {
    type: "tool_use",
    id: sealIntoId(id, omitVendor(vendor, DIALECT)),
    name,
    input: {},
    ...vendor?.[DIALECT],
  };
}
