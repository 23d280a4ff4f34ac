/** Usage as a plain sum over log rows, to compare stored hours with. */
import type { RequestLogRow } from "#lib/store/store.ts";
import type { LatencyKind, PriceLimit, UsageQuery, UsageSplit } from "#lib/store/usage/usage.ts";

type Group = UsageSplit["group"];
export type PlainSum = Record<string, number>;

const isVideo = ({ dialect, lane }: RequestLogRow) =>
  (dialect === "openai-videos" || dialect === "google-operations") && lane !== null;
const isTaskStart = (row: RequestLogRow) => isVideo(row) && row.requestBytes > 0;
const isTaskEnd = (row: RequestLogRow) => isVideo(row) && row.requestBytes === 0;

export function selectPlain(rows: readonly RequestLogRow[], query: UsageQuery): RequestLogRow[] {
  return rows.filter((row) => {
    if (row.time < query.from || row.time >= query.to || row.model === null) return false;
    if (row.lane === null && row.status < 400) return false;
    const { keyId, model, upstream, dialect, group, route, tag } = query;
    return (
      (keyId === undefined || row.keyId === keyId) &&
      (model === undefined || row.model === model) &&
      (upstream === undefined || row.upstream === upstream) &&
      (dialect === undefined || row.dialect === dialect) &&
      (group === undefined || row.group === group) &&
      (route === undefined || (row.attempts !== null && row.model === route)) &&
      (tag === undefined || row.tags.includes(tag))
    );
  });
}

function namesOf(row: RequestLogRow, by: NonNullable<Group>["by"]): (string | null)[] {
  if (by === "tag") return row.tags.length > 0 ? [...row.tags] : [null];
  if (by === "route") return [row.attempts === null ? null : row.model];
  return [by === "key" ? row.keyId : row[by]];
}

function placesOf(row: RequestLogRow, group: Group): string[] {
  if (!group) return ["none"];
  const names = namesOf(row, group.by).filter((name) => group.names.includes(name));
  return names.length > 0 ? names.map((name) => `is ${name}`) : ["others"];
}

function startOf({ time }: RequestLogRow, bucket: UsageSplit["bucket"]): number | null {
  return bucket ? time - ((time + bucket.offset) % bucket.size) : null;
}

export const placeOf = (row: { group: string | null; isOther: boolean }, group: Group) =>
  group ? (row.isOther ? "others" : `is ${row.group}`) : "none";

/** Sums by their start, group, price and counting. */
export function sumPlain(
  rows: readonly RequestLogRow[],
  { group, bucket, limits }: UsageSplit & { limits: PriceLimit[] },
): Map<string, PlainSum> {
  const sums = new Map<string, PlainSum>();
  for (const row of rows) {
    const mayCost = row.upstream !== null && (row.status < 400 || row.outputTokens !== null);
    const served = row.target ?? row.model;
    const input = row.inputTokens ?? 0;
    const isLong = limits.some(
      ({ upstream, model, upToInputTokens }) =>
        upstream === row.upstream && model === served && input > upToInputTokens,
    );
    const hasTokens = row.inputTokens !== null && row.outputTokens !== null;
    const hasMade = row.images !== null || row.videoSeconds !== null;
    const untold = hasMade ? "made" : "uncounted";
    const counting = isTaskStart(row) ? "started" : hasTokens ? (isLong ? "long" : "counted") : untold;
    for (const place of placesOf(row, group)) {
      const key = keyOf(startOf(row, bucket), place, mayCost ? row.upstream : null, mayCost ? served : null, counting);
      const sum = sums.get(key) ?? {};
      sums.set(key, sum);
      const add = (name: string, amount: number | null) => {
        sum[name] = (sum[name] ?? 0) + (amount ?? 0);
      };
      add("requests", isTaskEnd(row) ? 0 : 1);
      add("errors", row.status >= 400 && row.status !== 499 ? 1 : 0);
      add("charged", isTaskStart(row) || row.status >= 400 ? 0 : 1);
      add("inputTokens", row.inputTokens);
      add("outputTokens", row.outputTokens);
      add("cachedTokens", row.inputTokens === null ? row.cachedTokens : Math.min(row.cachedTokens ?? 0, input));
      for (const name of ["cacheWriteTokens", "reasoningTokens", "videoSeconds", "images", "characters"] as const)
        add(name, row[name]);
    }
  }
  return sums;
}

export function keyOf(...parts: (string | number | null)[]): string {
  return JSON.stringify(parts);
}

/** Durations of successful requests by start and group, shortest first. */
export function listPlainDurations(
  rows: readonly RequestLogRow[],
  { kind, group, bucket }: UsageSplit & { kind: LatencyKind },
): Map<string, number[]> {
  const durations = new Map<string, number[]>();
  for (const row of rows) {
    const duration = row[kind];
    if (row.status >= 400 || isTaskStart(row) || duration === null) continue;
    for (const place of placesOf(row, group)) {
      const key = keyOf(startOf(row, bucket), place);
      durations.set(key, [...(durations.get(key) ?? []), duration]);
    }
  }
  for (const list of durations.values()) list.sort((one, other) => one - other);
  return durations;
}

/** Requests by group, and whether one of them was to a model that the gateway had. */
export function countPlain(rows: readonly RequestLogRow[], by: NonNullable<Group>["by"]): Map<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const row of rows) {
    for (const name of namesOf(row, by)) counts.set(name, (counts.get(name) ?? 0) + (isTaskEnd(row) ? 0 : 1));
  }
  return counts;
}
