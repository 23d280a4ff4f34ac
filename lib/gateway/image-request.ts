/** Reads a request of either image route, whatever it comes as: JSON, or a form with files (spec; wire-formats §5.2). */
import type { ImageCall, ImageInput } from "#lib/canonical/image-call.ts";
import {
  type ImageFields,
  imageEditFields,
  imageEditRequest,
  imageGenerationRequest,
} from "#lib/dialects/openai-images/wire.ts";
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { validate } from "#lib/http/validate.ts";
import type { Spool } from "#lib/media/spool.ts";
import { readImageForm } from "./image-form.ts";
import { readImageReference } from "./image-reference.ts";
import { createFileLoader } from "./inline-files.ts";
import type { Principal } from "./key-ring.ts";
import { readJson } from "./read-json.ts";
import type { RequestRecord } from "./request-record.ts";
import type { Runtime } from "./runtime.ts";

export type ImageRequest = {
  /** Checked, but for what its model takes. */
  wire: ImageFields;
  sources: ImageInput[];
  mask?: ImageInput | undefined;
  /** The body as it came; undefined for a form. */
  bodyText?: string;
};

type Reading = {
  exchange: ExchangeRequest;
  runtime: Runtime;
  record: RequestRecord;
  principal: Principal;
  operation: ImageCall["operation"];
  spool: Spool;
};

/** @throws GatewayError 400, 413, 415 */
export async function readImageRequest(reading: Reading): Promise<ImageRequest> {
  const { exchange, runtime, record, operation, principal, spool } = reading;
  const isForm = /^multipart\//i.test(String(exchange.headers["content-type"] ?? ""));
  if (operation === "edit" && isForm) {
    const onBytes = (bytes: number) => {
      record.requestBytes += bytes;
    };
    const { fields, images, mask } = await readImageForm(exchange, { spool, onBytes });
    const wire = validate(imageEditFields, fields);
    if (images.length === 0) throw missingImage();
    return { wire, sources: images, mask };
  }
  const { value, text, size } = await readJson(exchange, runtime.settings.limits.bodyBytes);
  record.requestBytes = size;
  if (operation === "generate") return { wire: validate(imageGenerationRequest, value), sources: [], bodyText: text };
  const { images, mask, ...wire } = validate(imageEditRequest, value);
  const load = createFileLoader(runtime, principal);
  const sources: ImageInput[] = [];
  for (const [index, reference] of images.entries())
    sources.push(await readImageReference(reference, `images[${index}]`, load));
  return { wire, sources, mask: mask ? await readImageReference(mask, "mask", load) : undefined, bodyText: text };
}

function missingImage(): GatewayError {
  return new GatewayError({
    status: 400,
    message: "Invalid form: expected the image to edit as a file in the field image, but it is missing.",
    param: "image",
    code: "missing_required_parameter",
  });
}
