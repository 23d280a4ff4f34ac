/** Limits on the work of one task, enforced from outside: code that never yields cannot enforce them itself. */
import type { Worker } from "node:worker_threads";

export type TaskLimits = {
  /**
   * Limit on the worker's CPU time in milliseconds, so that a busy machine refuses no task that an idle one accepts.
   */
  timeMs: number;
  /** Bytes of the worker's heap and of the buffers beside it. */
  memoryBytes: number;
};

const SAMPLE_MS = 50;
/** Limit on elapsed time, as a multiple of the CPU time, for work that waits or hardly gets a processor. */
const LONGEST_TIMES_CPU = 10;

/**
 * Watches a worker from the start of a task.
 * @param onExceeded is called at most once with the broken limit, such as `takes more than 1 s`
 * @returns a function that ends the watch
 */
export function watchLimits(worker: Worker, limits: TaskLimits, onExceeded: (limit: string) => void): () => void {
  const { timeMs, memoryBytes } = limits;
  let before: NodeJS.CpuUsage | undefined;
  let isOver = false;
  const sample = async () => {
    // Both respond while code is running, and reject once the worker has ended.
    const [heap, cpu] = await Promise.all([worker.getHeapStatistics(), worker.cpuUsage()]);
    before ??= cpu;
    if (isOver) return;
    // V8 limits only the heap; inflated data is in buffers outside it.
    if (heap.used_heap_size + heap.external_memory > memoryBytes) exceed(describeMemory(limits));
    else if (millisecondsBetween(before, cpu) > timeMs) exceed(describeTime(limits));
  };
  const sampler = setInterval(() => void sample().catch(() => undefined), SAMPLE_MS);
  // The timer also ends native code, during which samples get no response. A result that has arrived by then is read
  // first.
  const timer = setTimeout(() => setImmediate(exceed, describeTime(limits)), timeMs * LONGEST_TIMES_CPU);
  sample().catch(() => undefined);
  function exceed(limit: string): void {
    if (isOver) return;
    stop();
    onExceeded(limit);
  }
  function stop(): void {
    isOver = true;
    clearInterval(sampler);
    clearTimeout(timer);
  }
  return stop;
}

function millisecondsBetween(before: NodeJS.CpuUsage, after: NodeJS.CpuUsage): number {
  return (after.user - before.user + after.system - before.system) / 1000;
}

function describeTime({ timeMs }: TaskLimits): string {
  return `takes more than ${timeMs / 1000} s`;
}

export function describeMemory({ memoryBytes }: TaskLimits): string {
  return `needs more than ${Math.round(memoryBytes / 1024 / 1024)} MB of memory`;
}
