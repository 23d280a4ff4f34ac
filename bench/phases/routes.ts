/**
 * Cost of a route with two healthy models, and of a key with limits and a budget, beside the plain relay, and the relay of
 * an earlier checkout, from before there were routes, limits, metrics and stored bodies: for a reply of a few words, where
 * each microsecond counts, and for a streamed answer.
 */
import { compare, type PhaseResult } from "../figures.ts";
import { createLimitedKey } from "../limited-key.ts";
import { type PairMember, type PairTerms, samplePair } from "../pairs.ts";
import { type LoadJob, PACED } from "../protocol.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type RouteLoad } from "../routes.ts";
import { ROUTE, type Target, type TargetName } from "../targets.ts";
import { relayRoute, type Setting } from "./setting.ts";

const CONNECTIONS = 64;
/** Largest ratio to the CPU of a relayed request in the earlier checkout. */
const MAXIMUM_CPU_RATIO = 1.1;

type Load = { name: string; warmUp: RouteLoad; sample: RouteLoad; terms: PairTerms; quickTerms: PairTerms };

/** Short samples in many rounds: the speed of a shared machine changes within seconds, for all that follow closely alike. */
const REPLIES: Load = {
  name: `replies of 1 KB over ${CONNECTIONS} connections: CPU µs per request`,
  warmUp: { concurrency: CONNECTIONS, seconds: 3 },
  sample: { concurrency: CONNECTIONS, seconds: 0.3 },
  terms: { starts: 3, warmUpTurns: 4, rounds: 24 },
  quickTerms: { starts: 1, warmUpTurns: 1, rounds: 8 },
};
/** One batch of answers at a model's pace; the models of a route have no other. */
const BATCH: RouteLoad = { pattern: PACED, concurrency: 200, maximumRequests: 200, spreadMs: 500, seconds: 10 };
const STREAMS: Load = {
  name: `200 streams of ${PACED.chunks} chunks: CPU µs per chunk`,
  warmUp: BATCH,
  sample: BATCH,
  terms: { starts: 2, warmUpTurns: 8, rounds: 8 },
  quickTerms: { starts: 1, warmUpTurns: 1, rounds: 3 },
};

type Subject = { name: string; program: Exclude<TargetName, "direct">; isOnRoute?: boolean; isLimited?: boolean };
const RELAY: Subject = { name: "relay", program: "core" };
const LIMITED: Subject = { ...RELAY, name: "relay, limited key", isLimited: true };
const ON_ROUTE: Subject = { ...RELAY, name: "route of two models", isOnRoute: true };
const BOTH: Subject = { ...LIMITED, name: "route of two models, limited key", isOnRoute: true };
const EARLIER: Subject = { name: "earlier relay", program: "earlier core" };

export async function measureRoutes({ processes, hasEarlier, quick }: Setting): Promise<PhaseResult> {
  const result: PhaseResult = { figures: [], measurements: {} };

  const create = ({ name, program, isOnRoute, isLimited }: Subject, load: Load): PairMember => ({
    name,
    async start() {
      const target = await processes.start(program);
      return isLimited ? { ...target, key: await createLimitedKey(target) } : target;
    },
    createJobs(target) {
      const { warmUp, sample } = load;
      return {
        warmUp: createJob(target, warmUp, { isOnRoute }),
        sample: createJob(target, sample, { isOnRoute }),
      };
    },
  });

  const measure = async (load: Load, one: Subject, other: Subject) => {
    const members = { subject: create(one, load), reference: create(other, load) };
    const samples = await samplePair(processes, members, quick ? load.quickTerms : load.terms);
    const pair = `${one.name} beside ${other.name}, ${load.name}`;
    result.measurements[`${pair}: ${one.name}`] = combineSamples(samples.subject);
    result.measurements[`${pair}: ${other.name}`] = combineSamples(samples.reference);
    result.figures.push(
      compare(`${one.name}, ${load.name}`, {
        gateway: samples.subject,
        reference: { name: other.name, samples: samples.reference },
        pick: ({ cpuPerUnit }) => cpuPerUnit,
        ...(other === EARLIER && one !== RELAY && { limit: { atMost: MAXIMUM_CPU_RATIO } }),
      }),
    );
  };

  for (const subject of [LIMITED, ON_ROUTE, BOTH]) await measure(REPLIES, subject, RELAY);
  if (hasEarlier) for (const subject of [RELAY, BOTH]) await measure(REPLIES, subject, EARLIER);
  await measure(STREAMS, BOTH, RELAY);
  if (hasEarlier) await measure(STREAMS, BOTH, EARLIER);
  return result;
}

function createJob(
  target: Target,
  load: RouteLoad,
  { isOnRoute = false }: { isOnRoute?: boolean | undefined },
): LoadJob {
  const job = createRouteJob(target, relayRoute, load);
  return isOnRoute ? { ...job, body: JSON.stringify({ ...JSON.parse(job.body), model: ROUTE }) } : job;
}
