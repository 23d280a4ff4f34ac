/**
 * `signature` of a thought, this API's one opaque slot (wire-formats §14.2). Its own signatures return as they are; other
 * vendors' data is sealed into it, as base64, since typed clients decode the field.
 */
import { omitVendor, openTextVendor, openVendor, sealTextVendor, sealVendor } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

const encode = (seal: string) => Buffer.from(seal).toString("base64");

/** Returns the text of a seal; undefined for a vendor's own signature. */
function decode(signature: unknown): string | undefined {
  // The seal's mark in base64, so that most signatures need no decoding.
  if (typeof signature !== "string" || !signature.startsWith("cGwxL")) return undefined;
  return Buffer.from(signature, "base64").toString("latin1");
}

/** Opens the data of a thought; undefined for this vendor's own signature. */
export function openSignature(signature: unknown): VendorData | undefined {
  const seal = decode(signature);
  return seal === undefined ? undefined : openVendor(seal);
}

/** Opens the data of the text before the thought that carries it. */
export function openTextSignature(signature: unknown): VendorData | undefined {
  const seal = decode(signature);
  return seal === undefined ? undefined : openTextVendor(seal);
}

/** Returns the fields of a thought beside its text, for a client: other dialects' data goes into a free slot. */
export function writeSignatureFields(vendor: VendorData | undefined): Record<string, unknown> | undefined {
  const own = vendor?.[DIALECT];
  const foreign = omitVendor(vendor, DIALECT);
  if (!foreign || own?.signature !== undefined) return own;
  return { ...own, signature: encode(sealVendor(foreign)) };
}

/** Returns the thought after a text that carries another dialect's data of it; undefined when there is none. */
export function writeTextSeal(vendor: VendorData | undefined): { type: "thought"; signature: string } | undefined {
  const foreign = omitVendor(vendor, DIALECT);
  return foreign && { type: "thought", signature: encode(sealTextVendor(foreign)) };
}
