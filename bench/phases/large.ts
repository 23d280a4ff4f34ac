/** Chat requests with a large inline image: their cost, and the delay of the chunks of other clients meanwhile. */
import type { ChildProcess } from "node:child_process";
import { compare, type PhaseResult } from "../figures.ts";
import { runJob, type Sample, takeSample, takeTurns } from "../measure.ts";
import { type LoadJob, PACED } from "../protocol.ts";
import { combineSamples } from "../report.ts";
import { createRouteJob, type RouteLoad } from "../routes.ts";
import type { Target } from "../targets.ts";
import { bareRoute, relayRoute, type Setting } from "./setting.ts";

const IMAGE_MEGABYTES = 10;
const PER_SECOND = 3;
const STREAMS: RouteLoad = { pattern: PACED, concurrency: 60, seconds: 2 };

const MAXIMUM_DELAY_MS = 20;
const MAXIMUM_CPU_MS = 40;

export async function measureLargeBodies({ processes, gateway, bare, quick }: Setting): Promise<PhaseResult> {
  const rounds = quick ? 1 : 6;
  const bodies = processes.startBeside("load.ts");
  const targets = [bare, gateway];
  const result: PhaseResult = { figures: [], measurements: {} };
  const sample = async (name: string, take: (target: Target) => Promise<Sample>) => {
    const samples = await takeTurns(targets, { rounds, take });
    for (const [target, list] of samples) result.measurements[`${name}: ${target.name}`] = combineSamples(list);
    return {
      gateway: samples.get(gateway) ?? [],
      reference: { name: bare.name, samples: samples.get(bare) ?? [] },
    };
  };
  const streamsJob = (target: Target) => createRouteJob(target, createRoute(target), STREAMS);

  const relayed = `relay of a body of ${IMAGE_MEGABYTES} MB`;
  const cost = await sample(relayed, async (target) => {
    const job = createBodyJob(target, { concurrency: 1, seconds: 60, maximumRequests: quick ? 8 : 15 });
    return takeSample(bodies, target.pid, job);
  });
  const alone = "chunks of 60 paced streams alone";
  const undisturbed = await sample(alone, (target) => takeSample(processes.load, target.pid, streamsJob(target)));
  const beside = `chunks of 60 paced streams beside ${PER_SECOND} bodies of ${IMAGE_MEGABYTES} MB a second`;
  const disturbed = await sample(beside, (target) =>
    takeSampleBeside(bodies, target, () => takeSample(processes.load, target.pid, streamsJob(target))),
  );

  const getDelay = ({ chunkDelay }: Sample) => chunkDelay.p99;
  result.figures.push(
    {
      ...compare(`${relayed}: CPU ms`, { ...cost, pick: ({ cpuPerUnit }) => cpuPerUnit / 1000 }),
      target: { of: "value", atMost: MAXIMUM_CPU_MS },
    },
    compare(`${alone}: delay p99 ms`, { ...undisturbed, pick: getDelay }),
    {
      ...compare(`${beside}: delay p99 ms`, { ...disturbed, pick: getDelay }),
      target: { of: "value", atMost: MAXIMUM_DELAY_MS },
    },
  );
  return result;
}

/** Takes a sample while large bodies pass. Failures of theirs count as its own. */
async function takeSampleBeside(load: ChildProcess, target: Target, take: () => Promise<Sample>): Promise<Sample> {
  const seconds = STREAMS.seconds + 1;
  const passing = runJob(load, createBodyJob(target, { concurrency: 16, seconds, perSecond: PER_SECOND }));
  const [sample, bodies] = await Promise.all([take(), passing]);
  return {
    ...sample,
    failures: sample.failures + bodies.failures,
    failure: sample.failure ?? bodies.failure,
  };
}

function createBodyJob(target: Target, load: RouteLoad): LoadJob {
  const job = createRouteJob(target, createRoute(target), load);
  const { model } = JSON.parse(job.body);
  const url = `data:image/png;base64,${"iVBORw0KGgoAAAANSUhE".repeat((IMAGE_MEGABYTES * 1_000_000) / 20)}`;
  const content = [
    { type: "text", text: "What is in this picture?" },
    { type: "image_url", image_url: { url } },
  ];
  return { ...job, body: JSON.stringify({ model, messages: [{ role: "user", content }] }) };
}

function createRoute({ name }: Target) {
  return name === "gateway" ? relayRoute : bareRoute;
}
