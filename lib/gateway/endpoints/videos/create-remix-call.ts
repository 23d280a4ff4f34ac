/** Call of a remix: the original call, and the changes. */
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import { errors } from "#lib/http/errors.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { readTaskCall } from "./task-plan.ts";
import type { VideoContext } from "./video-context.ts";

/** @throws GatewayError 409 when the original is not finished */
export async function createRemixCall(
  context: VideoContext,
  { source, prompt, extra }: { source: VideoTaskRecord; prompt: string; extra: Record<string, unknown> },
): Promise<VideoCall> {
  if (source.state !== "completed") {
    throw errors.remixOfUnfinished({ failed: source.state === "failed" });
  }
  const { remix, image, lastFrame, referenceImages: _, ...call } = readTaskCall(source);
  return {
    ...call,
    prompt,
    count: 1,
    remix: { of: source.key, prompt: remix ? `${remix.prompt}\n\n${call.prompt}` : call.prompt },
    ...(image ? { image: await copy(context, image) } : {}),
    ...(lastFrame ? { lastFrame: await copy(context, lastFrame) } : {}),
    extra,
  };
}

/** Copied, so that it is not removed with the original task. */
async function copy({ services, principal }: VideoContext, image: VideoImage): Promise<VideoImage> {
  const content = await services.assets.blobs.read(image.blob);
  const { id } = await services.assets.save({
    keyId: principal.keyId,
    mediaType: image.mediaType,
    bytes: content.length,
    kind: "videos",
    expiresAt: Date.now() + services.videos.inputLifetimeMs,
    content,
  });
  return { ...image, blob: id };
}
