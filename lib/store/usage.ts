/** What requests came to, summed: the questions that the usage store answers, and its answers. */
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";

export type UsageQuery = {
  /** Unix milliseconds: the first, and the one behind the last. */
  from: number;
  to: number;
  keyId?: string | undefined;
  model?: string | undefined;
  upstream?: string | undefined;
  dialect?: string | undefined;
};

/** A model as requests named it, and the upstream that it was asked of. */
export type AskedModel = { upstream: string; model: string };

/** Groups by name, and whether all others are summed beside them; null is a group of those without a name. */
export type UsageGroups = { names: (string | null)[]; hasOthers: boolean };

export type UsageSplit = {
  /** In milliseconds; `offset` is added to a time before it is divided, so that days begin at the reader's midnight. */
  bucket?: { size: number; offset: number } | undefined;
  group?: { by: UsageGrouping; names: UsageGroups["names"] } | undefined;
};

/** Which group a row of an answer is of; null and false where nothing was grouped. */
type GroupOfRow = { group: string | null; isOther: boolean };

/** Tokens of requests, summed; what was not counted is 0. */
export type TokenSums = {
  inputTokens: number;
  outputTokens: number;
  /** Of the input. */
  cachedTokens: number;
  /** Of the input, written to a cache. */
  cacheWriteTokens: number;
  /** Of the output. */
  reasoningTokens: number;
};

/** All of one row have the same bucket, the same group, and one price. */
export type UsageSums = GroupOfRow &
  TokenSums & {
    /** When the bucket begins, Unix milliseconds; null without buckets. */
    start: number | null;
    /** Null where no upstream was asked. */
    upstream: string | null;
    model: string | null;
    /** `long`: each has more input than its model's price is for; `uncounted`: tokens are not known, or not all. */
    counting: "counted" | "long" | "uncounted";
    requests: number;
    errors: number;
    videoSeconds: number;
  };

export type LatencyKind = "firstByteMs" | "totalMs";

/** Milliseconds of the requests of a group that went well: half, and 95 of 100, took no longer. */
export type UsageLatency = GroupOfRow & { p50: number; p95: number };

export type UsageStore = {
  /** Those that could have cost something. */
  models(query: UsageQuery): Promise<AskedModel[]>;
  /** The groups with most requests, most first. */
  groups(query: UsageQuery, options: { by: UsageGrouping; limit: number }): Promise<UsageGroups>;
  /** @param limits how many tokens of input the price of a model is for */
  sums(
    query: UsageQuery,
    split: UsageSplit & { limits: (AskedModel & { upToInputTokens: number })[] },
  ): Promise<UsageSums[]>;
  latencies(query: UsageQuery, split: { kind: LatencyKind } & Pick<UsageSplit, "group">): Promise<UsageLatency[]>;
};
