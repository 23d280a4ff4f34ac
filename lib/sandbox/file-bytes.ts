/** The bytes of an attachment, when they came with the call. The sandbox never fetches anything. */
import type { FileContent } from "#lib/canonical/call.ts";

/** Undefined when the file is only referred to (a remote URL, an uploaded file's id). */
export function fileBytes(file: FileContent): Buffer | undefined {
  if (file.data.kind === "base64") return Buffer.from(file.data.base64, "base64");
  if (file.data.kind !== "url") return undefined;
  const inline = /^data:[^,]*?(;base64)?,/i.exec(file.data.url);
  if (!inline) return undefined;
  const payload = file.data.url.slice(inline[0].length);
  return inline[1] ? Buffer.from(payload, "base64") : Buffer.from(decodeURIComponentSafely(payload), "utf8");
}

/** The text of a file that is text, by its media type or because its bytes are UTF-8 without control characters. */
export function fileText(file: FileContent, bytes: Buffer): string | undefined {
  if (/^(image|audio|video)\/(?!svg)|pdf$/i.test(file.mediaType)) return undefined;
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

/** `1536` as `1.5 kB`, in powers of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ["kB", "MB", "GB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`;
}
