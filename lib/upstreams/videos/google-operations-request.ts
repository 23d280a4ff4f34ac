/** A call as the body of `:predictLongRunning` (wire-formats §6.3). */
import type { VideoCall, VideoImage } from "#lib/canonical/video-call.ts";
import type { VideoDialectId, VideoJob } from "#lib/canonical/video-source.ts";
import { asObject } from "./exchange.ts";
import { extraNames, namesOf } from "./fields-not-carried.ts";

/** Shapes that models of this convention are known to take, under the names that they take. */
const RATIOS = ["16:9", "9:16", "1:1", "4:3", "3:4", "21:9"];
/** By the shorter side. What every model makes unasked has no name: not all of them have the field. */
const RESOLUTIONS: Record<number, string | undefined> = {
  480: "480p",
  720: undefined,
  1080: "1080p",
  1440: "1440p",
  2160: "4k",
};
/** It would tell the client of an operation under a name that only the upstream knows. */
const KEPT_BACK = "webhookConfig";

export function droppedByGoogleOperations(call: VideoCall, dialect: VideoDialectId): string[] {
  const extra = extraNames(call, dialect);
  return [
    ...namesOf(["remix"], call, dialect),
    ...(call.size && !frameOf(call.size, dialect).exact ? namesOf(["size"], call, dialect) : []),
    ...(dialect === "google-operations" ? extra.filter((name) => name === KEPT_BACK) : extra),
  ];
}

export async function writePrediction(job: VideoJob): Promise<Record<string, unknown>> {
  const { call, dialect } = job;
  const extra = dialect === "google-operations" ? call.extra : {};
  const { [KEPT_BACK]: _, ...body } = asObject(extra.body) ?? {};
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
    // A remix is not known here: the video is made anew from all that was said.
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
  const { aspectRatio, resolution } = size ? frameOf(size, dialect) : {};
  return {
    sampleCount: count,
    ...(aspectRatio ? { aspectRatio } : {}),
    ...(resolution ? { resolution } : {}),
    ...(seconds !== undefined ? { durationSeconds: seconds } : {}),
    ...(seed !== undefined ? { seed } : {}),
    ...(negativePrompt !== undefined ? { negativePrompt } : {}),
  };
}

type Frame = { aspectRatio: string; resolution: string | undefined /** Whether they say the size. */; exact: boolean };

/** A shape that has no name here becomes the one of the two common ones that lies the same way. */
function frameOf({ width, height }: NonNullable<VideoCall["size"]>, dialect: VideoDialectId): Frame {
  const divisor = greatestDivisor(width, height);
  const ratio = `${width / divisor}:${height / divisor}`;
  const short = Math.min(width, height);
  // The client named it in this convention: its upstream knows best.
  const known = dialect === "google-operations" || RATIOS.includes(ratio);
  return {
    aspectRatio: known ? ratio : width >= height ? "16:9" : "9:16",
    resolution:
      dialect === "google-operations" ? (short in RESOLUTIONS ? RESOLUTIONS[short] : `${short}p`) : RESOLUTIONS[short],
    exact: dialect === "google-operations" || (known && short in RESOLUTIONS),
  };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
