/** Limits of keys and groups as claims on the counters. */
import type { KeyBudget, KeyLimits } from "#lib/contract/key-policy.ts";
import { errors } from "#lib/http/errors.ts";
import type { Claim } from "#lib/store/counters/claim.ts";
import type { CounterState } from "#lib/store/counters/counter-backend.ts";
import { FoundCounters } from "#lib/store/counters/found-counters.ts";
import type { Store } from "#lib/store/store.ts";
import { ADMISSION_LIMITS } from "../limits.ts";
import { type LimitState, type LimitTexts, writeLimitTexts } from "./limit-headers.ts";
import type { LimitOwner } from "./limit-owners.ts";

export type LimitClaim = Claim & {
  found: FoundCounters;
  owner: LimitOwner;
  field: keyof KeyLimits | keyof KeyBudget;
  /** Absent for a limit that the headers do not show. */
  texts?: LimitTexts | undefined;
};

/** Lists the places among requests that run at the same time. */
export function listPlaceClaims(owners: readonly LimitOwner[]): LimitClaim[] {
  return owners.flatMap((owner): LimitClaim[] => {
    const limit = owner.policy.limits.concurrent_requests;
    if (typeof limit !== "number") return [];
    return [
      { owner, field: "concurrent_requests", hold: `places ${owner.id}`, found: new FoundCounters(), limit, add: 0 },
    ];
  });
}

/** Lists the requests of one minute. */
export function listRequestClaims(owners: readonly LimitOwner[]): LimitClaim[] {
  return owners.flatMap((owner) => claimWindow(owner, "requests", 1));
}

/** Lists the tokens of one minute, each as a claim for this number of them. */
export function listTokenClaims(owners: readonly LimitOwner[], tokens: number): LimitClaim[] {
  return owners.flatMap((owner) => claimWindow(owner, "tokens", tokens));
}

/** Lists the budgets that a call is paid from. */
export function listBudgetClaims(
  owners: readonly LimitOwner[],
  requestLog: Pick<Store["requestLog"], "sumCost">,
): LimitClaim[] {
  return owners.flatMap((owner) =>
    (["day", "month"] as const).flatMap((period): LimitClaim[] => {
      const field = `usd_per_${period}` as const;
      const limit = owner.policy.budget[field];
      if (typeof limit !== "number") return [];
      const read = async (since: number) => {
        const keys = await owner.listKeys();
        return keys.length === 0 ? 0 : requestLog.sumCost(keys, since);
      };
      const names = { window: `${period} ${owner.id}`, hold: `usd ${owner.id}` };
      const found = new FoundCounters();
      return [{ owner, field, ...names, found, limit, add: 0, isSum: true, sum: { period, read } }];
    }),
  );
}

function claimWindow(owner: LimitOwner, unit: "requests" | "tokens", add: number): LimitClaim[] {
  const field = `${unit}_per_minute` as const;
  const limit = owner.policy.limits[field];
  if (typeof limit !== "number") return [];
  const window = `${unit} ${owner.id}`;
  return [{ owner, field, window, found: new FoundCounters(), limit, add, texts: writeLimitTexts(unit, limit) }];
}

/**
 * Returns the state of a limit for the headers; undefined for one that they do not show.
 * @param times how often the claim was taken, 0 for a request that was refused
 */
export function toLimitState(
  { texts, limit, add }: LimitClaim,
  { used, endsAt }: CounterState,
  { now, times }: { now: number; times: number },
): LimitState | undefined {
  if (!texts) return undefined;
  const remaining = Math.max(0, limit - used - add * times);
  return { texts, remaining, resetMs: Math.max(0, Math.ceil(endsAt - now)) };
}

/** Returns the error of a request that a limit refuses. */
export function toRefusal(
  { owner: { title }, field, limit }: LimitClaim,
  { endsAt }: CounterState,
  now: number,
): Error {
  switch (field) {
    case "concurrent_requests":
      return errors.concurrencyExceeded({ owner: title, limit, seconds: ADMISSION_LIMITS.concurrencyRetrySeconds });
    case "requests_per_minute":
    case "tokens_per_minute": {
      const unit = field === "requests_per_minute" ? "requests" : "tokens";
      const seconds = Math.max(1, Math.ceil((endsAt - now) / 1_000));
      return errors.rateLimitExceeded({ owner: title, unit, limit, seconds });
    }
    case "usd_per_day":
    case "usd_per_month": {
      const renewsAt = new Date(endsAt).toISOString().replace(".000Z", "Z");
      return errors.budgetExhausted({
        ...{ owner: title, usd: limit, renewsAt },
        period: field === "usd_per_day" ? "day" : "month",
      });
    }
    default:
      return field satisfies never;
  }
}
