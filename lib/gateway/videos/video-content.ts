/** The bytes of finished videos: `GET /v1/videos/{id}/content`, and each one at its own address (wire-formats §6.1, §6.4). */
import { z } from "zod";
import { toVideoId } from "#lib/dialects/openai-videos/result.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import type { AssetRecord } from "#lib/store/store.ts";
import type { VideoTaskRecord } from "#lib/store/video-task.ts";
import type { OwnedFilesContext } from "../files-context.ts";
import { sendBlob } from "../send-blob.ts";
import { findVideo } from "./read-videos.ts";
import { outputsOf } from "./task-facts.ts";
import { queryOf, type VideoContext } from "./video-context.ts";

export const contentQuery = z.object({
  variant: z
    .enum(["video", "thumbnail", "spritesheet"])
    .default("video")
    .describe("The video, one picture of it, or 25 pictures over its whole length."),
});

/** @throws GatewayError 404, 409 while it is not completed, 410 once it has expired */
export async function readVideoContent(context: VideoContext): Promise<ExchangeResponse> {
  const { variant } = validate(contentQuery, queryOf(context));
  const task = await findVideo(context);
  requireCompleted(task);
  const id = outputsOf(task)[0] ?? "";
  const video = await context.runtime.assets.find(id);
  if (!video) throw expired(task);
  const asset = variant === "video" ? video : await context.runtime.videos.still(task, variant);
  return sendAsset(context, asset, `${toVideoId(task.key)}${variant === "video" ? "" : `-${variant}`}`);
}

/** Undefined when it is none of the videos that the owner may see. */
export async function readOutput(context: OwnedFilesContext, id: string): Promise<ExchangeResponse | undefined> {
  const asset = await context.runtime.videos.findOutput(id, context.owner);
  return asset && sendAsset(context, asset, id);
}

const ENDINGS: Record<string, string> = {
  "video/mp4": "mp4",
  "video/webm": "webm",
  "video/quicktime": "mov",
  "image/webp": "webp",
  "image/jpeg": "jpg",
};

function sendAsset(
  { exchange, runtime, record }: Pick<VideoContext, "exchange" | "runtime" | "record">,
  { id, bytes, mediaType, expiresAt }: AssetRecord,
  name: string,
): Promise<ExchangeResponse> {
  return sendBlob({
    exchange,
    runtime,
    record,
    blobs: runtime.assets.blobs,
    name: id,
    bytes,
    etag: `"${id}"`,
    headers: {
      "content-type": mediaType,
      "content-disposition": `inline; filename="${name}.${ENDINGS[mediaType] ?? "bin"}"`,
      "cache-control": `private, max-age=${Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))}`,
    },
  });
}

function requireCompleted({ state, progress, error }: VideoTaskRecord): void {
  if (state === "completed") return;
  const why = (JSON.parse(error ?? "{}") as { message?: string }).message;
  throw new GatewayError({
    status: 409,
    message:
      state === "failed"
        ? `There is no video, for its task has failed: ${why ?? "It is not known why."}`
        : `This video is not completed: it is at ${progress} %. Ask for its content when its status is completed.`,
    param: "video_id",
    code: state === "failed" ? "video_failed" : "video_not_completed",
    // Nothing has changed in the seconds in which SDKs would send it again (wire-formats §7.4).
    headers: { "x-should-retry": "false" },
  });
}

function expired({ expiresAt }: VideoTaskRecord): GatewayError {
  return new GatewayError({
    status: 410,
    message: `This video expired at ${new Date(expiresAt ?? 0).toISOString()} and was removed. Make it again.`,
    param: "video_id",
    code: "video_expired",
  });
}
