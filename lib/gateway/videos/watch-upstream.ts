/** Looks at a task of an upstream, less and less often, until it has ended. */
import { setTimeout as delay } from "node:timers/promises";
import type { StartedVideoJob, VideoOutput } from "#lib/canonical/video-source.ts";
import type { KeptReply } from "./task-facts.ts";
import { endless, type Failure, failureOf, requireAnswer, retryAfterMs, waitAfter } from "./upstream-failure.ts";
import { change, type UpstreamSource, type Work } from "./work.ts";

/** An upstream that gives no answer is asked no longer than this. */
const SILENT_MS = 3_600_000;
const ENDLESS_MS = 24 * 3_600_000;

type Ended = ({ outputs: VideoOutput[] } | { failure: Failure }) & { raw?: KeptReply };

/** @param firstAfterMs when the upstream wants to be asked for the first time, where it said so */
export async function watchUpstream(
  work: Work,
  { found, job, firstAfterMs }: { found: UpstreamSource; job: StartedVideoJob; firstAfterMs: number | undefined },
): Promise<Ended> {
  const { task, signal } = work;
  let heardAt = Date.now();
  let asked = firstAfterMs;
  for (let looks = 0; ; looks++) {
    await delay(waitAfter(looks, asked), undefined, { signal });
    try {
      const progress = await found.source.check(job, { signal });
      heardAt = Date.now();
      const raw = toKept(found.dialect, progress.raw);
      if (progress.state === "completed") return { outputs: progress.outputs, ...raw };
      if (progress.state === "failed") return { failure: { error: progress.error, status: 502 }, ...raw };
      if (Date.now() - (task.startedAt ?? task.createdAt) > ENDLESS_MS) return { failure: endless(), ...raw };
      await change(work, {
        // What has begun does not wait again, whatever the upstream says.
        ...(progress.state === "in_progress" ? { state: "in_progress" } : {}),
        // It is complete when its bytes are stored here.
        progress: Math.min(99, Math.floor(progress.progress ?? 0)),
        ...(raw.raw ? { raw: JSON.stringify(raw.raw) } : {}),
      });
      asked = progress.pollAfterMs;
    } catch (thrown) {
      const error = requireAnswer(thrown, signal);
      if (Date.now() - heardAt > SILENT_MS) return { failure: failureOf(error) };
      asked = retryAfterMs(error);
    }
  }
}

export function toKept(dialect: KeptReply["dialect"] | undefined, reply: unknown): { raw?: KeptReply } {
  if (dialect === undefined || typeof reply !== "object" || reply === null) return {};
  return { raw: { dialect, reply: reply as Record<string, unknown> } };
}
