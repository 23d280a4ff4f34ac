/**
 * `thoughtSignature`, this API's opaque slot: beside the text, the image or the function call that it belongs to,
 * and echoed there (wire-formats §4.3).
 */
import { omitVendor, openVendor, sealVendor } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

/** The documented value with which a call that this vendor's model did not make passes its check. */
export const NO_SIGNATURE = "skip_thought_signature_validator";

/** Returns base64: the field is `bytes` in the API's definition, and typed clients decode it. */
function sealSignature(vendor: VendorData): string {
  return Buffer.from(sealVendor(vendor)).toString("base64");
}

/** Returns undefined for this vendor's own signature. */
export function openSignature(signature: unknown): VendorData | undefined {
  // The seal's mark in base64, so that most signatures need no decoding.
  if (typeof signature !== "string" || !signature.startsWith("cGwxL")) return undefined;
  return openVendor(Buffer.from(signature, "base64").toString("latin1"));
}

/**
 * Returns the fields beside a part's payload in a response: this dialect's own, and other dialects' vendor data,
 * sealed. This dialect's own signature has priority in the slot.
 */
export function writeSignatureFields(vendor: VendorData | undefined): Record<string, unknown> | undefined {
  const vendorFields = vendor?.[DIALECT];
  const foreign = omitVendor(vendor, DIALECT);
  if (!foreign || vendorFields?.thoughtSignature !== undefined) return vendorFields;
  return { ...vendorFields, thoughtSignature: sealSignature(foreign) };
}

/** True from the generation on that requires a signature on a turn's first call; older models have none. */
export function requiresSignatures(model: string): boolean {
  return isGemini3(model) && !/-image/.test(model);
}

export function isGemini3(model: string): boolean {
  return /gemini-(?:[3-9]|\d\d)(?!\d)|gemini-(?:pro|flash|flash-lite)-latest/.test(model);
}
