/** A call as the body of `POST /videos` (wire-formats §6.1). */
import type { VideoCall } from "#lib/canonical/video-call.ts";
import type { VideoDialectId, VideoJob } from "#lib/canonical/video-source.ts";
import { type FormPart, writeMultipart } from "#lib/http/multipart-body.ts";
import type { RequestBody } from "../send.ts";
import { extraNames, namesOf } from "./fields-not-carried.ts";
import { fitImage } from "./fit-image.ts";

export function droppedByOpenAiVideos(call: VideoCall, dialect: VideoDialectId): string[] {
  return [
    ...namesOf(["count", "seed", "negativePrompt", "lastFrame", "referenceImages"], call, dialect),
    ...(dialect === "openai-videos" ? [] : extraNames(call, dialect)),
  ];
}

/** The fields that are no files. */
export function writeFields({ call, dialect }: Pick<VideoJob, "call" | "dialect">): Record<string, unknown> {
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

export function writeJson(fields: Record<string, unknown>): RequestBody {
  return { headers: { "content-type": "application/json" }, content: JSON.stringify(fields) };
}

/** The same as a form, the only body that can hold the first frame. */
export async function writeForm(fields: Record<string, unknown>, job: VideoJob): Promise<RequestBody> {
  const parts: FormPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    parts.push({ name, value: typeof value === "object" ? JSON.stringify(value) : String(value) });
  }
  const { image, size } = job.call;
  if (image) {
    const read = { bytes: await job.readImage(image), mediaType: image.mediaType };
    const { bytes, mediaType } = size ? await fitImage(read, size) : read;
    parts.push({
      name: "input_reference",
      filename: `input_reference.${mediaType.replace(/^.*\//, "")}`,
      mediaType,
      size: bytes.length,
      async *chunks() {
        yield bytes;
      },
    });
  }
  return writeMultipart(parts);
}
