/** Writes a video task (spec, Video task; wire-formats §6.2). */
import type { VideoFacts } from "#lib/canonical/video-facts.ts";
import type { VideoTask } from "#lib/contract/openai-videos/wire.ts";

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
    size: size ? `${size.width}x${size.height}` : textOf(raw?.size, /^\d+x\d+$/, USUAL_SIZE),
    seconds: seconds === undefined ? textOf(raw?.seconds, /^\d+$/, USUAL_SECONDS) : String(seconds),
    remixed_from_video_id: remixedFrom === undefined ? null : toVideoId(remixedFrom),
    error: error ? { code: error.code, message: error.message, type: error.type ?? "server_error" } : null,
  };
}

/** Returns the value that the upstream chose when the client set none, or the default. */
function textOf(value: unknown, pattern: RegExp, usual: string): string {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && pattern.test(text) ? text : usual;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
