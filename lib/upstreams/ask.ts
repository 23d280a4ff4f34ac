/** One exchange with an upstream whose answer is read whole, whatever its status. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { ResponseHeaders } from "./receiver.ts";
import { type Sending, send, type UpstreamRequest } from "./send.ts";
import type { Upstream } from "./upstream.ts";
import { totalTimeout } from "./upstream-error.ts";

export type WholeAnswer = { status: number; headers: ResponseHeaders; text: string };

/**
 * @param largestBytes of the answer's body
 * @throws GatewayError 502 or 504 when there is no answer, the signal's reason when it is aborted
 */
export function ask({
  upstream,
  request,
  largestBytes,
  signal,
}: {
  upstream: Upstream;
  request: UpstreamRequest;
  largestBytes: number;
  signal?: AbortSignal;
}): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const chunks: Buffer[] = [];
    let size = 0;
    let head: Pick<WholeAnswer, "status" | "headers"> = { status: 0, headers: {} };
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
    const timer = setTimeout(() => fail(totalTimeout(upstream)), upstream.timeouts.totalMs);
    signal?.addEventListener("abort", abort);
    sending = send({
      upstream,
      request,
      receiver: {
        onHeaders(status, headers) {
          head = { status, headers };
        },
        onData(chunk) {
          size += chunk.length;
          if (size > largestBytes) fail(tooLong(upstream, largestBytes));
          else chunks.push(chunk);
        },
        onEnd() {
          leave();
          resolve({ ...head, text: Buffer.concat(chunks).toString("utf8") });
        },
        onError: fail,
      },
    });
  });
}

function tooLong({ id }: Upstream, largestBytes: number): GatewayError {
  return new GatewayError({
    status: 502,
    message: `The upstream "${id}" sent an answer of more than ${largestBytes} bytes.`,
    code: "upstream_malformed",
  });
}
