/** Sends a request to an upstream and reads the whole response, whatever its status. */

import { errors } from "#lib/http/errors.ts";
import { collectBody } from "./collect-body.ts";
import type { ResponseHeaders } from "./receiver.ts";
import { type Sending, send, type UpstreamRequest } from "./send.ts";
import type { Upstream } from "./upstream.ts";
import { totalTimeoutError } from "./upstream-error.ts";

export type TextResponse = { status: number; headers: ResponseHeaders; text: string };

/**
 * @param largestBytes limit on the response's body
 * @throws GatewayError 502 or 504 without a response, the signal's reason when it is aborted
 */
export function fetchText({
  upstream,
  request,
  largestBytes,
  timeoutMs = upstream.timeouts.totalMs,
  signal,
}: {
  upstream: Upstream;
  request: UpstreamRequest;
  largestBytes: number;
  timeoutMs?: number;
  signal?: AbortSignal;
}): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let head: Pick<TextResponse, "status" | "headers"> = { status: 0, headers: {} };
    let sending: Sending | undefined;
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (error: unknown) => {
      leave();
      sending?.cancel();
      reject(error);
    };
    const abort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(totalTimeoutError(upstream, timeoutMs)), timeoutMs);
    signal?.addEventListener("abort", abort);
    const body = collectBody(largestBytes, (bytes, whole) => {
      if (!whole) return fail(errors.upstreamReplyTooLarge({ provider: upstream.id, limit: largestBytes }));
      leave();
      resolve({ ...head, text: bytes.toString("utf8") });
    });
    sending = send({
      upstream,
      request,
      receiver: {
        onHeaders(status, headers) {
          head = { status, headers };
        },
        ...body,
        onError: fail,
      },
    });
  });
}
