/** Input and cancellation of a worker of video tasks. */

import type { AssetService } from "#lib/media/asset-service.ts";
import type { Instance } from "#lib/media/instance.ts";
import type { VideoRequest } from "#lib/sandbox/renderer/video-request.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoTaskChanges, VideoTaskRecord } from "#lib/store/video-task.ts";
import type { UpstreamVideos } from "#lib/upstreams/videos/video-providers.ts";

/** Attempts at a task, so that one which ends the process or cannot begin is not tried forever. */
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
  assets: Pick<AssetService, "save" | "remove" | "blobs">;
  renderer: VideoRenderer;
  /** Finds the video provider of an upstream; undefined when it makes no videos. */
  videosOf(upstream: string): UpstreamVideos | undefined;
  /** Lifetime of a finished video. */
  videoLifetimeMs: number;
  /** Its id names the claims on tasks. */
  instance: Pick<Instance, "id" | "hasEnded">;
  /** A folder for files under way, of this instance alone. */
  folder: string;
  log: (line: string) => void;
};

export type Work = WorkEnvironment & {
  task: VideoTaskRecord;
  /** The id of this instance, which the task's claim names. */
  by: string;
  /** Aborted when the task was cancelled or removed, and when the server stops. */
  signal: AbortSignal;
  /** Aborted some seconds after the server began to stop: for what would be in doubt if it were broken off. */
  lastSignal: AbortSignal;
};

/** The task has ended, was removed, or is claimed by another instance: its worker stops silently. */
export class NoLongerOurs extends Error {}

/** @throws NoLongerOurs */
export async function change({ store, task, by }: Work, changes: VideoTaskChanges): Promise<void> {
  if (!(await store.videoTasks.update(task.key, by, changes))) throw new NoLongerOurs();
  Object.assign(task, changes, { progress: Math.max(task.progress, changes.progress ?? 0) });
}

/** The sandbox's renderer, loaded when the first video is made. */
export const sandboxRenderer: VideoRenderer = {
  async render(request, options) {
    const { renderVideo } = await import("#lib/sandbox/renderer/render-video.ts");
    await renderVideo(request, options);
  },
  async stills(file, options) {
    const { videoStills } = await import("#lib/sandbox/renderer/video-stills.ts");
    return videoStills(file, options);
  },
};
