/**
 * The benchmark's upstream: cheaper than anything in front of it. A request for a stream gets paced chunks, each with
 * the time of its sending in microseconds of the monotonic clock, which processes of one machine share.
 */
import { createServer, type ServerResponse } from "node:http";
import { chatReply, sseFrame } from "../tests/support/chat-fixtures.ts";
import { CHUNK_INTERVAL_MS, CHUNKS_PER_STREAM, monotonicMicroseconds, SENT_AT_MARKER } from "./protocol.ts";

const STREAM_REQUEST = Buffer.from('"stream":true');

/** 857 bytes, as in earlier measurements of this and other gateways. */
const reply = Buffer.from(JSON.stringify(chatReply({ text: "word ".repeat(90) })).padEnd(857));
const replyHeaders = { "content-type": "application/json", "content-length": String(reply.length) };

const emptyFrame = sseFrame({
  id: "chatcmpl-stub",
  object: "chat.completion.chunk",
  created: 1_700_000_000,
  model: "stub-model",
  choices: [{ index: 0, delta: { content: "@" }, logprobs: null, finish_reason: null }],
});
const [frameStart = "", frameEnd = ""] = emptyFrame.split("@");

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => {
    if (Buffer.concat(parts).includes(STREAM_REQUEST)) return stream(response);
    response.writeHead(200, replyHeaders);
    response.end(reply);
  });
});

function stream(response: ServerResponse): void {
  let sent = 0;
  const send = () => {
    response.write(`${frameStart}${SENT_AT_MARKER}${monotonicMicroseconds()}${frameEnd}`);
    sent += 1;
    if (sent < CHUNKS_PER_STREAM) return;
    clearInterval(timer);
    response.end("data: [DONE]\n\n");
  };
  const timer = setInterval(send, CHUNK_INTERVAL_MS);
  response.on("close", () => clearInterval(timer));
  response.writeHead(200, { "content-type": "text/event-stream" });
  send();
}

server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), "127.0.0.1");
