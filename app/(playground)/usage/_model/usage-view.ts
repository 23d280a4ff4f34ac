/** View of the usage page, as encoded in its address. */
import { USAGE_GROUPINGS, type UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";

export const RANGES = ["today", "7d", "30d", "90d", "custom"] as const;
export type UsageRange = (typeof RANGES)[number];

export const METRICS = ["requests", "tokens", "cost", "errors", "latency"] as const;
export type UsageMetric = (typeof METRICS)[number];
/** Metrics that can be added up; a latency cannot. */
export type SummedMetric = Exclude<UsageMetric, "latency">;

export type UsageFilters = Partial<Record<UsageGrouping, string>>;

export type UsageView = {
  range: UsageRange;
  /** False while the range is the default, which the data may change. */
  hasChosenRange: boolean;
  /** First and last day of a custom range, such as "2026-11-01". */
  from?: string;
  to?: string;
  group: UsageGrouping;
  metric: UsageMetric;
  filters: UsageFilters;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the view. Missing and invalid values become the defaults: a week, by model. */
export function readUsageView(search: URLSearchParams): UsageView {
  const [from, to] = [readDay(search.get("from")), readDay(search.get("to"))];
  const filters: UsageFilters = {};
  for (const name of USAGE_GROUPINGS) {
    const value = search.get(getParameter(name));
    if (value) filters[name] = value;
  }
  const named = oneOf(RANGES, search.get("range"));
  const range = named === undefined || named === "custom" ? "7d" : named;
  const isCustom = from !== undefined && to !== undefined && from <= to;
  return {
    ...(isCustom ? { range: "custom" as const, from, to } : { range }),
    hasChosenRange: isCustom || range === named,
    group: oneOf(USAGE_GROUPINGS, search.get("group")) ?? "model",
    metric: oneOf(METRICS, search.get("metric")) ?? "requests",
    filters,
  };
}

/** Writes the view as a query; defaults are omitted. */
export function writeUsageView({ range, hasChosenRange, from, to, group, metric, filters }: UsageView): string {
  const query = new URLSearchParams({
    ...(range === "custom" && from && to ? { from, to } : {}),
    ...(range === "custom" || !hasChosenRange ? {} : { range }),
    ...(group === "model" ? {} : { group }),
    ...(metric === "requests" ? {} : { metric }),
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [getParameter(name as UsageGrouping), value])),
  });
  return query.toString();
}

/** Returns the name of a filter in the address, where `group` is the grouping. */
const getParameter = (filter: UsageGrouping): string => (filter === "group" ? "key_group" : filter);

/** Returns true when only the last of several days has requests: by hour, it shows more. */
export function hasOnlyToday({ buckets }: Pick<UsageReply, "buckets">): boolean {
  const today = buckets.at(-1);
  return buckets.length > 1 && buckets.every(({ total }, index) => total.requests > 0 === (buckets[index] === today));
}

/** Returns the date if it exists on the calendar. */
function readDay(text: string | null): string | undefined {
  if (!text || !DAY.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}
