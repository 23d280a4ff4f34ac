import type { ImageInput } from "#lib/canonical/image-call.ts";
import { decodeBase64, isBase64, NOT_BASE64 } from "#lib/http/decode-base64.ts";
import { invalidValue } from "#lib/http/gateway-error.ts";
import { createInMemoryImage } from "./create-in-memory-image.ts";

/**
 * Decodes an image that a request holds as base64.
 * @param param path of its field
 * @throws GatewayError 400 for text that is not base64 or is empty
 */
export async function readInlineImage(base64: string, param: string): Promise<ImageInput> {
  if (!(await isBase64(base64))) throw invalidValue(param, NOT_BASE64);
  const bytes = await decodeBase64(base64);
  if (bytes.length === 0) throw invalidValue(param, "its base64 holds no bytes");
  return createInMemoryImage(bytes, "image");
}
