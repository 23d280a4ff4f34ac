/**
 * The benchmarks' upstream, in all text dialects, and for edits of images: cheaper than anything in front of it. A request for a stream gets
 * chunks at the pace that its model names, each with the time of its sending in microseconds of the monotonic clock, which
 * processes of one machine share.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { monotonicMicroseconds, readStreamPattern, SENT_AT_MARKER, type StreamPattern } from "./protocol.ts";
import { chatWire, googleWire, messagesWire, responsesWire, type Wire } from "./wire.ts";

const STREAM_REQUEST = '"stream":true';
const STREAM_PATH = ":streamGenerateContent";

/** Of an image, small beside the form that it answers. */
const IMAGE_REPLY = JSON.stringify({ created: 1_700_000_000, data: [{ b64_json: "iVBORw0KGgo=" }] });

const server = createServer((request, response) => {
  if (request.url?.endsWith("/images/edits")) {
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end(IMAGE_REPLY));
    return;
  }
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => answer(request, Buffer.concat(parts).toString("latin1"), response));
});

function answer({ url = "" }: IncomingMessage, body: string, response: ServerResponse): void {
  const wire = wireOf(url);
  if (body.includes(STREAM_REQUEST) || url.includes(STREAM_PATH)) {
    stream(wire, readStreamPattern(url + body), response);
    return;
  }
  response.writeHead(200, { "content-type": "application/json", "content-length": String(wire.reply.length) });
  response.end(wire.reply);
}

function wireOf(url: string): Wire {
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
