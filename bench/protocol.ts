/** Messages and constants that the stub, the load generator, the probe and the benchmarks share. */

/** Pacing of a stream from the stub. */
export type StreamPattern = {
  chunks: number;
  /** Chunks that leave in one write. */
  perWrite: number;
  /** Milliseconds from one write to the next. */
  intervalMs: number;
};

export const PACED: StreamPattern = { chunks: 50, perWrite: 1, intervalMs: 20 };

/** The stub reads the pattern from the model's name; any other name is PACED. */
export function streamModel({ chunks, perWrite, intervalMs }: StreamPattern): string {
  return `stream-${chunks}-${perWrite}-${intervalMs}`;
}

/** @param request its path and body: where the model is named, the dialect decides */
export function readStreamPattern(request: string): StreamPattern {
  const named = /stream-(\d+)-(\d+)-(\d+)/.exec(request);
  if (!named) return PACED;
  return { chunks: Number(named[1]), perWrite: Number(named[2]), intervalMs: Number(named[3]) };
}

/** Length of a stream in milliseconds. */
export function streamMs({ chunks, perWrite, intervalMs }: StreamPattern): number {
  return (chunks / perWrite) * intervalMs;
}

/** `cut`: the connection breaks in the middle of the response; `error`: status 500; `stall`: silence without an end. */
export const FAULTS = ["cut", "error", "stall"] as const;
export type Fault = (typeof FAULTS)[number];

/** Name of the model that makes the stub misbehave. */
export function faultModel(fault: Fault): string {
  return `fault-${fault}`;
}

/** @param request its path and body */
export function readFault(request: string): Fault | undefined {
  const name = /fault-([a-z]+)/.exec(request)?.[1];
  return FAULTS.find((fault) => fault === name);
}

/** Prefix of a chunk's content, before the time of its sending. */
export const SENT_AT_MARKER = "sent-at:";

export type LoadJob = {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Requests, or open streams, at a time. */
  concurrency: number;
  /** No new request after this; those under way are completed. */
  seconds: number;
  maximumRequests: number;
  /** Absent for whole replies. */
  stream?: ExpectedStream;
  /** Milliseconds over which the first requests are spread; by default, streams take one stream's length. */
  spreadMs?: number;
  /** Sends requests at this rate, however long earlier ones take. */
  perSecond?: number;
};

export type ExpectedStream = {
  pattern: StreamPattern;
  /** Text before a chunk's sending time. */
  marker: string;
};

export type LoadResult = {
  requests: number;
  /** Status other than 200, a broken connection, or a stream with a wrong number of chunks. */
  failures: number;
  /** Message of the first failure. */
  failure: string | undefined;
  seconds: number;
  /** Milliseconds from the request's sending to the reply's end; for streams, to its first chunk. */
  latency: Percentiles;
  /** Streams only: milliseconds from a chunk's sending by the stub to its arrival, first chunks left out. */
  chunkDelay: Percentiles;
  chunks: number;
  /** Streams only: pieces in which the chunks arrived. */
  reads: number;
};

export type Percentiles = { p50: number; p99: number };

/**
 * Limit of a load generator's connects. The listen queue of a server that is held up overflows, and the kernel tries
 * again after 1, 3, 7 and 15 s: the wait counts in the latencies, and is no failure.
 */
export const CONNECT_TIMEOUT_MS = 30_000;

/** Whole microseconds on the clock that all processes of this machine share. */
export function monotonicMicroseconds(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000_000 + Math.round(nanoseconds / 1000);
}
