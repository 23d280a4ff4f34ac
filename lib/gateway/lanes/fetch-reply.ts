/** Fetches one whole reply of an upstream and reads it into a Reply. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Reply } from "#lib/canonical/reply.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import { formatBytes } from "#lib/http/format-bytes.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findExcess } from "#lib/http/json-shape.ts";
import { collectBody } from "#lib/upstreams/collect-body.ts";
import type { Receiver } from "#lib/upstreams/receiver.ts";
import { redactError } from "#lib/upstreams/redactor.ts";
import type { RequestBody, Sending, UpstreamRequest } from "#lib/upstreams/send.ts";
import { beginsObject, isUnexpected, type ResponseHead, unexpectedBody } from "#lib/upstreams/unexpected-body.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { readHiddenError, retryAfterReader } from "#lib/upstreams/upstream-answer.ts";
import { malformed, totalTimeout } from "#lib/upstreams/upstream-error.ts";
import { guarded } from "../bodies/guarded.ts";
import { LARGEST_RESPONSE, REPLY_JSON_LIMITS } from "../limits.ts";
import type { RequestContext } from "../request/context.ts";
import type { Deadline } from "../request/endpoint.ts";
import { LARGE_BODY } from "../request/read-json.ts";
import { receiveError, receiveUnexpected } from "./receive-fault.ts";
import { sendTraced } from "./send.ts";
import { withoutSecrets } from "./without-secrets.ts";

export type Target = {
  upstream: Upstream;
  /** Dialect of the upstream. */
  dialect: Dialect;
  /** Upstream's name of the model. */
  model: string;
  /** Request, written in the upstream's dialect. */
  body: RequestBody;
};

const EXPECTED = "a JSON object";

type FetchContext = Pick<RequestContext, "request" | "services" | "log">;

/**
 * @throws GatewayError the upstream's own refusal, 502, 504; 499 when the client disconnects, which cancels the request
 */
export async function fetchReply(context: FetchContext, target: Target): Promise<Reply> {
  const { upstream, dialect } = target;
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  let sending: Sending | undefined;
  const abort = (error: GatewayError) => {
    sending?.cancel();
    reject(error);
  };
  return guarded(
    { client: context.request.client, services: context.services },
    { deadline: deadlineOf(upstream), abort },
    () => {
      let receiving: Pick<Receiver, "onData" | "onEnd"> | undefined;
      const settle = async (reading: Promise<Reply>) => {
        try {
          resolve(await reading);
        } catch (error) {
          const failure = GatewayError.isInstance(error)
            ? error
            : malformed(upstream, "a reply that cannot be read", error);
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
            const answered = { status, headers };
            const fault = { ...target, answered, fail: abort, cancel: () => sending?.cancel() };
            if (status < 200 || status >= 300) receiving = receiveError(fault);
            else if (isUnexpected(answered, EXPECTED)) receiving = receiveUnexpected({ ...fault, expected: EXPECTED });
            else {
              receiving = collectBody(LARGEST_RESPONSE, (bytes, whole) => {
                if (whole) void settle(readReply(target, { bytes, answered }));
                else abort(malformed(upstream, `a response larger than ${formatBytes(LARGEST_RESPONSE)}`));
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

/** Returns the upstream's time limit on a whole response. */
export function deadlineOf(upstream: Upstream): Deadline {
  return { ms: upstream.timeouts.totalMs, error: () => totalTimeout(upstream) };
}

export function toUpstreamRequest({ upstream, dialect, body, model }: Target, stream: boolean): UpstreamRequest {
  const own = upstream.requestHeaders[dialect.id]?.[stream ? "stream" : "reply"] ?? {};
  const path = dialect.writeUpstreamPath({ model, stream });
  const headers = { ...own, ...body.headers };
  return { method: "POST", path, headers, body: body.content, readRetryAfter: retryAfterReader(dialect) };
}

/**
 * Reads a large reply in steps, with turns for other work between them.
 * @throws GatewayError the error in it, or 502 for a body that is not a reply
 */
async function readReply(
  { upstream, dialect }: Target,
  { bytes, answered }: { bytes: Buffer; answered: ResponseHead },
): Promise<Reply> {
  const { readError } = dialect;
  if (!beginsObject(bytes)) throw unexpectedBody({ ...answered, upstream, expected: EXPECTED, body: bytes, readError });
  const excess = findExcess(bytes, REPLY_JSON_LIMITS);
  if (excess) throw malformed(upstream, `a reply that cannot be read: ${excess.problem}`);
  const isLarge = bytes.length >= LARGE_BODY;
  if (isLarge) await nextTurn();
  const text = withoutSecrets(bytes, upstream).toString("utf8");
  const document = parse(text, upstream);
  const error = readHiddenError({ text, document, headers: answered.headers, upstream, readError });
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
    throw malformed(upstream, "a reply that is not JSON", cause);
  }
}
