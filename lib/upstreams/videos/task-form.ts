/** Bodies in which `/videos` accepts a task: JSON, or the form, which is needed for a first frame. */
import type { VideoJob } from "#lib/canonical/video-provider.ts";
import { errors } from "#lib/http/errors.ts";
import { type FormPart, writeMultipart } from "#lib/http/multipart-body.ts";
import type { RequestBody } from "../send.ts";
import { fitImage } from "./fit-image.ts";

export function createJsonBody(fields: Record<string, unknown>): RequestBody {
  return { headers: { "content-type": "application/json" }, content: JSON.stringify(fields) };
}

export async function createFormBody(fields: Record<string, unknown>, job: VideoJob): Promise<RequestBody> {
  const parts: FormPart[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    parts.push({ name, value: typeof value === "object" ? JSON.stringify(value) : String(value) });
  }
  const frame = await createFirstFrame(job);
  if (frame) parts.push(frame);
  return writeMultipart(parts);
}

async function createFirstFrame({ call: { image, size }, readImage }: VideoJob): Promise<FormPart | undefined> {
  if (!image) return undefined;
  const read = { bytes: await readImage(image), mediaType: image.mediaType };
  const { bytes, mediaType } = size ? await fitImage(read, size).catch(refuse) : read;
  return {
    name: "input_reference",
    filename: `input_reference.${mediaType.replace(/^.*\//, "")}`,
    mediaType,
    size: bytes.length,
    async *chunks() {
      yield bytes;
    },
  };
}

/** The image's header was read when the task was created; its pixels are read here first. */
function refuse(cause: unknown): never {
  throw errors.inputImageUnreadable({ cause });
}
