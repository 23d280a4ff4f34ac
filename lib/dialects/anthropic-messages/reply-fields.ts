/** Which fields of a Message stand where: the stream sends some of them only at its end (wire-formats §3.5, §3.6). */
import type { VendorData } from "#lib/canonical/vendor.ts";
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

/** Beside `delta` in `message_delta`; every other late field is inside it. */
export const BESIDE_DELTA: ReadonlySet<string> = new Set(["context_management"]);

/** Known only when the response has ended, so they are the choice's, not the reply's. */
const LATE = new Set(["stop_details", "container", ...BESIDE_DELTA]);

/** Splits what the vocabulary has no words for into what is known at the start and what at the end. Null is not set. */
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
