/** Usage: queries for sums over requests, and their results. */
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";

export type UsageQuery = {
  /** Unix milliseconds: `from` inclusive, `to` exclusive. */
  from: number;
  to: number;
  keyId?: string | undefined;
  /** Any of these keys. */
  keyIds?: readonly string[] | undefined;
  model?: string | undefined;
  upstream?: string | undefined;
  dialect?: string | undefined;
  /** Label of the key or the request. */
  tag?: string | undefined;
  /** Group of the key. */
  group?: string | undefined;
  /** Route of the config, as requests named it. */
  route?: string | undefined;
};

/** Model as requests named it, and the upstream that served it. */
export type UsedModel = { upstream: string; model: string };

/** Groups by name; `hasOthers` when all others are summed beside them; null is the group of requests without a name. */
export type UsageGroups = {
  names: (string | null)[];
  hasOthers: boolean;
  /** Models that the gateway did not have: each of their requests was a 404 before any upstream. */
  unknownModels: (string | null)[];
};

export type UsageSplit = {
  /**
   * Bucket in milliseconds, of whole minutes; `offset` is added to a time before the division, so that days begin at
   * the reader's midnight.
   */
  bucket?: { size: number; offset: number } | undefined;
  group?:
    | {
        by: UsageGrouping;
        names: UsageGroups["names"];
        /** Group of each further name; groups by name. */
        otherNames?: ReadonlyMap<string, string>;
      }
    | undefined;
};

/** Group of a result row; null and false without grouping. */
type GroupOfRow = { group: string | null; isOther: boolean };

/** Sums of tokens; uncounted requests count as 0. */
export type TokenSums = {
  inputTokens: number;
  outputTokens: number;
  /** Part of the input that came from a cache. */
  cachedTokens: number;
  /** Part of the input that was written to a cache. */
  cacheWriteTokens: number;
  /** Part of the output. */
  reasoningTokens: number;
};

/** Sums of requests with the same bucket, group and price. */
export type UsageSums = GroupOfRow &
  TokenSums & {
    /** Start of the bucket in Unix milliseconds; null without buckets. */
    start: number | null;
    /** Null for requests that no upstream served. */
    upstream: string | null;
    model: string | null;
    /**
     * `long`: each input exceeds the limit of its model's price; `uncounted`: tokens are unknown, or only partly known;
     * `made`: the same of requests that made images or videos; `started`: requests that started a video.
     */
    counting: "counted" | "long" | "uncounted" | "made" | "started";
    requests: number;
    errors: number;
    videoSeconds: number;
    images: number;
    /** Characters of the prompts of images and videos. */
    characters: number;
    /** Successful requests; a video counts by its end. */
    charged: number;
  };

export type LatencyKind = "firstByteMs" | "totalMs";

/** Durations of a group's successful requests in milliseconds: percentiles 50 and 95; `start` as in the sums. */
export type UsageLatency = GroupOfRow & { start: number | null; p50: number; p95: number };

/** Largest input in tokens for which a model has its price. */
export type PriceLimit = UsedModel & { upToInputTokens: number };

/** Questions about one selection of rows, which are answered together. */
export type UsageQuestion =
  | { kind: "models" }
  | { kind: "groups"; by: UsageGrouping; limit: number }
  | ({ kind: "sums"; limits: PriceLimit[] } & UsageSplit)
  | ({ kind: "latencies"; of: LatencyKind } & UsageSplit);

/** Sums over the request log. Requests of one turn about the same rows read them once. */
export type UsageStore = {
  /** Returns the models of requests that may have cost something. */
  models(query: UsageQuery): Promise<UsedModel[]>;
  /** Returns the groups with the most requests, largest first. A request is in the group of each of its labels. */
  groups(query: UsageQuery, options: { by: UsageGrouping; limit: number }): Promise<UsageGroups>;
  sums(query: UsageQuery, split: UsageSplit & { limits: PriceLimit[] }): Promise<UsageSums[]>;
  /** Returns the percentiles of the durations, within 1 %. */
  latencies(query: UsageQuery, split: { kind: LatencyKind } & UsageSplit): Promise<UsageLatency[]>;
  /** Stores the columns of past hours that are not stored yet, from which later reads are quick. */
  storeHours(): Promise<void>;
};
