/**
 * What translating costs over relaying, for each client dialect and each upstream dialect:
 * `node bench/translate.ts [--quick] [--only chat,google]`. Prints tables and writes bench/results/translate-<date>.json.
 *
 * Two gateways run side by side, one relays while the other translates for clients of the same dialect, and from round to
 * round they change places: what else the machine does falls on both alike. Read the ratios.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runJob, type Sample, saveResults, takeSample } from "./measure.ts";
import { type LoadJob, PACED, type StreamPattern, streamModel } from "./protocol.ts";
import { combineSamples, median } from "./report.ts";
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

type Phase = {
  name: string;
  /** Absent for whole replies. */
  pattern?: StreamPattern;
  concurrency: number;
  seconds: number;
};

const COST_PHASES: Phase[] = [
  { name: "whole replies", concurrency: 16, seconds: 1 },
  // From a model that writes token by token: each chunk is a read of its own.
  {
    name: "1,000 single chunks",
    pattern: { chunks: 1000, perWrite: 1, intervalMs: 1 },
    concurrency: 8,
    seconds: 1,
  },
  // What a proxy in between, or a fast model, makes of it.
  {
    name: "1,000 chunks, 20 a write",
    pattern: { chunks: 1000, perWrite: 20, intervalMs: 2 },
    concurrency: 8,
    seconds: 0.5,
  },
];
const FIRST_CHUNK: Phase = { name: "paced, 100 open", pattern: PACED, concurrency: 100, seconds: 2 };
const WARM_UP_SECONDS = 0.3;

const ROUNDS = { full: 3, quick: 1 };
const MAXIMUM_REQUESTS = 100_000;

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
  const config = `${folder}.json`;
  const upstreams = Object.fromEntries(
    WIRES.map(({ id, name, version }) => [
      name,
      { baseUrl: `${processes.stub.origin}/${version}`, dialects: [id], apiKeyEnv: "OPENAI_API_KEY" },
    ]),
  );
  writeFileSync(config, JSON.stringify({ upstreams }));
  const gateway = await processes.start("core", { PARLANCE_CONFIG: config });
  // One process sees every dialect, as in production.
  for (const client of wires) {
    for (const upstream of wires) {
      for (const phase of COST_PHASES) {
        await runJob(processes.load, createJob(gateway, { client, upstream }, { ...phase, seconds: WARM_UP_SECONDS }));
      }
    }
  }
  return { processes, gateway };
}

type Scope = { wires: Wire[]; rounds: number };

async function compare(twins: Twin[], { wires, phase, rounds }: Scope & { phase: Phase }): Promise<PairCost[]> {
  const pairs = wires.flatMap((client) =>
    wires.filter((upstream) => upstream !== client).map((upstream) => ({ client, upstream })),
  );
  const samples = new Map<Route, { relay: Sample[]; translate: Sample[] }>(
    pairs.map((route) => [route, { relay: [], translate: [] }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const [relaying, translating] = (round % 2 === 0 ? twins : twins.toReversed()) as [Twin, Twin];
    for (const [route, { relay, translate }] of samples) {
      const both = await Promise.all([
        sampleOf(relaying, { client: route.client, upstream: route.client }, phase),
        sampleOf(translating, route, phase),
      ]);
      relay.push(both[0]);
      translate.push(both[1]);
    }
  }
  return [...samples].map(([route, { relay, translate }]) => ({
    ...nameOf(route),
    phase: phase.name,
    relay: combineSamples(relay),
    translate: combineSamples(translate),
    cpuRatio: median(translate.map(({ cpuPerUnit }, round) => cpuPerUnit / (relay[round]?.cpuPerUnit ?? Number.NaN))),
  }));
}

/** One gateway alone: two would wait for each other. */
async function measureFirstChunks({ processes, gateway }: Twin, { wires, rounds }: Scope): Promise<FirstChunkCell[]> {
  const through = wires.flatMap((client) => wires.map((upstream): Route => ({ client, upstream })));
  const direct = wires.map((client): Route => ({ client, upstream: undefined }));
  const samples = new Map<Route, Sample[]>([...direct, ...through].map((route) => [route, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [route, list] of samples) {
      const target = route.upstream ? gateway : processes.stub;
      list.push(await takeSample(processes.load, target.pid, createJob(target, route, FIRST_CHUNK)));
    }
  }
  return [...samples].map(([route, list]) => ({ ...nameOf(route), ...combineSamples(list) }));
}

/** Whose client asks whose upstream; without one the client asks the stub itself. */
type Route = { client: Wire; upstream: Wire | undefined };

function nameOf({ client, upstream }: Route): Pair {
  return { client: client.name, upstream: upstream?.name };
}

function sampleOf({ processes, gateway }: Twin, route: Route, phase: Phase): Promise<Sample> {
  return takeSample(processes.load, gateway.pid, createJob(gateway, route, phase));
}

function createJob(target: Target, { client, upstream }: Route, { pattern, concurrency, seconds }: Phase): LoadJob {
  const own = pattern ? streamModel(pattern) : target.model.split("/").at(-1);
  const model = upstream ? `${upstream.name}/${own}` : String(own);
  const stream = pattern !== undefined;
  return {
    url: target.origin + client.path(model, stream),
    headers: { "content-type": "application/json", ...client.headers(target.key) },
    body: JSON.stringify(client.request(model, stream)),
    concurrency,
    seconds,
    maximumRequests: MAXIMUM_REQUESTS,
    ...(pattern && { stream: { pattern, marker: client.marker } }),
  };
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
