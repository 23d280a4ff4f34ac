import { computeCost, type UsagePrices } from "#lib/contract/usage-cost.ts";
import type { Grant, SettledRequest } from "#lib/gateway/request/admission.ts";
import type { SettledAmount } from "#lib/store/counters/counter-backend.ts";
import type { Counters } from "#lib/store/counters/counters.ts";
import type { LimitClaim } from "./limit-claims.ts";
import { addLimitHeaders, addLimitState, type LimitState, type LimitStates } from "./limit-headers.ts";
import type { LimitPlan } from "./limit-plan.ts";
import type { ObservedOutputs } from "./observed-outputs.ts";

/** Tokens that a call was expected to take. */
export type Reservation = { inputTokens: number; outputTokens: number };

type Used = { inputTokens: number; outputTokens: number };

/** Bytes of a stream for one token of its output: a low estimate, for a stream that broke before it told. */
const BYTES_PER_STREAMED_TOKEN = 100;

/** KeyGrant: share of a key's limits that one request has taken. */
export class KeyGrant implements Grant {
  readonly plan: LimitPlan;
  readonly keyId: string;
  reservation: Reservation | undefined;
  /** Prices of the models that may answer; absent without a budget. */
  prices: ReadonlyMap<string, UsagePrices | undefined> | undefined;
  /** Outputs of the same key and model, to which this one is added. */
  outputs: ObservedOutputs | undefined;
  private readonly counters: Pick<Counters, "settle">;
  /** True while the request holds its places. */
  private isPlaced = false;
  private isRepeated = false;
  /** Reserved money, by the name of its hold. */
  private money: Record<string, number> | undefined;
  /** Windows that the reserved tokens, and the cost, are counted in; their amounts are known at the end. */
  private windows: SettledAmount[] = [];
  private readonly states: LimitStates = {};

  constructor(keyId: string, { plan, counters }: { plan: LimitPlan; counters: Counters }) {
    this.keyId = keyId;
    this.plan = plan;
    this.counters = counters;
  }

  addState(state: LimitState): void {
    addLimitState(this.states, state);
  }

  /** Notes a limit that was taken, for the end of the request. */
  addTaken({ field, window, found, sum }: LimitClaim, endsAt: number): void {
    if (window === undefined || field === "requests_per_minute") return;
    // A repeated call takes from the same windows once more.
    if (this.isRepeated && this.windows.some((taken) => taken.window === window)) return;
    this.windows.push({ window, found, endsAt, isSum: sum !== undefined, amount: 0 });
  }

  /** Notes what is held while the request runs: the places of its plan, or money. */
  addHolds(holds: Record<string, number>): void {
    if (holds === this.plan.places) this.isPlaced = true;
    else this.money = this.money ? addAmounts(this.money, holds) : holds;
  }

  /** Returns the money to hold for further calls, each like the first; their tokens count as reserved too. */
  repeat(repeats: number): Record<string, number> {
    const { reservation, money = {} } = this;
    this.isRepeated = true;
    if (reservation) {
      const { inputTokens, outputTokens } = reservation;
      this.reservation = { inputTokens: inputTokens * (repeats + 1), outputTokens: outputTokens * (repeats + 1) };
    }
    return Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, amount * repeats]));
  }

  /**
   * Takes the reserved money out of this grant, for a task that outlives the request; the request itself then costs
   * nothing.
   */
  detachMoney(): { windows: { window: string; endsAt: number }[]; holds: Record<string, number> } {
    const sums = this.windows.filter(({ isSum }) => isSum);
    this.windows = this.windows.filter(({ isSum }) => !isSum);
    this.prices = undefined;
    const holds = this.money ?? {};
    this.money = undefined;
    return { windows: sums.map(({ window, endsAt }) => ({ window, endsAt })), holds };
  }

  addHeaders(headers: Record<string, string | string[]>): void {
    addLimitHeaders(headers, this.states);
  }

  settle(request: SettledRequest): number | null {
    const used = this.findUsed(request);
    const prices = request.target === null ? undefined : this.prices?.get(request.target);
    const { usage, audio } = request;
    const { images, characters, outcome, dryRun } = request;
    const isCharged = (outcome?.status ?? 0) < 400 && !dryRun;
    // Estimated tokens are for text: an image that has a price is paid by it.
    const hasTokens = usage !== undefined || images === null || prices?.perImage === undefined;
    const counts = {
      inputTokens: hasTokens ? used.inputTokens - (audio?.inputTokens ?? 0) : undefined,
      outputTokens: hasTokens ? used.outputTokens - (audio?.outputTokens ?? 0) : undefined,
      cachedTokens: usage?.cachedInputTokens && usage.cachedInputTokens - (audio?.cachedTokens ?? 0),
      cacheWriteTokens: usage?.cacheWriteInputTokens,
      images: isCharged ? images : undefined,
      characters: isCharged ? characters : undefined,
      requests: isCharged ? 1 : 0,
    };
    const cost = prices && computeCost(counts, prices);
    const amount = cost && cost.amount + (audio?.cost ?? 0);
    if (used.outputTokens > 0) this.outputs?.add(used.outputTokens);
    this.giveBack(used, amount ?? 0);
    return amount ?? null;
  }

  private giveBack(used: Used, cost: number): void {
    const { inputTokens = 0, outputTokens = 0 } = this.reservation ?? {};
    const tokens = used.inputTokens + used.outputTokens - inputTokens - outputTokens;
    const adds: SettledAmount[] = [];
    for (const taken of this.windows) {
      taken.amount = taken.isSum ? cost : tokens;
      if (taken.amount !== 0) adds.push(taken);
    }
    const holds = this.releaseHolds();
    this.windows = [];
    if (adds.length > 0 || holds) void this.counters.settle({ adds, holds: holds ?? {} });
  }

  /** Returns what gives back all that is held; undefined when nothing is. */
  private releaseHolds(): Record<string, number> | undefined {
    const { isPlaced, money, plan } = this;
    this.isPlaced = false;
    this.money = undefined;
    if (!money) return isPlaced ? plan.placesBack : undefined;
    const released: Record<string, number> = isPlaced ? { ...plan.placesBack } : {};
    for (const name in money) released[name] = -(money[name] as number);
    return released;
  }

  /** Returns the reported tokens; estimates those of a response that was cut; none for a failed request. */
  private findUsed({ usage, responseBytes, outcome, dryRun }: SettledRequest): Used {
    if (dryRun) return { inputTokens: 0, outputTokens: 0 };
    const { inputTokens = 0, outputTokens = 0 } = this.reservation ?? {};
    if (usage?.inputTokens !== undefined || usage?.outputTokens !== undefined) {
      return { inputTokens: usage.inputTokens ?? inputTokens, outputTokens: usage.outputTokens ?? 0 };
    }
    const wasCut = responseBytes > 0 && (outcome?.status === 499 || (outcome?.status ?? 0) >= 500);
    if (outcome && outcome.status >= 400 && !wasCut) return { inputTokens: 0, outputTokens: 0 };
    const streamed = Math.ceil(responseBytes / BYTES_PER_STREAMED_TOKEN);
    return { inputTokens, outputTokens: Math.min(outputTokens, streamed) };
  }
}

function addAmounts(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const sum = { ...one };
  for (const [name, amount] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + amount;
  return sum;
}
