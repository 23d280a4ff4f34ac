/**
 * Reads the form of `POST /v1/videos`: its fields as in a JSON request, its file as a temp file (wire-formats §6.1).
 */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { LARGEST_IMAGE, LARGEST_TEXT, receiveFormImage } from "#lib/gateway/request/receive-form-image.ts";
import { countChunks, uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";

const FIELD = "input_reference";
/** Spellings of clients for a file: `input_reference`, `input_reference[]`. */
const FILE = /^input_reference(?:\[\d*\])?$/;
/** Fields of a reference by name: `input_reference[image_url]`, `input_reference[file_id]`. */
const MEMBER = /^input_reference\[(image_url|file_id)\]$/;
/** Limit for a data URL of the largest image. */
const LARGEST_REFERENCE = Math.ceil((LARGEST_IMAGE * 4) / 3) + 1_024;

export type VideoForm = { fields: Record<string, unknown>; image?: ImageInput };

/**
 * @param onBytes called with the length of each chunk
 * @throws GatewayError 400 for a form that is malformed, cut or has other files; 413 for one that is too large
 */
export async function readVideoForm(
  request: HttpRequest,
  { requestFiles, onBytes }: { requestFiles: RequestFiles; onBytes: (bytes: number) => void },
): Promise<VideoForm> {
  const fields: Record<string, unknown> = {};
  const reference: Record<string, string> = {};
  let image: ImageInput | undefined;
  let hasImage = false;
  await readMultipart({
    contentType: String(request.headers["content-type"] ?? ""),
    chunks: countChunks(uploadChunks(request, LARGEST_REFERENCE), onBytes),
    async onPart(headers, bytes) {
      const { name, filename } = headers;
      if (name === undefined) throw errors.formPartWithoutName();
      const member = MEMBER.exec(name)?.[1];
      if (filename !== undefined) {
        if (!FILE.test(name)) throw errors.formFileInOtherField({ param: name.slice(0, 100), fields: [FIELD] });
        if (hasImage) throw errors.formFieldRepeated({ param: FIELD });
        // The next part may begin before this one's bytes are stored.
        hasImage = true;
        image = await receiveFormImage({ headers, bytes, requestFiles, param: FIELD });
      } else if (member !== undefined) {
        reference[member] = await readPartText(bytes, LARGEST_REFERENCE);
      } else {
        fields[name] = await readPartText(bytes, name === FIELD ? LARGEST_REFERENCE : LARGEST_TEXT);
      }
    },
  });
  if (Object.keys(reference).length > 0) fields[FIELD] = reference;
  if (image && fields[FIELD] !== undefined) throw errors.formFieldRepeated({ param: FIELD });
  return { fields, ...(image ? { image } : {}) };
}
