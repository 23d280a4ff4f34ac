/** Limit on a request's body. */
import { GatewayError } from "./gateway-error.ts";

/** @param limit limit in bytes */
export function bodyTooLargeError(limit: number): GatewayError {
  return new GatewayError({
    status: 413,
    message: `The body is larger than the ${limit} bytes that this gateway takes.`,
    code: "body_too_large",
  });
}

/** Passes on chunks up to `limit` bytes. @throws GatewayError 413 beyond it */
export async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw bodyTooLargeError(limit);
    yield chunk;
  }
}
