/** Figures and tables of samples. */
import type { Sample } from "./measure.ts";
import type { Percentiles } from "./protocol.ts";

/** The medians over a target's rounds. */
export type Measurement = {
  perSecond: number;
  latency: Percentiles;
  chunkDelay: Percentiles;
  /** Chunks in all rounds; 0 for whole replies. */
  chunks: number;
  cpuPerUnit: number;
  /** Streams only. */
  chunksPerRead: number;
  residentMegabytes: number;
  failures: number;
  failure: string | undefined;
};

export function combineSamples(samples: Sample[]): Measurement {
  const middle = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return {
    perSecond: middle(perSecond),
    latency: { p50: middle((sample) => sample.latency.p50), p99: middle((sample) => sample.latency.p99) },
    chunkDelay: { p50: middle((sample) => sample.chunkDelay.p50), p99: middle((sample) => sample.chunkDelay.p99) },
    chunks: samples.reduce((sum, sample) => sum + sample.chunks, 0),
    cpuPerUnit: middle((sample) => sample.cpuPerUnit),
    chunksPerRead: middle((sample) => sample.chunks / sample.reads),
    residentMegabytes: middle((sample) => sample.residentMegabytes),
    failures: samples.reduce((sum, sample) => sum + sample.failures, 0),
    failure: samples.find((sample) => sample.failure !== undefined)?.failure,
  };
}

/** Replies, or for streams chunks, per second. */
export function perSecond(sample: Sample): number {
  return (sample.chunks || sample.requests) / sample.seconds;
}

/** Median over the rounds of one target's value by another's, which were sampled in the same round. */
export function medianRatio(own: Sample[], other: Sample[], pick: (sample: Sample) => number): number {
  return median(
    own.map((sample, round) => {
      const base = other[round];
      return pick(sample) / (base ? pick(base) : Number.NaN);
    }),
  );
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? upper) + upper) / 2 : upper;
}

export function ratio(value: number, base: number | undefined): string {
  return base === undefined || Number.isNaN(value / base) ? "–" : (value / base).toFixed(2);
}

/** Markdown. */
export function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
