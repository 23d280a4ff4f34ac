/** Checks the limits and budgets of keys and groups: counts before a call, reserves for it, and settles after it. */
import type { KeyRules } from "#lib/config/key-rules.ts";
import type { TokenPrices } from "#lib/contract/token-cost.ts";
import type { Admission } from "#lib/gateway/request/admission.ts";
import { errors } from "#lib/http/errors.ts";
import type { Store } from "#lib/store/store.ts";
import { ADMISSION_LIMITS } from "../limits.ts";
import type { Counters } from "./counters.ts";
import { KeyGrant } from "./key-grant.ts";
import { type LimitOwner, listLimitOwners, requireAllowedModel } from "./limit-owners.ts";
import { createObservedOutputs } from "./observed-outputs.ts";
import { listBudgets, readLimitUse } from "./read-limit-use.ts";
import { createSpending, findPeriodEnd } from "./spending.ts";

const { bytesPerToken, concurrencyRetrySeconds } = ADMISSION_LIMITS;

/** @param counters counters of one minute */
export function createAdmission({
  store,
  counters,
  readRules,
  now = Date.now,
}: {
  store: Pick<Store, "keys" | "requestLog">;
  counters: Counters;
  readRules: () => KeyRules;
  now?: () => number;
}): Admission {
  const spending = createSpending(store, now);
  const outputs = createObservedOutputs();
  /** Running requests by owner. */
  const running = new Map<string, number>();

  function takePlace({ id, title, policy }: LimitOwner, grant: KeyGrant): void {
    const limit = policy.limits.concurrent_requests;
    if (typeof limit !== "number") return;
    const count = running.get(id) ?? 0;
    if (count >= limit) throw errors.concurrencyExceeded({ owner: title, limit, seconds: concurrencyRetrySeconds });
    running.set(id, count + 1);
    grant.onSettled.push(() => {
      const left = (running.get(id) ?? 1) - 1;
      if (left > 0) running.set(id, left);
      else running.delete(id);
    });
  }

  async function countRequest({ id, title, policy }: LimitOwner, grant: KeyGrant): Promise<void> {
    const limit = policy.limits.requests_per_minute;
    if (typeof limit !== "number") return;
    const { total, resetMs } = await counters.add(`requests ${id}`, 1);
    grant.addState({ unit: "requests", limit, remaining: Math.max(0, limit - total), resetMs });
    if (total <= limit) return;
    await counters.add(`requests ${id}`, -1);
    throw errors.rateLimitExceeded({ owner: title, unit: "requests", limit, seconds: Math.ceil(resetMs / 1_000) });
  }

  /** A request is admitted while anything is left: one that needs more than the limit could never be sent otherwise. */
  async function reserveTokens({ id, title, policy }: LimitOwner, tokens: number, grant: KeyGrant): Promise<void> {
    const limit = policy.limits.tokens_per_minute;
    if (typeof limit !== "number") return;
    const name = `tokens ${id}`;
    const { total, resetMs } = await counters.add(name, tokens);
    if (total - tokens >= limit) {
      await counters.add(name, -tokens);
      grant.addState({ unit: "tokens", limit, remaining: 0, resetMs });
      throw errors.rateLimitExceeded({ owner: title, unit: "tokens", limit, seconds: Math.ceil(resetMs / 1_000) });
    }
    grant.addState({ unit: "tokens", limit, remaining: Math.max(0, limit - total), resetMs });
    grant.onSettled.push(({ inputTokens, outputTokens }) => {
      const difference = inputTokens + outputTokens - tokens;
      if (difference !== 0) void counters.add(name, difference);
    });
  }

  async function reserveMoney(grant: KeyGrant, model: string, prices: ReadonlyMap<string, TokenPrices | undefined>) {
    const owners = grant.owners.filter((owner) => listBudgets(owner).length > 0);
    if (owners.length === 0) return;
    grant.prices = prices;
    const known = [...prices.values()].filter((price) => price !== undefined);
    if (known.length < prices.size && readRules().refusesUnpriced) throw errors.modelHasNoPrice({ model });
    const { inputTokens = 0, outputTokens = 0 } = grant.reservation ?? {};
    const worst = (known.length === 0 ? [{ input: 0, output: 0 }] : known).map(
      ({ input, output }) => (inputTokens * input + outputTokens * output) / 1_000_000,
    );
    await Promise.all(
      owners.flatMap((owner) =>
        listBudgets(owner).map(({ period }) => spending.open(owner.id, period, owner.listKeys)),
      ),
    );
    // From here on nothing waits: two requests cannot both take the last cent.
    for (const owner of owners) {
      for (const { period, usd } of listBudgets(owner)) {
        if (spending.sum(owner.id, period) < usd) continue;
        const renewsAt = new Date(findPeriodEnd(period, now())).toISOString().replace(".000Z", "Z");
        throw errors.budgetExhausted({ owner: owner.title, usd, period, renewsAt });
      }
    }
    for (const { id } of owners) {
      const settle = spending.reserve(id, Math.max(...worst));
      grant.onSettled.push((_used, cost) => settle(cost));
    }
  }

  return {
    async admitRequest({ principal, log, route, callsModel }) {
      const owners = listLimitOwners(principal, { rules: readRules(), store });
      if (owners.length === 0) return;
      const grant = new KeyGrant(principal.keyId, owners);
      log.grant = grant;
      for (const { title, policy } of owners) {
        if (policy.routes && !policy.routes.includes(route)) {
          throw errors.routeNotAllowed({ route, owner: title, allowed: policy.routes });
        }
      }
      if (!callsModel) return;
      for (const owner of owners) takePlace(owner, grant);
      for (const owner of owners) await countRequest(owner, grant);
    },

    async admitCall(log, { names, maxTokens = Number.POSITIVE_INFINITY, openPrices }) {
      const grant = log.grant;
      if (!(grant instanceof KeyGrant)) return;
      const [model = ""] = names;
      for (const owner of grant.owners) requireAllowedModel(owner, names);
      const inputTokens = Math.ceil(log.requestBytes / bytesPerToken);
      const outputTokens = Math.min(maxTokens, outputs.expect(grant.keyId, model));
      grant.reservation = { inputTokens, outputTokens };
      grant.onSettled.push((used) => {
        if (used.outputTokens > 0) outputs.add(grant.keyId, model, used.outputTokens);
      });
      for (const owner of grant.owners) await reserveTokens(owner, inputTokens + outputTokens, grant);
      if (grant.owners.some((owner) => listBudgets(owner).length > 0)) {
        await reserveMoney(grant, model, await openPrices());
      }
    },

    async readUse(key) {
      const owners = listLimitOwners(key, { rules: readRules(), store });
      const uses = owners.map((owner) => readLimitUse(owner, { counters, running, spending, now }));
      return (await Promise.all(uses)).flat();
    },
  };
}
