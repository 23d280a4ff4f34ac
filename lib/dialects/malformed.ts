/** The text of an error about a reply or an event that breaks its dialect's rules. */
import { WireIndexError } from "#lib/contract/wire-index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

/** Describes an event whose reading failed with `cause`. */
export function describeMalformedEvent(cause: unknown): string {
  if (cause instanceof WireIndexError) return `The upstream sent an event that cannot be read: ${cause.message}`;
  if (cause instanceof SyntaxError) return "The upstream sent an event that is not JSON.";
  return "The upstream sent an event that cannot be read.";
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
    throw new GatewayError({
      status: 502,
      message: `The upstream's reply cannot be read: ${cause.message}`,
      type: "upstream_error",
      code: "upstream_malformed",
      cause,
    });
  }
}
