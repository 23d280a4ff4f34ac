/**
 * Cost of a route with two healthy models, and of a key with limits and a budget, beside the plain relay, the bare proxy,
 * and the relay of an earlier checkout, from before there were routes, limits, metrics and stored bodies.
 */
import { compare, type PhaseResult } from "../figures.ts";
import { createLimitedKey } from "../limited-key.ts";
import { runJob, takeSample, takeTurns } from "../measure.ts";
import type { LoadJob } from "../protocol.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type Route } from "../routes.ts";
import { ROUTE, type Target } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const CONNECTIONS = 64;
/** Largest ratio to the CPU of a relayed request in the earlier checkout. */
const MAXIMUM_CPU_RATIO = 1.1;

const FULL = { warmUp: { maximumRequests: 20_000, seconds: 6 }, rounds: 7, seconds: 2 };
const QUICK = { warmUp: { maximumRequests: 8_000, seconds: 2 }, rounds: 3, seconds: 0.7 };

type Subject = { name: string; target: Target; model?: string; key?: string };

export async function measureRoutes({ processes, gateway, bare, earlier, quick }: Setting): Promise<PhaseResult> {
  const { warmUp, rounds, seconds } = quick ? QUICK : FULL;
  const limitedKey = await createLimitedKey(gateway);
  const proxy: Subject = { name: bare.name, target: bare };
  const relay: Subject = { name: "relay", target: gateway };
  const limited: Subject = { name: "relay, limited key", target: gateway, key: limitedKey };
  const route: Subject = { name: "route of two models", target: gateway, model: ROUTE };
  const both: Subject = { ...route, name: `${route.name}, limited key`, key: limitedKey };
  const before: Subject | undefined = earlier && { name: "earlier relay", target: earlier };
  const subjects = [proxy, ...(before ? [before] : []), relay, limited, route, both];
  const createJobOf = (subject: Subject, load: Load) =>
    createJob(subject, { route: subject === proxy ? bareRoute : relayRoute, load });
  for (const subject of subjects) await runJob(processes.load, createJobOf(subject, warmUp));
  const samples = await takeTurns(subjects, {
    rounds,
    take: (subject) => takeSample(processes.load, subject.target.pid, createJobOf(subject, { seconds })),
  });
  const result: PhaseResult = { figures: [], measurements: {} };
  for (const [{ name }, list] of samples) result.measurements[`routes: ${name}`] = combineSamples(list);
  for (const [subject, reference, limit] of [
    [relay, proxy, undefined],
    [limited, relay, undefined],
    [route, relay, undefined],
    [both, relay, undefined],
    [both, proxy, undefined],
    ...(before ? [[both, before, { atMost: MAXIMUM_CPU_RATIO }] as const] : []),
  ] as const) {
    result.figures.push(
      compare(`${subject.name}, ${CONNECTIONS} connections: CPU µs per request`, {
        gateway: samples.get(subject) ?? [],
        reference: { name: reference.name, samples: samples.get(reference) ?? [] },
        pick: ({ cpuPerUnit }) => cpuPerUnit,
        ...(limit && { limit }),
      }),
    );
  }
  return result;
}

type Load = { seconds: number; maximumRequests?: number };

function createJob({ target: gateway, model, key }: Subject, { route, load }: { route: Route; load: Load }): LoadJob {
  const target = key === undefined ? gateway : { ...gateway, key };
  const job = createRouteJob(target, route, { concurrency: CONNECTIONS, ...load });
  return model === undefined ? job : { ...job, body: JSON.stringify({ ...JSON.parse(job.body), model }) };
}
