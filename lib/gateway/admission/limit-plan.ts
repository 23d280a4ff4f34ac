import type { KeyRules } from "#lib/config/key-rules.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import type { Store } from "#lib/store/store.ts";
import {
  type LimitClaim,
  listBudgetClaims,
  listPlaceClaims,
  listRequestClaims,
  listTokenClaims,
} from "./limit-claims.ts";
import { type LimitOwner, listLimitOwners } from "./limit-owners.ts";
import type { ObservedOutputs } from "./observed-outputs.ts";

/** Checks that the limits of one key and its group require for each of its requests. */
export type LimitPlan = {
  owners: readonly LimitOwner[];
  /** Limits on requests: places among those that run, and the number of a minute. */
  requests: readonly LimitClaim[];
  /** Holds of one request's places, and what gives them back. */
  places: Readonly<Record<string, number>>;
  placesBack: Readonly<Record<string, number>>;
  /** Limits on calls: on tokens, each for one token, and budgets. */
  calls: readonly LimitClaim[];
  budgets: readonly LimitClaim[];
  /** Outputs of the model that was called last: the next call is nearly always of the same one. */
  lastOutputs: { model: string; outputs: ObservedOutputs } | undefined;
};

/**
 * Returns the plan of a principal; undefined for one without limits. A plan is made once for each principal, which
 * lives in the key ring for some seconds, and once more after a change of the config.
 */
export function createLimitPlans(
  store: Pick<Store, "keys" | "people" | "requestLog">,
): (principal: Principal, rules: KeyRules) => LimitPlan | undefined {
  const plans = new WeakMap<Principal, { rules: KeyRules; plan: LimitPlan | undefined }>();
  return (principal, rules) => {
    const known = plans.get(principal);
    if (known?.rules === rules) return known.plan;
    const owners = listLimitOwners(principal, { rules, store });
    const plan = owners.length === 0 ? undefined : createPlan(owners, store);
    plans.set(principal, { rules, plan });
    return plan;
  };
}

function createPlan(owners: readonly LimitOwner[], store: Pick<Store, "requestLog">): LimitPlan {
  const places = listPlaceClaims(owners);
  const names = places.map(({ hold }) => hold as string);
  const budgets = listBudgetClaims(owners, store.requestLog);
  return {
    owners,
    requests: [...places, ...listRequestClaims(owners)],
    places: Object.fromEntries(names.map((name) => [name, 1])),
    placesBack: Object.fromEntries(names.map((name) => [name, -1])),
    calls: [...listTokenClaims(owners, 1), ...budgets],
    budgets,
    lastOutputs: undefined,
  };
}
