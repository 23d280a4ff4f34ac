/** Converts parts (wire-formats §4.3) to the vocabulary's content and back, for requests and responses. */
import type {
  FileContent,
  ReasoningContent,
  TextContent,
  ToolCallContent,
  UnknownContent,
} from "#lib/canonical/call.ts";
import { readDataUrl } from "#lib/canonical/file-url.ts";
import { pickUnknownFields, type VendorData } from "#lib/canonical/vendor-data.ts";
import type { GoogleAnswerPart } from "#lib/contract/google-generate/wire.ts";
import { isRecord } from "#lib/contract/is-record.ts";
import { parseJson } from "#lib/http/parse-json.ts";
import { ANY_TYPE, resolveMediaType, resolveUrlMediaType } from "../google-media-type.ts";
import { DIALECT } from "./dialect-id.ts";

export type PartContent = TextContent | ReasoningContent | FileContent | ToolCallContent | UnknownContent;
type Fields = Record<string, unknown>;

const TEXT_FIELDS = new Set(["text", "thought"]);
const INLINE_FIELDS = new Set(["mimeType", "data"]);
const FILE_FIELDS = new Set(["mimeType", "fileUri"]);
const CALL_FIELDS = new Set(["id", "name", "args", "partialArgs", "willContinue"]);

/** @param callId creates an id for a function call without one */
export function readPart(part: GoogleAnswerPart, callId: () => string): PartContent {
  const { inlineData, fileData, functionCall } = part;
  if (functionCall) {
    return {
      type: "tool-call",
      id: text(functionCall.id) || callId(),
      name: text(functionCall.name) ?? "",
      kind: "function",
      input: JSON.stringify(functionCall.args ?? {}),
      ...besides(part, "functionCall", CALL_FIELDS),
    };
  }
  // An image among the thoughts is not part of the response: only this dialect's clients recognise it.
  if (part.thought && (inlineData || fileData)) return { type: "unknown", dialect: DIALECT, value: part };
  if (inlineData) {
    return {
      type: "file",
      mediaType: text(inlineData.mimeType) ?? ANY_TYPE,
      data: { kind: "base64", base64: toStandard(text(inlineData.data) ?? "") },
      ...besides(part, "inlineData", INLINE_FIELDS),
    };
  }
  if (fileData) {
    const uri = text(fileData.fileUri) ?? "";
    return {
      type: "file",
      mediaType: text(fileData.mimeType) ?? ANY_TYPE,
      data: /^\w+:/.test(uri) ? { kind: "url", url: uri } : { kind: "reference", id: uri },
      ...besides(part, "fileData", FILE_FIELDS),
    };
  }
  if (!isText(part)) return { type: "unknown", dialect: DIALECT, value: part };
  const vendor = pickUnknownFields(DIALECT, part as Fields, TEXT_FIELDS);
  return { type: part.thought ? "reasoning" : "text", text: text(part.text) ?? "", ...(vendor ? { vendor } : {}) };
}

/** Returns undefined for any other type: an upstream's fields cannot be trusted. */
function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Some writers omit empty text, so that only its signature remains (the JSON of Go and of protobuf). */
function isText(part: GoogleAnswerPart): boolean {
  return part.text !== undefined || Object.keys(part).every((key) => key === "thought" || key === "thoughtSignature");
}

/** Returns the fields beside a payload, and the fields in it that the vocabulary has no place for. */
function besides(
  part: GoogleAnswerPart,
  payload: "functionCall" | "inlineData" | "fileData",
  known: ReadonlySet<string>,
): { vendor?: VendorData; filename?: string } {
  const outer = pickUnknownFields(DIALECT, part as Fields, new Set([payload]))?.[DIALECT];
  const inner = pickUnknownFields(DIALECT, part[payload] as Fields, known)?.[DIALECT];
  if (!outer && !inner) return {};
  return {
    vendor: { [DIALECT]: { ...outer, ...(inner ? { [payload]: inner } : {}) } },
    ...(typeof inner?.displayName === "string" ? { filename: inner.displayName } : {}),
  };
}

function toStandard(base64: string): string {
  return /[-_\s]/.test(base64) ? base64.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/") : base64;
}

/**
 * @param fields beside the payload, see `besides`
 * @returns undefined for content that only another dialect can write
 */
export function writePart(content: PartContent, fields: Fields | undefined): Fields | undefined {
  switch (content.type) {
    case "text":
      return { text: content.text, ...fields };
    case "reasoning":
      return { text: content.text, thought: true, ...fields };
    case "file":
      return writeFile(content, fields);
    case "tool-call":
      return writeFunctionCall(content, fields);
    case "unknown":
      return content.dialect === DIALECT ? (content.value as Fields) : undefined;
    default:
      return content satisfies never;
  }
}

function writeFunctionCall(
  { id, name, input }: Pick<ToolCallContent, "id" | "name" | "input">,
  fields: Fields | undefined,
): Fields {
  const { functionCall: inner, ...outer } = fields ?? {};
  return { functionCall: { id, name, args: toArgs(input), ...(inner as Fields | undefined) }, ...outer };
}

/** Returns `args` as an object, with a custom tool's free text or malformed JSON under one name. */
function toArgs(input: string): Fields {
  if (input.trim() === "") return {};
  const value = parseObject(input);
  return value ?? { input };
}

/** Undefined for text that is no JSON object. */
export function parseObject(text: string): Fields | undefined {
  const value = parseJson(text);
  return isRecord(value) ? value : undefined;
}

export function writeFile({ mediaType, data }: Pick<FileContent, "mediaType" | "data">, fields?: Fields): Fields {
  const { inlineData, fileData, ...outer } = fields ?? {};
  const inline = data.kind === "url" ? readDataUrl(data.url) : undefined;
  if (data.kind === "base64" || inline) {
    const base64 = data.kind === "base64" ? data.base64 : (inline?.base64 ?? "");
    const mimeType = resolveMediaType(inline?.mediaType ?? mediaType, base64);
    return { inlineData: { mimeType, data: base64, ...(inlineData as Fields | undefined) }, ...outer };
  }
  const fileUri = data.kind === "url" ? data.url : data.id;
  const mimeType = resolveUrlMediaType(mediaType, fileUri);
  return {
    fileData: { ...(mimeType ? { mimeType } : {}), fileUri, ...(fileData as Fields | undefined) },
    ...outer,
  };
}
