/** Resident memory of thousands of open streams, over that of the idle process after a garbage collection. */
import { setTimeout as delay } from "node:timers/promises";
import type { PhaseResult } from "../figures.ts";
import { runJob, takeSample } from "../measure.ts";
import { collectGarbage } from "../probe-client.ts";
import { residentMegabytes } from "../process-cost.ts";
import { combineSamples, median } from "../report.ts";
import { createRouteJob, type Route, type RouteLoad } from "../routes.ts";
import { stopChild, type TargetName } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const STREAMS = 5000;
const MAXIMUM_KILOBYTES = 30;
const SPREAD_SECONDS = 6;
const SETTLE_SECONDS = 1;
/** Enough to load the code that is loaded at the first use, and too few to make the heap grow. */
const WARM_UP: RouteLoad = { concurrency: 4, maximumRequests: 200, seconds: 2 };
const SAMPLE_MS = 250;
/** Files of a process beside the two sockets a stream. */
const OTHER_FILES = 300;

export async function measureMemory({ processes, quick }: Setting): Promise<PhaseResult> {
  const streams = Math.min(STREAMS, Math.floor((openFilesLimit() - OTHER_FILES) / 2));
  const name = `${streams.toLocaleString("en")} open streams of one chunk a second`;
  const result: PhaseResult = { figures: [], measurements: {} };

  const kilobytesPerStream = async (target: Extract<TargetName, "gateway" | "bare proxy">, route: Route) => {
    const server = await processes.start(target, { probed: true });
    const openSeconds = quick ? 5 : 12;
    const load: RouteLoad = {
      pattern: { chunks: SPREAD_SECONDS + openSeconds, perWrite: 1, intervalMs: 1000 },
      concurrency: streams,
      maximumRequests: streams,
      spreadMs: SPREAD_SECONDS * 1000,
      seconds: SPREAD_SECONDS + openSeconds,
    };
    await runJob(processes.load, createRouteJob(server, route, WARM_UP));
    await collectGarbage(server.child);
    await delay(SETTLE_SECONDS * 1000);
    const before = residentMegabytes(server.pid) ?? Number.NaN;
    const sample = takeSample(processes.load, server.pid, createRouteJob(server, route, load));
    await delay((SPREAD_SECONDS + SETTLE_SECONDS) * 1000);
    const open: number[] = [];
    for (let time = 0; time < (openSeconds - SETTLE_SECONDS - 1) * 1000; time += SAMPLE_MS) {
      open.push(residentMegabytes(server.pid) ?? Number.NaN);
      await delay(SAMPLE_MS);
    }
    result.measurements[`${name}: ${target}`] = combineSamples([await sample]);
    await stopChild(server.child);
    return ((median(open) - before) * 1024) / streams;
  };

  const bare = quick ? undefined : await kilobytesPerStream("bare proxy", bareRoute);
  const gateway = await kilobytesPerStream("gateway", relayRoute);
  result.figures.push(
    {
      name: `${name}: KB resident per stream`,
      gateway,
      ...(bare !== undefined && { reference: { name: "bare proxy", value: bare, ratio: gateway / bare } }),
      target: { of: "value", atMost: MAXIMUM_KILOBYTES },
    },
    {
      name: `${name}: failures`,
      gateway: result.measurements[`${name}: gateway`]?.failures ?? Number.NaN,
      target: { of: "value", atMost: 0 },
    },
  );
  return result;
}

/** Files that a process of Node may open: it raises its own limit to the hard one. */
function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { hard?: number | string } } };
  const hard = Number(userLimits?.open_files?.hard);
  return Number.isNaN(hard) ? Number.POSITIVE_INFINITY : hard;
}
