/** What kind of file something is, from its first bytes and its name, where the client does not say. */
import { typeOfBytes, typeOfName } from "#lib/canonical/media-type.ts";

/** How many first bytes `detectMediaType` looks at. */
export const HEAD_BYTES = 16;

const UNKNOWN = "application/octet-stream";
/** Types that clients and libraries write when they do not know. */
const SAYS_LITTLE = new Set([UNKNOWN, "text/plain", "binary/octet-stream", "application/x-www-form-urlencoded"]);
const WELL_FORMED = /^[a-z0-9!#$&^_.+-]{1,127}\/[a-z0-9!#$&^_.+-]{1,127}$/;

/** @param declared what the client said, with or without parameters */
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
  // An archive's first bytes are those of many formats that only the name tells apart.
  return typeOfBytes(head) ?? typeOfName(filename) ?? (said === "text/plain" ? said : UNKNOWN);
}
