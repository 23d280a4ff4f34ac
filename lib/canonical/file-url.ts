/** Files as URLs: bytes in a `data:` URL, or a link. */
import type { FileContent } from "./call.ts";
import type { FileData } from "./part.ts";

/** @returns media type, if any, and bytes of a `data:` URL in base64; undefined for anything else */
export function readDataUrl(url: string): { mediaType: string | undefined; base64: string } | undefined {
  const start = /^data:([^;,]*)[^,]*;base64,/i.exec(url);
  return start ? { mediaType: start[1] || undefined, base64: url.slice(start[0].length) } : undefined;
}

/**
 * A `data:` URL as its bytes, any other URL as a link; text that is neither is bare base64 (wire-formats §1.2).
 * @param mediaType for a URL that has none
 */
export function parseFileUrl(url: string, mediaType: string): FileContent {
  const inline = readDataUrl(url);
  if (inline) {
    const { base64 } = inline;
    return { type: "file", mediaType: inline.mediaType ?? mediaType, data: { kind: "base64", base64 } };
  }
  if (/^(https?|data):/i.test(url)) return { type: "file", mediaType, data: { kind: "url", url } };
  return { type: "file", mediaType, data: { kind: "base64", base64: url } };
}

/** The inverse; an image of no exact type is taken for a PNG, for its family is no type that a `data:` URL can name. */
export function formatFileUrl(data: Exclude<FileData, { kind: "reference" }>, mediaType: string): string {
  if (data.kind === "url") return data.url;
  return `data:${mediaType === "image/*" ? "image/png" : mediaType};base64,${data.base64}`;
}
