/**
 * Cost of translation over relay, for each client dialect and each upstream dialect:
 * `node bench/translate.ts [--quick] [--only chat,google]`. Prints tables and writes bench/results/translate-<date>.json.
 *
 * Two gateways run side by side, one relays while the other translates for clients of the same dialect, and from round
 * to round they change places: what else the machine does falls on both alike. Read the ratios.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runJob, type Sample, saveResults, takeSample, takeTurns } from "./measure.ts";
import { PACED } from "./protocol.ts";
import { combineSamples, medianRatio } from "./report.ts";
import { createRouteJob, type Route, type RouteLoad, translatedRoutes } from "./routes.ts";
import { type Processes, startProcesses, type Target } from "./targets.ts";
import {
  costTable,
  type FirstChunkCell,
  firstChunkTable,
  type Pair,
  type PairCost,
  summary,
} from "./translate-report.ts";
import { WIRES, type Wire } from "./wire.ts";

type Phase = { name: string; load: RouteLoad };

const COST_PHASES: Phase[] = [
  { name: "whole replies", load: { concurrency: 16, seconds: 1 } },
  // A model that writes token by token: one read per chunk.
  {
    name: "1,000 single chunks",
    load: { pattern: { chunks: 1000, perWrite: 1, intervalMs: 1 }, concurrency: 8, seconds: 1 },
  },
  // A proxy in between, or a fast model: several chunks per write.
  {
    name: "1,000 chunks, 20 a write",
    load: { pattern: { chunks: 1000, perWrite: 20, intervalMs: 2 }, concurrency: 8, seconds: 0.5 },
  },
];
const FIRST_CHUNK: Phase = { name: "paced, 100 open", load: { pattern: PACED, concurrency: 100, seconds: 2 } };
const WARM_UP_SECONDS = 0.3;

const ROUNDS = { full: 3, quick: 1 };

/** A gateway with a stub and a load generator of its own. */
type Twin = { processes: Processes; gateway: Target };

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  const wires = WIRES.filter(({ name }) => values.only?.split(",").includes(name) ?? true);
  const rounds = values.quick ? ROUNDS.quick : ROUNDS.full;
  const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  const twins: Twin[] = [];
  try {
    for (const name of ["left", "right"]) twins.push(await startTwin(join(folder, name), wires));
    const costs: PairCost[] = [];
    for (const phase of COST_PHASES) costs.push(...(await compare(twins, { wires, phase, rounds })));
    const firstChunks = await measureFirstChunks(twins[0] as Twin, { wires, rounds });
    for (const { name } of COST_PHASES) console.log(`\n${costTable(costs, name)}`);
    console.log(`\n${firstChunkTable(firstChunks, FIRST_CHUNK.name)}\n\n${summary(costs, firstChunks)}\n`);
    saveResults("translate", { quick: values.quick ?? false, costs, firstChunks });
    reportFailures([...costs, ...firstChunks]);
  } finally {
    await Promise.all(twins.map(({ processes }) => processes.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startTwin(folder: string, wires: Wire[]): Promise<Twin> {
  const processes = await startProcesses(folder);
  const gateway = await processes.start("core");
  // One process sees every dialect, as in production.
  for (const client of wires) {
    for (const upstream of wires) {
      for (const phase of COST_PHASES) {
        const load = { ...phase.load, seconds: WARM_UP_SECONDS };
        await runJob(processes.load, createRouteJob(gateway, { client, upstream }, load));
      }
    }
  }
  return { processes, gateway };
}

type Scope = { wires: Wire[]; rounds: number };

async function compare(twins: Twin[], { wires, phase, rounds }: Scope & { phase: Phase }): Promise<PairCost[]> {
  const samples = new Map<Route, { relay: Sample[]; translate: Sample[] }>(
    translatedRoutes(wires).map((route) => [route, { relay: [], translate: [] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const [relaying, translating] = (round % 2 === 0 ? twins : twins.toReversed()) as [Twin, Twin];
    for (const [route, { relay, translate }] of samples) {
      const both = await Promise.all([
        sampleRoute(relaying, { client: route.client, upstream: route.client }, phase),
        sampleRoute(translating, route, phase),
      ]);
      relay.push(both[0]);
      translate.push(both[1]);
    }
  }
  return [...samples].map(([route, { relay, translate }]) => ({
    ...formatName(route),
    phase: phase.name,
    relay: combineSamples(relay),
    translate: combineSamples(translate),
    cpuRatio: medianRatio(translate, relay, ({ cpuPerUnit }) => cpuPerUnit),
  }));
}

/** One gateway alone: two would wait for each other. */
async function measureFirstChunks({ processes, gateway }: Twin, { wires, rounds }: Scope): Promise<FirstChunkCell[]> {
  const through = wires.flatMap((client) => wires.map((upstream): Route => ({ client, upstream })));
  const direct = wires.map((client): Route => ({ client, upstream: undefined }));
  const samples = await takeTurns([...direct, ...through], {
    rounds,
    take(route) {
      const target = route.upstream ? gateway : processes.stub;
      return takeSample(processes.load, target.pid, createRouteJob(target, route, FIRST_CHUNK.load));
    },
  });
  return [...samples].map(([route, list]) => ({ ...formatName(route), ...combineSamples(list) }));
}

function formatName({ client, upstream }: Route): Pair {
  return { client: client.name, upstream: upstream?.name };
}

function sampleRoute({ processes, gateway }: Twin, route: Route, phase: Phase): Promise<Sample> {
  return takeSample(processes.load, gateway.pid, createRouteJob(gateway, route, phase.load));
}

/** Figures of a run with failures say nothing. */
function reportFailures(results: (PairCost | FirstChunkCell)[]): void {
  for (const result of results) {
    for (const { failures, failure } of "relay" in result ? [result.relay, result.translate] : [result]) {
      if (failures === 0) continue;
      console.log(`${result.client} → ${result.upstream}: ${failures} failures, the first: ${failure}`);
      process.exitCode = 1;
    }
  }
}

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
