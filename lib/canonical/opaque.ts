/**
 * Opaque text: how vendor data (signatures, encrypted reasoning) travels through a client whose dialect has no place for
 * it. A codec puts the sealed text into a slot that its clients echo unchanged and do not read (a signature, an
 * encrypted_content, the id of a tool call) and opens it when it comes back. The maker's own bytes are inside, unchanged.
 */
import type { VendorData } from "./vendor.ts";

/** Distinct from anything that a vendor makes; the digit is the version of the form. */
const MARK = "pl1.";

/** Letters, digits, `.`, `_` and `-` only, so that it fits every slot. */
export function sealVendor(vendor: VendorData): string {
  return MARK + Buffer.from(JSON.stringify(vendor)).toString("base64url");
}

/** Undefined for text that was not sealed here. */
export function openVendor(text: string): VendorData | undefined {
  if (!text.startsWith(MARK)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(MARK.length), "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as VendorData) : undefined;
  } catch {
    // Cut or changed on its way: worth nothing to its maker.
    return undefined;
  }
}

/** A tool call's id with what it carries; strict clients drop every other field of a call but echo its id. */
export function sealIntoId(id: string, vendor: VendorData | undefined): string {
  return vendor ? `${id}.${sealVendor(vendor)}` : id;
}

/** The id as its maker gave it, and what it carried. */
export function openId(sealed: string): { id: string; vendor?: VendorData } {
  const at = sealed.indexOf(`.${MARK}`);
  const vendor = at < 0 ? undefined : openVendor(sealed.slice(at + 1));
  return vendor ? { id: sealed.slice(0, at), vendor } : { id: sealed };
}

/** What of `vendor` belongs to other dialects than `dialect`; undefined when nothing does. */
export function foreignVendor(vendor: VendorData | undefined, dialect: string): VendorData | undefined {
  if (!vendor) return undefined;
  const { [dialect]: _, ...foreign } = vendor;
  return Object.keys(foreign).length > 0 ? foreign : undefined;
}

/** How a sealed text begins in a JSON body: as a value, behind an id, and as a value in base64 (Google's signatures). */
const SEALS = [`"${MARK}`, `.${MARK}`, `"${Buffer.from(MARK).toString("base64").slice(0, 5)}`];

/** Whether a request's body holds sealed text, which must not reach an upstream as it is. */
export function carriesSeal(body: string): boolean {
  return SEALS.some((seal) => body.includes(seal));
}
