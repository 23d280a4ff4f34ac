/** Row of the request log for the end of a task, with its cost. */
import { computeCost } from "#lib/contract/usage-cost.ts";
import type { TaskCharge } from "#lib/gateway/request/admission.ts";
import type { Lane } from "#lib/gateway/request/log-entry.ts";
import { BLANK_ROW } from "#lib/store/request-log-row.ts";
import type { RequestLogRow } from "#lib/store/store.ts";
import { readTags } from "#lib/store/tag-column.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { listAttempts, readTaskCall } from "./task-plan.ts";

/** Fields of the row that depend on how the task has ended. */
export type TaskEnd = Partial<RequestLogRow> & { time: number };

/** Returns the cost at the prices of its request; null when it is unknown. A failed video costs nothing. */
export function computeTaskCost(task: VideoTaskRecord, { prices }: TaskCharge, row: TaskEnd): number | null {
  const { status = 200, videoSeconds, characters } = row;
  if (status >= 400) return 0;
  const known = prices[`${task.upstream}/${readTaskCall(task).model}`];
  return (known && computeCost({ videoSeconds, characters, requests: 1 }, known)?.amount) ?? null;
}

export function createTaskRow({ task, lane }: { task: VideoTaskRecord; lane: Lane }, row: TaskEnd): RequestLogRow {
  const { status = 200, error = null, time } = row;
  const attempts = listAttempts(task, { time, status, error });
  return {
    ...BLANK_ROW,
    id: `video_${task.key}`,
    keyId: task.keyId,
    dialect: task.dialect,
    lane,
    upstream: task.upstream,
    model: task.model,
    target: attempts && `${task.upstream}/${readTaskCall(task).model}`,
    attempts,
    status: 200,
    totalMs: row.time - task.createdAt,
    group: task.groupName,
    tags: readTags(task.tags),
    ...row,
  };
}
