/** Fetches one whole reply of an upstream and reads it into a Reply. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Reply } from "#lib/canonical/reply.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findExcess } from "#lib/http/json-shape.ts";
import { collectBody } from "#lib/upstreams/collect-body.ts";
import { createRetryAfterReader, readHiddenError } from "#lib/upstreams/read-upstream-error.ts";
import type { Receiver } from "#lib/upstreams/receiver.ts";
import { redactError } from "#lib/upstreams/redactor.ts";
import type { RequestBody, Sending, UpstreamRequest } from "#lib/upstreams/send.ts";
import {
  beginsObject,
  isUnexpected,
  type ResponseHead,
  unexpectedBodyError,
} from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { runGuarded } from "../bodies/run-guarded.ts";
import { LARGEST_RESPONSE, REPLY_JSON_LIMITS } from "../limits.ts";
import type { RequestContext } from "../request/context.ts";
import { LARGE_BODY } from "../request/read-json.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline } from "./create-deadline.ts";
import type { ObservedContext } from "./observe-attempts.ts";
import { receiveError, receiveUnexpected } from "./receive-error.ts";
import { redactErrorBody } from "./redact-error-body.ts";
import { sendTraced } from "./send-traced.ts";

/** The part of an upstream's dialect that one whole reply needs. */
export type ReplyDialect<Answer> = Pick<Dialect, "id" | "writeUpstreamPath" | "readError"> & {
  /** Dialect of the upstream whose headers, with the credential, a request has; its own when absent. */
  headersOf?: string;
  readReply(json: unknown): Answer;
};

export type ReplyTarget<Answer> = {
  upstream: Upstream;
  dialect: ReplyDialect<Answer>;
  /** Upstream's name of the model. */
  model: string;
  /** Request, written in the upstream's dialect. */
  body: RequestBody;
  /** True for a request that must not be executed twice. */
  once?: boolean | undefined;
};

export type Target = ReplyTarget<Reply> & {
  /** Dialect of the upstream. */
  dialect: Dialect;
};

const EXPECTED = "a JSON object";

type FetchContext = Pick<RequestContext, "request" | "services" | "log"> &
  Pick<CallContext, "timeLimit"> &
  ObservedContext;

/**
 * @throws GatewayError the upstream's own refusal, 502, 504; 499 when the client disconnects, which cancels the request
 */
export async function fetchReply<Answer>(context: FetchContext, target: ReplyTarget<Answer>): Promise<Answer> {
  const { upstream, dialect } = target;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let sending: Sending | undefined;
  const abort = (error: GatewayError) => {
    sending?.cancel();
    reject(error);
  };
  return runGuarded(
    { client: context.request.client, services: context.services },
    { deadline: createDeadline(context, upstream), abort },
    () => {
      let receiving: Pick<Receiver, "onData" | "onEnd"> | undefined;
      const settle = async (reading: Promise<Answer>) => {
        try {
          resolve(await reading);
        } catch (error) {
          const failure = GatewayError.isInstance(error)
            ? error
            : errors.upstreamReplyUnreadable({ provider: upstream.id, cause: error });
          reject(redactError(failure, upstream.redact));
        }
      };
      sending = sendTraced(context, {
        dialect: dialect.id,
        traceEvents: true,
        upstream,
        request: toUpstreamRequest(target, false),
        receiver: {
          onHeaders(status, headers) {
            const responseHead = { status, headers };
            const fault = { ...target, responseHead, fail: abort, cancel: () => sending?.cancel() };
            if (status < 200 || status >= 300) receiving = receiveError(fault);
            else if (isUnexpected(responseHead, EXPECTED))
              receiving = receiveUnexpected({ ...fault, expected: EXPECTED });
            else {
              receiving = collectBody(LARGEST_RESPONSE, (bytes, whole) => {
                if (whole) void settle(readReply(target, { bytes, responseHead }));
                else abort(errors.upstreamReplyTooLarge({ provider: upstream.id, limit: LARGEST_RESPONSE }));
              });
            }
          },
          onData: (chunk) => receiving?.onData(chunk),
          onEnd: () => receiving?.onEnd(),
          onError: abort,
        },
      });
      return promise;
    },
  );
}

export function toUpstreamRequest(
  { upstream, dialect, body, model, once = false }: ReplyTarget<unknown>,
  stream: boolean,
): UpstreamRequest {
  const own = upstream.requestHeaders[dialect.headersOf ?? dialect.id]?.[stream ? "stream" : "reply"] ?? {};
  const path = dialect.writeUpstreamPath({ model, stream });
  const headers = { ...own, ...body.headers };
  return { method: "POST", path, headers, body: body.content, readRetryAfter: createRetryAfterReader(dialect), once };
}

/**
 * Reads a large reply in steps, with turns for other work between them.
 * @throws GatewayError the error in it, or 502 for a body that is not a reply
 */
async function readReply<Answer>(
  { upstream, dialect }: ReplyTarget<Answer>,
  { bytes, responseHead }: { bytes: Buffer; responseHead: ResponseHead },
): Promise<Answer> {
  const { readError } = dialect;
  if (!beginsObject(bytes))
    throw unexpectedBodyError({ ...responseHead, upstream, expected: EXPECTED, body: bytes, readError });
  const excess = findExcess(bytes, REPLY_JSON_LIMITS);
  if (excess) throw errors.upstreamReplyExcessive({ provider: upstream.id, kind: excess.kind, limit: excess.limit });
  const isLarge = bytes.length >= LARGE_BODY;
  if (isLarge) await nextTurn();
  const text = redactErrorBody(bytes, upstream).toString("utf8");
  const document = parse(text, upstream);
  const error = readHiddenError({ text, document, headers: responseHead.headers, upstream, readError });
  if (error) throw error;
  if (isLarge) await nextTurn();
  const reply = dialect.readReply(document);
  // A turn before the reply is written.
  if (isLarge) await nextTurn();
  return reply;
}

function parse(text: string, upstream: Upstream): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw errors.upstreamReplyNotJson({ provider: upstream.id, cause });
  }
}
