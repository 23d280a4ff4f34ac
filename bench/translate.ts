/**
 * What translating costs over relaying, for each client dialect and each upstream dialect:
 * `npm run bench:translate [-- --quick] [--only chat,google] [--profile FOLDER]`. Prints tables and writes
 * bench/results/translate-<date>.json. The relay of a client's own dialect, in the same run, is what its row is measured by.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runJob, type Sample, saveResults, takeSample } from "./measure.ts";
import { type LoadJob, PACED, type StreamPattern, streamModel } from "./protocol.ts";
import { combineSamples } from "./report.ts";
import { type Processes, startProcesses, type Target } from "./targets.ts";
import { type Cell, cellTable, summary } from "./translate-report.ts";
import { WIRES, type Wire } from "./wire.ts";

type Phase = {
  name: Cell["phase"];
  /** Absent for whole replies. */
  pattern?: StreamPattern;
  concurrency: number;
  seconds: number;
};

const PHASES: Phase[] = [
  { name: "replies", concurrency: 16, seconds: 1.5 },
  // Each chunk is a read of its own, as from a model that writes token by token.
  { name: "single", pattern: { chunks: 1000, perWrite: 1, intervalMs: 1 }, concurrency: 16, seconds: 1 },
  // What a proxy in between, or a fast model, makes of it: many chunks in one read.
  { name: "bursts", pattern: { chunks: 1000, perWrite: 20, intervalMs: 2 }, concurrency: 8, seconds: 1 },
  { name: "paced", pattern: PACED, concurrency: 100, seconds: 2 },
];

const FULL = { rounds: 3, pace: 1 };
/** `pace`: share of each phase's seconds. */
const QUICK = { rounds: 1, pace: 0.5 };
const WARM_UP = { concurrency: 16, seconds: 0.5 };
/** Streams that wait teach the engine's compilers nothing that these do not. */
const WARM_UP_PHASES = new Set<Cell["phase"]>(["replies", "bursts"]);
const MAXIMUM_REQUESTS = 100_000;

/** One cell's way: through the gateway, or straight to the stub. */
type Route = { client: Wire; upstream: Wire | undefined };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: "boolean" }, only: { type: "string" }, profile: { type: "string" } },
  });
  const wires = WIRES.filter(({ name }) => values.only?.split(",").includes(name) ?? true);
  const dataFolder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
  const processes = await startProcesses(dataFolder);
  try {
    const gateway = await startGateway(processes, dataFolder, values.profile);
    const cells = await measure(processes, gateway, { wires, ...(values.quick ? QUICK : FULL) });
    for (const { name } of PHASES) console.log(`\n${cellTable(cells, name)}`);
    console.log(`\n${summary(cells)}\n`);
    if (!values.profile) saveResults("translate", { quick: values.quick ?? false, cells });
    for (const { client, upstream, phase, failures, failure } of cells) {
      if (failures === 0) continue;
      console.log(`${client} to ${upstream}, ${phase}: ${failures} failures, the first: ${failure}`);
      process.exitCode = 1;
    }
  } finally {
    await processes.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

/** One process for all cells, as in production: its code sees every dialect. */
function startGateway(processes: Processes, dataFolder: string, profile: string | undefined): Promise<Target> {
  const config = join(dataFolder, "config.json");
  const upstreams = Object.fromEntries(
    WIRES.map(({ id, name }) => {
      const version = id === "google-generate" ? "v1beta" : "v1";
      const entry = { baseUrl: `${processes.stub.origin}/${version}`, dialects: [id], apiKeyEnv: "OPENAI_API_KEY" };
      return [name, entry];
    }),
  );
  writeFileSync(config, JSON.stringify({ upstreams }));
  return processes.start("core", {
    PARLANCE_CONFIG: config,
    ...(profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${resolve(profile)}` }),
  });
}

/** Rounds outside, cells inside: what else the machine does falls on all cells alike. */
async function measure(
  processes: Processes,
  gateway: Target,
  { wires, rounds, pace }: { wires: Wire[]; rounds: number; pace: number },
): Promise<Cell[]> {
  const { load, stub } = processes;
  const through = wires.flatMap((client) => wires.map((upstream): Route => ({ client, upstream })));
  const direct = wires.map((client): Route => ({ client, upstream: undefined }));
  for (const route of through) {
    for (const phase of PHASES) {
      if (WARM_UP_PHASES.has(phase.name)) await runJob(load, createJob(gateway, route, { ...phase, ...WARM_UP }));
    }
  }
  const cells: Cell[] = [];
  for (const phase of PHASES) {
    const samples = new Map<Route, Sample[]>([...direct, ...through].map((route) => [route, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [route, list] of samples) {
        const target = route.upstream ? gateway : stub;
        const job = createJob(target, route, { ...phase, seconds: phase.seconds * pace });
        list.push(await takeSample(load, target.pid, job));
      }
    }
    for (const [{ client, upstream }, list] of samples) {
      cells.push({
        phase: phase.name,
        client: client.name,
        upstream: upstream?.name ?? "direct",
        ...combineSamples(list),
      });
    }
  }
  return cells;
}

function createJob(target: Target, { client, upstream }: Route, { pattern, concurrency, seconds }: Phase): LoadJob {
  const own = pattern ? streamModel(pattern) : "stub-model";
  const model = upstream ? `${upstream.name}/${own}` : own;
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

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
await main();
