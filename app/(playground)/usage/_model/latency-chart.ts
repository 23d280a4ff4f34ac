/** Geometry of the latency chart without pixels: two lines over time, with gaps where nothing succeeded. */
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import { niceTicks } from "./usage-chart.ts";

export type LatencyPoint = {
  start: number;
  /** Milliseconds; null when no request succeeded. */
  durations: { p50: number; p95: number } | null;
};
export type LatencyChart = {
  points: LatencyPoint[];
  /** Grid lines in milliseconds, from zero up; the last is the top of the chart. */
  ticks: number[];
};

export function buildLatencyChart({ buckets }: Pick<UsageReply, "buckets">): LatencyChart {
  const points = buckets.map(({ start, total_ms: durations }) => ({ start, durations }));
  const most = Math.max(0, ...points.map(({ durations }) => durations?.p95 ?? 0));
  return { points, ticks: niceTicks(most, true) };
}

/** Returns the runs of neighbouring points that have a value: each is one line. */
export function listRuns(points: readonly LatencyPoint[]): number[][] {
  const runs: number[][] = [];
  points.forEach(({ durations }, index) => {
    if (!durations) return;
    const last = runs.at(-1);
    if (last?.at(-1) === index - 1) last.push(index);
    else runs.push([index]);
  });
  return runs;
}

export function describeDurations({ durations }: LatencyPoint): string {
  if (!durations) return "no successful requests";
  return `p50 ${formatDuration(durations.p50)}, p95 ${formatDuration(durations.p95)}`;
}

/** Formats a grid line: "250 ms", "2.5 s". */
export function formatTick(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${+(milliseconds / 1000).toPrecision(3)} s`;
}
