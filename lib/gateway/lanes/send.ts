/** Sends a request to an upstream, unless the client has left, and traces what goes both ways for a resumable response. */
import { type Sending, send } from "#lib/upstreams/send.ts";
import type { RequestContext } from "../request/context.ts";

/**
 * @param dialect of the request, for the trace
 * @param traceEvents whether to trace the upstream's events too; false where the response has the same
 * @throws GatewayError 499 when the client has left: what has not been sent is never sent then
 */
export function sendTraced(
  { request: { client }, log }: Pick<RequestContext, "request" | "log">,
  { dialect, traceEvents, ...sent }: Parameters<typeof send>[0] & { dialect: string; traceEvents: boolean },
): Sending {
  client.throwIfLeft();
  const { trace } = log;
  if (!trace) return send(sent);
  const { upstream, request, receiver } = sent;
  trace.noteSent({ upstream, dialect, request });
  return send({
    upstream,
    request,
    receiver: {
      onHeaders(status, headers) {
        trace.noteResponse({ status, headers, traceEvents });
        receiver.onHeaders(status, headers);
      },
      onData(chunk) {
        trace.noteEvents(chunk);
        receiver.onData(chunk);
      },
      onEnd: () => receiver.onEnd(),
      onError: (error) => receiver.onError(error),
    },
  });
}
