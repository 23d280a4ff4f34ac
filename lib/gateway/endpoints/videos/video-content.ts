/** Bytes of finished videos: `GET /v1/videos/{id}/content`, and each one at its own URL (wire-formats §6.1, §6.4). */
import { z } from "zod";
import { toVideoId } from "#lib/dialects/openai-videos/reply.ts";
import { sendAsset } from "#lib/gateway/bodies/send-blob.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import { findVideo } from "./read-videos.ts";
import { readTaskOutputs } from "./task-facts.ts";
import type { VideoContext } from "./video-context.ts";

export const contentQuery = z.object({
  variant: z
    .enum(["video", "thumbnail", "spritesheet"])
    .default("video")
    .describe("The video, one picture of it, or 25 pictures over its whole length."),
});

export type ContentQuery = z.output<typeof contentQuery>;

/** @throws GatewayError 404, 409 while it is not completed, 410 once it has expired */
export async function readVideoContent(context: VideoContext<ContentQuery>): Promise<EndpointResponse> {
  const { variant } = context.query;
  const task = await findVideo(context);
  requireCompleted(task);
  const id = readTaskOutputs(task)[0] ?? "";
  const video = await context.services.assets.find(id);
  if (!video) throw expiredError(task);
  const asset = variant === "video" ? video : await context.services.videos.still(task, variant);
  return sendAsset(context, asset, `${toVideoId(task.key)}${variant === "video" ? "" : `-${variant}`}`);
}

function requireCompleted({ state, progress, error }: VideoTaskRecord): void {
  if (state === "completed") return;
  const why = (JSON.parse(error ?? "{}") as { message?: string }).message;
  throw state === "failed" ? errors.videoFailed({ reason: why }) : errors.videoNotFinished({ progress });
}

function expiredError({ expiresAt }: VideoTaskRecord): GatewayError {
  return errors.videoExpired({ time: new Date(expiresAt ?? 0).toISOString() });
}
