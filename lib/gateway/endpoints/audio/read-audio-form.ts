/** Reads the form of a transcription: its fields, and its file as a temp file (wire-formats §11.4). */
import type { AudioFile } from "#lib/canonical/audio-call.ts";
import { type TranscriptionFields, transcriptionFields } from "#lib/contract/openai-audio/wire.ts";
import { AUDIO_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import { countChunks, uploadChunks } from "#lib/gateway/request/upload-body.ts";
import { errors } from "#lib/http/errors.ts";
import type { FormPart } from "#lib/http/multipart-body.ts";
import { validate } from "#lib/http/validate.ts";
import { detectMediaType } from "#lib/media/detect-media-type.ts";
import { readMultipart, readPartText } from "#lib/media/read-multipart.ts";
import type { RequestFiles, TempFile } from "#lib/media/temp-files.ts";

const FILE = "file";
const BOOLEANS: Record<string, boolean> = { true: true, false: false };

/** Route of the request. */
export type TranscriptionTask = "transcriptions" | "translations";

export type AudioForm = {
  fields: TranscriptionFields;
  /** Fields as they came, in order, without the model. */
  others: readonly { name: string; value: string }[];
  file: AudioFile & TempFile;
};

/** @throws GatewayError 400 for a form that is malformed, cut or has no audio; 413 for a file that is too large */
export async function readAudioForm(
  { request, log }: Pick<RequestContext, "request" | "log">,
  requestFiles: RequestFiles,
): Promise<AudioForm> {
  const others: { name: string; value: string }[] = [];
  const values: Record<string, unknown> = {};
  let file: AudioForm["file"] | undefined;
  let hasFile = false;
  const { fileBytes, fieldBytes } = AUDIO_LIMITS;
  await readMultipart({
    contentType: String(request.headers["content-type"] ?? ""),
    chunks: countChunks(uploadChunks(request, fileBytes), (bytes) => {
      log.requestBytes += bytes;
    }),
    async onPart({ name, filename, contentType }, bytes) {
      if (name === undefined) throw errors.formPartWithoutName();
      if (name !== FILE) {
        if (filename !== undefined) throw errors.formFileInOtherField({ param: name.slice(0, 100), fields: [FILE] });
        const value = await readPartText(bytes, fieldBytes);
        if (name in values && !name.endsWith("[]")) throw errors.formFieldRepeated({ param: name.slice(0, 100) });
        values[name] = toValue(name, value);
        if (name !== "model") others.push({ name, value });
        return;
      }
      if (filename === undefined) throw errors.formFieldNotFile({ field: FILE, param: FILE });
      if (hasFile) throw errors.formFieldRepeated({ param: FILE });
      // The next part may begin before this one's bytes are stored.
      hasFile = true;
      const stored = await requestFiles.add(bytes, fileBytes, () =>
        errors.formFileTooLarge({ param: FILE, limit: fileBytes }),
      );
      if (stored.size === 0) throw errors.formFileEmpty({ param: FILE, filename: filename || FILE });
      const named = filename || "audio";
      const mediaType = detectMediaType({ declared: contentType, filename: named, head: stored.head });
      file = { ...stored, filename: named, mediaType };
    },
  });
  const fields = validate(transcriptionFields, values);
  if (!file) throw errors.missingParameter({ param: FILE });
  return { fields, others, file };
}

/** A form has only text; an invalid number or boolean stays text, which the schema then refuses by name. */
function toValue(name: string, text: string): unknown {
  if (name === "temperature") return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  if (name === "stream") return BOOLEANS[text.trim().toLowerCase()] ?? text;
  return text;
}

/** Returns the form for an upstream; the file goes last, after all that is said about it. */
export function writeAudioForm({ others, file }: AudioForm, model: string): FormPart[] {
  const { filename, mediaType, size, chunks } = file;
  return [{ name: "model", value: model }, ...others, { name: FILE, filename, mediaType, size, chunks }];
}
