/** An image that a request names: an uploaded file, or a data URL. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { inMemoryImage } from "./in-memory-image.ts";
import type { FileLoader } from "./inline-files.ts";

export type ImageReference = { image_url?: string | undefined; file_id?: string | undefined };

/**
 * @param path of the reference in the request, as errors name it
 * @throws GatewayError 400
 */
export async function readImageReference(
  { image_url: url, file_id: id }: ImageReference,
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

function wrongReference(param: string, why: string): GatewayError {
  return new GatewayError({
    status: 400,
    message: `Invalid value for ${param}: ${why}.`,
    param,
    code: "invalid_value",
  });
}
