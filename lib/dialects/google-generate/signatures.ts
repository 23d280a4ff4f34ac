/**
 * `thoughtSignature`, this API's opaque slot: beside the text, the image or the function call that it belongs to,
 * and echoed there (wire-formats §4.3).
 */
import { foreignVendor, openVendor, sealVendor } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor.ts";
import { DIALECT } from "./dialect-id.ts";

/** The documented value with which a call that this vendor's model did not make passes its check. */
export const NO_SIGNATURE = "skip_thought_signature_validator";

/** The field is `bytes` in the API's definition: typed clients decode it, so what stands there is base64. */
function sealSignature(vendor: VendorData): string {
  return Buffer.from(sealVendor(vendor)).toString("base64");
}

/** Undefined for a signature of this vendor's own. */
export function openSignature(signature: unknown): VendorData | undefined {
  // The seal's mark, in base64: most signatures need not be decoded to tell.
  if (typeof signature !== "string" || !signature.startsWith("cGwxL")) return undefined;
  return openVendor(Buffer.from(signature, "base64").toString("latin1"));
}

/**
 * The fields that stand beside a part's payload when a client reads it: this dialect's own, and what other dialects made,
 * sealed. An own signature keeps its slot.
 */
export function fieldsForClient(vendor: VendorData | undefined): Record<string, unknown> | undefined {
  const own = vendor?.[DIALECT];
  const foreign = foreignVendor(vendor, DIALECT);
  if (!foreign || own?.thoughtSignature !== undefined) return own;
  return { ...own, thoughtSignature: sealSignature(foreign) };
}

/** From this generation on a turn's first call must have a signature; older models neither give nor want one. */
export function checksSignatures(model: string): boolean {
  return isGemini3(model) && !/-image/.test(model);
}

export function isGemini3(model: string): boolean {
  return /gemini-(?:[3-9]|\d\d)(?!\d)|gemini-(?:pro|flash|flash-lite)-latest/.test(model);
}
