/** Sends one request to an upstream and pushes its response into a receiver; retries where that is safe. */
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { escapesBasePath } from "#lib/http/url-path.ts";
import type { AttemptObserver, ObservedAttempt } from "./attempt-observer.ts";
import { type DecodedBody, decodeBody } from "./decode-body.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";
import { computeRetryDelay, isRetriedStatus, mayHaveDelayInBody } from "./retry-rule.ts";
import type { Upstream } from "./upstream.ts";
import { isConnectionError, toUpstreamError, wasNeverSent } from "./upstream-error.ts";

export type Sending = {
  pause(): void;
  resume(): void;
  /** Cancels the request; the receiver is not called again. */
  cancel(): void;
};

/** Body with its headers: its type, and its length if known. A long body is opened for each attempt. */
export type RequestBody = { headers: Record<string, string>; content: string | Buffer | (() => Readable) };

export type UpstreamRequest = {
  method: "GET" | "POST" | "DELETE";
  /** Path that is appended to the upstream's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: RequestBody["content"];
  /**
   * Reads the retry time from a refusal's body, in milliseconds from now; called before a retry when no header has it.
   * Undefined when the body has none.
   */
  readRetryAfter?: (body: string) => number | undefined;
  /** True for a request that must not be executed twice: retried only when it was certainly not executed. */
  once?: boolean;
};

/** Refusal that is read to its end before the decision to retry. */
type RefusedResponse = { status: number; headers: ResponseHeaders; chunks: Buffer[] };

/** Limit in bytes on reading a discarded response to its end, so that its connection can be reused. */
const DISCARD_LIMIT = 65_536;

export type SendTerms = {
  upstream: Upstream;
  request: UpstreamRequest;
  receiver: Receiver;
  observer?: AttemptObserver | undefined;
};

/** @throws GatewayError 502 for a path outside the upstream's base URL, which must never get the credential */
export function send({ upstream, request, receiver, observer }: SendTerms): Sending {
  const { retries, keys } = upstream;
  if (escapesBasePath(request.path)) throw errors.upstreamPathLeaves({ provider: upstream.id });
  const path = upstream.basePath + request.path;
  let controller: Dispatcher.DispatchController | undefined;
  let timer: NodeJS.Timeout | undefined;
  let decoded: DecodedBody | undefined;
  let cancelled = false;
  let sent = 0;
  /** Requests that were sent again with another key: no retries. */
  let switches = 0;
  let observed: ObservedAttempt | undefined;

  function cancel(): void {
    if (cancelled) return;
    cancelled = true;
    clearTimeout(timer);
    observed?.end({ error: "cancelled" });
    decoded?.cancel();
    controller?.abort(new Error("cancelled"));
  }

  const source = { pause: () => controller?.pause(), resume: () => controller?.resume(), cancel };

  function tryAgain(delay: number): void {
    timer = setTimeout(attempt, delay);
  }

  function attempt(key = keys?.take()): void {
    sent++;
    const attempted = observer?.begin();
    observed = attempted;
    const headers = key && keys ? keys.sign(request.headers, key) : request.headers;
    let started = false;
    let receiving = false;
    let discarding = false;
    let discarded = 0;
    let refused: RefusedResponse | undefined;

    function receive(status: number, headers: ResponseHeaders): void {
      receiving = true;
      attempted?.responded(status);
      decoded = decodeBody({ headers, receiver, source, upstreamId: upstream.id });
      receiver.onHeaders(status, decoded?.headers ?? headers);
    }

    function settle({ status, headers, chunks }: RefusedResponse): void {
      refused = undefined;
      const after = request.readRetryAfter?.(Buffer.concat(chunks).toString("utf8"));
      const said = after === undefined ? headers : { "retry-after-ms": String(after) };
      const delay = computeRetryDelay({ retries, sent, headers: said });
      attempted?.end({ status });
      if (delay !== undefined) {
        tryAgain(delay);
        return;
      }
      receive(status, headers);
      for (const chunk of chunks) (decoded ?? receiver).onData(chunk);
      (decoded ?? receiver).onEnd();
    }

    upstream.pool.dispatch(
      {
        path,
        method: request.method,
        headers: attempted ? { ...headers, ...attempted.headers } : headers,
        body: (typeof request.body === "function" ? request.body() : request.body) ?? null,
      },
      {
        onRequestStart(current) {
          started = true;
          controller = current;
          if (cancelled) current.abort(new Error("cancelled"));
        },
        onResponseStart(_, status, headers) {
          // 1xx: the final response is still to come.
          if (status < 200) return;
          const otherKey = key && keys?.refuse(key, status, headers);
          if (otherKey && ++switches < (keys?.size ?? 0)) {
            discarding = true;
            attempted?.refused?.(status, headers);
            attempted?.end({ status });
            sent--;
            timer = setTimeout(attempt, 0, otherKey);
            return;
          }
          const delay = isRetriedStatus(status, request) ? computeRetryDelay({ retries, sent, headers }) : undefined;
          if (delay !== undefined) attempted?.refused?.(status, headers);
          if (delay === undefined) receive(status, headers);
          else if (request.readRetryAfter && mayHaveDelayInBody(status, headers))
            refused = { status, headers, chunks: [] };
          else {
            discarding = true;
            attempted?.end({ status });
            tryAgain(delay);
          }
        },
        onResponseData(current, chunk) {
          if (refused || discarding) attempted?.discarded?.(chunk);
          if (refused) {
            refused.chunks.push(chunk);
            discarded += chunk.length;
            // A refusal of this length is likely an HTML page.
            if (discarded > DISCARD_LIMIT) current.abort(new Error("discarded"));
            return;
          }
          if (!discarding) {
            if (cancelled) return;
            attempted?.received(chunk);
            (decoded ?? receiver).onData(chunk);
            return;
          }
          discarded += chunk.length;
          if (discarded > DISCARD_LIMIT) current.abort(new Error("discarded"));
        },
        onResponseEnd() {
          if (refused || discarding) attempted?.discarded?.();
          if (refused) {
            if (!cancelled) settle(refused);
            return;
          }
          if (discarding || cancelled) return;
          attempted?.end();
          (decoded ?? receiver).onEnd();
        },
        onResponseError(_, error) {
          if (cancelled || discarding) return;
          const isUnsent = !started;
          const safe = request.once ? isUnsent || wasNeverSent(error) : isConnectionError(error);
          const delay = refused || (!receiving && safe) ? computeRetryDelay({ retries, sent }) : undefined;
          const failure = GatewayError.isInstance(error)
            ? error
            : toUpstreamError({ upstream, error, afterHeaders: receiving, isUnsent });
          attempted?.end({ error: failure.code ?? String(failure.status) });
          if (delay !== undefined) return tryAgain(delay);
          decoded?.cancel();
          receiver.onError(failure);
        },
      },
    );
  }

  attempt();
  return {
    pause: () => (decoded ?? source).pause(),
    resume: () => (decoded ?? source).resume(),
    cancel,
  };
}
