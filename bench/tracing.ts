/**
 * CPU of a relayed chat request without metrics, as it is by default, and with tracing: sampled out, also with a key that
 * has limits and a budget, and exported to a collector in this process; and of the calls alone that tracing adds to a request which is sampled out:
 * `node bench/tracing.ts [--quick]`. Writes bench/results/tracing-<date>.json.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createLimitedKey } from "./limited-key.ts";
import { runJob, type Sample, saveResults, takeSample, takeTurns } from "./measure.ts";
import { relayRoute } from "./phases/setting.ts";
import { combineSamples, medianRatio, table } from "./report.ts";
import { createRouteJob } from "./routes.ts";
import { startProcesses, type Target } from "./targets.ts";
import { measureTracingCalls } from "./tracing-calls.ts";

const CONNECTIONS = 64;
/** Short samples in many rounds: the speed of a shared machine changes within seconds, for all that follow closely alike. */
const FULL = { warmUpSeconds: 12, rounds: 60, seconds: 0.3 };
const QUICK = { warmUpSeconds: 2, rounds: 10, seconds: 0.3 };
const MOST_MICROSECONDS = 20;
const MOST_RATIO = 1.15;

type Subject = { name: string; target: Target };

const { quick = false } = parseArgs({ options: { quick: { type: "boolean" } } }).values;
const { warmUpSeconds, rounds, seconds } = quick ? QUICK : FULL;
const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const collector = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const exporting = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
const ENVIRONMENTS: [name: string, environment: Record<string, string>][] = [
  ["without metrics", { BENCH_WITHOUT_METRICS: "1" }],
  ["metrics (default)", {}],
  ["metrics, traces sampled out", { ...exporting, OTEL_TRACES_SAMPLER: "always_off" }],
  ["metrics, every trace exported", { ...exporting, OTEL_TRACES_SAMPLER: "always_on" }],
];
const calls = measureTracingCalls(exporting);
console.log(
  table(
    ["calls for a request that is sampled out", "CPU µs"],
    calls.map(({ name, cpuMicroseconds }) => [name, cpuMicroseconds.toFixed(1)]),
  ),
);
const processes = await startProcesses(folder);
try {
  const subjects: Subject[] = [];
  for (const [name, environment] of ENVIRONMENTS) {
    const target = await processes.start("core", { environment });
    subjects.push({ name, target });
    if (environment.OTEL_TRACES_SAMPLER === "always_off")
      subjects.push({ name: `${name}, limited key`, target: { ...target, key: await createLimitedKey(target) } });
  }
  const createJob = (target: Target, time: number) =>
    createRouteJob(target, relayRoute, { concurrency: CONNECTIONS, seconds: time });
  for (const { target } of subjects) await runJob(processes.load, createJob(target, warmUpSeconds));
  const samples = await takeTurns(subjects, {
    rounds,
    take: ({ target }) => takeSample(processes.load, target.pid, createJob(target, seconds)),
  });
  const [bare, metrics] = subjects as [Subject, Subject];
  const list = (subject: Subject): Sample[] => samples.get(subject) ?? [];
  const cpu = ({ cpuPerUnit }: Sample) => cpuPerUnit;
  const figures = subjects.map((subject) => ({
    name: subject.name,
    cpuMicroseconds: combineSamples(list(subject)).cpuPerUnit,
    overMetrics: medianDifference(list(subject), list(metrics)),
    ratio: medianRatio(list(subject), list(bare), cpu),
  }));
  const rows = figures.map(({ name, cpuMicroseconds, overMetrics, ratio }) => [
    name,
    cpuMicroseconds.toFixed(1),
    overMetrics.toFixed(1),
    `${ratio.toFixed(2)} ×`,
  ]);
  console.log(table(["subject", "CPU µs a request", "µs over the default", "over none"], rows));
  console.log(
    `\nTargets: sampled out under ${MOST_MICROSECONDS} µs over the default; with a limited key ${MOST_RATIO} × over none.\n`,
  );
  saveResults("tracing", { quick, connections: CONNECTIONS, calls, figures });
} finally {
  await processes.stop();
  collector.closeAllConnections();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Median over the rounds of the difference within a round, in microseconds. */
function medianDifference(samples: readonly Sample[], reference: readonly Sample[]): number {
  const differences = samples.map(({ cpuPerUnit }, round) => cpuPerUnit - (reference[round]?.cpuPerUnit ?? Number.NaN));
  return differences.sort((one, other) => one - other)[Math.floor(differences.length / 2)] ?? Number.NaN;
}
