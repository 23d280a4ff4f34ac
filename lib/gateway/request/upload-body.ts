/** Reads the body of an upload as a stream. */

import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

/** Limit in bytes on the parts of a form beside its file. */
const FORM_BYTES = 1_048_576;

/**
 * Returns the body as it arrives.
 * @param fileLimit limit on the file in it, in bytes
 * @throws GatewayError 413 at once when it announces more; 400 when it is cut, or is compressed
 */
export function uploadChunks({ headers, body }: HttpRequest, fileLimit: number): AsyncIterable<Uint8Array> {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw errors.compressedBody({ encoding: String(encoding) });
  }
  const announced = headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
  if (announced !== undefined && announced > fileLimit + FORM_BYTES) throw errors.fileTooLarge({ limit: fileLimit });
  return requireComplete(body.chunks(fileLimit + FORM_BYTES), announced);
}

/** Passes the chunks on, and calls `onChunk` with the length of each. */
export async function* countChunks(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    onChunk(chunk.length);
    yield chunk;
  }
}

async function* requireComplete(
  chunks: AsyncIterable<Uint8Array>,
  announced: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw GatewayError.isInstance(error) ? error : errors.uploadIncomplete();
      });
      if (next.done) break;
      size += next.value.length;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
  if (announced !== undefined && size < announced) throw errors.uploadIncomplete();
}
