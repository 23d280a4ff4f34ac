/** Errors of replies and events that break their dialect's rules. */
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** End of a stream: an error of the gateway, or one that the stream reports. */
export type StreamFailure = { status: number; message: string; code?: string | undefined };

/** Returns the error of an event whose reading failed with `cause`. */
export function toEventError(cause: unknown): GatewayError {
  if (cause instanceof WireIndexError) return errors.eventIndexOutOfBounds({ reason: cause.message, cause });
  return cause instanceof SyntaxError ? errors.eventNotJson({ cause }) : errors.eventUnreadable({ cause });
}

/**
 * Returns the result of `read`, which reads a complete reply.
 * @throws GatewayError 502 when the reply has an index outside its bound
 */
export function readIndexed<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof WireIndexError)) throw cause;
    throw errors.replyIndexOutOfBounds({ reason: cause.message, cause });
  }
}
