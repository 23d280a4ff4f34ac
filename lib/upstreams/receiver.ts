/** Receiver of an upstream's response as it arrives. */
import type { GatewayError } from "#lib/http/gateway-error.ts";

export type ResponseHeaders = Record<string, string | string[] | undefined>;

export type Receiver = {
  /** Called once, unless `onError` came first. */
  onHeaders(status: number, headers: ResponseHeaders): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  /** Called with a 502 or 504 for the client instead of `onEnd`, and never after `cancel`. */
  onError(error: GatewayError): void;
};
