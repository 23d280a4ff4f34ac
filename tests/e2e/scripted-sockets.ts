/** WebSockets of the scripted upstream: a test says which events answer which, and reads back what came. */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { StubRequest } from "../support/stub-upstream.ts";
import { createGate, type Gate } from "./gate.ts";

export type SocketStep =
  | { send: { type: string; [field: string]: unknown } }
  /** Waits until the test releases it. */
  | { held: true }
  | { close: { code: number; reason: string } }
  /** Breaks the connection off. */
  | { cut: true };

/** Steps after a client's event of this type, or once the socket is open; each rule once in a session, in their order. */
export type SocketRule = { on: string; steps: SocketStep[] };

export type ScriptedSocket = {
  /** Refuses the handshake. */
  refusal?: { status: number; body: object };
  rules: SocketRule[];
};

export type ReceivedEvent = { type: string; [field: string]: unknown };

export type SocketRecord = {
  sessions: {
    /** With the query, as received. */
    path: string;
    received: ReceivedEvent[];
    /** Null while it is open. */
    closed: { code: number; reason: string } | null;
  }[];
};

type Script = ScriptedSocket & SocketRecord & { gate: Gate };

export function acceptScriptedSockets() {
  const scripts = new Map<string, Script>();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false });

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => {});
    const path = request.url ?? "/";
    const script = scripts.get(new URL(path, "http://stub").searchParams.get("model") ?? "");
    const refusal = script ? script.refusal : { status: 404, body: { error: { message: "No script." } } };
    if (!script || refusal) {
      const body = JSON.stringify(refusal?.body);
      const length = Buffer.byteLength(body);
      socket.end(
        `HTTP/1.1 ${refusal?.status} No\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
      );
      return;
    }
    server.handleUpgrade(request, socket, head, (opened) => run(opened, path, script));
  }

  /** Answers requests of the tests. */
  function control({ method, path, body }: StubRequest): object {
    const [, id = "", action] = /^\/sockets\/([\w-]+)(\/release)?$/.exec(path) ?? [];
    const script = scripts.get(id);
    if (action !== undefined) script?.gate.open();
    else if (method === "PUT") {
      const given = JSON.parse(body.toString("utf8")) as ScriptedSocket;
      scripts.set(id, { ...given, sessions: script?.sessions ?? [], gate: createGate() });
    } else if (script) return { sessions: script.sessions } satisfies SocketRecord;
    return {};
  }

  return { onUpgrade, control };
}

function run(socket: WebSocket, path: string, { rules, sessions, gate }: Script): void {
  const session: SocketRecord["sessions"][number] = { path, received: [], closed: null };
  sessions.push(session);
  const unused = [...rules];
  const answer = async (type: string): Promise<void> => {
    const index = unused.findIndex(({ on }) => on === type);
    for (const step of unused.splice(index, index < 0 ? 0 : 1)[0]?.steps ?? []) {
      if ("held" in step) await gate.pass();
      if (socket.readyState !== socket.OPEN) return;
      if ("send" in step) socket.send(JSON.stringify(step.send));
      if ("close" in step) socket.close(step.close.code, step.close.reason);
      if ("cut" in step) socket.terminate();
    }
  };
  socket.on("error", () => {});
  socket.on("message", (data) => {
    const event = JSON.parse(String(data)) as ReceivedEvent;
    session.received.push(event);
    void answer(event.type);
  });
  socket.on("close", (code, reason) => {
    session.closed = { code, reason: String(reason) };
  });
  void answer("open");
}
