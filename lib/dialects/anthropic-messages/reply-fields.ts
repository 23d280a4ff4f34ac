/** Places of a Message's fields: the stream sends some of them only at its end (wire-formats §3.5, §3.6). */
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

const MESSAGE_FIELDS: ReadonlySet<string> = new Set([
  "id",
  "type",
  "role",
  "model",
  "content",
  "stop_reason",
  "stop_sequence",
  "usage",
]);

/** Late fields that are beside `delta` in `message_delta`; the others are inside it. */
export const BESIDE_DELTA: ReadonlySet<string> = new Set(["context_management"]);

/** Fields known only at the end of the response, so they belong to the choice, not to the reply. */
const LATE = new Set(["stop_details", "container", ...BESIDE_DELTA]);

/** Splits the fields that the vocabulary has no place for into early and late ones. Null counts as not set. */
export function splitRest(message: Record<string, unknown>): { early?: VendorData; late?: VendorData } {
  const early: Record<string, unknown> = {};
  const late: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(message)) {
    if (MESSAGE_FIELDS.has(key) || value === null || value === undefined) continue;
    if (LATE.has(key)) late[key] = value;
    else early[key] = value;
  }
  return { ...wrap("early", early), ...wrap("late", late) };
}

function wrap(name: "early" | "late", fields: Record<string, unknown>): { [name: string]: VendorData } {
  return Object.keys(fields).length > 0 ? { [name]: { [DIALECT]: fields } } : {};
}
