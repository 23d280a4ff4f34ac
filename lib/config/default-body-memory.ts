/** The default of `limits.bodyMemoryBytes`. */
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";

/** Share of the memory that the process may use. */
const SHARE_OF_MEMORY = 0.25;
/** Share of the largest JavaScript heap: most of a body's memory is strings in it. */
const SHARE_OF_HEAP = 0.5;

type ProcessMemory = {
  /** Limit of the cgroup (version 1 or 2) in bytes; 0 or more than the machine's memory when there is none. */
  constrained: number;
  /** Memory of the machine in bytes. */
  total: number;
  /** Largest JavaScript heap in bytes. */
  heap: number;
};

/** Returns bytes: a quarter of the memory that the process may use, and at most half of its JavaScript heap. */
export function computeDefaultBodyMemory({ constrained, total, heap }: ProcessMemory = readProcessMemory()): number {
  const available = constrained > 0 ? Math.min(constrained, total) : total;
  return Math.floor(Math.min(available * SHARE_OF_MEMORY, heap * SHARE_OF_HEAP));
}

function readProcessMemory(): ProcessMemory {
  return {
    constrained: process.constrainedMemory(),
    total: totalmem(),
    heap: getHeapStatistics().heap_size_limit,
  };
}
