/** Checks the limits and budgets of keys and groups: counts before a call, reserves for it, and settles after it. */
import type { KeyRules } from "#lib/config/key-rules.ts";
import { computeCost, type UsagePrices, withoutPromptLimit } from "#lib/contract/usage-cost.ts";
import type { Admission, ExpectedUnits } from "#lib/gateway/request/admission.ts";
import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { errors } from "#lib/http/errors.ts";
import type { Counted, Counters } from "#lib/store/counters/counters.ts";
import type { Store } from "#lib/store/store.ts";
import { ADMISSION_LIMITS } from "../limits.ts";
import { KeyGrant, type Reservation } from "./key-grant.ts";
import { type LimitClaim, toLimitState, toRefusal } from "./limit-claims.ts";
import { listLimitOwners, requireAllowedModel } from "./limit-owners.ts";
import { createLimitPlans } from "./limit-plan.ts";
import { createObservedOutputs } from "./observed-outputs.ts";
import { readLimitUse } from "./read-limit-use.ts";
import { createTaskHolds } from "./task-holds.ts";

/** Prices of the models that may answer, by `<upstream>/<model>`. */
type TargetPrices = ReadonlyMap<string, UsagePrices | undefined>;

/** @param counters counters of one minute and of running requests, and sums of money */
export function createAdmission({
  store,
  counters,
  readRules,
}: {
  store: Pick<Store, "keys" | "people" | "requestLog">;
  counters: Counters;
  readRules: () => KeyRules;
}): Admission {
  const findOutputs = createObservedOutputs();
  const findPlan = createLimitPlans(store);

  /**
   * Takes all of the claims or none: a request that one limit refuses uses nothing of the others.
   * @returns a promise only where the counters are not in memory
   */
  function take(grant: KeyGrant, taking: Taking): Promise<void> | void {
    const counted = counters.take(taking.claims, taking.holds, taking.times);
    if (counted instanceof Promise) return counted.then((taken) => note(grant, taking, taken));
    note(grant, taking, counted);
  }

  /** @throws GatewayError 403 for a model without a price, where the config refuses it */
  function findWorstCost(
    expected: Reservation & ExpectedUnits,
    { model, prices }: { model: string; prices: TargetPrices },
  ): number {
    let worst = 0;
    for (const price of prices.values()) {
      if (price) worst = Math.max(worst, computeCost(expected, toWorstPrices(price))?.amount ?? 0);
      else if (readRules().refusesUnpriced) throw errors.modelHasNoPrice({ model });
    }
    return worst;
  }

  return {
    admitRequest({ principal, log, route, callsModel }) {
      const plan = findPlan(principal, readRules());
      if (!plan) return undefined;
      const grant = new KeyGrant(principal.keyId, { plan, counters });
      log.grant = grant;
      for (const { title, policy } of plan.owners) {
        if (policy.routes && !policy.routes.includes(route)) {
          throw errors.routeNotAllowed({ route, owner: title, allowed: policy.routes });
        }
      }
      if (!callsModel || plan.requests.length === 0) return undefined;
      return take(grant, { claims: plan.requests, holds: plan.places, times: 1 });
    },

    admitCall(log, { names, maxTokens = Number.POSITIVE_INFINITY, units, openPrices }) {
      const grant = log.grant;
      if (!(grant instanceof KeyGrant)) return undefined;
      const { plan, keyId } = grant;
      const [model = ""] = names;
      for (const owner of plan.owners) requireAllowedModel(owner, names);
      if (plan.calls.length === 0) return undefined;
      const inputTokens = Math.ceil(log.requestBytes / ADMISSION_LIMITS.bytesPerToken);
      if (plan.lastOutputs?.model !== model) plan.lastOutputs = { model, outputs: findOutputs(keyId, model) };
      const { outputs } = plan.lastOutputs;
      const outputTokens = Math.min(maxTokens, outputs.expect());
      const reservation = { inputTokens, outputTokens };
      grant.reservation = reservation;
      grant.outputs = outputs;
      const claims = plan.calls;
      const times = inputTokens + outputTokens;
      if (plan.budgets.length === 0) return take(grant, { claims, holds: {}, times });
      const reserve = (prices: TargetPrices) => {
        grant.prices = prices;
        const cost = findWorstCost(units ? { ...reservation, ...units } : reservation, { model, prices });
        return take(grant, { claims, holds: holdEach(plan.budgets, cost), times });
      };
      const prices = openPrices();
      return prices instanceof Promise ? prices.then(reserve) : reserve(prices);
    },

    admitRepeats({ grant }, repeats) {
      if (!(grant instanceof KeyGrant)) return undefined;
      const { plan, reservation } = grant;
      const requests = plan.requests.filter(({ window }) => window !== undefined);
      const perCall = reservation ? reservation.inputTokens + reservation.outputTokens : 0;
      const calls = reservation ? plan.calls.map((claim) => ({ ...claim, add: claim.add * perCall })) : plan.budgets;
      const claims = [...requests, ...calls];
      if (claims.length === 0) return undefined;
      return take(grant, { claims, holds: grant.repeat(repeats), times: repeats });
    },

    ...createTaskHolds(counters),

    readUse(key) {
      const owners = listLimitOwners(key, { rules: readRules(), store });
      return readLimitUse(owners, { counters, requestLog: store.requestLog });
    },
  };
}

/** Prices of a model are one object until they change. */
const toWorstPrices = cacheByObject(withoutPromptLimit);

type Taking = { claims: readonly LimitClaim[]; holds: Record<string, number>; times: number };

/** @throws GatewayError 402 or 429 for the claim that was refused */
function note(grant: KeyGrant, { claims, holds, times }: Taking, { refused, now, states }: Counted): void {
  const isTaken = refused === undefined;
  const taken = { now, times: isTaken ? times : 0 };
  for (let index = 0; index < states.length; index++) {
    const state = states[index] as Counted["states"][number];
    const claim = claims[index] as LimitClaim;
    const limit = toLimitState(claim, state, taken);
    if (limit) grant.addState(limit);
    if (isTaken) grant.addTaken(claim, state.endsAt);
    else if (index === refused) throw toRefusal(claim, state, now);
  }
  grant.addHolds(holds);
}

/** A key and its group hold each for itself; the budgets of one owner share a hold. */
function holdEach(claims: readonly LimitClaim[], amount: number): Record<string, number> {
  const holds: Record<string, number> = {};
  if (amount === 0) return holds;
  for (const { hold } of claims) if (hold !== undefined) holds[hold] = amount;
  return holds;
}
