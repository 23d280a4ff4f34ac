/** Detects the type of a file from its first bytes and its name, when the client does not send one. */
import { guessMediaType, sniffMediaType } from "#lib/canonical/media-type.ts";

/** Number of first bytes that `detectMediaType` needs. */
export const HEAD_BYTES = 16;

const UNKNOWN = "application/octet-stream";
/** Types that clients and libraries send when they do not know the type. */
const UNSPECIFIC_TYPES = new Set([UNKNOWN, "text/plain", "binary/octet-stream", "application/x-www-form-urlencoded"]);
const WELL_FORMED = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** @param declared content type from the client, with or without parameters */
export function detectMediaType({
  declared,
  filename,
  head,
}: {
  declared: string | undefined;
  filename: string;
  head: Uint8Array;
}): string {
  const type = declared?.split(";")[0]?.trim().toLowerCase() ?? "";
  const mediaType = WELL_FORMED.test(type) ? type : UNKNOWN;
  if (!UNSPECIFIC_TYPES.has(mediaType)) return mediaType;
  // Many formats start like an archive; only the name tells them apart.
  return sniffMediaType(head) ?? guessMediaType(filename) ?? (mediaType === "text/plain" ? mediaType : UNKNOWN);
}
