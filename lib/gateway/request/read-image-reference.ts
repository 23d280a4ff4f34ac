/** An image that a request names: an uploaded file, or a data URL. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { decodeBase64 } from "#lib/http/decode-base64.ts";
import { errors } from "#lib/http/errors.ts";
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
    if (!file) throw errors.imageFileNotFound({ param: `${path}.file_id`, id });
    return createInMemoryImage(await decodeBase64(file.base64), file.filename);
  }
  const [prefix] = /^data:[^,]{0,100};base64,/.exec(url ?? "") ?? [];
  const data = prefix && url?.slice(prefix.length);
  if (!data) {
    throw errors.imageUrlRemote({ param: `${path}.image_url` });
  }
  return readInlineImage(data, `${path}.image_url`);
}
