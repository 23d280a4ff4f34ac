/** Detects the type of a file from its first bytes and its name, when the client does not send one. */
import { typeOfBytes, typeOfName } from "#lib/canonical/media-type.ts";

/** Number of first bytes that `detectMediaType` needs. */
export const HEAD_BYTES = 16;

const UNKNOWN = "application/octet-stream";
/** Types that clients and libraries send when they do not know the type. */
const SAYS_LITTLE = new Set([UNKNOWN, "text/plain", "binary/octet-stream", "application/x-www-form-urlencoded"]);
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
  const said = WELL_FORMED.test(type) ? type : UNKNOWN;
  if (!SAYS_LITTLE.has(said)) return said;
  // Many formats start like an archive; only the name tells them apart.
  return typeOfBytes(head) ?? typeOfName(filename) ?? (said === "text/plain" ? said : UNKNOWN);
}
