/** Reads an upstream's video task and writes the gateway's own (spec, Video task; wire-formats §6.2). */
import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { VideoFailure, VideoProgress } from "#lib/canonical/video-provider.ts";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";
import { errors } from "#lib/http/errors.ts";
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
    message: asText(message) ?? errors.upstreamTaskFailed({ provider: id, state: status }).message,
    ...(kind !== undefined ? { type: kind } : {}),
  };
}

const ID_MARK = "video_";
const ID = /^(?:video_|operations\/)?([0-9a-z]{32})$/;
/** Defaults of the API's own models. */
const USUAL_SIZE = "720x1280";
const USUAL_SECONDS = "4";

export function toVideoId(key: string): string {
  return ID_MARK + key;
}

/** Returns a task's key from either API's name of it; undefined for any other id. */
export function parseVideoId(id: string): string | undefined {
  return ID.exec(id)?.[1];
}

/**
 * Writes every field, set or not.
 * @param waiting status of a waiting task: the specification's clients know `pending`, the SDKs' poll helpers `queued`
 */
export function writeVideoTask(facts: VideoFacts, { waiting }: { waiting: "pending" | "queued" }): VideoTask {
  const { key, model, state, progress, prompt, seconds, size, raw, error, remixedFrom } = facts;
  return {
    ...raw,
    id: toVideoId(key),
    object: "video",
    model,
    status: state === "queued" ? waiting : state,
    progress,
    created_at: toSeconds(facts.createdAt),
    completed_at: facts.completedAt === undefined ? null : toSeconds(facts.completedAt),
    expires_at: facts.expiresAt === undefined ? null : toSeconds(facts.expiresAt),
    prompt,
    size: size ? `${size.width}x${size.height}` : readText(raw?.size, /^\d+x\d+$/, USUAL_SIZE),
    seconds: seconds === undefined ? readText(raw?.seconds, /^\d+$/, USUAL_SECONDS) : String(seconds),
    remixed_from_video_id: remixedFrom === undefined ? null : toVideoId(remixedFrom),
    error: error ? { code: error.code, message: error.message, type: error.type ?? "server_error" } : null,
  };
}

/** Returns the value that the upstream chose when the client set none, or the default. */
function readText(value: unknown, pattern: RegExp, usual: string): string {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && pattern.test(text) ? text : usual;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
