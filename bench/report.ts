/** From samples to tables. */
import type { Sample } from "./measure.ts";
import type { Percentiles } from "./protocol.ts";

/** The medians over a target's rounds. */
export type Measurement = {
  target: string;
  concurrency: number;
  perSecond: number;
  latency: Percentiles;
  chunkDelay: Percentiles;
  /** Of all rounds; 0 for whole replies. */
  chunks: number;
  cpuPerUnit: number;
  /** Streams only. */
  chunksPerRead: number;
  residentMegabytes: number;
  failures: number;
  failure: string | undefined;
};

const YARDSTICK = "bare proxy";

export function combineSamples(samples: Sample[]): Omit<Measurement, "target" | "concurrency"> {
  const middle = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return {
    perSecond: middle((sample) => (sample.chunks || sample.requests) / sample.seconds),
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

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? upper) + upper) / 2 : upper;
}

/** Markdown: what a whole reply costs. "Direct" counts the stub's own CPU. */
export function requestTable(measurements: Measurement[]): string {
  const header = ["whole replies", "connections", "requests/s", "p50 ms", "p99 ms", "CPU µs/request", "CPU ×", "p50 ×"];
  return table(
    header,
    measurements.map((measurement) => {
      const bare = yardstickOf(measurements, measurement);
      return [
        measurement.target,
        String(measurement.concurrency),
        measurement.perSecond.toFixed(0),
        measurement.latency.p50.toFixed(2),
        measurement.latency.p99.toFixed(2),
        measurement.cpuPerUnit.toFixed(1),
        ratio(measurement.cpuPerUnit, bare?.cpuPerUnit),
        ratio(measurement.latency.p50, bare?.latency.p50),
      ];
    }),
  );
}

/** Markdown: what a paced stream costs. */
export function streamTable(measurements: Measurement[]): string {
  const header = [
    "paced streams",
    "open",
    "first chunk p50 ms",
    "p99 ms",
    "p50 over direct",
    "chunk delay p50 ms",
    "p99 ms",
    "CPU µs/chunk",
    "CPU ×",
    "memory MB",
  ];
  return table(
    header,
    measurements.map((measurement) => {
      const direct = measurements.find(
        (other) => other.target === "direct" && other.concurrency === measurement.concurrency,
      );
      return [
        measurement.target,
        String(measurement.concurrency),
        measurement.latency.p50.toFixed(2),
        measurement.latency.p99.toFixed(2),
        direct === undefined ? "–" : (measurement.latency.p50 - direct.latency.p50).toFixed(2),
        measurement.chunkDelay.p50.toFixed(2),
        measurement.chunkDelay.p99.toFixed(2),
        measurement.cpuPerUnit.toFixed(1),
        ratio(measurement.cpuPerUnit, yardstickOf(measurements, measurement)?.cpuPerUnit),
        measurement.residentMegabytes.toFixed(0),
      ];
    }),
  );
}

function yardstickOf(measurements: Measurement[], { concurrency }: Measurement): Measurement | undefined {
  return measurements.find((other) => other.target === YARDSTICK && other.concurrency === concurrency);
}

export function ratio(value: number, base: number | undefined): string {
  return base === undefined || Number.isNaN(value / base) ? "–" : (value / base).toFixed(2);
}

export function table(header: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map((_, index) => (index === 0 ? "---" : "--:"))), ...rows.map(line)].join("\n");
}
