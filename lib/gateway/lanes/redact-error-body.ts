import { hasErrorField } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_ERROR } from "../limits.ts";

/**
 * Returns bytes of an upstream, with its secrets redacted when they hold an error. Longer bytes hold no error, and are
 * not searched.
 */
export function redactErrorBody(bytes: Buffer, { redact }: Pick<Upstream, "redact">): Buffer {
  return bytes.length <= LARGEST_ERROR && hasErrorField(bytes) ? redact.bytes(bytes) : bytes;
}
