/** Mounts the core on raw Node `http`: the listener that `npm start` puts in front of Next. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { handle } from "#lib/gateway/handle.ts";
import type { Runtime } from "#lib/gateway/runtime.ts";
import { bodyTooLarge, limited } from "#lib/http/body-limit.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type ExchangeRequest, type ExchangeResponse, isPushSource, type PushSource } from "#lib/http/exchange.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { toCorePath } from "./gateway-path.ts";

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export function createNodeListener(runtime: Runtime): NodeListener {
  return (request, response) => {
    const client = new ClientPresence();
    response.on("close", () => {
      if (!response.writableFinished) client.leave();
    });
    // Nothing in a connection that broke is worth more than the abort above.
    response.on("error", () => {});
    handle(toExchange(request, client), runtime).then(
      (answer) => {
        if (!response.destroyed) play(answer, request, response);
        // What a refusal did not read of the body would stand before the connection's next request.
        request.resume();
      },
      (error: unknown) => {
        runtime.log(
          `The answer could not be sent: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        response.destroy();
      },
    );
  };
}

function toExchange(request: IncomingMessage, client: ClientPresence): ExchangeRequest {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: toCorePath(mark < 0 ? url : url.slice(0, mark)),
    query: mark < 0 ? "" : url.slice(mark + 1),
    headers: request.headers,
    body: {
      bytes: (limit) => readBody(request, limit),
      chunks: (limit) => limited(request.iterator({ destroyOnReturn: false }), limit),
    },
    client,
    ...(request.socket.remoteAddress ? { remoteAddress: request.socket.remoteAddress } : {}),
  };
}

function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  if (Number(request.headers["content-length"]) > limit) return Promise.reject(bodyTooLarge(limit));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(bodyTooLarge(limit));
    });
    request.once("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.once("error", () => reject(brokenOff()));
    request.once("close", () => {
      if (!request.complete) reject(brokenOff());
    });
  });
}

function brokenOff(): GatewayError {
  return new GatewayError({ status: 400, message: "The request broke off before its body was complete." });
}

function play(answer: ExchangeResponse, request: IncomingMessage, response: ServerResponse): void {
  const { status, reason, headers, body } = answer;
  if (isPushSource(body)) {
    writeHead(response, status, reason, headers);
    if (request.method === "HEAD") response.end();
    else push(body, response);
    return;
  }
  // Of what a HEAD leaves out, whoever answers knows the length.
  const isKnown = request.method === "HEAD" && headers["content-length"] !== undefined;
  if (status !== 204 && status !== 304 && !isKnown) headers["content-length"] = String(Buffer.byteLength(body));
  writeHead(response, status, reason, headers);
  response.end(request.method === "HEAD" ? undefined : body);
}

function writeHead(
  response: ServerResponse,
  status: number,
  reason: string | undefined,
  headers: ExchangeResponse["headers"],
): void {
  if (reason) response.writeHead(status, reason, headers);
  else response.writeHead(status, headers);
}

function push(source: PushSource, response: ServerResponse): void {
  let settled = false;
  response.on("drain", () => {
    if (!settled) source.resume();
  });
  response.once("close", () => {
    if (settled) return;
    settled = true;
    source.cancel();
  });
  source.start({
    write: (chunk) => response.write(chunk),
    end() {
      settled = true;
      response.end();
    },
    fail(error) {
      settled = true;
      response.destroy(error);
    },
  });
}
