/** Content parts of a client's message or tool result (wire-formats §2.2). */
import type { FileContent, UserContent } from "#lib/canonical/call.ts";
import { formatFileUrl, parseFileUrl } from "#lib/canonical/file-url.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import { withoutNulls } from "../without-nulls.ts";
import { DIALECT } from "./dialect-id.ts";

type WirePart = { type: string; [key: string]: unknown };

const FIELDS: Record<string, ReadonlySet<string>> = {
  input_text: new Set(["type", "text"]),
  input_image: new Set(["type", "image_url", "file_id", "detail"]),
  input_file: new Set(["type", "file_id", "file_url", "filename", "file_data"]),
};
const NONE: ReadonlySet<string> = new Set();

export function readContent(content: string | WirePart[]): string | UserContent[] {
  return typeof content === "string" ? content : content.map(readPart);
}

function readPart(part: WirePart): UserContent {
  const rest = pickUnknownFields(DIALECT, withoutNulls(part), FIELDS[part.type] ?? NONE);
  const vendor = rest ? { vendor: rest } : {};
  switch (part.type) {
    case "input_text":
      return { type: "text", text: String(part.text), ...vendor };
    case "input_image": {
      const { image_url: url, file_id: id, detail } = part as { image_url?: string; file_id?: string; detail?: string };
      const file: FileContent = url ? parseFileUrl(url, "image/*") : reference(id ?? "", "image/*");
      return { ...file, ...(detail ? { detail } : {}), ...vendor };
    }
    case "input_file": {
      const { file_id, file_url, filename, file_data } = part as Record<string, string | null | undefined>;
      const file: FileContent = file_id
        ? reference(file_id, "application/octet-stream")
        : parseFileUrl(file_data ?? file_url ?? "", "application/pdf");
      return { ...file, ...(filename ? { filename } : {}), ...vendor };
    }
    default:
      return { type: "unknown", dialect: DIALECT, value: part };
  }
}

function reference(id: string, mediaType: string): FileContent {
  return { type: "file", mediaType, data: { kind: "reference", id } };
}

/** @param drop is called with the path of each dropped part */
export function writeContent(
  content: string | UserContent[],
  path: string,
  drop: (path: string) => void,
): string | Record<string, unknown>[] {
  if (typeof content === "string") return content;
  const parts = content.flatMap((part, index) => {
    const written = writePart(part);
    if (!written) drop(`${path}[${index}]`);
    return written ? [written] : [];
  });
  // A message whose parts were all dropped keeps its place in the conversation.
  return parts.length === 0 && content.length > 0 ? "" : parts;
}

function writePart(part: UserContent): Record<string, unknown> | undefined {
  if (part.type === "unknown") return part.dialect === DIALECT ? (part.value as Record<string, unknown>) : undefined;
  const extras = part.vendor?.[DIALECT];
  if (part.type === "text") return { type: "input_text", text: part.text, ...extras };
  const written = writeFile(part);
  return written && { ...written, ...extras };
}

function writeFile({ mediaType, data, filename, detail }: FileContent): Record<string, unknown> | undefined {
  const isImage = mediaType.startsWith("image/");
  if (isImage) {
    const source = data.kind === "reference" ? { file_id: data.id } : { image_url: formatFileUrl(data, mediaType) };
    return { type: "input_image", ...source, ...(detail ? { detail } : {}) };
  }
  // This API accepts only images and documents.
  if (/^(audio|video)\//.test(mediaType)) return undefined;
  if (data.kind === "reference") return { type: "input_file", file_id: data.id };
  if (data.kind === "url" && !data.url.startsWith("data:")) return { type: "input_file", file_url: data.url };
  return {
    type: "input_file",
    filename: filename ?? defaultName(mediaType),
    file_data: formatFileUrl(data, mediaType),
  };
}

/** Returns a file name: the API refuses inline bytes without one, and reads their type from its extension. */
function defaultName(mediaType: string): string {
  const ending = mediaType === "text/plain" ? "txt" : (/^[a-z]+\/(?:x-)?([a-z0-9]+)$/.exec(mediaType)?.[1] ?? "bin");
  return `file.${ending}`;
}
