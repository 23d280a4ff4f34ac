/** Requests that ask for another protocol, or name their target in an odd form: they are answered as any other is. */
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpServer } from "#lib/server/http-server.ts";

let server: Server;
const sockets: Socket[] = [];
beforeAll(async () => {
  server = createHttpServer(
    (request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => response.end(JSON.stringify({ url: request.url, host: request.headers.host, body })));
    },
    { takesUpgrade: ({ url }) => url === "/_next/hmr" },
  );
  // As Next adds it at the first visit of a page, in production too.
  server.on("upgrade", (request, socket) => {
    socket.end(request.url === "/_next/hmr" ? "HTTP/1.1 101 Switching Protocols\r\n\r\n" : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

/** Sends these lines as one request and returns all that comes until the connection is closed. */
async function exchange(lines: string[], body = ""): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  let text = "";
  for await (const chunk of socket) text += chunk;
  return text;
}

const HOST = ["host: gateway.test", "connection: close"];

describe("an upgrade that the gateway does not take is ignored", () => {
  it.each([
    [
      "to h2c, as curl --http2 asks for it",
      "connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA",
    ],
    ["to h2c, as Java's HttpClient asks for it", "connection: Upgrade, close\r\nupgrade: h2c"],
    [
      "to a WebSocket",
      "connection: Upgrade, close\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
    ],
    ["to a protocol that nobody knows", "connection: close, upgrade\r\nupgrade: gopher/7, h2c"],
  ])("%s: the request gets a normal response, body included", async (_name, headers) => {
    const lines = ["POST /v1/chat/completions HTTP/1.1", "host: gateway.test", headers];
    const sized = await exchange([...lines, "content-length: 5"], "hello");
    expect(sized).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(sized).toContain('"body":"hello"');
    const chunked = await exchange([...lines, "transfer-encoding: chunked"], "5\r\nhello\r\n0\r\n\r\n");
    expect(chunked).toContain('"body":"hello"');
    const get = await exchange(["GET /v1/models HTTP/1.1", "host: gateway.test", headers]);
    expect(get).toContain('"url":"/v1/models"');
  });

  it("the development server's upgrade for hot reloading is accepted", async () => {
    const lines = ["GET /_next/hmr HTTP/1.1", "host: gateway.test", "connection: Upgrade", "upgrade: websocket"];
    expect(await exchange(lines)).toMatch(/^HTTP\/1\.1 101 /);
  });
});

describe("a target in absolute form is read as its path and host (RFC 9112)", () => {
  it.each([
    ["http://other.test/v1/models", "/v1/models", "other.test"],
    ["http://other.test:8080/v1/models?limit=2", "/v1/models?limit=2", "other.test:8080"],
    ["HTTPS://other.test", "/", "other.test"],
    ["http://other.test?a=b", "/?a=b", "other.test"],
    ["http://[::1]:3000//v1", "//v1", "[::1]:3000"],
    ["/v1/models?url=http://other.test/", "/v1/models?url=http://other.test/", "gateway.test"],
    ["//other.test/v1/models", "//other.test/v1/models", "gateway.test"],
    ["http://user@other.test/v1", "http://user@other.test/v1", "gateway.test"],
  ])("%s", async (target, url, host) => {
    const answer = await exchange([`GET ${target} HTTP/1.1`, ...HOST]);
    expect(JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1))).toMatchObject({ url, host });
  });
});
