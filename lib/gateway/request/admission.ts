/** Admission: checks a key's limits and budget before a call, and settles what it reserved afterwards. */

import type { Usage } from "#lib/canonical/part.ts";
import type { KeyRoute, LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageCounts, UsagePrices } from "#lib/contract/usage-cost.ts";
import type { Principal } from "./key-ring.ts";

/** Share of a key's limits that one request has taken. */
export type Grant = {
  /** Adds the headers that tell the client its limits and what is left of them. */
  addHeaders(headers: Record<string, string | string[]>): void;
  /**
   * Gives back what was taken, but for what was used; called once, at the end of the request.
   * @returns the cost in US dollars; null when it is unknown or no budget needs it
   */
  settle(request: SettledRequest): number | null;
};

/** Facts of a request at its end, from its log entry. */
export type SettledRequest = {
  readonly target: string | null;
  readonly usage: Usage | undefined;
  readonly responseBytes: number;
  readonly outcome: { status: number } | undefined;
  /** True for a request that was described and not sent: it has used nothing. */
  readonly dryRun?: boolean;
  readonly images: number | null;
  readonly characters: number | null;
  /** Tokens of audio among the usage, and their cost in US dollars. */
  readonly audio?: { inputTokens: number; outputTokens: number; cachedTokens: number; cost: number };
};

/** Amounts that an image or video is expected to use; its tokens are not known before. */
export type ExpectedUnits = Pick<UsageCounts, "images" | "videoSeconds" | "characters">;

/** Beginning of the names of holds for batches; all others are of videos. */
export const BATCH_HOLD = "batch:";

/** Money that is reserved for a task that outlives its request, stored with the task. */
export type TaskCharge = {
  /** Sums of the budgets that pay. */
  windows: { window: string; endsAt: number }[];
  /** Prices of the models that may answer, by `<upstream>/<model>`. */
  prices: Record<string, UsagePrices>;
};

/** The part of a log entry that admission uses. */
export type AdmittedRequest = { grant: Grant | undefined; readonly requestBytes: number };

export type AdmittedCall = {
  /** Names that a list of allowed models may hold: the client's, and those that it stands for. */
  names: readonly string[];
  /** Limit on the output that the client set, in tokens. */
  maxTokens?: number | undefined;
  /** Absent for a call of text. */
  units?: ExpectedUnits | undefined;
  /** Finds the price of each model that may answer, by `<upstream>/<model>`. */
  openPrices(): Promise<ReadonlyMap<string, UsagePrices | undefined>> | ReadonlyMap<string, UsagePrices | undefined>;
};

/** A check returns no promise when everything that it needs is known in this process. */
export type Admission = {
  /**
   * Counts a request against the limits of its key and group, and puts the grant into its log entry.
   * @throws GatewayError 403 for a route that the key may not use, 429 over a limit
   */
  admitRequest(of: {
    principal: Principal;
    log: AdmittedRequest;
    route: KeyRoute;
    callsModel: boolean;
  }): Promise<void> | void;
  /**
   * Reserves tokens and money for the call of an admitted request.
   * @throws GatewayError 403 for a model that the key may not call, 402 over the budget, 429 over the limit of tokens
   */
  admitCall(log: AdmittedRequest, call: AdmittedCall): Promise<void> | void;
  /**
   * Counts and reserves the same again for further calls of one request.
   * @throws GatewayError 402 or 429 over a limit
   */
  admitRepeats(log: AdmittedRequest, repeats: number): Promise<void> | void;
  /**
   * Keeps the money that was reserved for a request until its task ends.
   * @returns undefined when no budget pays for it
   */
  holdForTask(log: AdmittedRequest, task: string): TaskCharge | undefined;
  /** Pays for a task that has ended; also for one that another process or an earlier start has accepted. */
  settleTask(task: string, charge: TaskCharge, cost: number): void;
  /** Gives back the money that is held for tasks that another process has ended, and has paid for. */
  releaseTasks(hasEnded: (task: string) => Promise<boolean>): Promise<void>;
  /** Returns what is used of each limit of a key and its group. */
  readUse(key: Pick<Principal, "keyId" | "policy" | "group">): Promise<LimitUse[]>;
};
