/**
 * The translate lane: reads the client's request into a Call and writes it in the upstream's dialect; reads the
 * upstream's response into Parts and writes it in the client's.
 */
import type { Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { Sending } from "#lib/upstreams/send.ts";
import { isUnexpected } from "#lib/upstreams/unexpected-body-error.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { PushQueue } from "../bodies/push-queue.ts";
import type { EndpointResponse } from "../request/endpoint.ts";
import type { CallContext } from "./call-context.ts";
import { createDeadline } from "./create-deadline.ts";
import { listDroppedFields, requireNoLoss, toClientNames } from "./dropped-fields.ts";
import { fetchReply, type Target, toUpstreamRequest } from "./fetch-reply.ts";
import { holdParts } from "./hold-parts.ts";
import type { HoldTerms } from "./hold-terms.ts";
import type { PartStream } from "./part-stream.ts";
import { readEvents } from "./read-events.ts";
import { receiveError, receiveUnexpected } from "./receive-error.ts";
import type { BodyReceiver } from "./relay-events.ts";
import { respondWithParts, respondWithReply } from "./respond-with-parts.ts";
import { sendTraced } from "./send-traced.ts";
import { writeBody } from "./write-body.ts";

export async function translate(
  context: CallContext,
  {
    call,
    upstream,
    dialect,
    hold,
  }: {
    call: Call;
    upstream: Upstream;
    /** Dialect of the upstream. */
    dialect: Dialect;
    /** Holds a stream back until its first content, for a target of a route. */
    hold?: HoldTerms | undefined;
  },
): Promise<EndpointResponse> {
  const body = await writeBody(context, dialect.writeRequest(call));
  context.log.dropped = toClientNames(
    [...call.dropped, ...listDroppedFields(call, { client: context.dialect.id, target: dialect.id })],
    context.dialect,
  );
  requireNoLoss(context);
  if (context.beforeSend) await context.beforeSend();
  const target = { upstream, dialect, model: call.model, body };
  if (!call.stream) return respondWithReply(context, await fetchReply(context, target));
  const parts = streamFrom(context, target);
  if (hold) await holdParts(context, parts, hold);
  return respondWithParts(context, parts, createDeadline(context, upstream));
}

function streamFrom(context: CallContext, target: Target): PartStream {
  const { upstream, dialect } = target;
  let sending: Sending | undefined;
  let receiving: BodyReceiver | undefined;
  const parts: PartStream = new PushQueue<Part>({
    onCancel() {
      receiving?.onCut?.();
      sending?.cancel();
    },
    onRoom: () => sending?.resume(),
  });
  const fail = (error: GatewayError) => parts.abort(error);
  const cancel = () => sending?.cancel();
  sending = sendTraced(context, {
    dialect: dialect.id,
    traceEvents: true,
    upstream,
    request: toUpstreamRequest(target, true),
    receiver: {
      onHeaders(status, headers) {
        if (status < 200 || status >= 300) {
          receiving = receiveError({ ...target, responseHead: { status, headers }, fail, cancel });
        } else if (isUnexpected({ status, headers }, "an event stream")) {
          const responseHead = { status, headers };
          receiving = receiveUnexpected({ ...target, responseHead, expected: "an event stream", fail, cancel });
        } else {
          receiving = readEvents(target, { queue: parts, log: context.log, pause: () => sending?.pause() });
        }
      },
      onData: (chunk) => receiving?.onData(chunk),
      onEnd: () => receiving?.onEnd(),
      onError(error) {
        if (receiving?.isWhole?.()) receiving.onEnd();
        else fail(error);
      },
    },
  });
  return parts;
}
