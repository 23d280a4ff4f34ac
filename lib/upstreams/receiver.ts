/** Who is told of an upstream's answer as it comes. */
import type { GatewayError } from "#lib/http/gateway-error.ts";

export type ResponseHeaders = Record<string, string | string[] | undefined>;

export type Receiver = {
  /** Once, unless `onError` came first. */
  onHeaders(status: number, headers: ResponseHeaders): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** A 502 or 504 for the client; comes instead of `onEnd`, and never after `cancel`. */
  onError(error: GatewayError): void;
};
