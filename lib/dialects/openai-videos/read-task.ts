/** Reads a video task of an upstream of `/videos` (wire-formats §6.2). */
import type { VideoFailure, VideoProgress } from "#lib/canonical/video-provider.ts";
import { asObject, asPercent, asText } from "#lib/http/loose-json.ts";

const QUEUED = new Set(["queued", "pending", "submitted", "not_started"]);
const COMPLETED = new Set(["completed", "succeeded", "success"]);
const FAILED = new Set(["failed", "error", "cancelled", "canceled", "expired", "rejected"]);

/**
 * @param id of the upstream, for the message of an error that has none
 * @returns undefined for anything but a video task
 */
export function readTask(task: Record<string, unknown>, id: string): VideoProgress | undefined {
  const status = asText(task.status)?.toLowerCase();
  if (status === undefined) return undefined;
  if (COMPLETED.has(status)) return { state: "completed", outputs: [{}] };
  if (FAILED.has(status)) return { state: "failed", error: readFailure(task.error, { id, status }) };
  const progress = asPercent(task.progress);
  // An unknown status does not end the task.
  return { state: QUEUED.has(status) ? "queued" : "in_progress", ...(progress !== undefined ? { progress } : {}) };
}

function readFailure(error: unknown, { id, status }: { id: string; status: string }): VideoFailure {
  const { code, message, type } = asObject(error) ?? { message: error };
  const kind = asText(type);
  return {
    code: asText(code) ?? "upstream_failed",
    message: asText(message) ?? `The upstream "${id}" gave no reason: its task is ${status}.`,
    ...(kind !== undefined ? { type: kind } : {}),
  };
}
