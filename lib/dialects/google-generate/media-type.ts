/** What kind of file something is, where the wire wants it said and the Call only knows the family. */

const BY_ENDING: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  html: "text/html",
  mp3: "audio/mp3",
  wav: "audio/wav",
  mp4: "video/mp4",
  mov: "video/mov",
  webm: "video/webm",
};

/** The first bytes of a file of that type, in base64. */
const BY_START: [string, string][] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
  ["JVBERi", "application/pdf"],
];

/** Written for a file whose type its wire did not tell. */
export const ANY_TYPE = "*/*";

/** `image/*` and the like made exact from the first bytes; the most common of the family where those tell nothing. */
export function exactType(mediaType: string, base64: string): string {
  if (!isFamily(mediaType)) return mediaType;
  const found = BY_START.find(([start]) => base64.startsWith(start))?.[1];
  return found ?? (mediaType.startsWith("image/") ? "image/jpeg" : "application/octet-stream");
}

/** Undefined where neither the type nor the URL's ending tells. */
export function typeOfUrl(mediaType: string, url: string): string | undefined {
  if (!isFamily(mediaType)) return mediaType;
  const ending = /\.([a-z0-9]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : BY_ENDING[ending];
}

function isFamily(mediaType: string): boolean {
  return mediaType.includes("*") || mediaType === "application/octet-stream";
}
