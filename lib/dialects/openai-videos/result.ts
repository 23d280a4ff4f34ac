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

/** The key of a task, whichever API's name of it is given; undefined for what is none. */
export function parseVideoId(id: string): string | undefined {
  return ID.exec(id)?.[1];
}

/**
 * All fields at all times.
 * @param waiting what a task that waits is called: the specification's clients know `pending`, the SDKs' poll helpers `queued`
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
