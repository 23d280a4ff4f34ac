/**
 * Refuses WebSockets under `next start`, which hands out no connection and would end one without a word. Under
 * `npm start` it does nothing: the gateway's own server takes them.
 */
import { randomUUID } from "node:crypto";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { createErrorResponse } from "#lib/http/error-response.ts";
import { errors } from "#lib/http/errors.ts";
import { writeRawAnswer } from "./write-raw-answer.ts";

/** Channel of Node for each connection that a server accepts. */
const CONNECTIONS = "net.server.socket";
/** Set by the gateway's own server before it loads Next (process-services.ts). */
const SERVICES = Symbol.for("parlance.services");

export function refuseWebSockets(): void {
  if (SERVICES in globalThis) return;
  const onConnection = (message: unknown) => {
    const { server } = (message as { socket: { server?: Server } }).socket;
    if (!server || server.listenerCount("upgrade") === 0) return;
    unsubscribe(CONNECTIONS, onConnection);
    // Before Next's own listener, which only ends the connection.
    server.prependListener("upgrade", refuse);
  };
  subscribe(CONNECTIONS, onConnection);
}

function refuse({ headers }: IncomingMessage, socket: Duplex): void {
  const error = errors.webSocketUnsupported();
  writeRawAnswer(socket, createErrorResponse({ error, requestId: `req_${randomUUID()}`, requestHeaders: headers }));
}
