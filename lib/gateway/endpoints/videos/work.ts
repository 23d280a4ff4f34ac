/** Input and cancellation of work on video tasks. */
import type { Admission } from "#lib/gateway/request/admission.ts";
import type { TargetStates } from "#lib/gateway/request/target-states.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoClaim, VideoTaskChanges, VideoTaskRecord } from "#lib/store/video-task.ts";
import type { FindVideos } from "#lib/upstreams/videos/video-providers.ts";

/** Limit on attempts, so that a task that ends the process or cannot start is not retried forever. */
export const MOST_ATTEMPTS = 25;

export type WorkEnvironment = {
  store: Pick<Store, "videoTasks">;
  assets: Pick<AssetService, "save" | "remove" | "blobs">;
  /** Finds the video provider of an upstream; undefined when it creates no videos. */
  findVideos: FindVideos;
  /** Lifetime of a finished video. */
  videoLifetimeMs: number;
  /** Instance whose id is in the claims on tasks. */
  instance: Pick<Instance, "id" | "hasEnded" | "knowsOthers">;
  admission: Pick<Admission, "settleTask" | "releaseTasks">;
  /** Breakers of the targets of routes. */
  targets: Pick<TargetStates, "breakerOf">;
  /** Folder for unfinished files of this instance only. */
  folder: string;
  log: (line: string) => void;
};

export type Work = WorkEnvironment & {
  task: VideoTaskRecord;
  /** Claim of this instance on the task. */
  claim: VideoClaim;
  /** Aborted when the task is cancelled or removed, and when the server stops. */
  signal: AbortSignal;
  /** Aborted some seconds after the server begins to stop: for work whose result would otherwise be unknown. */
  lastSignal: AbortSignal;
};

/** Error of a task that has ended, was removed, or is claimed by another instance: its worker stops silently. */
export class ClaimLostError extends Error {}

/** @throws ClaimLostError */
export async function updateTask({ store, task, claim }: Work, changes: VideoTaskChanges): Promise<void> {
  if (!(await store.videoTasks.update(task.key, claim, changes))) throw new ClaimLostError();
  Object.assign(task, changes, { progress: Math.max(task.progress, changes.progress ?? 0) });
}
