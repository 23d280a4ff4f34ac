/** A body that is too large to hold, and what may go wrong on its way. */
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { brokenOff, fileTooLarge } from "#lib/media/media-errors.ts";

/** What a form may have around its file. */
const FORM_BYTES = 1_048_576;

/**
 * The body as it comes.
 * @param fileLimit of the file in it, in bytes
 * @throws GatewayError 413 at once when it announces more; 400 when it ends before it is complete, or is compressed
 */
export function uploadChunks({ headers, body }: ExchangeRequest, fileLimit: number): AsyncIterable<Uint8Array> {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new GatewayError({
      status: 415,
      message: `The body must not be compressed, got content-encoding ${String(encoding).slice(0, 100)}.`,
    });
  }
  const announced = headers["content-length"] === undefined ? undefined : Number(headers["content-length"]);
  if (announced !== undefined && announced > fileLimit + FORM_BYTES) throw fileTooLarge(fileLimit);
  return complete(body.chunks(fileLimit + FORM_BYTES), announced);
}

/** The same chunks; `onChunk` is told how long each one is. */
export async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const chunk of chunks) {
    onChunk(chunk.length);
    yield chunk;
  }
}

async function* complete(
  chunks: AsyncIterable<Uint8Array>,
  announced: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        throw GatewayError.isInstance(error) ? error : brokenOff();
      });
      if (next.done) break;
      size += next.value.length;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
  if (announced !== undefined && size < announced) throw brokenOff();
}
