/** CPU time and memory of a process and its children, from Linux's /proc; undefined elsewhere. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in ticks of 10 ms for user space, whatever the kernel's own rate. */
const MICROSECONDS_PER_TICK = 10_000;

/**
 * User and system time since the start, in microseconds, of this process and of all that descend from it: of the
 * threads alive, to the nanosecond, where the kernel has scheduler statistics, else in ticks.
 */
export function cpuMicroseconds(pid: number): number | undefined {
  return sumOverTree(pid, (id) => scheduledMicroseconds(id) ?? tickMicroseconds(id));
}

/** Resident memory in MB. */
export function residentMegabytes(pid: number): number | undefined {
  return sumOverTree(pid, (id) => {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"));
    return Number(line?.[1] ?? 0) / 1024;
  });
}

function scheduledMicroseconds(pid: number): number | undefined {
  try {
    const tasks = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = tasks.map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, "utf8").split(" ")[0]);
    return nanoseconds.reduce((sum, value) => sum + Number(value), 0) / 1000;
  } catch {
    return undefined;
  }
}

function tickMicroseconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name in parentheses and may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
}

function sumOverTree(pid: number, measure: (pid: number) => number): number | undefined {
  try {
    let sum = measure(pid);
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ");
      for (const child of children.filter((id) => id.trim() !== "")) sum += sumOverTree(Number(child), measure) ?? 0;
    }
    return sum;
  } catch {
    return undefined;
  }
}
