/** Cost of a route with two healthy models, and of a key with limits and a budget, beside the plain relay. */
import { compare, type PhaseResult } from "../figures.ts";
import { runJob, takeSample, takeTurns } from "../measure.ts";
import type { LoadJob } from "../protocol.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob } from "../routes.ts";
import { ADMIN_KEY, ROUTE, type Target } from "../targets.ts";
import { relayRoute, type Setting } from "./setting.ts";

const CONNECTIONS = 64;
const MAXIMUM_CPU_RATIO = 1.1;

const FULL = { warmUp: { maximumRequests: 20_000, seconds: 6 }, rounds: 7, seconds: 2 };
const QUICK = { warmUp: { maximumRequests: 8_000, seconds: 2 }, rounds: 3, seconds: 0.7 };

/** Limits that are checked for each request, and never reached. */
const LIMITS = {
  limits: { requests_per_minute: 1_000_000_000, tokens_per_minute: 1_000_000_000_000, concurrent_requests: 1_000_000 },
  budget: { usd_per_day: 1_000_000, usd_per_month: 1_000_000 },
};

type Subject = { name: string; model?: string; key?: string };

export async function measureRoutes({ processes, gateway, quick }: Setting): Promise<PhaseResult> {
  const { warmUp, rounds, seconds } = quick ? QUICK : FULL;
  const limitedKey = await createLimitedKey(gateway);
  const relay: Subject = { name: "relay" };
  const subjects: Subject[] = [
    relay,
    { name: "relay, limited key", key: limitedKey },
    { name: "route of two models", model: ROUTE },
    { name: "route of two models, limited key", model: ROUTE, key: limitedKey },
  ];
  for (const subject of subjects) await runJob(processes.load, createJob(gateway, subject, { ...warmUp }));
  const samples = await takeTurns(subjects, {
    rounds,
    take: (subject) => takeSample(processes.load, gateway.pid, createJob(gateway, subject, { seconds })),
  });
  const result: PhaseResult = { figures: [], measurements: {} };
  for (const [{ name }, list] of samples) result.measurements[`routes: ${name}`] = combineSamples(list);
  for (const subject of subjects.slice(1)) {
    result.figures.push(
      compare(`${subject.name}, ${CONNECTIONS} connections: CPU µs per request`, {
        gateway: samples.get(subject) ?? [],
        reference: { name: relay.name, samples: samples.get(relay) ?? [] },
        pick: ({ cpuPerUnit }) => cpuPerUnit,
        limit: { atMost: MAXIMUM_CPU_RATIO },
      }),
    );
  }
  return result;
}

function createJob(
  gateway: Target,
  { model, key }: Subject,
  load: { seconds: number; maximumRequests?: number },
): LoadJob {
  const target = key === undefined ? gateway : { ...gateway, key };
  const job = createRouteJob(target, relayRoute, { concurrency: CONNECTIONS, ...load });
  return model === undefined ? job : { ...job, body: JSON.stringify({ ...JSON.parse(job.body), model }) };
}

async function createLimitedKey({ origin }: Target): Promise<string> {
  const response = await fetch(`${origin}/api/keys`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "bench, limited", ...LIMITS }),
  });
  const { secret } = (await response.json()) as { secret?: string };
  if (secret === undefined) throw new Error(`no limited key could be made: ${response.status}`);
  return secret;
}
