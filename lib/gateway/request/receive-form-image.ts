/** Receives an input image that is a file of a form. */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { errors } from "#lib/http/errors.ts";
import { detectMediaType } from "#lib/media/detect-media-type.ts";
import type { PartHeaders } from "#lib/media/read-multipart.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";

/** Limit in bytes, for every model. */
export const LARGEST_IMAGE = 50 * 1024 * 1024;
/** Limit on a text field in bytes: a prompt of 32,000 characters has at most four times as many. */
export const LARGEST_TEXT = 131_072;

/** @throws GatewayError 413 when it is too large, 400 when it is empty */
export async function receiveFormImage({
  headers,
  bytes,
  requestFiles,
  param,
}: {
  headers: PartHeaders;
  bytes: AsyncIterable<Uint8Array>;
  requestFiles: RequestFiles;
  /** Name of the field for errors. */
  param: string;
}): Promise<ImageInput> {
  const file = await requestFiles.add(bytes, LARGEST_IMAGE, () =>
    errors.formFileTooLarge({ param, limit: LARGEST_IMAGE }),
  );
  const filename = headers.filename || param;
  if (file.size === 0) throw errors.formFileEmpty({ param, filename });
  return {
    // The client's type is often wrong; the first bytes never are.
    mediaType: detectMediaType({ declared: undefined, filename, head: file.head }),
    filename,
    size: file.size,
    read: file.read,
    chunks: file.chunks,
  };
}
