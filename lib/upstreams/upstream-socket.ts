/** UpstreamSocket: a WebSocket to an upstream, with its credential. */
import type { IncomingMessage } from "node:http";
import type { ClientOptions, WebSocket } from "ws";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { SocketListener, SocketTransport } from "#lib/http/http-message.ts";
import { escapesBasePath } from "#lib/http/url-path.ts";
import type { PooledKey } from "./key-pool.ts";
import { readUpstreamError } from "./read-upstream-error.ts";
import type { ResponseHeaders } from "./receiver.ts";
import type { Upstream } from "./upstream.ts";
import { toUpstreamError } from "./upstream-error.ts";

export type SocketRequest = {
  /** Path from the root of the upstream's origin, with its query. */
  path: string;
  headers: Record<string, string>;
  /** Limit in bytes of one message; a longer one closes the socket with 1009. */
  messageBytes: number;
  /** Limit in bytes of the body of a refusal. */
  errorBytes: number;
  readError: ErrorReader;
  /** Cancels the handshake. */
  signal: AbortSignal;
};

/** Headers of a request with a body, which an upgrade has not. */
const OF_BODIES = /^(?:accept|accept-encoding|content-type|content-length)$/;

export class UpstreamSocket implements Omit<SocketTransport, "batch" | "halfMessageSince"> {
  private readonly socket: WebSocket;
  private onSent: () => void = () => {};

  constructor(socket: WebSocket) {
    this.socket = socket;
  }

  get unsentBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Begins to read messages. */
  listen(listener: SocketListener): void {
    this.onSent = () => listener.onSent();
    this.socket.on("message", (data, isBinary) => listener.onMessage(data as Buffer, isBinary));
    this.socket.on("pong", () => listener.onPong());
    this.socket.on("close", (code, reason) => listener.onClose(code, reason.toString("utf8")));
    if (this.socket.readyState === this.socket.CLOSED) queueMicrotask(() => listener.onClose(1006, ""));
    else this.socket.resume();
  }

  send(data: string | Uint8Array, isBinary = false): void {
    this.socket.send(data, { binary: isBinary }, () => this.onSent());
  }

  ping(): void {
    // A socket that is closing throws.
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  close(code: number | undefined, reason: string): void {
    this.socket.close(code, reason);
    // A close frame is read only while messages are.
    this.socket.resume();
  }

  terminate(): void {
    this.socket.terminate();
  }
}

/**
 * Opens a socket that reads nothing before `listen`. With several API keys, one that is refused is followed by another.
 * @throws GatewayError the upstream's refusal; 502, 504 without a connection; 499 when the signal aborts
 */
export async function connectSocket(upstream: Upstream, request: SocketRequest): Promise<UpstreamSocket> {
  if (escapesBasePath(request.path)) throw errors.upstreamPathLeaves({ provider: upstream.id });
  const { keys } = upstream;
  let key = keys?.take();
  for (let tries = 1; ; tries++) {
    const result = await attempt(upstream, request, key);
    if ("socket" in result) return result.socket;
    const other = key && keys?.refuse(key, result.status, result.headers);
    if (!other || tries >= (keys?.size ?? 0)) throw result.error;
    key = other;
  }
}

type Result = { socket: UpstreamSocket } | { error: GatewayError; status: number; headers: ResponseHeaders };

async function attempt(upstream: Upstream, request: SocketRequest, key: PooledKey | undefined): Promise<Result> {
  const { WebSocket } = await import("ws");
  request.signal.throwIfAborted();
  const given = Object.entries(request.headers).filter(([name]) => !OF_BODIES.test(name));
  const headers = Object.fromEntries(given);
  const options: ClientOptions = {
    headers: key && upstream.keys ? upstream.keys.sign(headers, key) : headers,
    perMessageDeflate: false,
    maxPayload: request.messageBytes,
    handshakeTimeout: upstream.timeouts.connectMs,
    followRedirects: false,
  };
  const socket = new WebSocket(`${upstream.origin.replace(/^http/, "ws")}${request.path}`, options);
  return new Promise((resolve, reject) => {
    const cancel = () => {
      reject(request.signal.reason);
      socket.terminate();
    };
    const settle = (result: Result) => {
      request.signal.removeEventListener("abort", cancel);
      resolve(result);
    };
    request.signal.addEventListener("abort", cancel, { once: true });
    socket.once("open", () => {
      socket.pause();
      settle({ socket: new UpstreamSocket(socket) });
    });
    socket.once("unexpected-response", (sent, response: IncomingMessage) => {
      void readRefusal(response, request, upstream).then((refusal) => {
        settle(refusal);
        sent.destroy();
      });
    });
    // Stays for the life of the socket: `close` follows every error.
    socket.on("error", (error) => settle({ error: toFailure(upstream, error), status: 0, headers: {} }));
  });
}

async function readRefusal(
  response: IncomingMessage,
  { readError, errorBytes }: SocketRequest,
  upstream: Upstream,
): Promise<Result> {
  const status = response.statusCode ?? 502;
  const headers = response.headers as ResponseHeaders;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size >= errorBytes) break;
    }
  } catch {
    // A cut refusal is read as far as it came.
  }
  const body = Buffer.concat(chunks).toString("utf8");
  // A server without WebSockets may answer with success.
  const error =
    status >= 200 && status < 300
      ? errors.upstreamNotWebSocket({ provider: upstream.id, status })
      : readUpstreamError({ status, headers, body, upstream, readError });
  return { error, status, headers };
}

function toFailure(upstream: Upstream, error: Error): GatewayError {
  if (error.message === "Opening handshake has timed out") {
    return errors.upstreamConnectTimeout({ provider: upstream.id, ms: upstream.timeouts.connectMs, cause: error });
  }
  if (/^(?:Invalid|Server sent|Unexpected) /.test(error.message)) {
    return errors.upstreamNotWebSocket({ provider: upstream.id, status: 101 });
  }
  return toUpstreamError({ upstream, error, afterHeaders: false, isUnsent: true });
}
