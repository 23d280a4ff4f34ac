/** Writes a call as the body of `POST /videos` (wire-formats §6.1). */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { VideoDialectId, VideoJob } from "#lib/canonical/video-provider.ts";
import { listExtraFields, listSetFields } from "../video-fields.ts";

export function listDroppedFields(call: VideoCall, dialect: VideoDialectId): string[] {
  return [
    ...listSetFields(["count", "seed", "negativePrompt", "lastFrame", "referenceImages"], call, dialect),
    ...(dialect === "openai-videos" ? [] : listExtraFields(call, dialect)),
  ];
}

/** The fields that are no files. */
export function writeRequest({ call, dialect }: Pick<VideoJob, "call" | "dialect">): Record<string, unknown> {
  const { model, prompt, seconds, size, extra } = call;
  return {
    ...(dialect === "openai-videos" ? extra : {}),
    model,
    prompt,
    // Text, not a number.
    ...(seconds !== undefined ? { seconds: String(seconds) } : {}),
    ...(size ? { size: `${size.width}x${size.height}` } : {}),
  };
}

/** Everything else is the source's. */
export function writeRemix({ call, dialect }: Pick<VideoJob, "call" | "dialect">): Record<string, unknown> {
  return { ...(dialect === "openai-videos" ? call.extra : {}), prompt: call.prompt };
}
