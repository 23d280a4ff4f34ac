/** Reads the JSON columns of a stored task. */
import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { VideoDialectId, VideoFailure } from "#lib/canonical/video-provider.ts";
import type { VideoTaskRecord, VideoTaskState } from "#lib/store/video-task.ts";
import { readTaskCall } from "./task-plan.ts";

/** An upstream's last reply, and its dialect. */
export type StoredReply = { dialect: VideoDialectId; reply: Record<string, unknown> };

/** Clients see a task that is being submitted as queued. */
const STATES: Record<VideoTaskState, VideoFacts["state"]> = {
  queued: "queued",
  submitting: "queued",
  in_progress: "in_progress",
  completed: "completed",
  failed: "failed",
};

/** @param dialect dialect of the response */
export function readTaskFacts(task: VideoTaskRecord, dialect: VideoDialectId): VideoFacts {
  const { key, model, state, progress, createdAt, startedAt, completedAt, expiresAt, remixedFrom, error } = task;
  const { prompt, seconds, size } = readTaskCall(task);
  const stored = readStoredReply(task);
  return {
    key,
    model,
    state: STATES[state],
    progress,
    prompt,
    ...(seconds === undefined ? {} : { seconds }),
    ...(size ? { size } : {}),
    createdAt,
    ...(startedAt === null ? {} : { startedAt }),
    ...(completedAt === null ? {} : { completedAt }),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(remixedFrom === null ? {} : { remixedFrom }),
    ...(error === null ? {} : { error: JSON.parse(error) as VideoFailure }),
    outputs: readTaskOutputs(task),
    ...(stored?.dialect === dialect ? { raw: stored.reply } : {}),
  };
}

/** Returns ids of assets. */
export function readTaskOutputs({ outputs }: VideoTaskRecord): string[] {
  return JSON.parse(outputs) as string[];
}

export function readStoredReply({ raw }: VideoTaskRecord): StoredReply | undefined {
  return raw === null ? undefined : (JSON.parse(raw) as StoredReply);
}

export function hasEnded({ state }: Pick<VideoTaskRecord, "state">): boolean {
  return state === "completed" || state === "failed";
}

/** Returns all assets that are removed with the task. */
export function listTaskAssets(task: VideoTaskRecord): string[] {
  const { image, lastFrame, referenceImages = [] } = readTaskCall(task);
  const images = [image, lastFrame, ...referenceImages.map((one) => one.image)];
  const stills = Object.values(JSON.parse(task.stills) as Record<string, string>);
  return [...readTaskOutputs(task), ...stills, ...images.flatMap((one) => one?.blob ?? [])];
}
