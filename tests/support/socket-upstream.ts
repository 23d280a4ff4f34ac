/** A scripted upstream over WebSockets on loopback: it records what it is sent, and does what the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";

export type UpstreamSession = {
  socket: WebSocket;
  /** Path with its query, and headers of the handshake. */
  request: Pick<IncomingMessage, "url" | "headers">;
  /** Messages in the order of their arrival. */
  received: { text: string; isBinary: boolean }[];
  /** Close code and reason; undefined while it is open. */
  closed: { code: number; reason: string } | undefined;
  send(event: object | string | Buffer): void;
};

export type SocketUpstream = {
  /** Base URL: `http://127.0.0.1:<port>/v1`. */
  url: string;
  sessions: UpstreamSession[];
  /** Called with each session, once it is open. */
  onSession: (session: UpstreamSession) => void;
  /** Called with each message of a session. */
  onMessage: (session: UpstreamSession, text: string) => void;
  /** Refuses handshakes with this response while it is set. */
  refusal: { status: number; body: string } | undefined;
  /** Answers requests without an upgrade. */
  onRequest: (request: IncomingMessage, body: string, response: ServerResponse) => void;
  reset(): void;
  close(): Promise<void>;
};

export async function startSocketUpstream(): Promise<SocketUpstream> {
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    upstream.onRequest(request, body, response);
  });
  const raw = new Set<Duplex>();
  server.on("upgrade", (request, socket, head) => {
    raw.add(socket);
    socket.on("close", () => raw.delete(socket));
    socket.on("error", () => {});
    if (upstream.refusal) {
      const { status, body } = upstream.refusal;
      socket.end(
        `HTTP/1.1 ${status} No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const { url, headers } = request;
      const session: UpstreamSession = {
        ...{ socket: opened, request: { url, headers }, received: [], closed: undefined },
        send: (event) =>
          opened.send(typeof event === "string" || Buffer.isBuffer(event) ? event : JSON.stringify(event)),
      };
      opened.on("error", () => {});
      opened.on("close", (code, reason) => {
        session.closed = { code, reason: String(reason) };
      });
      opened.on("message", (data, isBinary) => {
        session.received.push({ text: String(data), isBinary });
        upstream.onMessage(session, String(data));
      });
      upstream.sessions.push(session);
      upstream.onSession(session);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const upstream: SocketUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    sessions: [],
    onSession: () => {},
    onMessage: () => {},
    refusal: undefined,
    onRequest: (_request, _body, response) => response.writeHead(404).end("{}"),
    reset() {
      for (const { socket } of upstream.sessions.splice(0)) socket.terminate();
      upstream.onSession = () => {};
      upstream.onMessage = () => {};
      upstream.onRequest = (_request, _body, response) => response.writeHead(404).end("{}");
      upstream.refusal = undefined;
    },
    close() {
      for (const socket of raw) socket.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return upstream;
}
