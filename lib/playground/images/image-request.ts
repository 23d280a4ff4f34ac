/** Writes a request as the image routes take it (wire-formats §5.1, §5.2): JSON to generate, a form to edit. */

import type { Attachment } from "../conversation/transcript.ts";
import { formatBytes } from "../streams/metrics.ts";
import type { OutgoingRequest } from "../streams/run-source.ts";
import { type ImageJob, type ImageRequest, operationOf } from "./image-job.ts";

export const GENERATIONS = "/v1/images/generations";
export const EDITS = "/v1/images/edits";

/** The fields of the request that are no files, in the order in which they are written. */
export function fieldsOf({ model, prompt, values }: ImageRequest): Record<string, unknown> {
  return { model, prompt, ...values };
}

/**
 * In the wire view files stand by name and size.
 * @param readSource gives a source's bytes; rejects when they are gone
 * @param exportMask the mask as a PNG of the first source's size
 */
export async function writeImageRequest(
  request: ImageRequest,
  {
    readSource,
    exportMask,
  }: { readSource: (source: Attachment) => Promise<Blob>; exportMask: () => Promise<Blob | undefined> },
): Promise<OutgoingRequest> {
  const fields = fieldsOf(request);
  if (operationOf(request) === "generate") {
    const head = `POST ${GENERATIONS}\ncontent-type: application/json`;
    const shown = { head, body: JSON.stringify(fields, null, 2) };
    const headers = { "content-type": "application/json" };
    return { path: GENERATIONS, headers, body: JSON.stringify(fields), shown };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const source of request.sources) form.append("image[]", await readSource(source), fileNameOf(source));
  const mask = await exportMask();
  if (mask) form.append("mask", mask, "mask.png");
  const head = `POST ${EDITS}\ncontent-type: multipart/form-data`;
  return { path: EDITS, body: form, shown: { head, body: describe(form) } };
}

function describe(form: FormData): string {
  return [...form]
    .map(([name, value]) =>
      typeof value === "string"
        ? `${name}: ${value}`
        : `${name}: (${value.name}, ${value.type}, ${formatBytes(value.size)})`,
    )
    .join("\n");
}

/** A name with the ending of its type: some servers judge a file by it. */
export function fileNameOf({ name, mediaType }: Pick<Attachment, "name" | "mediaType">): string {
  const extension = mediaType.replace("image/", "").replace("jpeg", "jpg");
  const bare = name.replace(/\.(?:png|jpe?g|webp|gif|heic|bmp|svg)$/i, "");
  return `${bare.replaceAll(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || "image"}.${extension}`;
}

/** Under which name one of a job's images is downloaded. */
export function fileNameOfResult({ request, images }: ImageJob, index: number): string {
  return fileNameOf({ name: `${request.prompt.slice(0, 48)}-${index + 1}`, mediaType: images[index]?.mediaType ?? "" });
}
