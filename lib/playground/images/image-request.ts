/** Writes a request for the image endpoints (wire-formats §5.1, §5.2): JSON to generate, a form to edit. */

import type { Attachment } from "../conversation/transcript.ts";
import { formatBytes } from "../streams/metrics.ts";
import type { OutgoingRequest } from "../streams/request-run.ts";
import { getImageFileName } from "./image-file-name.ts";
import { getOperation, type ImageRequest } from "./image-job.ts";

export const GENERATIONS = "/v1/images/generations";
export const EDITS = "/v1/images/edits";

/** Returns the request's fields except files, in the order in which they are written. */
export function listImageFields({ model, prompt, values }: ImageRequest): Record<string, unknown> {
  return { model, prompt, ...values };
}

/**
 * Writes the request; the inspector shows its files by name and size.
 * @param readSource returns an input image's bytes; rejects when they are gone
 * @param exportMask returns the mask as a PNG of the first input image's size
 */
export async function writeImageRequest(
  request: ImageRequest,
  {
    readSource,
    exportMask,
  }: { readSource: (source: Attachment) => Promise<Blob>; exportMask: () => Promise<Blob | undefined> },
): Promise<OutgoingRequest> {
  const fields = listImageFields(request);
  if (getOperation(request) === "generate") {
    const head = `POST ${GENERATIONS}\ncontent-type: application/json`;
    const shown = { head, body: JSON.stringify(fields, null, 2) };
    const headers = { "content-type": "application/json" };
    return { path: GENERATIONS, headers, body: JSON.stringify(fields), shown };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const source of request.sources) form.append("image[]", await readSource(source), getImageFileName(source));
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
