/** Relay of a small chat request: cost beside the bare proxy, requests per second beside Portkey, memory afterwards. */
import { setTimeout as delay } from "node:timers/promises";
import { compare, type Figure, type PhaseResult } from "../figures.ts";
import { runJob, takeSample, takeTurns } from "../measure.ts";
import { residentMegabytes } from "../process-cost.ts";
import { combineSamples, median, perSecond } from "../report.ts";
import { createRouteJob, type RouteLoad } from "../routes.ts";
import { isPortkeyInstalled, PORTKEY_INSTALLATION, stopChild, type Target } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const CONNECTIONS = [16, 64];

const MAXIMUM_CPU_RATIO = 1.3;
const MAXIMUM_P99_RATIO = 2;
const MINIMUM_PORTKEY_RATIO = 6.5;
const MAXIMUM_RESIDENT_MEGABYTES = 220;
const SETTLE_MS = 1000;

/** Compilers in the engine settle late: on some routes after some 20,000 requests. */
const FULL = { warmUp: { maximumRequests: 30_000, seconds: 9 }, rounds: 5, seconds: 2.5 };
const QUICK = { warmUp: { maximumRequests: 10_000, seconds: 2 }, rounds: 2, seconds: 0.7 };

export async function measureRelay({ processes, gateway, bare, quick }: Setting): Promise<PhaseResult> {
  const { warmUp, rounds, seconds } = quick ? QUICK : FULL;
  const portkey = isPortkeyInstalled ? await processes.start("Portkey") : undefined;
  const targets = [bare, gateway, ...(portkey ? [portkey] : [])];
  for (const target of targets) await runJob(processes.load, createJob(target, { concurrency: 16, ...warmUp }));
  const result: PhaseResult = { figures: [], measurements: {} };
  for (const concurrency of CONNECTIONS) {
    const samples = await takeTurns(targets, {
      rounds,
      take: (target) => takeSample(processes.load, target.pid, createJob(target, { concurrency, seconds })),
    });
    const load = `relay, ${concurrency} connections`;
    for (const [{ name }, list] of samples) result.measurements[`${load}: ${name}`] = combineSamples(list);
    const own = samples.get(gateway) ?? [];
    const base = { gateway: own, reference: { name: bare.name, samples: samples.get(bare) ?? [] } };
    result.figures.push(
      compare(`${load}: CPU µs per request`, {
        ...base,
        pick: ({ cpuPerUnit }) => cpuPerUnit,
        limit: { atMost: MAXIMUM_CPU_RATIO },
      }),
      compare(`${load}: p99 ms`, { ...base, pick: ({ latency }) => latency.p99, limit: { atMost: MAXIMUM_P99_RATIO } }),
      portkey
        ? compare(`${load}: requests per second`, {
            gateway: own,
            reference: { name: portkey.name, samples: samples.get(portkey) ?? [] },
            pick: perSecond,
            limit: { atLeast: MINIMUM_PORTKEY_RATIO },
          })
        : withoutPortkey(`${load}: requests per second`, median(own.map(perSecond))),
    );
  }
  if (portkey) await stopChild(portkey.child);
  await delay(SETTLE_MS);
  result.figures.push(residentFigure(gateway, bare));
  return result;
}

function createJob(target: Target, load: RouteLoad) {
  return createRouteJob(target, target.name === "gateway" ? relayRoute : bareRoute, load);
}

function withoutPortkey(name: string, gateway: number): Figure {
  return {
    name,
    gateway,
    note: `Portkey is not installed: \`${PORTKEY_INSTALLATION}\``,
    target: { of: "ratio", atLeast: MINIMUM_PORTKEY_RATIO },
  };
}

function residentFigure(gateway: Target, bare: Target): Figure {
  const own = residentMegabytes(gateway.pid) ?? Number.NaN;
  const other = residentMegabytes(bare.pid) ?? Number.NaN;
  return {
    name: "resident MB after the relay load",
    gateway: own,
    reference: { name: bare.name, value: other, ratio: own / other },
    target: { of: "value", atMost: MAXIMUM_RESIDENT_MEGABYTES },
  };
}
