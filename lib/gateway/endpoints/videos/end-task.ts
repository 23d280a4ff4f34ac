/** Ends a task once: its row, its entry in the request log and its files. */
import { stat } from "node:fs/promises";
import type { VideoFailure } from "#lib/canonical/video-provider.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import type { AssetService } from "#lib/media/asset-service.ts";
import { readBlob } from "#lib/media/read-blob.ts";
import type { Store } from "#lib/store/store.ts";
import type { VideoClaim, VideoTaskRecord } from "#lib/store/video-task.ts";
import { computeTaskCost, createTaskRow, type TaskEnd } from "./create-task-row.ts";
import { readStoredReply, type StoredReply } from "./task-facts.ts";
import { readTaskCall, readTaskPlan } from "./task-plan.ts";
import type { WorkEnvironment } from "./work.ts";

export type Ending = {
  store: Pick<Store, "videoTasks">;
  admission: Pick<WorkEnvironment["admission"], "settleTask">;
  assets: Pick<AssetService, "save" | "remove">;
  task: VideoTaskRecord;
  lane: Lane;
  /** Claim of the task's worker; absent for a cancel. */
  claim?: VideoClaim;
  /** Last reply of the upstream. */
  raw?: StoredReply | undefined;
};

export type FinishedFile = { file: string; mediaType: string };

/**
 * Moves the files into the blob store and completes the task. When the task has ended meanwhile, the files are removed.
 * @returns false in that case
 */
export async function completeTask(
  ending: Ending,
  { files, videoLifetimeMs }: { files: readonly FinishedFile[]; videoLifetimeMs: number },
): Promise<boolean> {
  const { assets, task } = ending;
  // Rounded to seconds, the unit of both dialects.
  const expiresAt = Math.ceil((Date.now() + videoLifetimeMs) / 1000) * 1000;
  const outputs: string[] = [];
  let bytes = 0;
  for (const { file, mediaType } of files) {
    const { size } = await stat(file);
    bytes += size;
    const stored = { keyId: task.keyId, kind: "videos", overQuota: true } as const;
    const asset = { ...stored, mediaType, bytes: size, expiresAt, content: readLazily(file) };
    outputs.push((await assets.save(asset)).id);
  }
  const completedAt = Date.now();
  const seconds = readSeconds(ending);
  const finished = await finish(
    ending,
    {
      state: "completed",
      progress: 100,
      completedAt,
      expiresAt,
      outputs: JSON.stringify(outputs),
      ...(ending.raw ? { raw: JSON.stringify(ending.raw) } : {}),
    },
    {
      time: completedAt,
      responseBytes: bytes,
      characters: readTaskCall(task).prompt.length,
      ...(seconds === undefined ? {} : { videoSeconds: seconds * outputs.length }),
    },
  );
  if (!finished) await assets.remove(outputs);
  return finished;
}

/** Opens the file at the first `next`, so that the blob store gets its error and no unread file stays open. */
async function* readLazily(file: string): AsyncGenerator<Uint8Array, void, void> {
  yield* await readBlob(file);
}

/** @returns false when it had already ended */
export function failTask(ending: Ending, { error, status }: { error: VideoFailure; status: number }): Promise<boolean> {
  const { raw } = ending;
  const completedAt = Date.now();
  const type = error.type ?? (status < 500 ? "invalid_request_error" : "server_error");
  return finish(
    ending,
    {
      state: "failed",
      completedAt,
      expiresAt: null,
      error: JSON.stringify({ ...error, type }),
      ...(raw ? { raw: JSON.stringify(raw) } : {}),
    },
    { time: completedAt, status, error: error.message },
  );
}

/** Ends a task with its row of the log, and pays for it. @returns false when it had already ended */
async function finish(
  ending: Ending,
  end: Parameters<Store["videoTasks"]["finish"]>[1],
  row: TaskEnd,
): Promise<boolean> {
  const { store, task, claim, admission } = ending;
  const { charge } = readTaskPlan(task);
  const cost = charge ? computeTaskCost(task, charge, row) : null;
  const logRow = createTaskRow(ending, { ...row, cost });
  const finished = await store.videoTasks.finish(task.key, end, { ...(claim ? { claim } : {}), logRow });
  if (finished && charge) admission.settleTask(task.key, charge, cost ?? 0);
  return finished;
}

/** Returns the seconds of each video; undefined when neither the client nor the upstream gave them. */
function readSeconds({ task, raw }: Ending): number | undefined {
  const { seconds } = readTaskCall(task);
  const reported = Number((raw ?? readStoredReply(task))?.reply.seconds);
  return seconds ?? (reported > 0 ? reported : undefined);
}
