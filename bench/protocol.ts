/** What the stub, the load generator and the benchmark agree on. */

export const CHUNKS_PER_STREAM = 50;
export const CHUNK_INTERVAL_MS = 20;

/** In a chunk's content, before the time of its sending. */
export const SENT_AT_MARKER = "sent-at:";

export type LoadJob = {
  /** Of the chat route. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Requests, or open streams, at a time. */
  concurrency: number;
  /** No new request after this; those under way are completed. */
  seconds: number;
  maximumRequests: number;
  stream: boolean;
};

export type LoadResult = {
  requests: number;
  /** Status other than 200, a broken connection, or a stream with a wrong number of chunks. */
  failures: number;
  /** The first failure, in words. */
  failure: string | undefined;
  seconds: number;
  /** Milliseconds from the request's sending to the reply's end; for streams, to its first chunk. */
  latency: Percentiles;
  /** Streams only: milliseconds from a chunk's sending by the stub to its arrival, first chunks left out. */
  chunkDelay: Percentiles;
  chunks: number;
};

export type Percentiles = { p50: number; p99: number };

/** Whole microseconds on the clock that all processes of this machine share. */
export function monotonicMicroseconds(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000_000 + Math.round(nanoseconds / 1000);
}
