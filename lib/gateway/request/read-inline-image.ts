import type { ImageInput } from "#lib/canonical/image-call.ts";
import { decodeBase64, isBase64 } from "#lib/http/decode-base64.ts";
import { errors } from "#lib/http/errors.ts";
import { createInMemoryImage } from "./create-in-memory-image.ts";

/**
 * Decodes an image that a request holds as base64.
 * @param param path of its field
 * @throws GatewayError 400 for text that is not base64 or is empty
 */
export async function readInlineImage(base64: string, param: string): Promise<ImageInput> {
  if (!(await isBase64(base64))) throw errors.base64Invalid({ param });
  const bytes = await decodeBase64(base64);
  if (bytes.length === 0) throw errors.base64Empty({ param });
  return createInMemoryImage(bytes, "image");
}
