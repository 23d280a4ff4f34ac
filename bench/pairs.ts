/**
 * Compares two processes, each started anew several times: two starts of one program differ by a tenth, since the
 * engine decides anew each time what it compiles, and when.
 */
import { runJob, type Sample, takeSample, takeTurns } from "./measure.ts";
import type { LoadJob } from "./protocol.ts";
import { type Processes, stopChild, type Target } from "./targets.ts";

export type PairMember = {
  name: string;
  start(): Promise<Target>;
  createJobs(target: Target): { warmUp: LoadJob; sample: LoadJob };
};

export type PairTerms = {
  starts: number;
  /** Turns of the warm-up: what a process compiled is lost while it is idle for long. */
  warmUpTurns: number;
  /** Samples of each start. */
  rounds: number;
};

/** Samples of all starts, one after the other: those at the same place were taken in the same round. */
export type PairSamples = { subject: Sample[]; reference: Sample[] };

export async function samplePair(
  { load }: Processes,
  { subject, reference }: { subject: PairMember; reference: PairMember },
  { starts, warmUpTurns, rounds }: PairTerms,
): Promise<PairSamples> {
  const all: PairSamples = { subject: [], reference: [] };
  for (let start = 0; start < starts; start++) {
    const one = await startMember(reference);
    const other = await startMember(subject);
    const running = [one, other];
    for (let turn = 0; turn < warmUpTurns; turn++) for (const { warmUp } of running) await runJob(load, warmUp);
    const taken = await takeTurns(running, {
      rounds,
      take: ({ target, sample }) => takeSample(load, target.pid, sample),
    });
    all.reference.push(...(taken.get(one) ?? []));
    all.subject.push(...(taken.get(other) ?? []));
    for (const { target } of running) await stopChild(target.child);
  }
  return all;
}

async function startMember(member: PairMember): Promise<{ target: Target; warmUp: LoadJob; sample: LoadJob }> {
  const target = await member.start();
  return { target, ...member.createJobs(target) };
}
