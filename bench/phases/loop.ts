/** Stalls of the event loop while requests are logged. */
import type { Figure, PhaseResult } from "../figures.ts";
import { runJob, takeSample } from "../measure.ts";
import type { LoopReport } from "../probe.ts";
import { watchLoop } from "../probe-client.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type Route } from "../routes.ts";
import { stopChild, type TargetName } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const PER_SECOND = 500;
const WARM_UP_SECONDS = 2;
const MAXIMUM_STALL_MS = 10;

export async function measureLoop({ processes, quick }: Setting): Promise<PhaseResult> {
  const name = `${PER_SECOND} requests a second`;
  const result: PhaseResult = { figures: [], measurements: {} };

  const watch = async (target: Extract<TargetName, "gateway" | "bare proxy">, route: Route): Promise<LoopReport> => {
    const server = await processes.start(target, { probed: true });
    const job = (seconds: number) => createRouteJob(server, route, { concurrency: 64, seconds, perSecond: PER_SECOND });
    await runJob(processes.load, job(WARM_UP_SECONDS));
    const { report, result: sample } = await watchLoop(server.child, () =>
      takeSample(processes.load, server.pid, job(quick ? 6 : 20)),
    );
    result.measurements[`${name}: ${target}`] = combineSamples([sample]);
    await stopChild(server.child);
    return report;
  };

  const bare = quick ? undefined : await watch("bare proxy", bareRoute);
  const gateway = await watch("gateway", relayRoute);
  const figure = (quantity: string, pick: (report: LoopReport) => number): Figure => ({
    name: `${name}: ${quantity}`,
    gateway: pick(gateway),
    ...(bare && { reference: { name: "bare proxy", value: pick(bare), ratio: pick(gateway) / pick(bare) } }),
  });
  result.figures.push(
    {
      ...figure("longest stall of the event loop, ms", ({ longest }) => longest.milliseconds),
      target: { of: "value", atMost: MAXIMUM_STALL_MS },
    },
    figure("garbage collection in that stall, ms", ({ longest }) => longest.collectionMs),
    figure("wait for the core in that stall, ms", ({ longest }) => longest.waitedMs ?? Number.NaN),
    figure("stalls over 10 ms", ({ over10Ms }) => over10Ms),
  );
  return result;
}
