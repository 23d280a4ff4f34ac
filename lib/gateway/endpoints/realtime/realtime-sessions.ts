import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { OpenSockets } from "#lib/gateway/request/open-sockets.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import { REALTIME_LIMITS } from "./realtime-limits.ts";
import type { RealtimeProtocol } from "./realtime-protocol.ts";
import { RealtimeSession, type RealtimeTimes, type SessionLink } from "./realtime-session.ts";

/** RealtimeSessions: the open sessions of this process. */
export class RealtimeSessions extends OpenSockets {
  private readonly times: RealtimeTimes;

  constructor(times: RealtimeTimes & { tickMs: number } = REALTIME_LIMITS) {
    super({ ...REALTIME_LIMITS, tickMs: times.tickMs });
    this.times = times;
  }

  /**
   * Accepts the socket of a request.
   * @param of the connected upstream, how to connect it with the first message, or why the session ends at once
   * @returns the response of the handshake; its log entry ends with the session
   */
  accept(
    { request, services, principal, log }: RequestContext,
    protocol: RealtimeProtocol,
    of: { link: SessionLink } | { prepare: (first: Uint8Array) => Promise<SessionLink> } | { refusal: GatewayError },
  ): EndpointResponse {
    const { keyId } = principal;
    const session = new RealtimeSession({
      ...{ log, protocol, redact: services.redact, times: this.times },
      ...("prepare" in of ? { prepare: of.prepare } : {}),
      onClose: (closed) => this.remove(closed, keyId),
    });
    log.stream = true;
    if (request.upgrade) {
      request.upgrade.accept = (transport) => {
        session.open(transport, "link" in of ? of.link : undefined);
        this.add(session, keyId);
        if ("refusal" in of) session.fail(of.refusal);
        return session;
      };
    }
    // The body of an open socket is the session, which ends the log entry.
    const abandon = () => {
      if ("link" in of) of.link.socket.terminate();
      session.abandon();
    };
    return { status: 101, headers: {}, body: { start() {}, resume() {}, cancel: abandon } };
  }
}

export type RealtimeServices = Services & { realtimeSessions: RealtimeSessions };
