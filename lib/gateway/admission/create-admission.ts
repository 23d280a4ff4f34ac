/** Checks the limits and budgets of keys and groups: counts before a call, reserves for it, and settles after it. */
import type { KeyRules } from "#lib/config/key-rules.ts";
import { computeCost, type UsagePrices, withoutPromptLimit } from "#lib/contract/usage-cost.ts";
import type { Admission, ExpectedUnits } from "#lib/gateway/request/admission.ts";
import { errors } from "#lib/http/errors.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import type { Store } from "#lib/store/store.ts";
import { ADMISSION_LIMITS } from "../limits.ts";
import { KeyGrant, type Reservation } from "./key-grant.ts";
import {
  type LimitClaim,
  listBudgetClaims,
  listPlaceClaims,
  listRequestClaims,
  listTokenClaims,
  toLimitState,
  toRefusal,
} from "./limit-claims.ts";
import { type LimitOwner, listLimitOwners, requireAllowedModel } from "./limit-owners.ts";
import { createObservedOutputs } from "./observed-outputs.ts";
import { readLimitUse } from "./read-limit-use.ts";
import { createTaskHolds } from "./task-holds.ts";

/** @param counters counters of one minute and of running requests, and sums of money */
export function createAdmission({
  store,
  counters,
  readRules,
}: {
  store: Pick<Store, "keys" | "requestLog">;
  counters: Counters;
  readRules: () => KeyRules;
}): Admission {
  const outputs = createObservedOutputs();

  /** Takes all of the claims or none: a request that one limit refuses uses nothing of the others. */
  async function take(grant: KeyGrant, claims: readonly LimitClaim[], holds: Record<string, number>): Promise<void> {
    if (claims.length === 0) return;
    const { refused, now, states } = await counters.take(claims, holds);
    const isTaken = refused === undefined;
    for (const [index, state] of states.entries()) {
      const claim = claims[index] as LimitClaim;
      const limit = toLimitState(claim, state, { now, isTaken });
      if (limit) grant.addState(limit);
      if (isTaken) grant.addTaken(claim, state.endsAt);
      else if (index === refused) throw toRefusal(claim, state, now);
    }
    grant.addHolds(holds);
  }

  /** @throws GatewayError 403 for a model without a price, where the config refuses it */
  function findWorstCost(
    expected: Reservation & ExpectedUnits,
    { model, prices }: { model: string; prices: ReadonlyMap<string, UsagePrices | undefined> },
  ): number {
    const known = [...prices.values()].filter((price) => price !== undefined);
    if (known.length < prices.size && readRules().refusesUnpriced) throw errors.modelHasNoPrice({ model });
    const costs = known.map((price) => computeCost(expected, withoutPromptLimit(price))?.amount ?? 0);
    return Math.max(0, ...costs);
  }

  return {
    async admitRequest({ principal, log, route, callsModel }) {
      const owners = listLimitOwners(principal, { rules: readRules(), store });
      if (owners.length === 0) return;
      const grant = new KeyGrant(principal.keyId, { owners, counters });
      log.grant = grant;
      for (const { title, policy } of owners) {
        if (policy.routes && !policy.routes.includes(route)) {
          throw errors.routeNotAllowed({ route, owner: title, allowed: policy.routes });
        }
      }
      if (!callsModel) return;
      const places = listPlaceClaims(owners);
      await take(grant, [...places, ...listRequestClaims(owners)], holdEach(places, 1));
    },

    async admitCall(log, { names, maxTokens = Number.POSITIVE_INFINITY, units, openPrices }) {
      const grant = log.grant;
      if (!(grant instanceof KeyGrant)) return;
      const { owners, keyId } = grant;
      const [model = ""] = names;
      for (const owner of owners) requireAllowedModel(owner, names);
      if (!owners.some(reservesForCalls)) return;
      const inputTokens = Math.ceil(log.requestBytes / ADMISSION_LIMITS.bytesPerToken);
      const outputTokens = Math.min(maxTokens, outputs.expect(keyId, model));
      grant.reservation = { inputTokens, outputTokens };
      grant.onUsed = (used) => {
        if (used.outputTokens > 0) outputs.add(keyId, model, used.outputTokens);
      };
      const tokens = listTokenClaims(owners, inputTokens + outputTokens);
      const budgets = listBudgetClaims(owners, store.requestLog);
      let cost = 0;
      if (budgets.length > 0) {
        grant.prices = await openPrices();
        cost = findWorstCost({ ...grant.reservation, ...units }, { model, prices: grant.prices });
      }
      await take(grant, [...tokens, ...budgets], holdEach(budgets, cost));
    },

    ...createTaskHolds(counters),

    readUse(key) {
      const owners = listLimitOwners(key, { rules: readRules(), store });
      return readLimitUse(owners, { counters, requestLog: store.requestLog });
    },
  };
}

/** Returns true for limits on what a call uses: tokens or money. */
function reservesForCalls({ policy: { limits, budget } }: LimitOwner): boolean {
  const amounts = [limits.tokens_per_minute, budget.usd_per_day, budget.usd_per_month];
  return amounts.some((amount) => typeof amount === "number");
}

/** A key and its group hold each for itself; the budgets of one owner share a hold. */
function holdEach(claims: readonly LimitClaim[], amount: number): Record<string, number> {
  return Object.fromEntries(claims.flatMap(({ hold }) => (hold === undefined || amount === 0 ? [] : [[hold, amount]])));
}
