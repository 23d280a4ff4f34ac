/** ResponseSockets: the open WebSockets of `/v1/responses`, and what they remember together. */
import { SOCKET_LIMITS } from "#lib/gateway/limits.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { OpenSockets } from "#lib/gateway/request/open-sockets.ts";
import type { StateMemory } from "./continuations.ts";
import { ResponseSocket, type SocketTimes } from "./response-socket.ts";

type Times = SocketTimes & { tickMs: number };

export class ResponseSockets extends OpenSockets {
  private readonly times: Times;
  private readonly state: StateMemory = { used: 0 };

  constructor(times: Times = SOCKET_LIMITS) {
    super({ ...SOCKET_LIMITS, tickMs: times.tickMs });
    this.times = times;
  }

  /** Accepts the socket of the request. @throws GatewayError 426 without an upgrade, 501 where none is possible, 429 over a limit */
  accept(context: RequestContext): EndpointResponse {
    const upgrade = this.requireUpgrade(context);
    const { request, services } = context;
    const { keyId } = context.principal;
    const { state, times: limits } = this;
    upgrade.accept = (transport, handle) => {
      const onClose = (closed: ResponseSocket) => this.remove(closed, keyId);
      const socket = new ResponseSocket({ transport, opening: request, handle, services, state, limits, onClose });
      this.add(socket, keyId);
      return socket;
    };
    return { status: 101, headers: {}, body: "" };
  }
}
