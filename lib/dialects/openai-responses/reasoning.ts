/**
 * Reasoning items (wire-formats §2.2, §2.4). The text is the summary, or the reasoning itself if the upstream sends it
 * (LM Studio); its parts are joined by a blank line. `encrypted_content` is the slot for opaque data.
 */
import type { ReasoningContent } from "#lib/canonical/call.ts";
import { omitVendor, openTextVendor, openVendor, sealTextVendor, sealVendor } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { pickUnknownFields } from "#lib/canonical/vendor-data.ts";
import type { WireItem } from "#lib/contract/openai-responses/wire.ts";
import { DIALECT } from "./dialect-id.ts";

export const PART_SEPARATOR = "\n\n";

/** Field and parts of the reasoning text, recorded when it is not one part of the summary. */
export type ReasoningForm = { field: "summary" | "content"; lengths: number[] };

type Piece = { text?: unknown };

export function readReasoning(item: WireItem): ReasoningContent {
  const summary = texts(item.summary);
  const content = texts(item.content);
  const field = summary.length > 0 || content.length === 0 ? "summary" : "content";
  const parts = field === "summary" ? summary : content;
  const reasoning: ReasoningContent = { type: "reasoning", text: parts.join(PART_SEPARATOR) };
  const vendor = openVendor(String(item.encrypted_content ?? "")) ?? writeVendor(item, { field, parts, content });
  return vendor ? { ...reasoning, vendor } : reasoning;
}

function texts(pieces: unknown): string[] {
  return Array.isArray(pieces) ? pieces.map((piece: Piece | null) => String(piece?.text ?? "")) : [];
}

const TEXT_FIELDS = new Set(["type", "summary", "content"]);
const SUMMARY_FIELDS = new Set(["type", "summary"]);

function writeVendor(
  item: WireItem,
  { field, parts, content }: { field: ReasoningForm["field"]; parts: string[]; content: string[] },
): VendorData | undefined {
  const given = Object.fromEntries(Object.entries(item).filter(([, value]) => value != null));
  // Both fields are rare: then the content is carried as it is.
  const known = field === "summary" && content.length > 0 ? SUMMARY_FIELDS : TEXT_FIELDS;
  const form: ReasoningForm | undefined =
    field === "content" || parts.length > 1 ? { field, lengths: parts.map((part) => part.length) } : undefined;
  const rest = pickUnknownFields(DIALECT, given, known)?.[DIALECT];
  return rest || form ? { [DIALECT]: { ...rest, ...(form ? { form } : {}) } } : undefined;
}

/**
 * The item after a message that carries another dialect's vendor data of its text: this API has no slot for it in the
 * message itself. Undefined when there is nothing to carry.
 */
export function writeTextSeal(
  vendor: VendorData | undefined,
  id: () => string,
): (WireItem & { id: string }) | undefined {
  const foreign = omitVendor(vendor, DIALECT);
  return foreign && { id: id(), type: "reasoning", summary: [], encrypted_content: sealTextVendor(foreign) };
}

/** Returns the vendor data in an item that `writeTextSeal` made. */
export function readTextSeal({ encrypted_content: sealed }: WireItem): VendorData | undefined {
  return typeof sealed === "string" ? openTextVendor(sealed) : undefined;
}

/**
 * @param id for reasoning without an id of this dialect
 * @param seal true to include other dialects' data, sealed: for a client, never for an upstream
 */
export function writeReasoning(
  { text, vendor }: { text: string; vendor?: VendorData | undefined },
  { id, seal }: { id?: string; seal: boolean },
): WireItem {
  const { form, ...vendorFields } = (vendor?.[DIALECT] ?? {}) as { form?: ReasoningForm; encrypted_content?: unknown };
  const foreign = seal && vendorFields.encrypted_content === undefined ? omitVendor(vendor, DIALECT) : undefined;
  const parts = split(text, form?.lengths);
  const inContent = form?.field === "content";
  return {
    ...(id === undefined ? {} : { id }),
    type: "reasoning",
    summary: inContent ? [] : parts.map((part) => ({ type: "summary_text", text: part })),
    ...(inContent ? { content: parts.map((part) => ({ type: "reasoning_text", text: part })) } : {}),
    ...(foreign ? { encrypted_content: sealVendor(foreign) } : {}),
    ...vendorFields,
  };
}

function split(text: string, lengths: number[] | undefined): string[] {
  if (text === "") return [];
  const separators = PART_SEPARATOR.length * ((lengths?.length ?? 1) - 1);
  const total = lengths?.reduce((sum, length) => sum + length, separators);
  // A text that was changed on its way is one part.
  if (!lengths || total !== text.length) return [text];
  let at = 0;
  return lengths.map((length) => {
    const part = text.slice(at, at + length);
    at += length + PART_SEPARATOR.length;
    return part;
  });
}
