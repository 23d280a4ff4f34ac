/**
 * The relay lane: the upstream speaks the client's dialect, so bytes pass through. The request differs from the
 * client's only in its model; the response's bytes are the upstream's, cut at the ends of its events and only observed.
 */
import type { BodyRewriter, Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { HttpResponse } from "#lib/http/http-message.ts";
import { createRetryAfterReader } from "#lib/upstreams/read-upstream-error.ts";
import type { ResponseHeaders } from "#lib/upstreams/receiver.ts";
import { selectResponseHeaders } from "#lib/upstreams/select-response-headers.ts";
import type { RequestBody, Sending } from "#lib/upstreams/send.ts";
import { isEventStream, isUnexpected, type ResponseHead } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { RelayedDocument } from "../bodies/relayed-document.ts";
import { EVENT_STREAM_HEADERS, ResponseBody, type ResponseBodyOptions } from "../bodies/response-body.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline } from "./create-deadline.ts";
import { HeldStream } from "./held-stream.ts";
import type { HoldTerms } from "./hold-terms.ts";
import { offerSocket } from "./offer-socket.ts";
import { checkDocument, receiveError, receiveUnexpected } from "./receive-error.ts";
import { type BodyReceiver, relayEvents } from "./relay-events.ts";
import { replaceModel, replaceModelInBytes } from "./replace-model.ts";
import { sendInPieces } from "./send-in-pieces.ts";
import { sendTraced } from "./send-traced.ts";

/** Subset of Dialect that the relay needs. Media dialects, which have no Call, implement only this. */
export type RelayDialect = Pick<
  Dialect,
  | "id"
  | "modelPlace"
  | "writeUpstreamPath"
  | "relayedHeaders"
  | "ping"
  | "writeStreamError"
  | "readError"
  | "readReplyUsage"
  | "readStreamTail"
> & {
  /** Dialect of the upstream whose headers, with the credential, a request has; its own when absent. */
  headersOf?: string;
};

export type RelayContext = Omit<CallContext, "dialect"> & { dialect: RelayDialect };

/**
 * @param path path to append to the upstream's base URL; the dialect's own path for calls when absent
 * @param hold holds a stream back until its first content, for a target of a route
 * @param once true for a request that must not be executed twice
 * @param body body in place of the client's, when more than its model has to change
 * @throws GatewayError 499 when the client has disconnected: nothing is sent then
 */
export function relay(
  context: RelayContext,
  upstream: Upstream,
  {
    model,
    path,
    body = writeBodyWithModel(context, model),
    hold,
    once = false,
    rewriter,
  }: {
    model: string;
    path?: string;
    body?: RequestBody;
    once?: boolean;
    /** Changes the bytes of a document as they come; they pass unchanged when absent. */
    rewriter?: BodyRewriter | undefined;
    hold?: (HoldTerms & { dialect: Pick<Dialect, "createStreamReader"> }) | undefined;
  },
): Promise<HttpResponse> {
  const { services, request, log, dialect, wire } = context;
  let sending: Sending | undefined;
  let receiving: BodyReceiver | undefined;
  const headers: Record<string, string> = { ...(wire.stream ? EVENT_STREAM_HEADERS : {}), ...writeLaneHeaders(log) };
  const shared = {
    head: { status: 200, headers },
    log,
    client: request.client,
    inFlight: services.inFlight,
    deadline: createDeadline(context, upstream),
    onCancel() {
      held?.stop();
      receiving?.onCut?.();
      sending?.cancel();
    },
    onRoom: () => sending?.resume(),
    isWhole: () => receiving?.isWhole?.() ?? false,
  } satisfies ResponseBodyOptions;
  const expected = wire.stream ? "an event stream" : "a JSON object";
  const { pingMs } = services.settings.streams;
  const stream = wire.stream
    ? new ResponseBody({ ...shared, events: { ping: dialect.ping, pingMs, writeError: dialect.writeStreamError } })
    : undefined;
  let responseHead: ResponseHead = { status: 0, headers: {} };
  const check = (body: Buffer, whole: boolean) => checkDocument(body, { whole, responseHead, upstream, dialect });
  const document = stream ? undefined : new RelayedDocument({ ...shared, readUsage: dialect.readReplyUsage, check });
  const response = stream ?? (document as RelayedDocument);
  const cancel = () => sending?.cancel();
  let held: HeldStream | undefined;
  const pause = () => sending?.pause();

  sending = sendTraced(context, {
    dialect: dialect.id,
    traceEvents: false,
    overSocket: stream && offerSocket(context, upstream, model),
    upstream,
    request: {
      method: "POST",
      path: path ?? dialect.writeUpstreamPath({ model, stream: wire.stream === true }),
      headers: { ...selectRequestHeaders(context, upstream), ...body.headers },
      body: body.content,
      readRetryAfter: createRetryAfterReader(dialect),
      once,
    },
    receiver: {
      onHeaders(status, received) {
        responseHead = { status, headers: received };
        const fail = (error: GatewayError) => (held ?? response).fail(error);
        if (status < 200 || status >= 300) {
          receiving = receiveError({ responseHead, dialect, upstream, fail, cancel });
        } else if (isUnexpected(responseHead, expected) || (stream && !isEventStream(received))) {
          receiving = receiveUnexpected({ responseHead, expected, dialect, upstream, fail, cancel });
        } else if (stream) {
          Object.assign(headers, selectResponseHeaders(received, upstream.redact));
          (held ?? stream).begin();
          receiving = relayEvents({ target: held ?? stream, dialect, log, upstream, responseHead, pause, cancel });
        } else if (document) {
          const passed = selectResponseHeaders(received, upstream.redact);
          document.setHead(status, Object.assign(writeContentHeaders(received, upstream), passed, headers));
          receiving = {
            onData(chunk) {
              if (!document.write(rewriter ? rewriter.push(chunk) : chunk)) pause();
            },
            onEnd() {
              if (rewriter) document.write(rewriter.end());
              document.end();
            },
          };
        }
      },
      onData: (chunk) => receiving?.onData(chunk),
      onEnd: () => receiving?.onEnd(),
      onError(error) {
        if (receiving?.isWhole?.()) return receiving.onEnd();
        receiving?.onCut?.();
        (held ?? response).fail(error);
      },
    },
  });
  // Only once the request was sent: its timer would outlive one that was not.
  if (hold && stream) held = new HeldStream({ ...hold, stream, upstream, cancel });
  return response.response;
}

/** Returns the client's body with the upstream's model name, if the dialect has the model in the body. */
function writeBodyWithModel({ dialect, log, wire, bodyText, abridged }: RelayContext, model: string): RequestBody {
  const isInBody = dialect.modelPlace === "body";
  if (!abridged) return { headers: {}, content: isInBody ? replaceModel(bodyText, wire.model, model) : bodyText };
  const parts = isInBody ? replaceModelInBytes(abridged, wire.model, model) : [abridged.bytes];
  // A trace and a dry run have the body, so it must be in one piece.
  return log.trace || log.dryRun ? { headers: {}, content: Buffer.concat(parts) } : sendInPieces(parts);
}

/**
 * Returns the upstream's own headers, and those of the client that its dialect names; never the client's credential.
 */
function selectRequestHeaders({ dialect, request, wire }: RelayContext, upstream: Upstream): Record<string, string> {
  const own = upstream.requestHeaders[dialect.headersOf ?? dialect.id]?.[wire.stream ? "stream" : "reply"] ?? {};
  if (dialect.relayedHeaders.length === 0) return own;
  const relayed: Record<string, string> = {};
  for (const name of dialect.relayedHeaders) {
    const value = request.headers[name];
    if (typeof value === "string") relayed[name] = value;
  }
  return { ...own, ...relayed };
}

function writeContentHeaders(headers: ResponseHeaders, { redact }: Upstream): Record<string, string> {
  const type = headers["content-type"];
  return { "content-type": typeof type === "string" ? redact(type) : "application/json" };
}
