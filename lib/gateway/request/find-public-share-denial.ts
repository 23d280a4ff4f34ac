/** Permission to share pages that are readable without a key. */
import type { Principal } from "./key-ring.ts";
import type { Services } from "./services.ts";

/**
 * Returns the side that denies it: `gateway`, by its configuration, or `key`, by its scopes. Undefined when the key may
 * share pages.
 */
export function findPublicShareDenial(
  { scopes }: Pick<Principal, "scopes">,
  { settings }: Pick<Services, "settings">,
): "gateway" | "key" | undefined {
  if (settings.shares.public === true) return undefined;
  if (settings.shares.public === false) return "gateway";
  return scopes.includes("publish") || scopes.includes("admin") ? undefined : "key";
}
