/**
 * Reads the form of `POST /v1/images/edits`: its fields as in a JSON request, its files as temp files (wire-formats
 * §5.2).
 */
import type { ImageInput } from "#lib/canonical/image-call.ts";
import { LARGEST_IMAGE, LARGEST_TEXT, receiveFormImage } from "#lib/gateway/request/receive-form-image.ts";
import { countChunks, uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import { readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { RequestFiles } from "#lib/media/temp-files.ts";

export type ImageForm = {
  /** Fields with numbers and booleans converted; unknown fields unchanged. */
  fields: Record<string, unknown>;
  images: ImageInput[];
  mask?: ImageInput;
};

/** Limit on files in the largest form of any model: 16 of 50 MB. */
const MOST_FILES = 16;

/** Spellings of clients: one `image`, `image[]`, `image[0]`, each of them repeated. */
const IMAGE_FIELD = /^images?(?:\[\d*\])?$/;
const MASK_FIELD = /^mask(?:\[0?\])?$/;
const NUMBERS = new Set(["n", "output_compression", "partial_images"]);
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/**
 * @param onBytes called with the length of each chunk
 * @throws GatewayError 400 for a form that is malformed, cut or has other files; 413 for one that is too large
 */
export async function readImageForm(
  request: HttpRequest,
  { requestFiles, onBytes }: { requestFiles: RequestFiles; onBytes: (bytes: number) => void },
): Promise<ImageForm> {
  const fields: Record<string, unknown> = {};
  const images: { at: number; image: ImageInput }[] = [];
  let mask: ImageInput | undefined;
  let hasMask = false;
  let parts = 0;

  await readMultipart({
    contentType: String(request.headers["content-type"] ?? ""),
    chunks: countChunks(uploadChunks(request, MOST_FILES * LARGEST_IMAGE), onBytes),
    async onPart(headers, bytes) {
      const at = parts++;
      const { name, filename } = headers;
      if (name === undefined) throw errors.formPartWithoutName();
      if (IMAGE_FIELD.test(name)) {
        if (filename === undefined) throw errors.formFieldNotFile({ field: name, param: "image" });
        if (images.length >= MOST_FILES) throw errors.formTooManyImages({ limit: MOST_FILES });
        // Takes its place in the list before its bytes arrive.
        const entry = { at, image: undefined as unknown as ImageInput };
        images.push(entry);
        entry.image = await receiveFormImage({ headers, bytes, requestFiles, param: "image" });
      } else if (MASK_FIELD.test(name)) {
        if (filename === undefined) throw errors.formFieldNotFile({ field: "mask", param: "mask" });
        if (hasMask) throw errors.formFieldRepeated({ param: "mask" });
        // The next part may begin before this one's bytes are stored.
        hasMask = true;
        mask = await receiveFormImage({ headers, bytes, requestFiles, param: "mask" });
      } else if (filename !== undefined) {
        throw errors.formFileInOtherField({ param: name.slice(0, 100), fields: ["image", "mask"] });
      } else {
        fields[name] = toValue(name, await readPartText(bytes, LARGEST_TEXT));
      }
    },
  });
  const ordered = images.sort((one, other) => one.at - other.at).map(({ image }) => image);
  return { fields, images: ordered, ...(mask ? { mask } : {}) };
}

/** A form has only text; an invalid number or boolean stays text, which the schema then refuses by name. */
function toValue(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (name === "stream") return BOOLEANS[text.trim().toLowerCase()] ?? text;
  return text;
}
