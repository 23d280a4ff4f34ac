/**
 * Upstream of the benchmarks, in all text dialects, and for edits of images: cheaper than anything in front of it. A
 * request for a stream gets chunks at the pace that its model names, each with the time of its sending in microseconds
 * of the monotonic clock, which processes of one machine share.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type Fault,
  monotonicMicroseconds,
  readFault,
  readStreamPattern,
  SENT_AT_MARKER,
  type StreamPattern,
} from "./protocol.ts";
import { chatWire, googleWire, messagesWire, responsesWire, type Wire } from "./wire.ts";

const STREAM_REQUEST = '"stream":true';
const STREAM_PATH = ":streamGenerateContent";
/** Larger bodies are accepted without reading them, and get a whole reply. */
const MAXIMUM_READ_BYTES = 1_000_000;
/** Chunks of a stream before its fault. */
const CHUNKS_BEFORE_FAULT = 5;

/** Image reply, small beside the form that it answers. */
const IMAGE_REPLY = JSON.stringify({ created: 1_700_000_000, data: [{ b64_json: "iVBORw0KGgo=" }] });
const ERROR_REPLY = JSON.stringify({ error: { message: "The stub fails as it was told.", type: "server_error" } });

const server = createServer((request, response) => {
  if (request.url?.endsWith("/images/edits")) {
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(IMAGE_REPLY));
    return;
  }
  let parts: Buffer[] = [];
  let size = 0;
  request.on("data", (part) => {
    size += part.length;
    if (size <= MAXIMUM_READ_BYTES) parts.push(part);
    else parts = [];
  });
  request.on("end", () => respond(request, Buffer.concat(parts).toString("latin1"), response));
});

function respond({ url = "" }: IncomingMessage, body: string, response: ServerResponse): void {
  const wire = findWire(url);
  const isStream = body.includes(STREAM_REQUEST) || url.includes(STREAM_PATH);
  const fault = readFault(url + body);
  if (fault) fail({ wire, isStream, fault }, response);
  else if (isStream) stream(wire, readStreamPattern(url + body), response);
  else writeReplyHead(wire, response).end(wire.reply);
}

function writeReplyHead(wire: Wire, response: ServerResponse): ServerResponse {
  return response.writeHead(200, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(wire.reply)),
  });
}

function fail(
  { wire, isStream, fault }: { wire: Wire; isStream: boolean; fault: Fault },
  response: ServerResponse,
): void {
  if (fault === "error") {
    response.writeHead(500, { "content-type": "application/json" }).end(ERROR_REPLY);
    return;
  }
  if (isStream) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const frames = Array.from({ length: CHUNKS_BEFORE_FAULT }, (_, index) => wire.frame("word", index));
    response.write(wire.opening + frames.join(""));
  } else if (fault === "cut") {
    writeReplyHead(wire, response).write(wire.reply.slice(0, wire.reply.length / 2));
  }
  // Later than the bytes before it, which a proxy is meant to see.
  if (fault === "cut") setTimeout(() => response.destroy(), 20);
}

function findWire(url: string): Wire {
  if (url.includes("/models/")) return googleWire;
  if (url.endsWith("/messages")) return messagesWire;
  return url.endsWith("/responses") ? responsesWire : chatWire;
}

function stream(wire: Wire, { chunks, perWrite, intervalMs }: StreamPattern, response: ServerResponse): void {
  let sent = 0;
  let text = "";
  let events = wire.opening;
  const send = () => {
    for (let index = 0; index < perWrite && sent < chunks; index += 1, sent += 1) {
      const token = `${SENT_AT_MARKER}${monotonicMicroseconds()}`;
      text += token;
      events += wire.frame(token, sent);
    }
    response.write(events);
    events = "";
    if (sent < chunks) return;
    clearInterval(timer);
    response.end(wire.closing(text));
  };
  const timer = setInterval(send, intervalMs);
  response.on("close", () => clearInterval(timer));
  response.writeHead(200, { "content-type": "text/event-stream" });
  send();
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
