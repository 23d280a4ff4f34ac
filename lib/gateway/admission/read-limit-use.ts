import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import type { Store } from "#lib/store/store.ts";
import { listBudgetClaims, listPlaceClaims, listRequestClaims, listTokenClaims } from "./limit-claims.ts";
import type { LimitOwner } from "./limit-owners.ts";

/** Returns what is used of each limit of a key and its group, and changes nothing. */
export async function readLimitUse(
  owners: readonly LimitOwner[],
  { counters, requestLog }: { counters: Counters; requestLog: Store["requestLog"] },
): Promise<LimitUse[]> {
  const claims = owners
    .map((owner) => [owner])
    .flatMap((one) => [
      ...listRequestClaims(one),
      ...listTokenClaims(one, 0),
      ...listPlaceClaims(one),
      ...listBudgetClaims(one, requestLog),
    ]);
  if (claims.length === 0) return [];
  const { states } = await counters.read(claims);
  return claims.map(({ owner, field, limit }, index) => {
    const { used = 0, endsAt = 0 } = states[index] ?? {};
    return {
      limit: field,
      owner: owner.id.startsWith("group:") ? "group" : "key",
      amount: limit,
      used,
      remaining: Math.max(0, limit - used),
      resets_at: endsAt === 0 ? null : endsAt,
    };
  });
}
