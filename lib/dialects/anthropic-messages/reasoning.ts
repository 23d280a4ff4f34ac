/** Thinking blocks and the opaque data in them (wire-formats §3.3; architecture.md, law 7). */
import type { ReasoningContent } from "#lib/canonical/call.ts";
import { omitVendor, openVendor, sealVendor } from "#lib/canonical/opaque.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import { DIALECT } from "./dialect-id.ts";

const REDACTED = "redacted_thinking";

export function isReasoning(block: { type: string }): boolean {
  return block.type === "thinking" || block.type === REDACTED;
}

/** Reads `thinking` and `redacted_thinking`. A slot that the gateway sealed for another vendor is opened again. */
export function readReasoning(block: { type: string; [field: string]: unknown }): ReasoningContent {
  const slot = block.type === REDACTED ? block.data : block.signature;
  const sealed = typeof slot === "string" ? openVendor(slot) : undefined;
  const vendor = sealed ?? readOwn(block);
  return {
    type: "reasoning",
    text: typeof block.thinking === "string" ? block.thinking : "",
    ...(vendor ? { vendor } : {}),
  };
}

function readOwn({ type, thinking: _, ...rest }: { type: string; [field: string]: unknown }): VendorData | undefined {
  if (type === REDACTED) return { [DIALECT]: { type, ...rest } };
  // An empty signature signs nothing.
  if (!rest.signature) delete rest.signature;
  return Object.keys(rest).length > 0 ? { [DIALECT]: rest } : undefined;
}

/** True for reasoning that the upstream hides: one block of opaque data. */
export function isRedacted(vendor: VendorData | undefined): boolean {
  return vendor?.[DIALECT]?.type === REDACTED;
}

/** Returns the `signature`: always a string, since clients read it as one; "" when there is nothing to echo. */
export function readSignature(vendor: VendorData | undefined): string {
  if (vendor && omitVendor(vendor, DIALECT)) return sealVendor(vendor);
  const vendorFields = vendor?.[DIALECT]?.signature;
  return typeof vendorFields === "string" ? vendorFields : "";
}

/** For a client. */
export function writeReasoning({ text, vendor }: ReasoningContent): Record<string, unknown> {
  const vendorFields = vendor?.[DIALECT];
  if (isRedacted(vendor)) return { ...vendorFields };
  return { type: "thinking", thinking: text, ...vendorFields, signature: readSignature(vendor) };
}

/** Writes reasoning for an upstream, which accepts only reasoning that it signed; undefined for any other. */
export function writeSignedReasoning({ text, vendor }: ReasoningContent): Record<string, unknown> | undefined {
  const vendorFields = vendor?.[DIALECT];
  if (isRedacted(vendor)) return { ...vendorFields };
  return vendorFields?.signature ? { type: "thinking", thinking: text, ...vendorFields } : undefined;
}
