/** Runs a task on an upstream: submits it once, polls it, and downloads its videos. */
import { setTimeout as delay } from "node:timers/promises";
import type { VideoJob } from "#lib/canonical/video-provider.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import { wasNotBegun } from "#lib/gateway/routing/failure-triggers.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { isLocal, type RemoteVideos, type UpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";
import { collectOutputs } from "./collect-outputs.ts";
import { completeTask, type Ending, failTask } from "./end-task.ts";
import { leaveTarget, type RouteTarget, takeTarget } from "./run-on-route.ts";
import { readTaskCall } from "./task-plan.ts";
import {
  computeDelay,
  type Failure,
  isTransient,
  readRetryAfter,
  requireGatewayError,
  toFailure,
} from "./upstream-failure.ts";
import { toStoredReply, watchUpstream } from "./watch-upstream.ts";
import { ClaimLostError, MOST_ATTEMPTS, updateTask, type Work } from "./work.ts";

const MOST_STARTS = 8;

/** @param found undefined when the upstream is not configured any more */
export async function runUpstreamTask(work: Work, found: RemoteVideos | undefined): Promise<void> {
  const { task, videoLifetimeMs, signal } = work;
  const ending: Ending = { ...work, lane: found ? getTaskLane(task, found) : "relay" };
  if (!found) {
    const missing = errors.videoProviderMissing({ provider: task.upstream });
    const isStarted = task.reference !== null || task.state === "submitting";
    if (isStarted || !(await leaveTarget(work, ending.lane, missing))) await failTask(ending, toFailure(missing));
    return;
  }
  const job = await createJob(work);
  const known = task.reference;
  // A task that was submitted earlier is polled at once.
  const started: Started =
    known === null ? await startOnRoute(work, { found, job }) : { reference: known, pollAfterMs: 0 };
  if ("moved" in started) return;
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
  const collected = { job: startedJob, provider: found.provider, outputs: ended.outputs };
  try {
    await collectOutputs(work, collected, (files) => completeTask(end, { files, videoLifetimeMs }));
  } catch (error) {
    await failTask(end, toFailure(requireGatewayError(error, signal)));
  }
}

/** Returns the lane of a task, from the dialects of its client and its upstream. */
export function getTaskLane(task: { dialect: string }, found: UpstreamVideos): Lane {
  if (isLocal(found)) return "sandbox";
  if (found.dialect === undefined) return "bridge";
  return found.dialect === task.dialect ? "relay" : "translate";
}

export async function createJob({ task, store, assets }: Pick<Work, "task" | "store" | "assets">): Promise<VideoJob> {
  const source = task.remixedFrom === null ? undefined : await store.videoTasks.find(task.remixedFrom);
  const reference = source?.upstream === task.upstream ? source.reference : null;
  return {
    key: task.key,
    call: readTaskCall(task),
    dialect: task.dialect,
    ...(reference ? { remixReference: reference } : {}),
    readImage: ({ blob }) => assets.blobs.read(blob),
  };
}

/** `moved`: the task has another target now, and begins anew. */
type Started = StartResult | { moved: true };
type StartResult =
  | { reference: string; pollAfterMs?: number | undefined }
  | { failure: Failure; error?: GatewayError; mayHaveBegun?: boolean };

/** Starts a task; on a route at the target that is in use, and after a failure at the next one. */
async function startOnRoute(work: Work, { found, job }: { found: RemoteVideos; job: VideoJob }): Promise<Started> {
  const { task, findVideos, signal } = work;
  let target: RouteTarget | "moved" | undefined;
  try {
    target = await takeTarget(work, getTaskLane(task, found));
  } catch (thrown) {
    return { failure: toFailure(requireGatewayError(thrown, signal)) };
  }
  if (target === "moved") return { moved: true };
  const single = target?.hasOthers ? findVideos(task.upstream, { withoutRetries: true }) : undefined;
  try {
    const started = await start(work, { found: single && !isLocal(single) ? single : found, job, target });
    if (!("failure" in started) || !target) return started;
    if (!started.error) target.released();
    return started.error && (await target.failed(started.error, started)) ? { moved: true } : started;
  } catch (error) {
    target?.released();
    throw error;
  }
}

async function start(
  work: Work,
  {
    found: { provider, dialect },
    job,
    target,
  }: { found: RemoteVideos; job: VideoJob; target: RouteTarget | undefined },
): Promise<StartResult> {
  const { task, signal, lastSignal } = work;
  let mayHaveBegun = task.state === "submitting";
  if (task.state === "submitting" && !provider.idempotent)
    return { failure: toFailure(errors.videoHandoverInterrupted({ provider: task.upstream })) };
  if (task.attempts >= MOST_ATTEMPTS)
    return { failure: toFailure(errors.videoNotStarted({ attempts: task.attempts })) };
  for (let tries = 1; ; tries++) {
    await updateTask(work, {
      state: "submitting",
      startedAt: task.startedAt ?? Date.now(),
      attempts: task.attempts + 1,
    });
    let started: Awaited<ReturnType<typeof provider.start>>;
    try {
      started = await provider.start(job, { signal: lastSignal });
    } catch (thrown) {
      const error = requireGatewayError(thrown, lastSignal);
      mayHaveBegun ||= !wasNotBegun(error);
      const isLast = tries === MOST_STARTS || (target?.hasOthers && !mayHaveBegun);
      if (!isTransient(error) || !provider.idempotent || isLast) {
        return { failure: toFailure(error), error, mayHaveBegun };
      }
      await delay(computeDelay(tries, readRetryAfter(error)), undefined, { signal });
      continue;
    }
    const { reference, pollAfterMs } = started;
    const { raw } = toStoredReply(dialect, started.raw);
    try {
      // Stored first: without the reference the upstream's task is lost.
      const stored = { reference, ...target?.succeeded(), ...(raw ? { raw: JSON.stringify(raw) } : {}) };
      await updateTask(work, { state: "queued", ...stored });
    } catch (error) {
      // The task was cancelled while it was being submitted: only now there is something to cancel upstream.
      if (error instanceof ClaimLostError) await provider.cancel?.({ ...job, reference });
      throw error;
    }
    return { reference, pollAfterMs };
  }
}
