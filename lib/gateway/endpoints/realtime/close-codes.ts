/** Close codes of WebSockets, and their reasons (RFC 6455 §7.4). */
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** Close frame without a code, and a connection that broke without a close frame: neither can be sent. */
export const NO_CODE = 1005;
export const BROKEN = 1006;

/** Bytes of a reason in a close frame. */
const REASON_BYTES = 123;

/** Returns the arguments with which one side is closed after the other. */
export function readClosing(code: number, reason: string): [code: number | undefined, reason: string] {
  if (code === NO_CODE) return [undefined, ""];
  return code === BROKEN ? [1001, ""] : [code, fitReason(reason)];
}

export function toCloseCode({ status }: Pick<GatewayError, "status">): number {
  if (status >= 500) return 1011;
  return status === 400 ? 1007 : 1008;
}

/** Shortens a reason, and never inside of a character. */
export function fitReason(reason: string): string {
  const bytes = Buffer.from(reason);
  if (bytes.length <= REASON_BYTES) return reason;
  return bytes
    .subarray(0, REASON_BYTES - 3)
    .toString("utf8")
    .replace(/\uFFFD+$/, "")
    .concat("…");
}
