/**
 * Opaque text: how vendor data (signatures, encrypted reasoning) travels through a client whose dialect has no place
 * for it. A codec puts the sealed text into a slot that its clients echo unchanged and do not read (a signature, an
 * encrypted_content, the id of a tool call) and opens it when it comes back. The vendor's own bytes are inside,
 * unchanged.
 */
import { isRecord } from "#lib/contract/is-record.ts";
import type { ReasoningContent } from "./call.ts";
import type { VendorData } from "./vendor-data.ts";

/** Distinct from anything that a vendor makes; the digit is the version of the form. */
const MARK = "pl1.";

/** Letters, digits, `.`, `_` and `-` only, so that it fits every slot. */
export function sealVendor(vendor: VendorData): string {
  return seal(vendor);
}

function seal(value: Record<string, unknown>): string {
  return MARK + Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Undefined for text that was not sealed here. */
export function openVendor(text: string): VendorData | undefined {
  const value = openSeal(text);
  return value && value.of !== TEXT_SEAL ? pickVendorData(value) : undefined;
}

/** Value of `of`; a dialect's data is an object, so it cannot be mistaken for one. */
const TEXT_SEAL = "text";

/** Seals the vendor data of a text, for a slot that follows the text. */
export function sealTextVendor(vendor: VendorData): string {
  return seal({ ...vendor, of: TEXT_SEAL });
}

/** Undefined for text that was not sealed so. */
export function openTextVendor(text: string): VendorData | undefined {
  const value = openSeal(text);
  return value?.of === TEXT_SEAL ? pickVendorData(value) : undefined;
}

function openSeal(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(MARK.length), "base64url").toString("utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    // Cut or changed in transit: of no use to its vendor.
    return undefined;
  }
}

/** Removes everything but vendor data, so that a client cannot pass other data in a seal that it made itself. */
function pickVendorData(value: Record<string, unknown>): VendorData {
  return Object.fromEntries(Object.entries(value).filter(([, data]) => isRecord(data))) as VendorData;
}

/** Reasoning carried in a call, for a dialect without a slot for it. */
export type CarriedReasoning = {
  content: ReasoningContent;
  /** Length of the turn's text before the reasoning, in UTF-16 units. */
  textBefore: number;
};

/**
 * Seals data into a tool call's id: strict clients drop every other field of a call but echo its id. The id may grow to
 * many kilobytes: APIs and their SDKs set no limit; upstreams do, and they get the original id.
 */
export function sealIntoId(id: string, vendor: VendorData | undefined): string {
  return vendor ? `${id}.${sealVendor(vendor)}` : id;
}

/** The same with the reasoning that led to the call; `openId` gives all of it back. */
export function sealReasoningIntoId(
  id: string,
  { vendor, reasoning }: { vendor: VendorData | undefined; reasoning: CarriedReasoning[] },
): string {
  if (reasoning.length === 0) return sealIntoId(id, vendor);
  const before = reasoning.map(({ content: { text, vendor: own }, textBefore }) => ({ text, vendor: own, textBefore }));
  return `${id}.${seal({ ...vendor, reasoning: before })}`;
}

/** Returns the original id and the data sealed in it. */
export function openId(sealed: string): { id: string; vendor?: VendorData; reasoning?: CarriedReasoning[] } {
  const at = sealed.indexOf(`.${MARK}`);
  const value = at < 0 ? undefined : openSeal(sealed.slice(at + 1));
  if (!value) return { id: sealed };
  const vendor = pickVendorData(value);
  const reasoning = Array.isArray(value.reasoning) ? value.reasoning.filter(isRecord).map(readCarried) : [];
  return {
    id: sealed.slice(0, at),
    ...(Object.keys(vendor).length > 0 || reasoning.length === 0 ? { vendor } : {}),
    ...(reasoning.length > 0 ? { reasoning } : {}),
  };
}

function readCarried({ text, vendor: value, textBefore }: Record<string, unknown>): CarriedReasoning {
  const vendor = isRecord(value) ? pickVendorData(value) : undefined;
  return {
    content: { type: "reasoning", text: typeof text === "string" ? text : "", ...(vendor ? { vendor } : {}) },
    textBefore: typeof textBefore === "number" ? textBefore : 0,
  };
}

/** Returns the entries of `vendor` for dialects other than `dialect`; undefined when there are none. */
export function omitVendor(vendor: VendorData | undefined, dialect: string): VendorData | undefined {
  if (!vendor) return undefined;
  const { [dialect]: _, ...foreign } = vendor;
  return Object.keys(foreign).length > 0 ? foreign : undefined;
}

/** Start of the content of a compaction item that this gateway encrypted; the digit is the version of the form. */
export const COMPACTION_MARK = "plc1.";

/**
 * Starts of a sealed text in a JSON body: as a value, after an id, as a value in base64 (Google's signatures), and as a
 * compaction.
 */
const SEALS = [`"${MARK}`, `.${MARK}`, `"${Buffer.from(MARK).toString("base64").slice(0, 5)}`, `"${COMPACTION_MARK}`];
const SEAL = new RegExp(SEALS.map((seal) => RegExp.escape(seal)).join("|"));

/** True when a request's body contains sealed text, which must not reach an upstream unopened. */
export function containsSeal(body: string): boolean {
  return SEAL.test(body);
}
