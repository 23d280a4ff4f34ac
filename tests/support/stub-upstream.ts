/** A scripted OpenAI-chat upstream on loopback: what it is sent is recorded, and what it answers is up to the test. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { chatFrames, chatReply } from "./chat-fixtures.ts";

export type StubRequest = {
  method: string;
  /** With the query, as received. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Unix milliseconds. */
  receivedAt: number;
};

export type StubAbort = {
  request: StubRequest;
  /** Unix milliseconds at which the gateway closed the connection before the response was complete. */
  at: number;
};

export type StubHandler = (request: StubRequest, response: ServerResponse) => void | Promise<void>;

export type StubUpstream = {
  /** Base URL as OPENAI_BASE_URL wants it: `http://127.0.0.1:<port>/v1`. */
  url: string;
  /** Complete requests, in the order of their arrival. */
  requests: StubRequest[];
  aborts: StubAbort[];
  /** From the next request on; `undefined` goes back to `answerChat`. */
  respondWith(handler: StubHandler | undefined): void;
  /** Hands over requests to open a WebSocket; without a listener their connections are closed. */
  onUpgrade(listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void;
  /** Forgets requests and aborts, and goes back to `answerChat`. */
  reset(): void;
  close(): Promise<void>;
};

/** @param port 0 for a free one */
export async function startStubUpstream(handler: StubHandler = answerChat, port = 0): Promise<StubUpstream> {
  const requests: StubRequest[] = [];
  const aborts: StubAbort[] = [];
  let respond = handler;
  const server = createServer((incoming, response) => {
    void receive(incoming).then(async (request) => {
      if (request === undefined) return;
      requests.push(request);
      response.on("close", () => {
        if (!response.writableEnded && !closedByStub.has(response)) aborts.push({ request, at: Date.now() });
      });
      await respond(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}/v1`,
    requests,
    aborts,
    respondWith(next) {
      respond = next ?? answerChat;
    },
    onUpgrade: (listener) => void server.on("upgrade", listener),
    reset() {
      requests.length = 0;
      aborts.length = 0;
      respond = answerChat;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Default: a model list for GET, else a short reply, streamed when the request asks for it. */
export const answerChat: StubHandler = (request, response) => {
  if (request.method === "GET")
    return jsonReply({ object: "list", data: [{ id: "stub-model", object: "model" }] })(request, response);
  const body = JSON.parse(request.body.toString("utf8"));
  const answer = { model: String(body.model), text: "Hello from the stub upstream." };
  return body.stream === true
    ? streamReply({ chunks: chatFrames(answer) })(request, response)
    : jsonReply(chatReply(answer))(request, response);
};

export type JsonReplyOptions = { status?: number; headers?: Record<string, string> };

/** A whole reply; with a status of 400 or more, an error. A string is sent unchanged. */
export function jsonReply(body: unknown, { status = 200, headers = {} }: JsonReplyOptions = {}): StubHandler {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(text);
  };
}

export type StreamReplyOptions = {
  /** Each is sent by itself; see `splitBytes` for cuts at chosen bytes. */
  chunks: readonly (string | Uint8Array)[];
  /** Before each chunk but the first. */
  delayMs?: number;
  /**
   * After the last chunk: `end` completes the response (whether or not a `[DONE]` was among the chunks), `cut`
   * destroys the connection, `silence` leaves it open.
   */
  ending?: "end" | "cut" | "silence";
  headers?: Record<string, string>;
};

export function streamReply({ chunks, delayMs = 1, ending = "end", headers = {} }: StreamReplyOptions): StubHandler {
  return async (_request, response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream", ...headers });
    response.flushHeaders();
    for (const [index, chunk] of chunks.entries()) {
      if (index > 0) await delay(delayMs);
      if (response.destroyed) return;
      await new Promise<unknown>((resolve) => response.write(chunk, resolve));
    }
    if (ending === "end") response.end();
    if (ending === "cut") destroy(response);
  };
}

/** Takes the request and says nothing. */
export function neverAnswer(): StubHandler {
  return () => {};
}

/** Closes the connection where the status line was expected. */
export function closeBeforeHeaders(): StubHandler {
  return (_request, response) => destroy(response);
}

/** Cuts bytes at the given offsets, for example within a frame or within a UTF-8 sequence. */
export function splitBytes(bytes: string | Uint8Array, offsets: readonly number[]): Uint8Array[] {
  const whole = Buffer.from(bytes);
  const edges = [0, ...offsets, whole.length];
  return edges.slice(1).map((edge, index) => whole.subarray(edges[index], edge));
}

const closedByStub = new WeakSet<ServerResponse>();

/** Closes the connection at once, which does not count as an abort by the gateway. */
export function destroy(response: ServerResponse): void {
  closedByStub.add(response);
  response.destroy();
}

/** Undefined when the client left before its request was whole. */
async function receive(incoming: IncomingMessage): Promise<StubRequest | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of incoming) parts.push(part);
  } catch {
    return undefined;
  }
  const { method = "", url: path = "", headers } = incoming;
  return { method, path, headers, body: Buffer.concat(parts), receivedAt: Date.now() };
}
