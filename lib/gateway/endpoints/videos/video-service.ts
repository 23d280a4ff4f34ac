/**
 * VideoService: the video tasks of all keys: creates, finds, lists, cancels and removes them, and runs them in the
 * background.
 */

import { BATCH_HOLD } from "#lib/gateway/request/admission.ts";
import { errors } from "#lib/http/errors.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import type { FileOwner } from "#lib/media/uploaded-file.ts";
import { withSweep } from "#lib/store/quota/quota-guard.ts";
import type { AssetRecord, Store } from "#lib/store/store.ts";
import type { VideoTaskQuery, VideoTaskRecord } from "#lib/store/video-task.ts";
import { createTaskLimits } from "./limit-tasks.ts";
import { createVideoRunner } from "./run-videos.ts";
import { createStills, type StillVariant } from "./stills.ts";
import { createTaskStopper } from "./stop-tasks.ts";
import { hasEnded, listTaskAssets, readTaskOutputs } from "./task-facts.ts";
import type { WorkEnvironment } from "./work.ts";

export type VideoService = {
  /** Lifetime of a task's input images, in milliseconds. */
  inputLifetimeMs: number;
  findVideos: WorkEnvironment["findVideos"];
  /**
   * Stores a task and starts it.
   * @returns undefined, or the earlier task of this idempotency key: then nothing was stored
   * @throws GatewayError 429 while too many of this key's tasks wait, 507 over its quota of videos
   */
  create(task: VideoTaskRecord): Promise<VideoTaskRecord | undefined>;
  findByIdempotencyKey(of: { keyId: string; idempotencyKey: string }): Promise<VideoTaskRecord | undefined>;
  /** @throws GatewayError 404 when the owner can see no task of this key */
  find(key: string | undefined, owner: FileOwner): Promise<VideoTaskRecord>;
  list(query: VideoTaskQuery, owner: FileOwner): Promise<VideoTaskRecord[]>;
  /** Stops the work; the task then fails. Does nothing when it has ended. */
  cancel(task: VideoTaskRecord): Promise<void>;
  /** Removes a task and everything that belongs to it; running work stops. */
  remove(task: VideoTaskRecord): Promise<void>;
  /** Finds a finished video by its own id; undefined when the owner can see none. */
  findOutput(id: string, owner: FileOwner): Promise<AssetRecord | undefined>;
  /** Returns a still of a finished video. @throws GatewayError when it cannot be created here */
  still(task: VideoTaskRecord, variant: StillVariant): Promise<AssetRecord>;
  sweep(): Promise<void>;
  /** Stops the work on all tasks, so that other instances go on with them at once. Tasks can still be read. */
  stopWork(): Promise<void>;
  /** Removes the tasks that ended before a time (Unix milliseconds), with their images and videos. */
  removeEndedBefore(time: number): Promise<void>;
  close(): Promise<void>;
};

const DAY_MS = 24 * 3_600_000;
const IDEMPOTENT_MS = DAY_MS;
/** Time that a task stays readable after its video has expired. */
const REMEMBERED_MS = 7 * DAY_MS;
/** Limit on the time of a task. */
const WORKED_MS = 7 * DAY_MS;
const SWEEP_MS = 3_600_000;
const MOST_WAITING = 1_000;
const OUTPUT_ID = /^[0-9a-z]{32}$/;

type Options = Omit<WorkEnvironment, "store" | "assets"> & {
  store: Pick<Store, "videoTasks">;
  assets: AssetService;
  concurrency: number;
};

export function createVideoService({ concurrency, ...environment }: Options): VideoService {
  const { store, assets, videoLifetimeMs, log, findVideos, admission } = environment;
  const { videoTasks } = store;
  const limits = createTaskLimits((key, ms) => {
    stopper.expire(key, ms).catch((error) => log(`Video ${key} was not ended at its time limit: ${error}`));
  });
  const runner = createVideoRunner(environment, { concurrency, limits });
  const stopper = createTaskStopper(environment, { runner, limits });
  const stills = createStills(environment);

  async function removeEndedBefore(time: number): Promise<void> {
    const ended = await videoTasks.removeEndedBefore(time);
    for (const task of ended) await assets.remove(listTaskAssets(task));
  }

  async function sweep(): Promise<void> {
    await removeEndedBefore(Date.now() - videoLifetimeMs - REMEMBERED_MS);
    await admission.releaseTasks(async (key) => {
      // A batch ends by itself.
      if (key.startsWith(BATCH_HOLD)) return false;
      const task = await videoTasks.find(key);
      return task === undefined || hasEnded(task);
    });
  }

  let sweeping: Promise<void> | undefined;
  function sweepInBackground(): void {
    sweeping = sweep().catch((error) => log(`Old video tasks could not be removed: ${error}`));
  }
  const sweeper = setInterval(sweepInBackground, SWEEP_MS).unref();
  sweepInBackground();
  runner.wake();

  return {
    inputLifetimeMs: WORKED_MS + videoLifetimeMs + REMEMBERED_MS,
    findVideos,

    async create(task) {
      if ((await videoTasks.countUnfinished(task.keyId)) >= MOST_WAITING) {
        throw errors.tooManyVideoTasks({ limit: MOST_WAITING });
      }
      const idempotentSince = Date.now() - IDEMPOTENT_MS;
      const existing = await withSweep(
        () => videoTasks.create(task, { idempotentSince }),
        () => Promise.all([sweep(), assets.sweep()]),
      );
      if (existing) return existing;
      limits.watch(task);
      runner.wake();
      return undefined;
    },

    findByIdempotencyKey: (of) => videoTasks.findByIdempotencyKey({ ...of, since: Date.now() - IDEMPOTENT_MS }),

    async find(key, owner) {
      const task = key === undefined ? undefined : await videoTasks.find(key);
      if (task && (owner.seesAll || task.keyId === owner.keyId)) return task;
      throw errors.videoNotFound();
    },

    list: (query, owner) => videoTasks.list(owner.seesAll ? query : { ...query, keyId: owner.keyId }),

    async cancel(task) {
      if (hasEnded(task)) return;
      const { message } = errors.videoCancelled();
      await stopper.fail(task, { error: { code: "cancelled", message, type: "cancelled" }, status: 499 });
    },

    async remove(task) {
      const removed = await videoTasks.remove(task.key);
      stopper.stopWork(task.key);
      if (!removed) return;
      if (!hasEnded(removed)) stopper.abandon(removed);
      await assets.remove(listTaskAssets(removed));
    },

    async findOutput(id, owner) {
      const asset = OUTPUT_ID.test(id) ? await assets.find(id) : undefined;
      const isVideo = asset?.mediaType.startsWith("video/") ?? false;
      return isVideo && (owner.seesAll || asset?.keyId === owner.keyId) ? asset : undefined;
    },

    still: (task, variant) => stills.of(task, readTaskOutputs(task)[0] ?? "", variant),
    sweep,
    stopWork: () => runner.close(),
    removeEndedBefore,

    async close() {
      clearInterval(sweeper);
      limits.close();
      await stills.close();
      await runner.close();
      await sweeping;
    },
  };
}
