/**
 * Cost of a route with two healthy models, and of a key with limits and a budget, beside the plain relay, the bare proxy,
 * and the relay of an earlier checkout, from before there were routes, limits, metrics and stored bodies: for a reply of
 * a few words, where each microsecond counts, and for a streamed answer.
 */
import { compare, type PhaseResult } from "../figures.ts";
import { createLimitedKey } from "../limited-key.ts";
import { runJob, takeSample, takeTurns } from "../measure.ts";
import { type LoadJob, PACED } from "../protocol.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type Route, type RouteLoad } from "../routes.ts";
import { ROUTE, type Target } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const CONNECTIONS = 64;
/** Largest ratio to the CPU of a relayed request in the earlier checkout. */
const MAXIMUM_CPU_RATIO = 1.1;

/** Short samples in many rounds: the speed of a shared machine changes within seconds, for all that follow closely alike. */
const REPLIES: RouteLoad = { concurrency: CONNECTIONS, seconds: 0.3 };
/** One batch of answers at a model's pace; the models of a route have no other. */
const STREAMS: RouteLoad = { pattern: PACED, concurrency: 200, maximumRequests: 200, spreadMs: 500, seconds: 10 };
/** Compilers in the engine settle late: on a route after some 40,000 requests. */
const FULL = { warmUp: { maximumRequests: 60_000, seconds: 15 }, replies: 60, streamWarmUp: 10, streams: 20 };
const QUICK = { warmUp: { maximumRequests: 8_000, seconds: 2 }, replies: 10, streamWarmUp: 1, streams: 3 };

type Subject = { name: string; target: Target; route: Route; model?: string; key?: string };
type Pair = { subject: Subject; reference: Subject; isBounded?: boolean };

export async function measureRoutes({ processes, gateway, bare, earlier, quick }: Setting): Promise<PhaseResult> {
  const { warmUp, replies, streamWarmUp, streams } = quick ? QUICK : FULL;
  const limitedKey = await createLimitedKey(gateway);
  const proxy: Subject = { name: bare.name, target: bare, route: bareRoute };
  const relay: Subject = { name: "relay", target: gateway, route: relayRoute };
  const limited: Subject = { ...relay, name: "relay, limited key", key: limitedKey };
  const route: Subject = { ...relay, name: "route of two models", model: ROUTE };
  const both: Subject = { ...route, name: `${route.name}, limited key`, key: limitedKey };
  const before: Subject[] = earlier ? [{ ...relay, name: "earlier relay", target: earlier }] : [];
  const result: PhaseResult = { figures: [], measurements: {} };

  const measure = async (name: string, load: RouteLoad, rounds: number, pairs: Pair[]) => {
    const take = (subject: Subject) => takeSample(processes.load, subject.target.pid, createJob(subject, load));
    for (const { subject, reference, isBounded } of pairs) {
      // Two at a time: a process that is idle for longer than the other one begins each sample with colder caches.
      const samples = await takeTurns([reference, subject], { rounds, take });
      const own = samples.get(subject) ?? [];
      const others = samples.get(reference) ?? [];
      const pair = `${subject.name} beside ${reference.name}, ${name}`;
      result.measurements[`${pair}: ${subject.name}`] = combineSamples(own);
      result.measurements[`${pair}: ${reference.name}`] = combineSamples(others);
      result.figures.push(
        compare(`${subject.name}, ${name}`, {
          gateway: own,
          reference: { name: reference.name, samples: others },
          pick: ({ cpuPerUnit }) => cpuPerUnit,
          ...(isBounded && { limit: { atMost: MAXIMUM_CPU_RATIO } }),
        }),
      );
    }
  };

  const warm = (subject: Subject, load: RouteLoad) => runJob(processes.load, createJob(subject, load));
  for (const subject of [proxy, ...before, relay, limited, route, both]) {
    await warm(subject, { concurrency: CONNECTIONS, ...warmUp });
  }
  await measure(`replies of 1 KB over ${CONNECTIONS} connections: CPU µs per request`, REPLIES, replies, [
    { subject: relay, reference: proxy },
    { subject: limited, reference: relay },
    { subject: route, reference: relay },
    { subject: both, reference: relay },
    { subject: both, reference: proxy },
    ...before.map((reference) => ({ subject: both, reference, isBounded: true })),
  ]);
  for (const subject of [relay, both, ...before]) {
    for (let batch = 0; batch < streamWarmUp; batch++) await warm(subject, STREAMS);
  }
  await measure(`${STREAMS.concurrency} streams of ${PACED.chunks} chunks: CPU µs per chunk`, STREAMS, streams, [
    { subject: both, reference: relay },
    ...before.map((reference) => ({ subject: both, reference, isBounded: true })),
  ]);
  return result;
}

function createJob({ target: gateway, route, model, key }: Subject, load: RouteLoad): LoadJob {
  const target = key === undefined ? gateway : { ...gateway, key };
  const job = createRouteJob(target, route, load);
  return model === undefined ? job : { ...job, body: JSON.stringify({ ...JSON.parse(job.body), model }) };
}
