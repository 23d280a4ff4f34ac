/** What whoever works at a task is given, and what stops it. */

import type { VideoSource } from "#lib/canonical/video-source.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { VideoRequest } from "#lib/sandbox/renderer/video-request.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoTaskChanges, VideoTaskRecord } from "#lib/store/video-task.ts";

/** A task that ends the process each time it is begun, or cannot be begun at all, must not be begun for ever. */
export const MOST_ATTEMPTS = 25;

/** The built-in model's renderer; tests bring a quicker one. */
export type VideoRenderer = {
  render(
    request: VideoRequest,
    options: { file: string; signal: AbortSignal; onProgress: (percent: number) => void },
  ): Promise<void>;
  stills(file: string, options: { signal: AbortSignal }): Promise<{ thumbnail: Uint8Array; spritesheet: Uint8Array }>;
};

export type WorkEnvironment = {
  store: Pick<Store, "videoTasks">;
  assets: Pick<AssetService, "keep" | "remove" | "blobs">;
  renderer: VideoRenderer;
  /** Of an upstream; undefined when it makes no videos (any more). */
  sourceOf(upstream: string): UpstreamSource | undefined;
  /** How long a finished video is kept. */
  keepMs: number;
  /** A folder for files under way, of this process alone. */
  folder: string;
  log: (line: string) => void;
};

/** `dialect`: of an upstream with routes of its own; a package's has none. */
export type UpstreamSource = { source: VideoSource; dialect: VideoTaskRecord["dialect"] | undefined };

export type Work = WorkEnvironment & {
  task: VideoTaskRecord;
  /** This process, as the task's claim names it. */
  by: string;
  /** Aborted when the task was cancelled or removed, and when the server stops. */
  signal: AbortSignal;
  /** Aborted some seconds after the server began to stop: for what would be in doubt if it were broken off. */
  lastSignal: AbortSignal;
};

/** The task has ended, is gone, or is somebody else's: whoever works at it stops without a word. */
export class NoLongerOurs extends Error {}

/** @throws NoLongerOurs */
export async function change({ store, task, by }: Work, changes: VideoTaskChanges): Promise<void> {
  if (!(await store.videoTasks.update(task.key, by, changes))) throw new NoLongerOurs();
  Object.assign(task, changes, { progress: Math.max(task.progress, changes.progress ?? 0) });
}
