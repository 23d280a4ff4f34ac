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
import { inMemoryImage } from "./in-memory-image.ts";
import { createFileLoader, type FileLoader } from "./inline-files.ts";
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
    sources.push(await readReference(reference, `images[${index}]`, load));
  return { wire, sources, mask: mask ? await readReference(mask, "mask", load) : undefined, bodyText: text };
}

type Reference = { image_url?: string | undefined; file_id?: string | undefined };

async function readReference(
  { image_url: url, file_id: id }: Reference,
  path: string,
  load: FileLoader,
): Promise<ImageInput> {
  if (id !== undefined) {
    const file = await load(id);
    if (!file)
      throw wrongReference(`${path}.file_id`, `there is no uploaded file "${id.slice(0, 100)}" that this key may see`);
    return inMemoryImage(Buffer.from(file.base64, "base64"), file.filename);
  }
  const [, data] = /^data:[^,]{0,100};base64,(.+)$/s.exec(url ?? "") ?? [];
  if (data === undefined) {
    throw wrongReference(
      `${path}.image_url`,
      "expected a data URL (data:image/png;base64,…), for the gateway fetches nothing: or upload the file and send its file_id",
    );
  }
  const bytes = Buffer.from(data, "base64");
  if (bytes.length === 0) throw wrongReference(`${path}.image_url`, "its base64 holds no bytes");
  return inMemoryImage(bytes, "image");
}

function missingImage(): GatewayError {
  return new GatewayError({
    status: 400,
    message: "Invalid form: expected the image to edit as a file in the field image, but it is missing.",
    param: "image",
    code: "missing_required_parameter",
  });
}

function wrongReference(param: string, why: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${why}.`,
    param,
    code: "invalid_value",
  });
}
