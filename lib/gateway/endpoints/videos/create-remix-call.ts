/** Call of a remix: the original call, and the changes. */
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { readTaskCall } from "./task-facts.ts";
import type { VideoContext } from "./video-context.ts";

/** @throws GatewayError 409 when the original is not finished */
export async function createRemixCall(
  context: VideoContext,
  { source, prompt, extra }: { source: VideoTaskRecord; prompt: string; extra: Record<string, unknown> },
): Promise<VideoCall> {
  if (source.state !== "completed") {
    throw new GatewayError({
      status: 409,
      message: `Only a video that is completed can be remixed; this one is ${source.state === "failed" ? "failed" : "not yet"}.`,
      param: "video_id",
      code: "video_not_completed",
      headers: { "x-should-retry": "false" },
    });
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
