/** Streams: the wait for the first byte while many open, and the cost of a chunk at a model's pace. */
import { compare, type PhaseResult } from "../figures.ts";
import { runJob, takeSample, takeTurns } from "../measure.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type Route, type RouteLoad } from "../routes.ts";
import type { Target } from "../targets.ts";
import { chatWire, messagesWire } from "../wire.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const STREAMS = 500;
/**
 * One batch of streams, all of which are open before the first ends, at a pace that leaves the core time to open them.
 */
const OPENING: RouteLoad = {
  pattern: { chunks: 30, perWrite: 1, intervalMs: 50 },
  concurrency: STREAMS,
  maximumRequests: STREAMS,
  spreadMs: 1000,
  seconds: 10,
};
const CHUNKS: RouteLoad = {
  pattern: { chunks: 100, perWrite: 1, intervalMs: 20 },
  concurrency: 200,
  maximumRequests: 200,
  spreadMs: 500,
  seconds: 10,
};

const MAXIMUM_RELAY_RATIO = 1.5;
const MAXIMUM_TRANSLATE_RATIO = 2.5;
const MAXIMUM_CHUNK_RATIO = 1.2;

type Subject = { name: string; target: Target; route: Route };

export async function measureStreams({ processes, gateway, bare, quick }: Setting): Promise<PhaseResult> {
  const rounds = quick ? 2 : 7;
  const subjects = {
    bare: { name: bare.name, target: bare, route: bareRoute },
    relay: { name: "relay", target: gateway, route: relayRoute },
    translate: { name: "translate", target: gateway, route: { client: messagesWire, upstream: chatWire } },
  } satisfies Record<string, Subject>;
  const createJob = ({ target, route }: Subject, load: RouteLoad) => createRouteJob(target, route, load);
  for (const subject of Object.values(subjects))
    for (let batch = 0; batch < (quick ? 1 : 3); batch += 1) await runJob(processes.load, createJob(subject, OPENING));

  const result: PhaseResult = { figures: [], measurements: {} };
  const sample = async (load: RouteLoad, name: string, list: Subject[]) => {
    const samples = await takeTurns(list, {
      rounds,
      take: (subject) => takeSample(processes.load, subject.target.pid, createJob(subject, load)),
    });
    for (const [subject, own] of samples) result.measurements[`${name}: ${subject.name}`] = combineSamples(own);
    return (subject: Subject) => samples.get(subject) ?? [];
  };

  const opening = `${STREAMS} streams that open within one second`;
  const opened = await sample(OPENING, opening, Object.values(subjects));
  for (const [subject, atMost] of [
    [subjects.relay, MAXIMUM_RELAY_RATIO],
    [subjects.translate, MAXIMUM_TRANSLATE_RATIO],
  ] as const) {
    result.figures.push(
      compare(`${opening}, ${subject.name}: first byte p50 ms`, {
        gateway: opened(subject),
        reference: { name: bare.name, samples: opened(subjects.bare) },
        pick: ({ latency }) => latency.p50,
        limit: { atMost },
      }),
    );
  }

  const paced = `${CHUNKS.concurrency} paced streams, relay`;
  const chunks = await sample(CHUNKS, paced, [subjects.bare, subjects.relay]);
  result.figures.push(
    compare(`${paced}: CPU µs per chunk`, {
      gateway: chunks(subjects.relay),
      reference: { name: bare.name, samples: chunks(subjects.bare) },
      pick: ({ cpuPerUnit }) => cpuPerUnit,
      limit: { atMost: MAXIMUM_CHUNK_RATIO },
    }),
  );
  return result;
}
