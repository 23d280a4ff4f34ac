/** Writes a call as the body of `:predictLongRunning` (wire-formats §6.3). */
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import type { VideoDialectId, VideoJob } from "#lib/canonical/video-provider.ts";
import { asObject } from "#lib/http/loose-json.ts";
import { listExtraFields, listSetFields } from "../video-fields.ts";

/** Known aspect ratios. */
const RATIOS = ["16:9", "9:16", "1:1", "4:3", "3:4", "3:2", "2:3", "5:4", "4:5", "21:9", "9:21"];
/** Names by the shorter side. Every model's default has none, since not all models have the field. */
const RESOLUTIONS: Record<number, string | undefined> = {
  480: "480p",
  720: undefined,
  1080: "1080p",
  1440: "1440p",
  2160: "4k",
  4320: "8k",
};
/** Field that is not sent: it would report an operation under a name that only the upstream knows. */
const UNSENT_FIELD = "webhookConfig";

export function listDroppedFields(call: VideoCall, dialect: VideoDialectId): string[] {
  const extra = listExtraFields(call, dialect);
  return [
    ...listSetFields(["remix"], call, dialect),
    ...(call.size && !findFrame(call.size, dialect).exact ? listSetFields(["size"], call, dialect) : []),
    ...(dialect === "google-operations" ? extra.filter((name) => name === UNSENT_FIELD) : extra),
  ];
}

export async function writeRequest(job: VideoJob): Promise<Record<string, unknown>> {
  const { call, dialect } = job;
  const extra = dialect === "google-operations" ? call.extra : {};
  const { [UNSENT_FIELD]: _, ...body } = asObject(extra.body) ?? {};
  return {
    ...body,
    instances: [{ ...asObject(extra.instance), ...(await writeInstance(job)) }],
    parameters: { ...asObject(extra.parameters), ...writeParameters(call, dialect) },
  };
}

async function writeInstance({ call, readImage }: VideoJob): Promise<Record<string, unknown>> {
  const { prompt, remix, image, lastFrame, referenceImages = [] } = call;
  const write = (source: VideoImage) => writeImage(source, readImage);
  return {
    // This API has no remix: the video is made anew from all prompts.
    prompt: remix ? `${remix.prompt}\n\n${prompt}` : prompt,
    ...(image ? { image: await write(image) } : {}),
    ...(lastFrame ? { lastFrame: await write(lastFrame) } : {}),
    ...(referenceImages.length > 0
      ? {
          referenceImages: await Promise.all(
            referenceImages.map(async (one) => ({ image: await write(one.image), referenceType: one.kind })),
          ),
        }
      : {}),
  };
}

async function writeImage(image: VideoImage, read: VideoJob["readImage"]): Promise<Record<string, string>> {
  return { bytesBase64Encoded: Buffer.from(await read(image)).toString("base64"), mimeType: image.mediaType };
}

function writeParameters(call: VideoCall, dialect: VideoDialectId): Record<string, unknown> {
  const { count, seconds, size, seed, negativePrompt } = call;
  const { aspectRatio, resolution } = size ? findFrame(size, dialect) : {};
  return {
    sampleCount: count,
    ...(aspectRatio ? { aspectRatio } : {}),
    ...(resolution ? { resolution } : {}),
    ...(seconds !== undefined ? { durationSeconds: seconds } : {}),
    ...(seed !== undefined ? { seed } : {}),
    ...(negativePrompt !== undefined ? { negativePrompt } : {}),
  };
}

type Frame = { aspectRatio: string; resolution: string | undefined /** Same size as the request's. */; exact: boolean };

/** Maps a shape without a name to 16:9 or 9:16 by its orientation, except for clients of this dialect. */
function findFrame({ width, height }: NonNullable<VideoCall["size"]>, dialect: VideoDialectId): Frame {
  const isOwnDialect = dialect === "google-operations";
  const ratio = RATIOS.find((one) => hasRatio(one, width / height));
  const short = Math.min(width, height);
  return {
    aspectRatio: ratio ?? (isOwnDialect ? `${width}:${height}` : width >= height ? "16:9" : "9:16"),
    resolution: isOwnDialect && !(short in RESOLUTIONS) ? `${short}p` : RESOLUTIONS[short],
    exact: isOwnDialect || (ratio !== undefined && short in RESOLUTIONS),
  };
}

/** Compares with a tolerance: sides are whole and even, so they seldom have the exact ratio. */
function hasRatio(ratio: string, shape: number): boolean {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  return Math.abs(shape - across / down) < 0.01;
}
