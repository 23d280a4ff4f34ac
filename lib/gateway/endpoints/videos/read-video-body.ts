/** Reads the body of a request for a video: JSON, or a form (wire-formats §6.1). */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";
import type { VideoContext } from "./video-context.ts";
import { readVideoForm } from "./video-form.ts";

/** Returns the fields, and the file of a form, if any. @throws GatewayError 400, 413, 415 */
export async function readVideoBody(
  { request, services, log }: VideoContext,
  requestFiles: RequestFiles,
): Promise<{ value: unknown; image?: ImageInput }> {
  if (/^multipart\//i.test(String(request.headers["content-type"] ?? ""))) {
    const onBytes = (bytes: number) => {
      log.requestBytes += bytes;
    };
    const { fields, image } = await readVideoForm(request, { requestFiles, onBytes });
    return { value: withReference(fields), ...(image ? { image } : {}) };
  }
  const { value, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  return { value: withReference(value) };
}

/** A reference that is text is a URL, an id, or JSON of an object that a form cannot hold otherwise. */
function withReference(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { input_reference: reference } = value as Record<string, unknown>;
  if (typeof reference !== "string") return value;
  return { ...value, input_reference: parseReference(reference) };
}

function parseReference(text: string): unknown {
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // Text that is not JSON counts as an id, which the error will name.
    }
  }
  return /^[a-z]+:/i.test(text) ? { image_url: text } : { file_id: text };
}
