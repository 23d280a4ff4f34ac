/**
 * Relays a response whose bytes are not read: audio, transcripts, files. They leave as they come, so that the first
 * sound does not wait for the last; the usage is read from the last bytes.
 */
import type { Usage } from "#lib/canonical/part.ts";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { HttpResponse } from "#lib/http/http-message.ts";
import { selectResponseHeaders } from "#lib/upstreams/select-response-headers.ts";
import type { Sending, UpstreamRequest } from "#lib/upstreams/send.ts";
import { type Expected, isJson, isUnexpected, type ResponseHead } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { ResponseBody, type ResponseBodyOptions } from "../bodies/response-body.ts";
import type { RequestContext } from "../request/context.ts";
import { writeLaneHeaders } from "../request/write-lane-headers.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline } from "./create-deadline.ts";
import { receiveError, receiveUnexpected } from "./receive-error.ts";
import type { BodyReceiver } from "./relay-events.ts";
import { sendTraced } from "./send-traced.ts";

/** Bytes at the end of a response in which its usage is. */
const TAIL_BYTES = 4_096;

export type BytesTerms = {
  /** Dialect of the request, for the trace. */
  dialect: string;
  /** Dialect of the upstream whose headers, with the credential, the request has. */
  headersOf: string;
  request: Pick<UpstreamRequest, "method" | "path" | "body" | "once"> & { headers?: Record<string, string> };
  readError: ErrorReader;
  /** Type of a good response, for the error of another one; every type is good when absent. */
  expected?: Expected;
  readUsage?: (tail: Buffer) => Usage | undefined;
  /** Names of the upstream's headers that the client gets, beside those of every response. */
  passedHeaders?: readonly string[];
};

class PassedBody extends ResponseBody {
  setHead(status: number, headers: Record<string, string>): void {
    this.options.head = { status, headers };
  }
}

/** @throws GatewayError the upstream's refusal, 502, 504; 499 when the client has disconnected: nothing is sent then */
export function relayBytes(
  context: Pick<RequestContext, "request" | "services" | "log"> & Pick<CallContext, "timeLimit">,
  upstream: Upstream,
  { dialect, headersOf, request, readError, expected, readUsage, passedHeaders = [] }: BytesTerms,
): Promise<HttpResponse> {
  const { services, log } = context;
  const laneHeaders = writeLaneHeaders(log);
  let sending: Sending | undefined;
  let receiving: BodyReceiver | undefined;
  let tail: Buffer = Buffer.alloc(0);
  const body = new PassedBody({
    head: { status: 200, headers: laneHeaders },
    log,
    client: context.request.client,
    inFlight: services.inFlight,
    deadline: createDeadline(context, upstream),
    onCancel: () => sending?.cancel(),
    onRoom: () => sending?.resume(),
  } satisfies ResponseBodyOptions);
  const fault = (responseHead: ResponseHead) => ({
    ...{ responseHead, upstream, dialect: { readError } },
    fail: body.fail.bind(body),
    cancel: () => sending?.cancel(),
  });
  const own = upstream.requestHeaders[headersOf]?.reply ?? {};
  sending = sendTraced(context, {
    dialect,
    traceEvents: false,
    upstream,
    request: { ...request, headers: { ...own, accept: "*/*", ...request.headers } },
    receiver: {
      onHeaders(status, headers) {
        const head = { status, headers };
        const isJsonError = expected === "audio" && isJson(headers);
        if (status < 200 || status >= 300) receiving = receiveError(fault(head));
        else if (expected && (isUnexpected(head, expected) || isJsonError))
          receiving = receiveUnexpected({ ...fault(head), expected });
        else {
          const type = headers["content-type"];
          const passed = selectNamed(headers, passedHeaders, upstream);
          body.setHead(status, {
            "content-type": typeof type === "string" ? upstream.redact(type) : "application/octet-stream",
            ...passed,
            ...selectResponseHeaders(headers, upstream.redact),
            ...laneHeaders,
          });
          body.begin();
          receiving = {
            onData(chunk) {
              if (readUsage)
                tail = chunk.length >= TAIL_BYTES ? chunk : Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
              if (!body.write(chunk)) sending?.pause();
            },
            onEnd() {
              log.usage = readUsage?.(tail);
              body.end();
            },
          };
        }
      },
      onData: (chunk) => receiving?.onData(chunk),
      onEnd: () => receiving?.onEnd(),
      onError: (error) => body.fail(error),
    },
  });
  return body.response;
}

function selectNamed(
  headers: ResponseHead["headers"],
  names: readonly string[],
  { redact }: Upstream,
): Record<string, string> {
  const selected: Record<string, string> = {};
  for (const name of names) {
    const value = headers[name];
    if (typeof value === "string") selected[name] = redact(value);
  }
  return selected;
}
