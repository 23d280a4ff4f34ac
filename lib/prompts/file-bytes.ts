/** Bytes of an attachment that came with the call. A reference is never downloaded. */
import type { FileContent } from "#lib/canonical/call.ts";
import { decodeBase64 } from "#lib/http/decode-base64.ts";

const DATA_URL = /^data:[^,]*?(;base64)?,/i;

/** Returns false for a reference (a remote URL, an uploaded file's id). */
export function hasBytes({ data }: Pick<FileContent, "data">): boolean {
  return data.kind === "base64" || (data.kind === "url" && DATA_URL.test(data.url));
}

/** Returns the encoded length as the size: a data URL is longer by a few bytes. */
export function approximateSize({ data }: Pick<FileContent, "data">): number {
  if (data.kind === "reference") return 0;
  return Math.ceil(((data.kind === "base64" ? data.base64 : data.url).length * 3) / 4);
}

/** Returns undefined for a reference. */
export function fileBytes({ data }: Pick<FileContent, "data">): Buffer | undefined {
  if (data.kind === "base64") return Buffer.from(data.base64, "base64");
  if (data.kind !== "url") return undefined;
  const inline = DATA_URL.exec(data.url);
  if (!inline) return undefined;
  const payload = data.url.slice(inline[0].length);
  return inline[1] ? Buffer.from(payload, "base64") : Buffer.from(decodeURIComponentSafely(payload), "utf8");
}

/** Like `fileBytes`, with turns for others between the pieces of a large file. */
export async function readFileBytes(file: Pick<FileContent, "data">): Promise<Buffer | undefined> {
  const { data } = file;
  if (data.kind === "base64") return decodeBase64(data.base64);
  const inline = data.kind === "url" ? DATA_URL.exec(data.url) : undefined;
  return data.kind === "url" && inline?.[1] ? decodeBase64(data.url.slice(inline[0].length)) : fileBytes(file);
}

/** Returns false for types whose bytes are not decoded as text. */
export function mayBeText(mediaType: string): boolean {
  return !/^(image|audio|video)\/(?!svg)|pdf$/i.test(mediaType);
}

/**
 * Returns the text of a file that is text, by its media type or because its bytes are UTF-8 without control characters.
 */
export function fileText({ mediaType }: Pick<FileContent, "mediaType">, bytes: Buffer): string | undefined {
  if (!mayBeText(mediaType)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
    return /[\u0000-\u0008\u000e-\u001a]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
