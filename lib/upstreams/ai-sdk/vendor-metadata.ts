/**
 * What a provider of the AI SDK says of a part and wants back with it (`providerMetadata`, and `providerOptions` on the
 * way back): signatures, encrypted reasoning. Kept as vendor data under the upstream's own key, for two upstreams of one
 * package may be two vendors.
 */
import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { VendorData } from "#lib/canonical/vendor.ts";

/** The key of one upstream's vendor data. No dialect has such an id. */
export type VendorKey = `ai-sdk/${string}`;

export function vendorKey(upstreamId: string): VendorKey {
  return `ai-sdk/${upstreamId}`;
}

/** Spread into a Part: nothing where there is nothing to keep. */
export function asVendor(metadata: SharedV4ProviderMetadata | undefined, key: VendorKey): { vendor?: VendorData } {
  return metadata && Object.keys(metadata).length > 0 ? { vendor: { [key]: metadata } } : {};
}

/** Spread into a part of a prompt: what this upstream made, and nothing that others made. */
export function ownMetadata(
  vendor: VendorData | undefined,
  key: VendorKey,
): { providerOptions: SharedV4ProviderOptions } | undefined {
  const own = vendor?.[key];
  return own && { providerOptions: own as SharedV4ProviderOptions };
}

/** A block says it in pieces: the later word of each provider's field counts. */
export function mergeMetadata(
  before: SharedV4ProviderMetadata | undefined,
  next: SharedV4ProviderMetadata | undefined,
): SharedV4ProviderMetadata | undefined {
  if (!before || !next) return next ?? before;
  const merged = { ...before };
  for (const provider in next) merged[provider] = { ...before[provider], ...next[provider] };
  return merged;
}
