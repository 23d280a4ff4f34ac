/** Writes a record for the store: bodies as text, without secrets, with references in place of media, compressed. */
import { TextDecoder } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import type {
  RecordedBody,
  RecordedHeaders,
  RecordedRequest,
  RecordedResponse,
  RequestRecord,
} from "#lib/contract/request-record.ts";
import type { CapturedBody, CapturedRecord, CapturedRequest, CapturedResponse } from "./captured-record.ts";
import { findSecrets, findSplitSecrets } from "./find-secrets.ts";
import { findMedia } from "./replace-media.ts";
import { type Chunks, editChunks, joinText } from "./text-edits.ts";

export type PackRequest = {
  record: CapturedRecord;
  /** Pattern of the secrets of the process. */
  secrets: RegExp;
  /** Patterns of secrets that are known by their form. */
  patterns: readonly RegExp[];
};

/** Quality at which compressing costs about as much as reading the text. */
const QUALITY = 4;

/** @returns the compressed JSON of the record */
export function packRecord({ record, secrets, patterns }: PackRequest): Uint8Array {
  const hide = [secrets, ...patterns];
  const { model, request, response, attempts, ...facts } = record;
  const whole: RequestRecord = {
    ...facts,
    model: model && hideIn(model, hide),
    request: readRequest(request, hide),
    ...(response && { response: readResponse(response, hide) }),
    attempts: attempts.map(({ request: sent, response: got, ...place }) => ({
      ...place,
      request: readRequest(sent, hide),
      ...(got && { response: readResponse(got, hide) }),
    })),
  };
  return brotliCompressSync(JSON.stringify(whole), { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}

function readRequest({ url, headers, body, ...others }: CapturedRequest, hide: readonly RegExp[]): RecordedRequest {
  return {
    ...others,
    url: hideIn(url, hide),
    headers: hideInHeaders(headers, hide),
    ...(body && { body: toRecordedBody(body, hide) }),
  };
}

function readResponse({ headers, body, ...others }: CapturedResponse, hide: readonly RegExp[]): RecordedResponse {
  return { ...others, headers: hideInHeaders(headers, hide), ...(body && { body: toRecordedBody(body, hide) }) };
}

function hideInHeaders(headers: RecordedHeaders, hide: readonly RegExp[]): RecordedHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hideIn(value, hide)]));
}

function toRecordedBody(
  { chunks, bytes, isTooLong, media: known = 0 }: CapturedBody,
  hide: readonly RegExp[],
): RecordedBody {
  const text = decode(chunks, { isCut: isTooLong });
  if (!text) return { chunks: [], bytes, omitted: "binary" };
  const media = findMedia(joinText(text));
  const withoutMedia = editChunks(text, media);
  const secrets = findSecrets(joinText(withoutMedia), hide);
  const withoutSecrets = editChunks(withoutMedia, secrets);
  const split = findSplitSecrets(joinText(withoutSecrets), hide);
  const count = secrets.length + split.secrets;
  const references = known + media.length;
  return {
    chunks: editChunks(withoutSecrets, split.edits),
    bytes,
    ...(isTooLong && { omitted: "too_long" as const }),
    ...(count > 0 && { secrets: count }),
    ...(references > 0 && { media: references }),
  };
}

/** Returns undefined for bytes that are no text. A character lies in the chunk in which it ends. */
function decode(chunks: CapturedBody["chunks"], { isCut }: { isCut: boolean }): Chunks | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const text = chunks.map(([at, bytes]): [number, string] => [at, decoder.decode(bytes, { stream: true })]);
    // Half a character at the end is an error, unless the rest of it was left out.
    if (!isCut) decoder.decode();
    return text;
  } catch {
    return undefined;
  }
}

function hideIn(text: string, patterns: readonly RegExp[]): string {
  return joinText(editChunks([[0, text]], findSecrets(text, patterns)));
}
