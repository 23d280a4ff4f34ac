import type { UsageDurations, UsageLatency } from "./usage.ts";

/**
 * Returns percentiles 50 and 95 in milliseconds; null without rows.
 * @param rows of the same requests, shortest duration first
 */
export function findPercentiles(rows: readonly UsageDurations[]): Pick<UsageLatency, "p50" | "p95"> | null {
  const members = rows.reduce((sum, { requests }) => sum + requests, 0);
  const find = (share: number) => {
    let rank = 0;
    for (const { ms, requests } of rows) {
      rank += requests;
      // The first rank at or after the wanted share.
      if (rank * 100 >= share * members) return ms;
    }
    return undefined;
  };
  const [p50, p95] = [find(50), find(95)];
  return p50 === undefined || p95 === undefined ? null : { p50, p95 };
}

/** Returns the percentiles of each group and bucket. */
export function findLatencies(rows: readonly UsageDurations[]): UsageLatency[] {
  const members = Map.groupBy(rows, ({ group, isOther, start }) => JSON.stringify([group, isOther, start]));
  return [...members.values()].flatMap((own) => {
    const [first] = own;
    const percentiles = findPercentiles(own);
    return first && percentiles
      ? [{ group: first.group, isOther: first.isOther, start: first.start, ...percentiles }]
      : [];
  });
}
