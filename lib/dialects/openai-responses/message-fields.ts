/** Fields of an output message other than its texts: carried on each text, so that the message can be rebuilt. */
import type { AssistantContent, UnknownContent } from "#lib/canonical/call.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

/** Fields that are not carried; the others are (`id`, `phase` …). The gateway itself adds `text` (§2.5). */
const REQUEST_FIELDS = new Set(["type", "role", "content", "text"]);
/** An item's status follows from the response's status. */
const REPLY_FIELDS = new Set([...REQUEST_FIELDS, "status"]);

export type MessageFields = Record<string, unknown>;

export function readMessageFields(item: Record<string, unknown>, of: "request" | "reply"): MessageFields | undefined {
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value != null));
  return pickUnknownFields(DIALECT, given, of === "request" ? REQUEST_FIELDS : REPLY_FIELDS)?.[DIALECT];
}

/** Vendor data of one text or refusal: its message's fields and its own. */
export function textVendor(message: MessageFields | undefined, rest?: Record<string, unknown>): VendorData | undefined {
  if (!message && !rest) return undefined;
  return { [DIALECT]: { ...(message ? { message } : {}), ...rest } };
}

export function readTextVendor(vendor: VendorData | undefined): {
  message: MessageFields | undefined;
  rest: Record<string, unknown>;
} {
  const { message, ...rest } = (vendor?.[DIALECT] ?? {}) as { message?: MessageFields };
  return { message, rest };
}

/** True when two texts were parts of one message. */
export function isSameMessage(left: MessageFields | undefined, right: MessageFields | undefined): boolean {
  return left?.id !== undefined && left.id === right?.id;
}

/** A message part of unknown type; in contrast, an unknown item has a type itself. */
export type UnknownPart = { part: { type: string; [key: string]: unknown }; message?: MessageFields | undefined };

export function isUnknownPart(content: AssistantContent): content is UnknownContent & { value: UnknownPart } {
  return content.type === "unknown" && content.dialect === DIALECT && isUnknownPartValue(content.value);
}

export function isUnknownPartValue(value: unknown): value is UnknownPart {
  return typeof value === "object" && value !== null && "part" in value && !("type" in value);
}
