/** WebSockets on Node's `http`: the handshake, and the transport of messages. The core decides which paths open one. */
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { WebSocket, WebSocketServer } from "ws";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type HttpRequest, isBodyStream, type SocketTransport, type WebSocketUpgrade } from "#lib/http/http-message.ts";
import { handle } from "../gateway/assembly/handle.ts";
import { webSocketPaths } from "../gateway/assembly/routes.ts";
import type { AllServices } from "../gateway/assembly/services.ts";
import { SOCKET_LIMITS } from "../gateway/limits.ts";
import { toCorePath } from "./gateway-path.ts";
import { writeRawAnswer } from "./write-raw-answer.ts";

/** Subprotocol by which a browser, which sets no headers, names the id of its request. */
const ID_PROTOCOL = /(?:^|,)\s*x-request-id\.([\w.-]+)/;
const UNANSWERED_PROTOCOL = /key|^x-request-id\./i;

/** Bytes of half a message that are not counted in the memory of bodies. */
const SMALL = 65_536;

type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** True for a request that opens a WebSocket of the gateway. */
export function opensWebSocket({ method, url = "/", headers }: IncomingMessage): boolean {
  return method === "GET" && /^websocket$/i.test(headers.upgrade ?? "") && webSocketPaths.has(splitUrl(url).path);
}

/** @param otherwise receives upgrades of other paths */
export function acceptWebSockets(server: Server, services: AllServices, otherwise?: OnUpgrade): void {
  let loading: Promise<WebSocketServer> | undefined;
  server.on("upgrade", (request, socket, head) => {
    if (!opensWebSocket(request)) {
      if (otherwise) otherwise(request, socket, head);
      else socket.destroy();
      return;
    }
    // `ws` listens once the handshake is done.
    const ignore = () => {};
    socket.on("error", ignore);
    // Loaded on demand: most processes open none.
    loading ??= loadServer(services);
    loading
      .then((sockets) => open({ sockets, request, socket, head, services }))
      .catch((error: unknown) => {
        services.log(`A WebSocket could not be opened: ${String(error)}`);
        socket.destroy();
      });
  });
}

async function loadServer({ settings }: AllServices): Promise<WebSocketServer> {
  const { WebSocketServer } = await import("ws");
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Each context of compression takes hundreds of kilobytes.
    perMessageDeflate: false,
    maxPayload: Math.min(SOCKET_LIMITS.messageBytes, settings.limits.bodyBytes),
    // A browser sends its key as a subprotocol, which must not come back.
    handleProtocols: (protocols) => [...protocols].find((name) => !UNANSWERED_PROTOCOL.test(name)) ?? false,
  });
}

type Opening = {
  sockets: WebSocketServer;
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  services: AllServices;
};

async function open({ sockets, request, socket, head, services }: Opening): Promise<void> {
  const upgrade: WebSocketUpgrade = {};
  const client = new ClientPresence();
  socket.once("close", () => client.leave());
  const answer = await handle(toHttpRequest(request, { client, upgrade }), services);
  const { accept } = upgrade;
  if (answer.status !== 101 || !accept) return writeRawAnswer(socket, answer);
  const { headers, body } = answer;
  const addHeaders = (lines: string[], of: IncomingMessage) => {
    if (of === request) lines.push(...Object.entries(headers).map(([name, value]) => `${name}: ${value}`));
  };
  let isOpen = false;
  sockets.on("headers", addHeaders);
  if (!socket.destroyed) sockets.handleUpgrade(request, socket, head, onOpen);
  sockets.off("headers", addHeaders);
  // The handshake was wrong, or the client has left.
  if (!isOpen && isBodyStream(body)) body.cancel();

  function onOpen(webSocket: WebSocket): void {
    if (!accept) return;
    isOpen = true;
    const transport = createTransport(webSocket, socket, services);
    const listener = accept(transport, (message) => handle(message, services));
    webSocket.on("message", (data, isBinary) => {
      transport.settle();
      listener.onMessage(data as Buffer, isBinary);
    });
    webSocket.on("pong", () => listener.onPong());
    // `close` follows.
    webSocket.on("error", () => {});
    webSocket.on("close", (code, reason) => {
      transport.settle();
      listener.onClose(code, reason.toString("utf8"));
    });
    transport.onSent = () => listener.onSent();
  }
}

function createTransport(webSocket: WebSocket, socket: Duplex, { bodyMemory }: AllServices) {
  let halfBytes = 0;
  let cost = 0;
  socket.on("data", (chunk: Buffer) => {
    transport.halfMessageSince ??= performance.now();
    halfBytes += chunk.length;
    if (halfBytes < SMALL) return;
    const whole = bodyMemory.computeCost(halfBytes);
    if (bodyMemory.tryTake(whole - cost)) cost = whole;
    else webSocket.close(1013, "No memory for this message. Try again later.");
  });
  const onWritten = () => transport.onSent();
  const transport = {
    get unsentBytes() {
      return webSocket.bufferedAmount;
    },
    halfMessageSince: undefined as number | undefined,
    onSent: () => {},
    /** A message is complete. */
    settle() {
      transport.halfMessageSince = undefined;
      halfBytes = 0;
      if (cost > 0) bodyMemory.giveBack(cost);
      cost = 0;
    },
    send: (data: string | Uint8Array, isBinary = false) => webSocket.send(data, { binary: isBinary }, onWritten),
    batch(write: () => void) {
      socket.cork();
      try {
        write();
      } finally {
        socket.uncork();
      }
    },
    ping: () => webSocket.ping(),
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
    close: (code: number | undefined, reason: string) => webSocket.close(code, reason),
    terminate: () => webSocket.terminate(),
  } satisfies SocketTransport & Record<string, unknown>;
  return transport;
}

function toHttpRequest(
  request: IncomingMessage,
  { client, upgrade }: Required<Pick<HttpRequest, "client" | "upgrade">>,
): HttpRequest {
  const { headers } = request;
  const id = ID_PROTOCOL.exec(headers["sec-websocket-protocol"] ?? "")?.[1];
  return {
    method: "GET",
    ...splitUrl(request.url ?? "/"),
    headers: id === undefined ? headers : { "x-request-id": id, ...headers },
    peerAddress: request.socket.remoteAddress,
    body: NO_BODY,
    client,
    upgrade,
  };
}

/** Google's SDK begins the path of a Live session with two slashes. */
function splitUrl(given: string): { path: string; query: string } {
  const url = given.replace(/^\/+/, "/");
  const mark = url.indexOf("?");
  return { path: toCorePath(mark < 0 ? url : url.slice(0, mark)), query: mark < 0 ? "" : url.slice(mark + 1) };
}

const NO_BODY: HttpRequest["body"] = {
  bytes: async () => new Uint8Array(),
  async *chunks() {},
  retain() {},
  release() {},
};
