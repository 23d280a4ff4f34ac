/** Content: text and files (wire-formats §14.2). */
import type { FileContent, TextContent, UnknownContent, UserContent } from "#lib/canonical/call.ts";
import { readDataUrl } from "#lib/canonical/file-url.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import { ANY_TYPE, resolveMediaType, resolveUrlMediaType } from "../google-media-type.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";

type Fields = Record<string, unknown>;

const TEXT_FIELDS = new Set(["type", "text", "annotations"]);
const FILE_FIELDS = new Set(["type", "data", "uri", "mime_type", "resolution", "sample_rate"]);
const FAMILIES: Record<string, string> = { image: "image/*", audio: "audio/*", video: "video/*", document: ANY_TYPE };

/** Levels of detail that other APIs name too. */
const DETAILS = new Set(["low", "high"]);

export function readContent(wire: {
  type: string;
  [key: string]: unknown;
}): TextContent | FileContent | UnknownContent {
  const given = withoutNulls(wire);
  if (given.type === "text" && typeof given.text === "string") {
    const vendor = pickUnknownFields(DIALECT, given, TEXT_FIELDS);
    return { type: "text", text: given.text, ...(vendor ? { vendor } : {}) };
  }
  const family = FAMILIES[given.type];
  if (family === undefined) return { type: "unknown", dialect: DIALECT, value: wire };
  const { data, uri, resolution, sample_rate: rate, mime_type: type } = given as Record<string, string | undefined>;
  const rest: Fields = { ...pickUnknownFields(DIALECT, given, FILE_FIELDS)?.[DIALECT] };
  const detail = resolution !== undefined && DETAILS.has(resolution) ? resolution : undefined;
  if (resolution !== undefined && !detail) rest.resolution = resolution;
  const mediaType = typeof type === "string" ? type : family;
  return {
    type: "file",
    mediaType: rate === undefined ? mediaType : `${mediaType};rate=${rate}`,
    data:
      typeof data === "string"
        ? { kind: "base64", base64: toStandard(data) }
        : /^\w+:/.test(uri ?? "")
          ? { kind: "url", url: uri ?? "" }
          : { kind: "reference", id: uri ?? "" },
    ...(detail ? { detail } : {}),
    ...(Object.keys(rest).length > 0 ? { vendor: { [DIALECT]: rest } } : {}),
  };
}

function toStandard(base64: string): string {
  return /[-_\s]/.test(base64) ? base64.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/") : base64;
}

/** Writes content for an upstream: names of what it cannot hold are passed to `drop`. */
export function writeContent(
  content: string | readonly UserContent[],
  path: string,
  drop: (path: string) => void,
): Fields[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.flatMap((part, index) => {
    if (part.type === "unknown") {
      if (part.dialect === DIALECT) return [part.value as Fields];
      drop(`${path}[${index}]`);
      return [];
    }
    if (part.type === "text") return [{ type: "text", text: part.text, ...part.vendor?.[DIALECT] }];
    if (part.filename !== undefined) drop(`${path}[${index}].filename`);
    if (part.detail !== undefined && part.detail !== "auto" && !DETAILS.has(part.detail)) {
      drop(`${path}[${index}].detail`);
    }
    return [writeFile(part)];
  });
}

/** Writes a file, its type made exact where the bytes or the address tell it. */
export function writeFile({ mediaType, data, detail, vendor }: Omit<FileContent, "type">): Fields {
  const inline = data.kind === "url" ? readDataUrl(data.url) : undefined;
  const base64 = data.kind === "base64" ? data.base64 : inline?.base64;
  const address = data.kind === "url" ? data.url : data.kind === "reference" ? data.id : "";
  const [named = "", ...parameters] = (inline?.mediaType ?? mediaType).split(";");
  const mimeType = base64 === undefined ? resolveUrlMediaType(named, address) : resolveMediaType(named, base64);
  const rate = parameters.flatMap((parameter) => /^\s*rate=(\d+)$/.exec(parameter)?.[1] ?? [])[0];
  return {
    type: toContentType(mimeType ?? named),
    ...(base64 === undefined ? { uri: address } : { data: base64 }),
    ...(mimeType ? { mime_type: mimeType } : {}),
    ...(rate === undefined ? {} : { sample_rate: Number(rate) }),
    ...(detail !== undefined && DETAILS.has(detail) ? { resolution: detail } : {}),
    ...vendor?.[DIALECT],
  };
}

function toContentType(mediaType: string): string {
  const [family = ""] = mediaType.split("/");
  return family === "image" || family === "audio" || family === "video" ? family : "document";
}
