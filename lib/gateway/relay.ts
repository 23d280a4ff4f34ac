/**
 * The relay lane: the upstream speaks the client's dialect, so bytes pass. The request differs from the client's only in
 * its model; the answer's bytes are the upstream's, cut at the ends of its events and watched from the side.
 */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { ExchangeResponse } from "#lib/http/exchange.ts";
import { createFrameAligner } from "#lib/http/frame-aligner.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { passedHeaders } from "#lib/upstreams/passed-headers.ts";
import type { Receiver, ResponseHeaders } from "#lib/upstreams/receiver.ts";
import type { RequestBody, Sending } from "#lib/upstreams/send.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { readUpstreamError, retryAfterReader } from "#lib/upstreams/upstream-answer.ts";
import { totalTimeout } from "#lib/upstreams/upstream-error.ts";
import { type AnswerContext, answerHeaders } from "./answer-context.ts";
import { BodyResponse } from "./body-response.ts";
import { sendNoted } from "./exchanges/send-noted.ts";
import { replaceModel } from "./replace-model.ts";
import { StreamResponse } from "./stream-response.ts";
import { createTail } from "./tail.ts";

const LARGEST_ERROR = 1024 * 1024;

/** What of a dialect a relayed answer needs: media dialects, which no Call goes through, have no more than this. */
export type RelayDialect = Pick<
  Dialect,
  | "id"
  | "modelPlace"
  | "upstreamPath"
  | "relayedHeaders"
  | "ping"
  | "streamError"
  | "readError"
  | "readReplyUsage"
  | "readStreamTail"
>;

type Receiving = Pick<Receiver, "onData" | "onEnd"> & { onLeave?(): void };

export type RelayContext = Omit<AnswerContext, "dialect"> & { dialect: RelayDialect };

/**
 * @param path appended to the upstream's base URL; the dialect's own path for calls when absent
 * @param body sent in place of the client's own, where more than the model in it has to change
 */
export function relay(
  context: RelayContext,
  upstream: Upstream,
  { model, path, body: given }: { model: string; path?: string; body?: RequestBody },
): Promise<ExchangeResponse> {
  const { runtime, exchange, record, dialect, wire, bodyText } = context;
  let sending: Sending | undefined;
  let receiving: Receiving | undefined;
  const cancel = () => sending?.cancel();
  const resume = () => sending?.resume();
  const shared = { record, exchanges: runtime.exchanges, onCancel: cancel, onResume: resume };
  const headers = answerHeaders(record);
  const stream = wire.stream
    ? new StreamResponse({
        ...shared,
        headers,
        ping: dialect.ping,
        pingMs: runtime.settings.streams.pingMs,
        streamError: dialect.streamError,
      })
    : undefined;
  const body = stream ? undefined : new BodyResponse({ ...shared, readUsage: dialect.readReplyUsage });
  const response = stream ?? (body as BodyResponse);

  response.setDeadline(upstream.timeouts.totalMs, () => {
    cancel();
    response.fail(totalTimeout(upstream));
  });
  exchange.client.onLeave(() => {
    receiving?.onLeave?.();
    response.cancel();
  });

  const pause = () => sending?.pause();
  const receivers = {
    events: (target: StreamResponse) => receiveEvents({ target, context, upstream, pause }),
    body: (target: BodyResponse) => ({
      onData(chunk: Buffer) {
        if (!target.write(chunk)) pause();
      },
      onEnd: () => target.end(),
    }),
  };

  sending = sendNoted({
    notes: record.notes,
    dialect: dialect.id,
    own: false,
    upstream,
    request: {
      method: "POST",
      path: path ?? dialect.upstreamPath({ model, stream: wire.stream === true }),
      headers: { ...relayHeaders(context, upstream), ...given?.headers },
      body: given?.content ?? (dialect.modelPlace === "body" ? replaceModel(bodyText, wire.model, model) : bodyText),
      readRetryAfter: retryAfterReader(dialect),
    },
    receiver: {
      onHeaders(status, received) {
        if (status < 200 || status >= 300) {
          receiving = receiveError({
            status,
            received,
            context,
            upstream,
            fail: (error) => response.fail(error),
            cancel,
          });
        } else if (stream && isEventStream(received)) {
          Object.assign(headers, passedHeaders(received));
          stream.open();
          receiving = receivers.events(stream);
        } else if (body) {
          body.receive(status, { ...contentHeaders(received), ...passedHeaders(received), ...headers });
          receiving = receivers.body(body);
        } else {
          cancel();
          response.fail(notAStream(upstream, received));
        }
      },
      onData: (chunk) => receiving?.onData(chunk),
      onEnd: () => receiving?.onEnd(),
      onError: (error) => response.fail(error),
    },
  });
  return response.response;
}

/** The upstream's own headers, and those of the client that its dialect names; the client's credential is never one. */
function relayHeaders({ dialect, exchange, wire }: RelayContext, upstream: Upstream): Record<string, string> {
  const own = upstream.requestHeaders[dialect.id]?.[wire.stream ? "stream" : "reply"] ?? {};
  if (dialect.relayedHeaders.length === 0) return own;
  const relayed: Record<string, string> = {};
  for (const name of dialect.relayedHeaders) {
    const value = exchange.headers[name];
    if (typeof value === "string") relayed[name] = value;
  }
  return { ...own, ...relayed };
}

/** Whole events go on as they came; the end is looked at once, in the last few of them. */
function receiveEvents({
  target,
  context,
  upstream,
  pause,
}: {
  target: StreamResponse;
  context: RelayContext;
  upstream: Upstream;
  pause: () => void;
}): Receiving {
  const { dialect, record } = context;
  const aligner = createFrameAligner();
  const tail = createTail();
  const pass = (events: Buffer) => {
    tail.add(events);
    if (!target.write(events)) pause();
  };
  return {
    onData(chunk) {
      const events = aligner.push(chunk);
      if (events) pass(events);
    },
    onEnd() {
      const rest = aligner.rest();
      const reading = dialect.readStreamTail(tail.text(rest));
      record.usage = reading.usage;
      if (!reading.complete) {
        target.fail(
          new GatewayError({
            status: 502,
            message: `The upstream "${upstream.id}" ended its stream before the answer was complete.`,
            code: "upstream_truncated",
          }),
        );
        return;
      }
      if (rest) target.write(rest);
      target.end();
    },
    onLeave() {
      // Some clients hang up at the last event, before the upstream does: they had the answer, and it was counted.
      const { complete, usage } = dialect.readStreamTail(tail.text(undefined));
      if (complete) record.usage = usage;
    },
  };
}

/** Status and text of an upstream's refusal reach the client in the envelope that it reads. */
function receiveError({
  status,
  received,
  context,
  upstream,
  fail,
  cancel,
}: {
  status: number;
  received: ResponseHeaders;
  context: RelayContext;
  upstream: Upstream;
  fail: (error: GatewayError) => void;
  cancel: () => void;
}): Pick<Receiver, "onData" | "onEnd"> {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => {
    const body = Buffer.concat(chunks).toString("utf8");
    fail(readUpstreamError({ status, headers: received, body, upstream, readError: context.dialect.readError }));
  };
  return {
    onData(chunk) {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= LARGEST_ERROR) return;
      cancel();
      finish();
    },
    onEnd: finish,
  };
}

function isEventStream(headers: ResponseHeaders): boolean {
  return String(headers["content-type"] ?? "")
    .toLowerCase()
    .startsWith("text/event-stream");
}

function contentHeaders(headers: ResponseHeaders): Record<string, string> {
  const type = headers["content-type"];
  return { "content-type": typeof type === "string" ? type : "application/json" };
}

function notAStream(upstream: Upstream, headers: ResponseHeaders): GatewayError {
  const type = String(headers["content-type"] ?? "no content type");
  return new GatewayError({
    status: 502,
    message: `The upstream "${upstream.id}" was asked for a stream and answered with ${type}.`,
    code: "upstream_malformed",
  });
}
