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
import { type Sample, saveResults } from "./measure.ts";
import { type PairMember, samplePair } from "./pairs.ts";
import { relayRoute } from "./phases/setting.ts";
import { median, medianRatio, table } from "./report.ts";
import { createRouteJob } from "./routes.ts";
import { startProcesses } from "./targets.ts";
import { measureTracingCalls } from "./tracing-calls.ts";

const CONNECTIONS = 64;
/** Short samples in many rounds: the speed of a shared machine changes within seconds, for all that follow closely alike. */
const FULL = { starts: 3, warmUpTurns: 4, rounds: 24 };
const QUICK = { starts: 1, warmUpTurns: 2, rounds: 8 };
const WARM_UP_SECONDS = 3;
const SAMPLE_SECONDS = 0.3;
const MOST_MICROSECONDS = 20;
const MOST_RATIO = 1.15;

const { quick = false } = parseArgs({ options: { quick: { type: "boolean" } } }).values;
const terms = quick ? QUICK : FULL;
const folder = mkdtempSync(join(tmpdir(), "parlance-bench-"));
const collector = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const exporting = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` };
const sampledOut = { ...exporting, OTEL_TRACES_SAMPLER: "always_off" };
const calls = measureTracingCalls(exporting);
console.log(
  table(
    ["calls for a request that is sampled out", "CPU µs"],
    calls.map(({ name, cpuMicroseconds }) => [name, cpuMicroseconds.toFixed(1)]),
  ),
);
const processes = await startProcesses(folder);
try {
  const create = (name: string, environment: Record<string, string>, { isLimited = false } = {}): PairMember => ({
    name,
    async start() {
      const target = await processes.start("core", { environment });
      return isLimited ? { ...target, key: await createLimitedKey(target) } : target;
    },
    createJobs(target) {
      const createLasting = (seconds: number) =>
        createRouteJob(target, relayRoute, { concurrency: CONNECTIONS, seconds });
      return { warmUp: createLasting(WARM_UP_SECONDS), sample: createLasting(SAMPLE_SECONDS) };
    },
  });
  const none = create("without metrics", { BENCH_WITHOUT_METRICS: "1" });
  const metrics = create("metrics (default)", {});
  const off = create("metrics, traces sampled out", sampledOut);
  const pairs = [
    { subject: metrics, reference: none },
    { subject: off, reference: metrics, atMost: `${MOST_MICROSECONDS} µs` },
    { subject: off, reference: none },
    {
      subject: create(`${off.name}, limited key`, sampledOut, { isLimited: true }),
      reference: none,
      atMost: `${MOST_RATIO} ×`,
    },
    {
      subject: create("metrics, every trace exported", { ...exporting, OTEL_TRACES_SAMPLER: "always_on" }),
      reference: none,
    },
  ];
  const figures = [];
  for (const { subject, reference, atMost } of pairs) {
    const samples = await samplePair(processes, { subject, reference }, terms);
    figures.push({
      subject: subject.name,
      reference: reference.name,
      cpuMicroseconds: median(samples.subject.map(cpu)),
      referenceMicroseconds: median(samples.reference.map(cpu)),
      difference: medianDifference(samples.subject, samples.reference),
      ratio: medianRatio(samples.subject, samples.reference, cpu),
      ...(atMost !== undefined && { atMost }),
    });
  }
  const rows = figures.map((figure) => [
    figure.subject,
    figure.cpuMicroseconds.toFixed(1),
    figure.reference,
    figure.referenceMicroseconds.toFixed(1),
    figure.difference.toFixed(1),
    `${figure.ratio.toFixed(2)} ×`,
    figure.atMost ?? "–",
  ]);
  const header = ["subject", "CPU µs a request", "compared with", "its CPU µs", "difference", "ratio", "target"];
  console.log(table(header, rows));
  saveResults("tracing", { quick, connections: CONNECTIONS, ...terms, calls, figures });
} finally {
  await processes.stop();
  collector.closeAllConnections();
  collector.close();
  rmSync(folder, { recursive: true, force: true });
}

function cpu({ cpuPerUnit }: Sample): number {
  return cpuPerUnit;
}

/** Median over the rounds of the difference within a round, in microseconds. */
function medianDifference(samples: readonly Sample[], reference: readonly Sample[]): number {
  return median(samples.map(({ cpuPerUnit }, round) => cpuPerUnit - (reference[round]?.cpuPerUnit ?? Number.NaN)));
}
