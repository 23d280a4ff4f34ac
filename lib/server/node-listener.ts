/** Mounts the core on Node's `http`: the listener that `npm start` puts in front of Next. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { ClientPresence } from "#lib/http/client-presence.ts";
import { type BodyStream, type HttpRequest, type HttpResponse, isBodyStream } from "#lib/http/http-message.ts";
import { handle } from "../gateway/assembly/handle.ts";
import type { AllServices } from "../gateway/assembly/services.ts";
import { toCorePath } from "./gateway-path.ts";
import { NodeBody } from "./node-body.ts";
import { discardRest, isShort } from "./unread-body.ts";

export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export function createNodeListener(services: AllServices): NodeListener {
  return (request, response) => {
    const client = new ClientPresence();
    response.on("close", () => {
      if (!response.writableFinished) client.leave();
    });
    response.on("error", ignore);
    handle(toHttpRequest(request, { response, client, services }), services).then(
      (answer) => {
        if (response.destroyed) {
          if (isBodyStream(answer.body)) answer.body.cancel();
        } else if (request.complete || request.destroyed) {
          play(answer, request, response);
          // An unread body would be parsed as the connection's next request.
          request.resume();
        } else playBeforeBody(answer, { request, response, services });
      },
      (error: unknown) => {
        services.log(
          `The answer could not be sent: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        response.destroy();
      },
    );
  };
}

/** `close` already reports a broken connection. */
function ignore(): void {}

function toHttpRequest(
  request: IncomingMessage,
  { response, client, services }: { response: ServerResponse; client: ClientPresence; services: AllServices },
): HttpRequest {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: toCorePath(mark < 0 ? url : url.slice(0, mark)),
    query: mark < 0 ? "" : url.slice(mark + 1),
    headers: request.headers,
    peerAddress: request.socket.remoteAddress,
    connection: request.socket,
    body: new NodeBody({ request, response, client, services }),
    client,
  };
}

/** Writes a response that came before the whole body of its request. */
function playBeforeBody(
  answer: HttpResponse,
  { request, response, services }: { request: IncomingMessage; response: ServerResponse; services: AllServices },
): void {
  const closes = !isShort(request);
  if (closes) answer.headers.connection = "close";
  const lingers = closes && !isBodyStream(answer.body);
  play(answer, request, response, { ends: !lingers });
  discardRest(request, response, { inFlight: services.inFlight, lingers });
}

/** @param ends true to end the response as well, when its body is bytes */
function play(
  answer: HttpResponse,
  request: IncomingMessage,
  response: ServerResponse,
  { ends = true }: { ends?: boolean } = {},
): void {
  const { status, reason, headers, body } = answer;
  if (isBodyStream(body)) {
    writeHead(response, status, reason, headers);
    push(body, response);
    return;
  }
  const isHead = request.method === "HEAD";
  // An endpoint may know the length of the body that HEAD omits; a stream has none.
  const isOpen = isHead && (headers["content-length"] !== undefined || body.length === 0);
  if (status !== 204 && status !== 304 && !isOpen) headers["content-length"] = String(Buffer.byteLength(body));
  writeHead(response, status, reason, headers);
  if (!ends) isHead ? response.flushHeaders() : response.write(body);
  else if (isHead) response.end();
  else if (typeof body === "string" || body.length > LARGEST_JOINED) response.end(body);
  // Node joins the head with a string, byte for byte in Latin-1, and sends both in one write; a buffer goes in another.
  else response.end(toLatin1(body), "latin1");
}

/** Bytes; beyond it a copy costs more than a second buffer in the write. */
const LARGEST_JOINED = 16_384;

function toLatin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

function writeHead(
  response: ServerResponse,
  status: number,
  reason: string | undefined,
  headers: HttpResponse["headers"],
): void {
  if (reason) response.writeHead(status, reason, headers);
  else response.writeHead(status, headers);
}

function push(source: BodyStream, response: ServerResponse): void {
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
