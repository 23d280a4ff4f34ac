/** Limit on a request's body. */
import { errors } from "./errors.ts";

/** Passes on chunks up to `limit` bytes. @throws GatewayError 413 beyond it */
export async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw errors.bodyTooLarge({ limit });
    yield chunk;
  }
}
