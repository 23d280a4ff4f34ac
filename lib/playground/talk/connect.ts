/** Socket of a session, and the reason that one did not open. */

import type { GatewayFailure } from "../gateway/errors.ts";
import { callGateway, RequestFailed, requireGood } from "../gateway/gateway-request.ts";

export type TalkSocket = {
  send(text: string): void;
  close(): void;
  /** Bytes that were sent and have not left the browser. */
  unsentBytes(): number;
};

export type SocketListeners = {
  onOpen(): void;
  onMessage(text: string): void;
  /** Called once, also for a socket that never opened. */
  onClose(closing: { code: number; reason: string }): void;
};

export type OpenTalkSocket = (of: { model: string; requestId: string }, listeners: SocketListeners) => TalkSocket;

const PATH = "/v1/realtime";
const toQuery = (model: string) => `?model=${encodeURIComponent(model)}`;

/** Opens a socket to the page's own gateway, with the session's cookie. */
export const openTalkSocket: OpenTalkSocket = ({ model, requestId }, { onOpen, onMessage, onClose }) => {
  const address = `${location.origin.replace(/^http/, "ws")}${PATH}${toQuery(model)}`;
  const socket = new WebSocket(address, ["realtime", `x-request-id.${requestId}`]);
  socket.onopen = onOpen;
  // The API sends text alone.
  socket.onmessage = ({ data }) => onMessage(typeof data === "string" ? data : "(binary message)");
  socket.onclose = ({ code, reason }) => onClose({ code, reason });
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(1000),
    unsentBytes: () => socket.bufferedAmount,
  };
};

/** Status of the gateway for a request that it would take as a WebSocket. */
const UPGRADE_REQUIRED = 426;

/** Asks for the address of a socket that did not open, since a browser hides the response to a handshake. */
export async function findRefusal(model: string, send?: typeof fetch): Promise<GatewayFailure> {
  try {
    await requireGood(await callGateway(`${PATH}${toQuery(model)}`, {}, send));
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    if (error.failure.status !== UPGRADE_REQUIRED) return error.failure;
  }
  return {
    origin: "network",
    source: "page",
    type: "no_web_socket",
    message: "The gateway accepts WebSockets, but this one didn’t open. A proxy before the gateway may not pass them.",
  };
}
