/** Sends one request to an upstream and pushes its answer into a receiver; sends it again where that is safe. */
import type { Dispatcher } from "undici";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { type DecodedBody, decodeBody } from "./decode-body.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";
import type { Upstream } from "./upstream.ts";
import { isConnectionError, toUpstreamError } from "./upstream-error.ts";

export type Sending = {
  pause(): void;
  resume(): void;
  /** Ends the upstream's work; the receiver hears nothing more. */
  cancel(): void;
};

export type UpstreamRequest = {
  method: "GET" | "POST";
  /** Appended to the upstream's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string;
};

const RETRIED = new Set([408, 429]);
const FIRST_DELAY_MS = 500;
/** An answer that is thrown away is read to its end up to here, so that its connection can be used again. */
const DISCARD_LIMIT = 65_536;

/**
 * Retries happen only before the first byte of an answer: after a connection error, a 408, a 429 or a 5xx, as often as the
 * upstream's settings allow. `retry-after` is obeyed; one longer than `maxDelayMs` ends the retrying, so that the client
 * gets the upstream's own answer and can decide.
 */
export function send({
  upstream,
  request,
  receiver,
}: {
  upstream: Upstream;
  request: UpstreamRequest;
  receiver: Receiver;
}): Sending {
  const { attempts, maxDelayMs } = upstream.retries;
  const path = upstream.basePath + request.path;
  let controller: Dispatcher.DispatchController | undefined;
  let timer: NodeJS.Timeout | undefined;
  let decoded: DecodedBody | undefined;
  let cancelled = false;
  let sent = 0;

  function retryDelay(retryAfter: number | undefined): number | undefined {
    if (sent > attempts) return undefined;
    const delay = retryAfter ?? Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** (sent - 1) * (0.75 + Math.random() * 0.25));
    return delay <= maxDelayMs ? delay : undefined;
  }

  function tryAgain(delay: number): void {
    timer = setTimeout(attempt, delay);
  }

  function attempt(): void {
    sent++;
    let receiving = false;
    let discarding = false;
    let discarded = 0;
    upstream.pool.dispatch(
      {
        path,
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (cancelled) started.abort(new Error("cancelled"));
        },
        onResponseStart(_, status, headers) {
          // 1xx: the answer is yet to come.
          if (status < 200) return;
          const delay = RETRIED.has(status) || status >= 500 ? retryDelay(readRetryAfter(headers)) : undefined;
          if (delay !== undefined) {
            discarding = true;
            tryAgain(delay);
            return;
          }
          receiving = true;
          decoded = decodeBody({ headers, receiver, upstreamId: upstream.id });
          receiver.onHeaders(status, decoded?.headers ?? headers);
        },
        onResponseData(current, chunk) {
          if (!discarding) {
            if (!cancelled) (decoded ?? receiver).onData(chunk);
            return;
          }
          discarded += chunk.length;
          if (discarded > DISCARD_LIMIT) current.abort(new Error("discarded"));
        },
        onResponseEnd() {
          if (!discarding && !cancelled) (decoded ?? receiver).onEnd();
        },
        onResponseError(_, error) {
          if (cancelled || discarding) return;
          const delay = !receiving && isConnectionError(error) ? retryDelay(undefined) : undefined;
          if (delay !== undefined) tryAgain(delay);
          else {
            decoded?.cancel();
            receiver.onError(
              GatewayError.isInstance(error) ? error : toUpstreamError({ upstream, error, afterHeaders: receiving }),
            );
          }
        },
      },
    );
  }

  attempt();
  return {
    pause() {
      controller?.pause();
      decoded?.pause();
    },
    resume() {
      decoded?.resume();
      controller?.resume();
    },
    cancel() {
      if (cancelled) return;
      cancelled = true;
      clearTimeout(timer);
      decoded?.cancel();
      controller?.abort(new Error("cancelled"));
    },
  };
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date, in milliseconds from now; undefined when there is none. */
export function readRetryAfter(headers: ResponseHeaders, now = Date.now()): number | undefined {
  const exact = Number(headers["retry-after-ms"]);
  if (headers["retry-after-ms"] !== undefined && Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers["retry-after"];
  if (typeof value !== "string") return undefined;
  const seconds = Number(value);
  const delay = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
  return Number.isNaN(delay) ? undefined : Math.max(0, delay);
}
