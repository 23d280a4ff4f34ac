/**
 * Metadata of a part from an AI SDK provider, which the provider needs back (`providerMetadata`, sent back as
 * `providerOptions`): signatures, encrypted reasoning. Stored as vendor data under the upstream's own key, since two
 * upstreams of one package may be two vendors.
 */
import type { SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { VendorData } from "#lib/canonical/vendor-data.ts";

/** Key of one upstream's vendor data. No dialect has such an id. */
export type VendorKey = `ai-sdk/${string}`;

export function createVendorKey(upstreamId: string): VendorKey {
  return `ai-sdk/${upstreamId}`;
}

/** Returns fields to spread into a Part: empty when there is no metadata. */
export function toVendor(metadata: SharedV4ProviderMetadata | undefined, key: VendorKey): { vendor?: VendorData } {
  return metadata && Object.keys(metadata).length > 0 ? { vendor: { [key]: metadata } } : {};
}

/** Returns fields to spread into a part of a prompt: only this upstream's metadata. */
export function pickOwnMetadata(
  vendor: VendorData | undefined,
  key: VendorKey,
): { providerOptions: SharedV4ProviderOptions } | undefined {
  const own = vendor?.[key];
  return own && { providerOptions: own as SharedV4ProviderOptions };
}

/** Merges the metadata of a block's pieces: the later value of each provider's field wins. */
export function mergeMetadata(
  before: SharedV4ProviderMetadata | undefined,
  next: SharedV4ProviderMetadata | undefined,
): SharedV4ProviderMetadata | undefined {
  if (!before || !next) return next ?? before;
  const merged = { ...before };
  for (const provider in next) merged[provider] = { ...before[provider], ...next[provider] };
  return merged;
}
