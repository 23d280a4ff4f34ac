/** Reads a request of either image route: JSON, or a form with files (spec; wire-formats §5.2). */
import type { ImageCall, ImageInput } from "#lib/canonical/image-call.ts";
import {
  type ImageFields,
  imageEditFields,
  imageEditRequest,
  imageGenerationRequest,
} from "#lib/contract/openai-images/wire.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { createFileLoader } from "#lib/gateway/request/file-loader.ts";
import { readImageReference } from "#lib/gateway/request/read-image-reference.ts";
import { readJson } from "#lib/gateway/request/read-json.ts";
import { errors } from "#lib/http/errors.ts";
import { validate } from "#lib/http/validate.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";
import { readImageForm } from "./read-image-form.ts";

export type ImageRequest = {
  /** Fields, checked except for the limits of the model. */
  wire: ImageFields;
  sources: ImageInput[];
  mask?: ImageInput | undefined;
  /** Body as received; undefined for a form. */
  bodyText?: string;
};

/** @throws GatewayError 400, 413, 415 */
export async function readImageRequest(
  { request, services, log, principal }: RequestContext,
  { operation, requestFiles }: { operation: ImageCall["operation"]; requestFiles: RequestFiles },
): Promise<ImageRequest> {
  const isForm = /^multipart\//i.test(String(request.headers["content-type"] ?? ""));
  if (operation === "edit" && isForm) {
    const onBytes = (bytes: number) => {
      log.requestBytes += bytes;
    };
    const { fields, images, mask } = await readImageForm(request, { requestFiles, onBytes });
    const wire = validate(imageEditFields, fields);
    if (images.length === 0) throw errors.formWithoutImage();
    return { wire, sources: images, mask };
  }
  const { value, text, size } = await readJson(request, services.settings.limits.bodyBytes);
  log.requestBytes = size;
  if (operation === "generate") return { wire: validate(imageGenerationRequest, value), sources: [], bodyText: text };
  const { images, mask, ...wire } = validate(imageEditRequest, value);
  const load = createFileLoader(services, principal);
  const sources: ImageInput[] = [];
  for (const [index, reference] of images.entries())
    sources.push(await readImageReference(reference, `images[${index}]`, load));
  return { wire, sources, mask: mask ? await readImageReference(mask, "mask", load) : undefined, bodyText: text };
}
