/** Writes content blocks of a request (wire-formats §3.3). Adds dropped parts to `dropped`. */
import type { AssistantContent, FileContent, UserContent } from "#lib/canonical/call.ts";
import { sniffBase64MediaType } from "#lib/canonical/media-type.ts";
import { DIALECT } from "./dialect-id.ts";
import { writeSignedReasoning } from "./reasoning.ts";
import { writeToolInput } from "./tool-input.ts";

export type Block = Record<string, unknown>;
type Place = { path: string; dropped: string[] };

export function writeUserContent(content: string | UserContent[], place: Place): string | Block[] {
  if (typeof content === "string") return content;
  return content.flatMap<Block>(
    (part, index) => writeUserPart(part, { ...place, path: `${place.path}[${index}]` }) ?? [],
  );
}

export function writeAssistantContent(content: string | AssistantContent[], place: Place): string | Block[] {
  if (typeof content === "string") return content;
  return content.flatMap<Block>(
    (part, index) => writeAssistantPart(part, { ...place, path: `${place.path}[${index}]` }) ?? [],
  );
}

function writeUserPart(part: UserContent, place: Place): Block | undefined {
  if (part.type === "unknown") return part.dialect === DIALECT ? (part.value as Block) : drop(place);
  if (part.type === "text") return writeText(part.text, part.vendor?.[DIALECT]);
  const block = writeFile(part);
  if (!block) return drop(place);
  if (part.detail !== undefined) place.dropped.push(`${place.path}.detail`);
  return { ...block, ...part.vendor?.[DIALECT] };
}

function writeAssistantPart(part: AssistantContent, place: Place): Block | undefined {
  switch (part.type) {
    case "text":
      return writeText(part.text, part.vendor?.[DIALECT]);
    case "refusal":
      return writeText(part.text, undefined);
    case "reasoning":
      return writeSignedReasoning(part) ?? drop(place);
    case "tool-call": {
      const { id, name, kind, input, vendor } = part;
      return { type: "tool_use", id: writeId(id), name, input: writeToolInput(input, kind), ...vendor?.[DIALECT] };
    }
    case "unknown":
      return part.dialect === DIALECT ? (part.value as Block) : drop(place);
    case "file":
      // Images and clips that the model made have no place in its turn.
      return drop(place);
    default:
      return part satisfies never;
  }
}

/** Omits empty text blocks, which the API refuses. */
function writeText(text: string, vendorFields: Record<string, unknown> | undefined): Block | undefined {
  return text === "" ? undefined : { type: "text", text, ...vendorFields };
}

function drop({ path, dropped }: Place): undefined {
  dropped.push(path);
}

/** Replaces characters that upstreams refuse in an id; the same id always gives the same result. */
export function writeId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/gu, (character) => `_${character.codePointAt(0)?.toString(16)}`);
}

const PLAIN_TEXT = /^(text\/|application\/(json|xml|yaml|x-ndjson)\b)/;

function writeFile({ mediaType, data, filename }: FileContent): Block | undefined {
  const isImage = mediaType.startsWith("image/");
  const title = filename !== undefined ? { title: filename } : {};
  const wrap = (source: Block): Block => (isImage ? { type: "image", source } : { type: "document", source, ...title });
  if (data.kind === "reference") return wrap({ type: "file", file_id: data.id });
  if (/^(audio|video)\//.test(mediaType)) return undefined;
  // The upstream fetches web pages only.
  if (data.kind === "url") return /^https?:/i.test(data.url) ? wrap({ type: "url", url: data.url }) : undefined;
  const { base64 } = data;
  if (isImage) {
    return wrap({
      type: "base64",
      media_type: mediaType === "image/*" ? (sniffBase64MediaType(base64) ?? "image/png") : mediaType,
      data: base64,
    });
  }
  if (mediaType === "application/pdf") return wrap({ type: "base64", media_type: mediaType, data: base64 });
  if (!PLAIN_TEXT.test(mediaType)) return undefined;
  return wrap({ type: "text", media_type: "text/plain", data: Buffer.from(base64, "base64").toString("utf8") });
}
