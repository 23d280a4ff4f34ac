/** Latencies of all requests, of each group, and of each bucket. */
import type { UsageLatencies } from "#lib/contract/usage-reply.ts";
import { findPercentiles } from "#lib/store/find-percentiles.ts";
import type { UsageDurations, UsageQuery, UsageSplit, UsageStore } from "#lib/store/usage.ts";

type LatencyGroup = Pick<UsageDurations, "group" | "isOther">;
type Percentiles = UsageLatencies["total_ms"];

/** Percentiles cannot be added up, so each is found among the durations of its own requests; they are within 1 %. */
export async function readLatencies(
  usage: Pick<UsageStore, "durations">,
  query: UsageQuery,
  { group, bucket }: UsageSplit,
): Promise<{
  total: UsageLatencies;
  group: (wanted: LatencyGroup) => UsageLatencies;
  bucket: (start: number) => Percentiles;
}> {
  const [firstByte, total, byBucket, ...ofAll] = await Promise.all([
    usage.durations(query, { kind: "firstByteMs", group }),
    usage.durations(query, { kind: "totalMs", group }),
    bucket ? usage.durations(query, { kind: "totalMs", bucket }) : [],
    // A request with two labels is in two groups, and counts once among all.
    ...(group?.by === "tag"
      ? [usage.durations(query, { kind: "firstByteMs" }), usage.durations(query, { kind: "totalMs" })]
      : []),
  ]);
  const [allFirstByte = firstByte, allTotal = total] = ofAll;
  const isWanted = (wanted: LatencyGroup) => (row: UsageDurations) =>
    row.group === wanted.group && row.isOther === wanted.isOther;
  return {
    total: { first_byte_ms: findPercentiles(allFirstByte), total_ms: findPercentiles(allTotal) },
    group: (wanted) => ({
      first_byte_ms: findPercentiles(firstByte.filter(isWanted(wanted))),
      total_ms: findPercentiles(total.filter(isWanted(wanted))),
    }),
    bucket: (start) => findPercentiles(byBucket.filter((row) => row.start === start)),
  };
}
