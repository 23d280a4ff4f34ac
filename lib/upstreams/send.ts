/** Sends one request to an upstream and pushes its answer into a receiver; sends it again where that is safe. */
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { leadsElsewhere } from "#lib/http/url-path.ts";
import { type DecodedBody, decodeBody } from "./decode-body.ts";
import type { Receiver, ResponseHeaders } from "./receiver.ts";
import { isRetriedStatus, retryDelay, saysWhenInBody } from "./retry-rule.ts";
import type { Upstream } from "./upstream.ts";
import { isConnectionError, malformed, toUpstreamError, wasNeverSent } from "./upstream-error.ts";

export type Sending = {
  pause(): void;
  resume(): void;
  /** Ends the upstream's work; the receiver hears nothing more. */
  cancel(): void;
};

/** A body with headers of its own: its type, and its length where that is known. A long one is opened for each try. */
export type RequestBody = { headers: Record<string, string>; content: string | Buffer | (() => Readable) };

export type UpstreamRequest = {
  method: "GET" | "POST" | "DELETE";
  /** Appended to the upstream's base URL. */
  path: string;
  headers: Record<string, string>;
  body?: RequestBody["content"];
  /**
   * When a refusal's body says to come back, in milliseconds from now; asked where no header says it, before the request
   * is sent again. Undefined when it does not.
   */
  readRetryAfter?: (body: string) => number | undefined;
  /** What it asks for must not be begun twice: sent again only when it was surely not begun. */
  once?: boolean;
};

/** A refusal that is read to its end before it is known whether the request is sent again. */
type Held = { status: number; headers: ResponseHeaders; chunks: Buffer[] };

/** An answer that is thrown away is read to its end up to here, so that its connection can be used again. */
const DISCARD_LIMIT = 65_536;

/** @throws GatewayError 502 for a path that leads out of the upstream's base URL: it is never sent with the credential */
export function send({
  upstream,
  request,
  receiver,
}: {
  upstream: Upstream;
  request: UpstreamRequest;
  receiver: Receiver;
}): Sending {
  const { retries } = upstream;
  if (leadsElsewhere(request.path)) throw malformed(upstream, "a name that leads to another path");
  const path = upstream.basePath + request.path;
  let controller: Dispatcher.DispatchController | undefined;
  let timer: NodeJS.Timeout | undefined;
  let decoded: DecodedBody | undefined;
  let cancelled = false;
  let sent = 0;

  function cancel(): void {
    if (cancelled) return;
    cancelled = true;
    clearTimeout(timer);
    decoded?.cancel();
    controller?.abort(new Error("cancelled"));
  }

  const source = { pause: () => controller?.pause(), resume: () => controller?.resume(), cancel };

  function tryAgain(delay: number): void {
    timer = setTimeout(attempt, delay);
  }

  function attempt(): void {
    sent++;
    let receiving = false;
    let discarding = false;
    let discarded = 0;
    let held: Held | undefined;

    function receive(status: number, headers: ResponseHeaders): void {
      receiving = true;
      decoded = decodeBody({ headers, receiver, source, upstreamId: upstream.id });
      receiver.onHeaders(status, decoded?.headers ?? headers);
    }

    function settle({ status, headers, chunks }: Held): void {
      held = undefined;
      const after = request.readRetryAfter?.(Buffer.concat(chunks).toString("utf8"));
      const said = after === undefined ? headers : { "retry-after-ms": String(after) };
      const delay = retryDelay({ retries, sent, headers: said });
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
        headers: request.headers,
        body: (typeof request.body === "function" ? request.body() : request.body) ?? null,
      },
      {
        onRequestStart(started) {
          controller = started;
          if (cancelled) started.abort(new Error("cancelled"));
        },
        onResponseStart(_, status, headers) {
          // 1xx: the answer is yet to come.
          if (status < 200) return;
          const delay = isRetriedStatus(status, request) ? retryDelay({ retries, sent, headers }) : undefined;
          if (delay === undefined) receive(status, headers);
          else if (request.readRetryAfter && saysWhenInBody(status, headers)) held = { status, headers, chunks: [] };
          else {
            discarding = true;
            tryAgain(delay);
          }
        },
        onResponseData(current, chunk) {
          if (held) {
            held.chunks.push(chunk);
            discarded += chunk.length;
            // A refusal of this length is a page of HTML or worse.
            if (discarded > DISCARD_LIMIT) current.abort(new Error("discarded"));
            return;
          }
          if (!discarding) {
            if (!cancelled) (decoded ?? receiver).onData(chunk);
            return;
          }
          discarded += chunk.length;
          if (discarded > DISCARD_LIMIT) current.abort(new Error("discarded"));
        },
        onResponseEnd() {
          if (held) {
            if (!cancelled) settle(held);
            return;
          }
          if (!discarding && !cancelled) (decoded ?? receiver).onEnd();
        },
        onResponseError(_, error) {
          if (cancelled || discarding) return;
          const safe = request.once ? wasNeverSent(error) : isConnectionError(error);
          const delay = held || (!receiving && safe) ? retryDelay({ retries, sent }) : undefined;
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
    pause: () => (decoded ?? source).pause(),
    resume: () => (decoded ?? source).resume(),
    cancel,
  };
}
