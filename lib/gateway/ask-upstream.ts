/** One whole answer of an upstream, read into a Reply. */
import type { Reply } from "#lib/canonical/reply.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { ClientPresence } from "#lib/http/client-presence.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { Receiver, ResponseHeaders } from "#lib/upstreams/receiver.ts";
import type { UpstreamRequest } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { readHiddenError, readUpstreamError, retryAfterReader } from "#lib/upstreams/upstream-answer.ts";
import { malformed, totalTimeout } from "#lib/upstreams/upstream-error.ts";
import { clientLeft } from "./answer-parts.ts";
import { sendNoted } from "./exchanges/send-noted.ts";
import type { UpstreamNotes } from "./exchanges/upstream-notes.ts";

export type Target = {
  upstream: Upstream;
  /** The upstream's. */
  dialect: Dialect;
  /** As the upstream names it. */
  model: string;
  /** The request, written in the upstream's dialect. */
  body: string;
  /** Of an exchange that is kept. */
  notes?: UpstreamNotes | undefined;
};

/** @throws GatewayError the upstream's own refusal, 502, 504; 499 when the client left, which ends the upstream's work */
export function askUpstream(target: Target, client: ClientPresence): Promise<Reply> {
  const { upstream, dialect } = target;
  return new Promise((resolve, reject) => {
    let receiving: Pick<Receiver, "onData" | "onEnd"> | undefined;
    const settle = (read: () => Reply) => {
      clearTimeout(timer);
      try {
        resolve(read());
      } catch (error) {
        reject(GatewayError.isInstance(error) ? error : malformed(upstream, "a reply that cannot be read", error));
      }
    };
    const fail = (error: GatewayError) => {
      clearTimeout(timer);
      sending.cancel();
      reject(error);
    };
    const timer = setTimeout(() => fail(totalTimeout(upstream)), upstream.timeouts.totalMs);
    client.onLeave(() => fail(clientLeft()));
    const sending = sendNoted({
      notes: target.notes,
      dialect: dialect.id,
      own: true,
      upstream,
      request: requestOf(target, false),
      receiver: {
        onHeaders(status, headers) {
          receiving = collectBody((text) => {
            if (status >= 200 && status < 300) settle(() => readReply(target, { text, headers }));
            else fail(errorOf({ status, headers, text, upstream, dialect }));
          });
        },
        onData: (chunk) => receiving?.onData(chunk),
        onEnd: () => receiving?.onEnd(),
        onError: fail,
      },
    });
  });
}

export function requestOf({ upstream, dialect, body, model }: Target, stream: boolean): UpstreamRequest {
  const headers = upstream.requestHeaders[dialect.id]?.[stream ? "stream" : "reply"] ?? {};
  const path = dialect.upstreamPath({ model, stream });
  return { method: "POST", path, headers, body, readRetryAfter: retryAfterReader(dialect) };
}

export function collectBody(onText: (text: string) => void): Pick<Receiver, "onData" | "onEnd"> {
  const chunks: Buffer[] = [];
  return { onData: (chunk) => void chunks.push(chunk), onEnd: () => onText(Buffer.concat(chunks).toString("utf8")) };
}

export function errorOf({
  status,
  headers,
  text,
  upstream,
  dialect,
}: {
  status: number;
  headers: ResponseHeaders;
  text: string;
  upstream: Upstream;
  dialect: Dialect;
}): GatewayError {
  return readUpstreamError({ status, headers, body: text, upstream, readError: dialect.readError });
}

function readReply(
  { upstream, dialect }: Target,
  { text, headers }: { text: string; headers: ResponseHeaders },
): Reply {
  const error = readHiddenError({ text, headers, upstream, readError: dialect.readError });
  if (error) throw error;
  return dialect.readReply(parse(text, upstream));
}

function parse(text: string, upstream: Upstream): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw malformed(upstream, "a reply that is not JSON", cause);
  }
}
