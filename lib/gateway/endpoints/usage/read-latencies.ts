/** Latencies of all requests, of each group, and of each bucket. */
import type { UsageLatencies } from "#lib/contract/usage-reply.ts";
import type { UsageLatency, UsageQuery, UsageSplit, UsageStore } from "#lib/store/usage/usage.ts";

type LatencyGroup = Pick<UsageLatency, "group" | "isOther">;
type Percentiles = UsageLatencies["total_ms"];

/** Percentiles cannot be added up, so each is found among the durations of its own requests; they are within 1 %. */
export async function readLatencies(
  usage: Pick<UsageStore, "latencies">,
  query: UsageQuery,
  { group, bucket }: UsageSplit,
): Promise<{
  total: UsageLatencies;
  group: (wanted: LatencyGroup) => UsageLatencies;
  bucket: (start: number) => Percentiles;
}> {
  const [allFirstByte, allTotal, firstByte, total, byBucket] = await Promise.all([
    usage.latencies(query, { kind: "firstByteMs" }),
    usage.latencies(query, { kind: "totalMs" }),
    group ? usage.latencies(query, { kind: "firstByteMs", group }) : [],
    group ? usage.latencies(query, { kind: "totalMs", group }) : [],
    bucket ? usage.latencies(query, { kind: "totalMs", bucket }) : [],
  ]);
  const isWanted = (wanted: LatencyGroup) => (row: UsageLatency) =>
    row.group === wanted.group && row.isOther === wanted.isOther;
  return {
    total: { first_byte_ms: pickPercentiles(allFirstByte[0]), total_ms: pickPercentiles(allTotal[0]) },
    group: (wanted) => ({
      first_byte_ms: pickPercentiles(firstByte.find(isWanted(wanted))),
      total_ms: pickPercentiles(total.find(isWanted(wanted))),
    }),
    bucket: (start) => pickPercentiles(byBucket.find((row) => row.start === start)),
  };
}

function pickPercentiles(latency: UsageLatency | undefined): Percentiles {
  return latency ? { p50: latency.p50, p95: latency.p95 } : null;
}
