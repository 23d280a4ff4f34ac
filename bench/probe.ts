/**
 * Preload that observes the process it runs in, on requests that come over IPC: stalls of the main thread's event loop,
 * a CPU profile, and a garbage collection before memory is read. Loaded by `node --import`; does nothing in worker
 * threads.
 */
import { openSync, readSync } from "node:fs";
import { type Profiler, Session } from "node:inspector/promises";
import { PerformanceObserver } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

export type ProbeRequest =
  | "start-loop-watch"
  | "stop-loop-watch"
  | "start-profile"
  | "stop-profile"
  | "collect-garbage";

export type LoopReport = {
  seconds: number;
  longest: Stall;
  /** Stalls of more than 10 ms. */
  over10Ms: number;
  collections: { count: number; milliseconds: number; longestMs: number };
};

export type Stall = {
  milliseconds: number;
  /** Milliseconds of garbage collection in it. */
  collectionMs: number;
  /**
   * Milliseconds in which the thread could have run but another one had the core; undefined where Linux does not tell.
   */
  waitedMs: number | undefined;
};

export type ProbeReply = {
  probe: ProbeRequest;
  loop?: LoopReport;
  profile?: Profiler.Profile;
  /** Memory of live objects and their buffers, in MB, after a garbage collection. */
  liveMegabytes?: number;
};

const INTERVAL_MS = 1;
/** Timers are a millisecond or two late in an idle process. */
const SHORTEST_STALL_MS = 3;
const LONG_STALL_MS = 10;
const PROFILE_INTERVAL_MICROSECONDS = 250;

type Span = { start: number; milliseconds: number };

function watchLoop(): () => LoopReport {
  const readWaited = openWaitedClock();
  const stalls: (Span & { waitedMs: number | undefined })[] = [];
  const collections: Span[] = [];
  const note = (entries: PerformanceEntry[]) => {
    for (const { startTime, duration } of entries) collections.push({ start: startTime, milliseconds: duration });
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ["gc"] });
  const start = performance.now();
  let last = start;
  let lastWaited = readWaited();
  const timer = setInterval(() => {
    const now = performance.now();
    const waited = readWaited();
    const milliseconds = now - last - INTERVAL_MS;
    if (milliseconds > SHORTEST_STALL_MS) {
      const waitedMs = waited === undefined || lastWaited === undefined ? undefined : waited - lastWaited;
      stalls.push({ start: last, milliseconds, waitedMs });
    }
    last = now;
    lastWaited = waited;
  }, INTERVAL_MS);
  return () => {
    clearInterval(timer);
    note(observer.takeRecords());
    observer.disconnect();
    const longest = stalls.toSorted((a, b) => b.milliseconds - a.milliseconds)[0];
    return {
      seconds: (performance.now() - start) / 1000,
      longest: {
        milliseconds: longest?.milliseconds ?? 0,
        collectionMs: longest ? overlap(longest, collections) : 0,
        waitedMs: longest?.waitedMs,
      },
      over10Ms: stalls.filter(({ milliseconds }) => milliseconds > LONG_STALL_MS).length,
      collections: {
        count: collections.length,
        milliseconds: collections.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
        longestMs: Math.max(0, ...collections.map(({ milliseconds }) => milliseconds)),
      },
    };
  };
}

function overlap({ start, milliseconds }: Span, others: Span[]): number {
  return others.reduce((sum, other) => {
    const from = Math.max(start, other.start);
    const to = Math.min(start + milliseconds + INTERVAL_MS, other.start + other.milliseconds);
    return sum + Math.max(0, to - from);
  }, 0);
}

/** @returns a clock of the milliseconds that this thread has waited for a core */
function openWaitedClock(): () => number | undefined {
  try {
    const file = openSync("/proc/thread-self/schedstat", "r");
    const buffer = Buffer.alloc(128);
    return () => {
      const length = readSync(file, buffer, 0, buffer.length, 0);
      return Number(buffer.toString("latin1", 0, length).split(" ")[1]) / 1_000_000;
    };
  } catch {
    return () => undefined;
  }
}

function collectGarbage(): number {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // A second collection frees objects to which those freed by the first held the last reference.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

const session = new Session();
let stopLoopWatch: (() => LoopReport) | undefined;

async function answer(request: ProbeRequest): Promise<ProbeReply> {
  switch (request) {
    case "start-loop-watch":
      stopLoopWatch = watchLoop();
      return { probe: request };
    case "stop-loop-watch":
      return { probe: request, loop: stopLoopWatch?.() };
    case "start-profile":
      session.connect();
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: PROFILE_INTERVAL_MICROSECONDS });
      await session.post("Profiler.start");
      return { probe: request };
    case "stop-profile": {
      const { profile } = await session.post("Profiler.stop");
      session.disconnect();
      return { probe: request, profile };
    }
    case "collect-garbage":
      return { probe: request, liveMegabytes: collectGarbage() };
    default:
      throw new Error(`unknown request ${request satisfies never}`);
  }
}

if (isMainThread && process.send) {
  process.on("message", async ({ probe }: { probe?: ProbeRequest }) => {
    if (probe) process.send?.(await answer(probe));
  });
}
