/**
 * The yardstick: the least that a gateway on Node does. node:http in, a key looked up by its SHA-256, the body parsed
 * as JSON, undici dispatch out, the bytes back with back-pressure and cancellation. No errors but the unavoidable.
 */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Agent, type Dispatcher } from "undici";

const upstream = new URL(process.env.OPENAI_BASE_URL ?? "");
const upstreamAuthorization = `Bearer ${process.env.OPENAI_API_KEY}`;
const agent = new Agent();
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const keys = new Map([[sha256(process.env.PARLANCE_ADMIN_KEY ?? ""), { name: "bench" }]]);

const server = createServer((request, response) => {
  const key = keys.get(sha256(request.headers.authorization?.slice("Bearer ".length) ?? ""));
  if (key === undefined) return void response.writeHead(401).end();
  const parts: Buffer[] = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", () => relay(request, Buffer.concat(parts), response));
});

function relay(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const contentType = request.headers["content-type"] ?? "application/json";
  // The model is not looked up in a form.
  const isForm = contentType.startsWith("multipart/");
  if (!isForm && typeof JSON.parse(body.toString()).model !== "string") return void response.writeHead(400).end();
  let upstreamCall: Dispatcher.DispatchController | undefined;
  response.on("close", () => {
    if (!response.writableFinished) upstreamCall?.abort(new Error("the client left"));
  });
  response.on("drain", () => upstreamCall?.resume());
  agent.dispatch(
    {
      origin: upstream.origin,
      path: upstream.pathname + (request.url ?? "").slice("/v1".length),
      method: "POST",
      headers: { authorization: upstreamAuthorization, "content-type": contentType },
      body,
    },
    {
      onRequestStart(controller) {
        upstreamCall = controller;
      },
      onResponseStart(_controller, status, headers) {
        for (const name of ["content-type", "content-length"]) {
          const value = headers[name];
          if (value !== undefined) response.setHeader(name, value);
        }
        response.writeHead(status);
      },
      onResponseData(controller, chunk) {
        if (!response.write(chunk)) controller.pause();
      },
      onResponseEnd() {
        response.end();
      },
      onResponseError() {
        response.destroy();
      },
    },
  );
}

server.listen(Number(process.env.PORT), "127.0.0.1");
