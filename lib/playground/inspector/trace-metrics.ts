import type { StreamTimings } from "../streams/metrics.ts";
import { isContent } from "./event-facts.ts";
import type { TraceRow } from "./trace-rows.ts";

export type TraceMetrics = {
  firstByte?: number;
  firstToken?: number;
  tokensPerSecond?: number;
  /** True when the rate is based on characters / 4, because the stream has no token count. */
  estimated: boolean;
  total?: number;
  bytes: number;
  /** The longest gap between two events, and when it ended. */
  longestGap?: { gap: number; at: number };
};

export type TraceMeter = { add(row: TraceRow): void; metrics(timings?: StreamTimings): TraceMetrics };

/** Computes the metrics of a stream from its rows, taken in order, each once. */
export function createTraceMeter(): TraceMeter {
  let bytes = 0;
  let characters = 0;
  let outputTokens: number | undefined;
  let first: number | undefined;
  let last = 0;
  let longest: TraceMetrics["longestGap"];
  return {
    add(row) {
      bytes += row.bytes;
      outputTokens = row.outputTokens ?? outputTokens;
      // The wait for the first event is not a gap within the stream.
      if (row.index > 0 && row.gap > (longest?.gap ?? 0)) longest = { gap: row.gap, at: row.at };
      if (!isContent(row.kind)) return;
      first ??= row.at;
      last = row.at;
      characters += row.kind === "image" ? 0 : row.preview.length;
    },
    metrics(timings = {}) {
      const tokens = outputTokens ?? Math.ceil(characters / 4);
      const seconds = first === undefined ? 0 : (last - first) / 1000;
      return {
        firstByte: timings.headers,
        firstToken: timings.firstToken ?? first,
        // Under 50 ms the whole response came at once: a rate would be noise.
        tokensPerSecond: seconds > 0.05 && tokens > 0 ? tokens / seconds : undefined,
        estimated: outputTokens === undefined,
        total: timings.end,
        bytes,
        longestGap: longest,
      };
    },
  };
}
