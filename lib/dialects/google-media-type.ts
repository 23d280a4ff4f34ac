/** Media type of a file, for an API that requires it where the Call has only the family. */
import { guessMediaType, sniffBase64MediaType } from "#lib/canonical/media-type.ts";

/** Written for a file whose type the request did not give. */
export const ANY_TYPE = "*/*";

/** Media types that have another name in this API. */
const GOOGLE_NAMES: Record<string, string> = { "audio/mpeg": "audio/mp3", "video/quicktime": "video/mov" };

/** `image/*` and the like made exact from the first bytes; the most common of the family where those tell nothing. */
export function resolveMediaType(mediaType: string, base64: string): string {
  if (!isFamily(mediaType)) return mediaType;
  const found = sniffBase64MediaType(base64);
  if (found) return GOOGLE_NAMES[found] ?? found;
  return mediaType.startsWith("image/") ? "image/jpeg" : "application/octet-stream";
}

/** Returns undefined when neither the type nor the URL's ending determines it. */
export function resolveUrlMediaType(mediaType: string, url: string): string | undefined {
  if (!isFamily(mediaType)) return mediaType;
  const found = guessMediaType(url.replace(/[?#].*$/s, ""));
  return found && (GOOGLE_NAMES[found] ?? found);
}

function isFamily(mediaType: string): boolean {
  return mediaType.includes("*") || mediaType === "application/octet-stream";
}
