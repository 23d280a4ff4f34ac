/** Responses to relayed requests that are not a reply: refusals, and unexpected bodies. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { collectBody } from "#lib/upstreams/collect-body.ts";
import { readHiddenError, readUpstreamError } from "#lib/upstreams/read-upstream-error.ts";
import {
  beginsObject,
  type Expected,
  hasErrorField,
  isEventStream,
  type ResponseHead,
  unexpectedBodyError,
} from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { LARGEST_ERROR } from "../limits.ts";
import type { BodyReceiver } from "./relay-events.ts";

type Source = { responseHead: ResponseHead; upstream: Upstream; dialect: Pick<Dialect, "readError"> };

type Receiving = Source & {
  fail: (error: GatewayError) => void;
  /** Cancels the request to the upstream, which may continue after the part that was read. */
  cancel: () => void;
};

/** Passes on status and text of an upstream's refusal, in the envelope that the client reads. */
export function receiveError({ responseHead, upstream, dialect, fail, cancel }: Receiving): BodyReceiver {
  return collectBody(LARGEST_ERROR, (bytes, whole) => {
    if (!whole) cancel();
    fail(readUpstreamError({ ...responseHead, body: bytes.toString("utf8"), upstream, ...dialect }));
  });
}

/**
 * Fails with the received body. Events in place of a document are not read: they may last as long as the model writes.
 */
export function receiveUnexpected({
  responseHead,
  expected,
  upstream,
  dialect: { readError },
  fail,
  cancel,
}: Receiving & { expected: Expected }): BodyReceiver | undefined {
  const failWith = (body?: Buffer) =>
    fail(unexpectedBodyError({ ...responseHead, upstream, expected, readError, ...(body && { body }) }));
  if (expected !== "an event stream" && isEventStream(responseHead.headers)) {
    cancel();
    failWith();
    return undefined;
  }
  return collectBody(LARGEST_ERROR, (bytes, whole) => {
    if (!whole) cancel();
    failWith(bytes);
  });
}

/**
 * Checks the first bytes of a relayed document, and a small one for an error with a success status.
 * @param whole false when these are the first bytes of a large document
 * @returns the bytes to pass on, with secrets redacted when it has an error beside its reply
 * @throws GatewayError the error in it, or 502 for a body that is not a JSON object
 */
export function checkDocument(
  body: Buffer,
  { whole, responseHead, upstream, dialect: { readError } }: Source & { whole: boolean },
): Buffer {
  if (!beginsObject(body)) {
    throw unexpectedBodyError({ ...responseHead, upstream, expected: "a JSON object", readError, body });
  }
  if (!whole || !hasErrorField(body)) return body;
  const error = readHiddenError({ text: body.toString("utf8"), headers: responseHead.headers, upstream, readError });
  if (error) throw error;
  return upstream.redact.bytes(body);
}
