/** Translation beside relay, on one gateway: CPU of whole replies and of chunks, at the median pair of dialects. */
import type { Figure, Limit, PhaseResult } from "../figures.ts";
import { runJob, type Sample, takeSample, takeTurns } from "../measure.ts";
import { combineSamples, median, medianRatio } from "../report.ts";
import { createRouteJob, type Route, type RouteLoad, translatedRoutes } from "../routes.ts";
import { WIRES } from "../wire.ts";
import type { Setting } from "./setting.ts";

type Part = { name: string; unit: string; load: RouteLoad; limit: Limit };

const PARTS: Part[] = [
  {
    name: "whole replies",
    unit: "CPU µs per request",
    load: { concurrency: 16, seconds: 1 },
    limit: { atMost: 1.6 },
  },
  {
    name: "single chunks",
    unit: "CPU µs per chunk",
    load: { pattern: { chunks: 300, perWrite: 1, intervalMs: 1 }, concurrency: 8, seconds: 0.7 },
    limit: { atMost: 1.3 },
  },
];
const WARM_UP_SECONDS = { full: 0.3, quick: 0.1 };
const QUICK_SECONDS = 0.25;

export async function measureTranslation({ processes, gateway, quick }: Setting): Promise<PhaseResult> {
  const relays: Route[] = WIRES.map((wire) => ({ client: wire, upstream: wire }));
  const routes = [...relays, ...translatedRoutes()];
  const result: PhaseResult = { figures: [], measurements: {} };
  for (const part of PARTS) {
    const load = quick ? { ...part.load, seconds: QUICK_SECONDS } : part.load;
    const warmUp = { ...load, seconds: quick ? WARM_UP_SECONDS.quick : WARM_UP_SECONDS.full };
    for (const route of routes) await runJob(processes.load, createRouteJob(gateway, route, warmUp));
    const samples = await takeTurns(routes, {
      rounds: quick ? 1 : 3,
      take: (route) => takeSample(processes.load, gateway.pid, createRouteJob(gateway, route, load)),
    });
    for (const [{ client, upstream }, own] of samples)
      result.measurements[`${part.name}: ${client.name} → ${upstream?.name}`] = combineSamples(own);
    result.figures.push(medianPair(part, samples));
  }
  return result;
}

function medianPair({ name, unit, limit }: Part, samples: Map<Route, Sample[]>): Figure {
  const cpu = ({ cpuPerUnit }: Sample) => cpuPerUnit;
  const translated = [...samples].filter(([{ client, upstream }]) => client !== upstream);
  const relayed = new Map(
    [...samples].flatMap(([{ client, upstream }, own]) => (client === upstream ? [[client, own]] : [])),
  );
  const pairs = translated.map(([{ client }, own]) => {
    const relay = relayed.get(client) ?? [];
    return { own: median(own.map(cpu)), relay: median(relay.map(cpu)), ratio: medianRatio(own, relay, cpu) };
  });
  return {
    name: `translated ${name}, median pair: ${unit}`,
    gateway: median(pairs.map(({ own }) => own)),
    reference: {
      name: "relay",
      value: median(pairs.map(({ relay }) => relay)),
      ratio: median(pairs.map((pair) => pair.ratio)),
    },
    target: { of: "ratio", ...limit },
  };
}
