/** A video task as an upstream of `/videos` answers it (wire-formats §6.2). */
import type { VideoFailure, VideoProgress } from "#lib/canonical/video-provider.ts";
import { asObject, asPercent, asText } from "#lib/http/loose-json.ts";

const QUEUED = new Set(["queued", "pending", "submitted", "not_started"]);
const COMPLETED = new Set(["completed", "succeeded", "success"]);
const FAILED = new Set(["failed", "error", "cancelled", "canceled", "expired", "rejected"]);

/**
 * @param id the upstream's, for what it leaves unsaid
 * @returns undefined for what is no video task
 */
export function readTask(task: Record<string, unknown>, id: string): VideoProgress | undefined {
  const status = asText(task.status)?.toLowerCase();
  if (status === undefined) return undefined;
  if (COMPLETED.has(status)) return { state: "completed", outputs: [{}] };
  if (FAILED.has(status)) return { state: "failed", error: readFailure(task.error, { id, status }) };
  const progress = asPercent(task.progress);
  // A word that nobody knows is no end.
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
