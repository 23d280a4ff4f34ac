/** Has the videos of a task made by an upstream: hands it over once, looks at it now and then, fetches what came of it. */
import { setTimeout as delay } from "node:timers/promises";
import type { VideoJob } from "#lib/canonical/video-source.ts";
import { collectOutputs } from "./collect-outputs.ts";
import { completeTask, type Ending, failTask } from "./end-task.ts";
import { callOf } from "./task-facts.ts";
import {
  type Failure,
  failureOf,
  isTransient,
  mayHaveBegun,
  notHandedOver,
  requireAnswer,
  retryAfterMs,
  upstreamMissing,
  waitAfter,
} from "./upstream-failure.ts";
import { toKept, watchUpstream } from "./watch-upstream.ts";
import { change, MOST_ATTEMPTS, NoLongerOurs, type UpstreamSource, type Work } from "./work.ts";

const MOST_STARTS = 8;

export async function upstreamTask(work: Work): Promise<void> {
  const { task, by, keepMs, signal } = work;
  const found = work.sourceOf(task.upstream);
  const ending: Ending = { ...work, lane: found ? laneOf(task, found) : "relay", by };
  if (!found) {
    await failTask(ending, upstreamMissing(task.upstream));
    return;
  }
  const job = await jobOf(work);
  const known = task.reference;
  // One that was handed over before is looked at right away.
  const started: Started = known === null ? await start(work, { found, job }) : { reference: known, pollAfterMs: 0 };
  if ("failure" in started) {
    await failTask(ending, started.failure);
    return;
  }
  const startedJob = { ...job, reference: started.reference };
  const ended = await watchUpstream(work, { found, job: startedJob, firstAfterMs: started.pollAfterMs });
  const end: Ending = { ...ending, raw: ended.raw };
  if ("failure" in ended) {
    await failTask(end, ended.failure);
    return;
  }
  const collected = { job: startedJob, source: found.source, outputs: ended.outputs };
  try {
    await collectOutputs(work, collected, (files) => completeTask(end, { files, keepMs }));
  } catch (error) {
    await failTask(end, failureOf(requireAnswer(error, signal)));
  }
}

/** Whether what the upstream speaks is what the client does. */
export function laneOf(task: { dialect: string }, found: UpstreamSource): "relay" | "translate" | "bridge" {
  if (found.dialect === undefined) return "bridge";
  return found.dialect === task.dialect ? "relay" : "translate";
}

export async function jobOf({ task, store, assets }: Pick<Work, "task" | "store" | "assets">): Promise<VideoJob> {
  const source = task.remixedFrom === null ? undefined : await store.videoTasks.find(task.remixedFrom);
  const reference = source?.upstream === task.upstream ? source.reference : null;
  return {
    key: task.key,
    call: callOf(task),
    dialect: task.dialect,
    ...(reference ? { remixReference: reference } : {}),
    readImage: ({ blob }) => assets.blobs.read(blob),
  };
}

type Started = { reference: string; pollAfterMs?: number | undefined } | { failure: Failure };

async function start(
  work: Work,
  { found: { source, dialect }, job }: { found: UpstreamSource; job: VideoJob },
): Promise<Started> {
  const { task, signal, lastSignal } = work;
  if (task.state === "submitting" && !source.idempotent) return { failure: mayHaveBegun(task.upstream) };
  if (task.attempts >= MOST_ATTEMPTS) return { failure: notHandedOver(task.attempts) };
  for (let tries = 1; ; tries++) {
    await change(work, { state: "submitting", startedAt: task.startedAt ?? Date.now(), attempts: task.attempts + 1 });
    let started: Awaited<ReturnType<typeof source.start>>;
    try {
      started = await source.start(job, { signal: lastSignal });
    } catch (thrown) {
      const error = requireAnswer(thrown, lastSignal);
      if (!isTransient(error) || !source.idempotent || tries === MOST_STARTS) return { failure: failureOf(error) };
      await delay(waitAfter(tries, retryAfterMs(error)), undefined, { signal });
      continue;
    }
    const { reference, pollAfterMs } = started;
    const kept = toKept(dialect, started.raw).raw;
    try {
      // Its name first of all: without it nobody would find it again.
      await change(work, { state: "queued", reference, ...(kept ? { raw: JSON.stringify(kept) } : {}) });
    } catch (error) {
      // It was cancelled while it was handed over: only now it is known what to stop.
      if (error instanceof NoLongerOurs) await source.cancel?.({ ...job, reference });
      throw error;
    }
    return { reference, pollAfterMs };
  }
}
