/** An image that a request names: an uploaded file, or a data URL. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { decodeBase64 } from "#lib/http/decode-base64.ts";
import { invalidValue } from "#lib/http/gateway-error.ts";
import { createInMemoryImage } from "./create-in-memory-image.ts";
import type { FileLoader } from "./file-loader.ts";
import { readInlineImage } from "./read-inline-image.ts";

export type ImageReference = { image_url?: string | undefined; file_id?: string | undefined };

/**
 * @param path path of the reference in the request, for errors
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
      throw invalidValue(`${path}.file_id`, `there is no uploaded file "${id.slice(0, 100)}" that this key may see`);
    return createInMemoryImage(await decodeBase64(file.base64), file.filename);
  }
  const [prefix] = /^data:[^,]{0,100};base64,/.exec(url ?? "") ?? [];
  const data = prefix && url?.slice(prefix.length);
  if (!data) {
    throw invalidValue(
      `${path}.image_url`,
      "remote URLs are not fetched: send a data URL (data:image/png;base64,…), or upload the file and send its file_id",
    );
  }
  return readInlineImage(data, `${path}.image_url`);
}
