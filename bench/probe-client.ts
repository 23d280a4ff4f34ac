/** Requests to a process that was started with the probe. */
import type { ChildProcess } from "node:child_process";
import { on } from "node:events";
import type { Profiler } from "node:inspector/promises";
import { fileURLToPath } from "node:url";
import type { LoopReport, ProbeReply, ProbeRequest } from "./probe.ts";

const REPLY_TIMEOUT_MS = 60_000;

export async function watchLoop<Result>(
  child: ChildProcess,
  work: () => Promise<Result>,
): Promise<{ report: LoopReport; result: Result }> {
  await fetchText(child, "start-loop-watch");
  const result = await work();
  const { loop: report } = await fetchText(child, "stop-loop-watch");
  if (!report) throw new Error("the probe sent no report");
  return { report, result };
}

export async function profile(child: ChildProcess, work: () => Promise<void>): Promise<Profiler.Profile> {
  await fetchText(child, "start-profile");
  await work();
  const { profile: result } = await fetchText(child, "stop-profile");
  if (!result) throw new Error("the probe sent no profile");
  return result;
}

/** @returns megabytes of the objects and buffers that are left */
export async function collectGarbage(child: ChildProcess): Promise<number> {
  const { liveMegabytes = Number.NaN } = await fetchText(child, "collect-garbage");
  return liveMegabytes;
}

async function fetchText(child: ChildProcess, probe: ProbeRequest): Promise<ProbeReply> {
  // The process may send messages of its own.
  const messages = on(child, "message", { signal: AbortSignal.timeout(REPLY_TIMEOUT_MS) });
  child.send({ probe });
  for await (const [message] of messages) {
    if ((message as Partial<ProbeReply>).probe === probe) return message as ProbeReply;
  }
  throw new Error("the process left without a reply");
}

export type FunctionCost = {
  name: string;
  place: string;
  milliseconds: number;
  /** Share of the busy time. */
  share: number;
};

/**
 * Functions by the time in themselves, most first, without idle time and the profiler itself. @param root whose files
 * are named relative to it
 */
export function topFunctions(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  { count, root }: { count: number; root: string },
): FunctionCost[] {
  const microseconds = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    microseconds.set(id, (microseconds.get(id) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const costs = new Map<string, { name: string; place: string; milliseconds: number }>();
  for (const { id, callFrame } of nodes) {
    const name = callFrame.functionName || "(anonymous)";
    if (name === "(idle)" || callFrame.url.startsWith("node:inspector")) continue;
    const path = callFrame.url.startsWith("file:") ? fileURLToPath(callFrame.url).replace(root, "") : callFrame.url;
    const place = path && `${path}:${callFrame.lineNumber + 1}`;
    const cost = costs.get(`${name} ${place}`) ?? { name, place, milliseconds: 0 };
    cost.milliseconds += (microseconds.get(id) ?? 0) / 1000;
    costs.set(`${name} ${place}`, cost);
  }
  const all = [...costs.values()];
  const busy = all.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return all
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, count)
    .map((cost) => ({ ...cost, share: cost.milliseconds / busy }));
}
