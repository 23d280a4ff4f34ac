/**
 * Sends a request to an upstream, unless the client has disconnected, and traces or records request and
 * response.
 */
import { type Sending, type SendTerms, send } from "#lib/upstreams/send.ts";
import { type OverSocket, sendOverSocket } from "#lib/upstreams/send-over-socket.ts";
import type { RequestContext } from "../request/context.ts";
import { type ObservedContext, observeAttempts } from "./observe-attempts.ts";
import { UnsentRequest } from "./unsent-request.ts";

/**
 * @param dialect dialect of the request, for the trace
 * @param overSocket present for a request that may go over a WebSocket
 * @param traceEvents true to trace the upstream's events too; false when the response has the same
 * @throws GatewayError 499 when the client has disconnected, so that the request is never sent
 * @throws UnsentRequest in a dry run
 */
export function sendTraced(
  context: Pick<RequestContext, "request" | "log"> & ObservedContext,
  terms: Omit<SendTerms, "observer"> & { dialect: string; traceEvents: boolean; overSocket?: OverSocket | undefined },
): Sending {
  const { dialect, traceEvents, overSocket, upstream, request, receiver } = terms;
  const {
    request: { client },
    log,
  } = context;
  client.throwIfDisconnected();
  if (log.dryRun) throw new UnsentRequest({ upstream, request });
  const observed: SendTerms = {
    upstream,
    request,
    receiver,
    observer: observeAttempts(context, { upstream, dialect }),
  };
  const { trace, recorder } = log;
  const sending = recorder ? recorder.recordSending(observed, dialect) : observed;
  const deliver = (terms: SendTerms) => (overSocket ? sendOverSocket(terms, overSocket) : send(terms));
  if (!trace) return deliver(sending);
  trace.recordRequest({ upstream, dialect, request: sending.request });
  return deliver({
    ...sending,
    receiver: {
      onHeaders(status, headers) {
        trace.recordResponse({ status, headers, traceEvents });
        sending.receiver.onHeaders(status, headers);
      },
      onData(chunk) {
        trace.recordEvents(chunk);
        sending.receiver.onData(chunk);
      },
      onEnd: () => sending.receiver.onEnd(),
      onError: (error) => sending.receiver.onError(error),
    },
  });
}
