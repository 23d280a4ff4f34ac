/** Polls a task of an upstream, less and less often, until it has ended. */
import { setTimeout as delay } from "node:timers/promises";
import type { StartedVideoJob, VideoOutput } from "#lib/canonical/video-provider.ts";
import { errors } from "#lib/http/errors.ts";
import type { RemoteVideos } from "#lib/upstreams/videos/video-providers.ts";
import type { StoredReply } from "./task-facts.ts";
import { computeDelay, type Failure, readRetryAfter, requireGatewayError, toFailure } from "./upstream-failure.ts";
import { updateTask, type Work } from "./work.ts";

/** Time without a response after which the upstream's task has failed. */
const SILENT_MS = 3_600_000;
const TIMEOUT_MS = 24 * 3_600_000;

type Ended = ({ outputs: VideoOutput[] } | { failure: Failure }) & { raw?: StoredReply };

/** @param firstAfterMs delay before the first poll, where the upstream gave one */
export async function watchUpstream(
  work: Work,
  { found, job, firstAfterMs }: { found: RemoteVideos; job: StartedVideoJob; firstAfterMs: number | undefined },
): Promise<Ended> {
  const { task, signal } = work;
  // Monotonic clock: a change of the machine's clock fails no task.
  let heardAt = performance.now();
  let requestedMs = firstAfterMs;
  for (let checks = 0; ; checks++) {
    await delay(computeDelay(checks, requestedMs), undefined, { signal });
    try {
      const progress = await found.provider.check(job, { signal });
      heardAt = performance.now();
      const raw = toStoredReply(found.dialect, progress.raw);
      if (progress.state === "completed") return { outputs: progress.outputs, ...raw };
      if (progress.state === "failed") return { failure: { error: progress.error, status: 502 }, ...raw };
      if (Date.now() - (task.startedAt ?? task.createdAt) > TIMEOUT_MS)
        return { failure: toFailure(errors.videoTimedOut()), ...raw };
      await updateTask(work, {
        // A task that has started never becomes queued again, whatever the upstream reports.
        ...(progress.state === "in_progress" ? { state: "in_progress" } : {}),
        // 100 is reached only when its bytes are stored here.
        progress: Math.min(99, Math.floor(progress.progress ?? 0)),
        ...(raw.raw ? { raw: JSON.stringify(raw.raw) } : {}),
      });
      requestedMs = progress.pollAfterMs;
    } catch (thrown) {
      const error = requireGatewayError(thrown, signal);
      if (performance.now() - heardAt > SILENT_MS) return { failure: toFailure(error) };
      requestedMs = readRetryAfter(error);
    }
  }
}

export function toStoredReply(dialect: StoredReply["dialect"] | undefined, reply: unknown): { raw?: StoredReply } {
  if (dialect === undefined || typeof reply !== "object" || reply === null) return {};
  return { raw: { dialect, reply: reply as Record<string, unknown> } };
}
