/** The load generator, a process of its own: does the jobs that it is sent over IPC, one after another. */
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import {
  CONNECT_TIMEOUT_MS,
  type LoadJob,
  type LoadResult,
  monotonicMicroseconds,
  type Percentiles,
  streamMs,
} from "./protocol.ts";

process.on("message", async (job: LoadJob) => {
  process.send?.(await run(job));
});

async function run(job: LoadJob): Promise<LoadResult> {
  const url = new URL(job.url);
  const { stream } = job;
  const body = Buffer.from(job.body);
  const pool = new Pool(url.origin, {
    connections: job.concurrency,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  });
  const latencies: number[] = [];
  const delays: number[] = [];
  let requests = 0;
  let reads = 0;
  let failures = 0;
  let failure: string | undefined;
  const start = monotonicMicroseconds();
  const deadline = start + job.seconds * 1_000_000;

  const one = (): Promise<void> =>
    new Promise((resolve) => {
      requests += 1;
      const sentAt = monotonicMicroseconds();
      const chunks = createChunkReader(stream?.marker ?? "");
      let status = 0;
      let firstByteAt = 0;
      const finish = (problem?: string) => {
        if (problem !== undefined) {
          failures += 1;
          failure ??= problem;
        }
        resolve();
      };
      pool.dispatch(
        { path: url.pathname + url.search, method: "POST", headers: job.headers, body },
        {
          // undici takes a handler without this one for the kind that it had before.
          onRequestStart() {},
          onResponseStart(_controller, statusCode) {
            status = statusCode;
          },
          onResponseData(_controller, data) {
            if (!stream) return;
            reads += 1;
            const now = monotonicMicroseconds();
            for (const chunkSentAt of chunks.read(data)) {
              if (firstByteAt === 0) firstByteAt = now;
              else delays.push((now - chunkSentAt) / 1000);
            }
          },
          onResponseEnd() {
            latencies.push(((stream ? firstByteAt : monotonicMicroseconds()) - sentAt) / 1000);
            if (status !== 200) finish(`status ${status}`);
            else if (stream && chunks.count() !== stream.pattern.chunks) finish(`${chunks.count()} chunks`);
            else finish();
          },
          onResponseError(_controller, error) {
            finish(error.message);
          },
        },
      );
    });

  // Streams start spread over one stream's length, so that their chunks do not arrive in bursts.
  const spreadMs = job.spreadMs ?? (stream ? streamMs(stream.pattern) : 0);
  const slot = async (index: number) => {
    if (spreadMs > 0) await delay((index * spreadMs) / job.concurrency);
    while (requests < job.maximumRequests && monotonicMicroseconds() < deadline) await one();
  };
  const atRate = async (perSecond: number) => {
    const sent: Promise<void>[] = [];
    while (requests < job.maximumRequests && monotonicMicroseconds() < deadline) {
      const due = Math.floor(((monotonicMicroseconds() - start) / 1_000_000) * perSecond) + 1;
      while (sent.length < due) sent.push(one());
      await delay(1);
    }
    await Promise.all(sent);
  };
  if (job.perSecond) await atRate(job.perSecond);
  else await Promise.all(Array.from({ length: job.concurrency }, (_, index) => slot(index)));
  const seconds = (monotonicMicroseconds() - start) / 1_000_000;
  await pool.destroy();
  const chunks = stream ? delays.length + latencies.length : 0;
  return {
    requests,
    failures,
    failure,
    seconds,
    latency: percentiles(latencies),
    chunkDelay: percentiles(delays),
    chunks,
    reads,
  };
}

/** Finds the sending times in the stub's frames, also in one that arrives in two pieces. */
function createChunkReader(marker: string): { read(data: Buffer): number[]; count(): number } {
  let rest = "";
  let count = 0;
  return {
    read(data) {
      const text = rest + data.toString("latin1");
      const times: number[] = [];
      const end = text.lastIndexOf("\n") + 1;
      for (let at = text.indexOf(marker); at !== -1 && at < end; at = text.indexOf(marker, at + 1)) {
        times.push(Number.parseInt(text.slice(at + marker.length, at + marker.length + 16), 10));
      }
      rest = text.slice(end);
      count += times.length;
      return times;
    },
    count: () => count,
  };
}

function percentiles(values: number[]): Percentiles {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
