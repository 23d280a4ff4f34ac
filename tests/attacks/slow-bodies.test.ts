/** Clients that send slowly, or for nothing: none of them holds a connection, a request or a stop of the server. */
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { createServices } from "#lib/gateway/assembly/create-services.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { BODY_PACE, UNREAD_LIMITS } from "#lib/gateway/limits.ts";
import { CONNECTION_LIMITS, createHttpServer } from "#lib/server/http-server.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import { ADMIN_KEY } from "../support/gateway.ts";
import { createManualInFlight, type ManualInFlight } from "../support/manual-in-flight.ts";

const dataDir = mkdtempSync(join(tmpdir(), "parlance-slow-"));
let services: AllServices;
/** Its clock is the test's. */
let inFlight: ManualInFlight;
let server: Server;
/** The server's side of the connections. */
const accepted: Socket[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  services = await createServices(loadSettings({ PARLANCE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: dataDir }));
  server = createHttpServer((request, response) => createNodeListener({ ...services, inFlight })(request, response));
  server.on("connection", (socket) => accepted.push(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  for (const socket of [...sockets.splice(0), ...accepted.splice(0)]) socket.destroy();
});
afterAll(async () => {
  server?.close();
  await services?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Client = { socket: Socket; received(): string; closed: Promise<void> };

function open(port = (server.address() as AddressInfo).port): Client {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  sockets.push(socket);
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  return { socket, received: () => text, closed };
}

/** Sends the head of a request, and the beginning of its body. */
function begin({ path = "/v1/chat/completions", key = ADMIN_KEY, headers, body = "" }: Sent): Client {
  inFlight = createManualInFlight();
  const client = open();
  const lines = [`POST ${path} HTTP/1.1`, "host: gateway.test", `authorization: Bearer ${key}`, ...headers];
  client.socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  return client;
}
type Sent = { path?: string; key?: string; headers: string[]; body?: string };

const eventually = (check: () => void) => vi.waitFor(check, { interval: 5, timeout: 10_000 });

const FORM = "content-type: multipart/form-data; boundary=b";
const FORM_START =
  '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nassistants\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
const JSON_START = '{"model":"sandbox/echo","messages":[{"role":"user","content":"';
const trickles: [string, Sent][] = [
  ["a JSON body of a stated length", { headers: ["content-length: 1000000"], body: JSON_START }],
  ["a JSON body in chunks", { headers: ["transfer-encoding: chunked"], body: "1\r\n{\r\n" }],
  ["a body of which nothing has come", { headers: ["content-length: 1000000"] }],
  ["a page that is shared", { path: "/api/shares", headers: ["content-length: 1000"], body: "{" }],
  ["an uploaded file", { path: "/v1/files", headers: ["content-length: 1000000", FORM], body: FORM_START }],
  [
    "an image to edit",
    { path: "/v1/images/edits", headers: ["transfer-encoding: chunked", FORM], body: "2\r\n--\r\n" },
  ],
  [
    "a file that is sent raw",
    { path: "/upload/v1beta/files", headers: ["content-length: 1000000", "x-goog-upload-protocol: raw"], body: "abc" },
  ],
];

describe("a body that trickles", () => {
  it.each(trickles)("%s: is refused after a minute with 408, and its connection is closed", async (_name, sent) => {
    const { received, closed } = begin(sent);
    await eventually(() => expect(inFlight.watchedCount).toBe(1));
    let later = 1_000;
    inFlight.tickIn(BODY_PACE.usual.windowMs - later);
    expect(inFlight.count).toBe(1);
    await eventually(() => {
      // More than one window passes where the gateway was still writing what had come.
      later += BODY_PACE.usual.windowMs;
      inFlight.tickIn(later);
      expect(received()).toContain("body_too_slow");
    });
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(inFlight.count).toBe(0);
    inFlight.tickIn(later + UNREAD_LIMITS.ms + 1_000);
    await closed;
  });

  it.each(trickles)("%s: does not hold up a stop", async (_name, sent) => {
    const { received } = begin(sent);
    await eventually(() => expect(inFlight.watchedCount).toBe(1));
    await inFlight.drain(0);
    let later = 0;
    await eventually(() => {
      later += BODY_PACE.urgent.windowMs;
      inFlight.tickIn(later);
      expect(received()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 1\r\n/);
    });
    expect(inFlight.count).toBe(0);
  });
});

describe("a slow but steady upload is accepted", () => {
  it.each([
    ["at 5 KB/s", 300_000],
    ["with silences of 55 s in each minute", 25_000],
  ])("%s, over minutes", async (_name, bytesInMinute) => {
    const minutes = 5;
    // Its length is in spaces, which cost nothing to read.
    const body = `${JSON_START}hi"}]${" ".repeat(minutes * bytesInMinute)}}`;
    const { socket, received } = begin({ headers: [`content-length: ${body.length}`] });
    await eventually(() => expect(inFlight.watchedCount).toBe(1));
    const [connection] = accepted;
    const before = connection?.bytesRead ?? 0;
    for (let minute = 1; minute <= minutes; minute++) {
      socket.write(body.slice((minute - 1) * bytesInMinute, minute * bytesInMinute));
      await eventually(() => expect(connection?.bytesRead).toBe(before + minute * bytesInMinute));
      inFlight.tickIn(minute * 60_000 + 500);
    }
    socket.write(body.slice(minutes * bytesInMinute));
    await eventually(() => expect(received()).toMatch(/^HTTP\/1\.1 200 /));
  });
});

describe("a body that no endpoint reads", () => {
  const MEGABYTE = 1_048_576;
  /** Node reads up to so much ahead of whoever reads the body, twice: in the request and in the socket. */
  const READ_AHEAD = 3 * 65_536;

  it.each<[string, Partial<Sent>, number]>([
    ["without a valid key", { key: "wrong" }, 401],
    ["without a valid key, in chunks", { key: "wrong", headers: ["transfer-encoding: chunked"] }, 401],
    ["without a valid key, of an upload", { key: "wrong", path: "/v1/files" }, 401],
    ["of a route that does not exist", { path: "/v1/nothing" }, 404],
    ["of a sign-in", { path: "/api/session", key: "wrong" }, 413],
    ["larger than the limit", { headers: ["content-length: 999999999"] }, 413],
  ])("%s: is not read beyond 64 KB, and its connection is closed", async (_name, sent, status) => {
    const { socket, received, closed } = begin({ headers: [`content-length: ${32 * MEGABYTE}`], ...sent });
    const piece = `${MEGABYTE.toString(16)}\r\n${"x".repeat(MEGABYTE)}\r\n`;
    for (let megabytes = 0; megabytes < 16; megabytes++) socket.write(piece);
    await eventually(() => expect(received()).toMatch(/\r\nconnection: close\r\n[\s\S]*\}$/i));
    expect(received()).toContain(`HTTP/1.1 ${status} `);
    await delay(50);
    expect(accepted[0]?.bytesRead).toBeLessThan(UNREAD_LIMITS.bytes + READ_AHEAD);
    inFlight.tickIn(UNREAD_LIMITS.ms + 1_000);
    await closed;
  });

  it("is not requested when the client waits for 100 Continue", async () => {
    const expecting = ["content-length: 1000000", "expect: 100-continue"];
    const refused = begin({ key: "wrong", headers: expecting });
    await eventually(() => expect(refused.received()).toMatch(/^HTTP\/1\.1 401 /));
    const body = `${JSON_START}hi"}]}`;
    const taken = begin({ headers: [`content-length: ${body.length}`, "expect: 100-continue"] });
    await eventually(() => expect(taken.received()).toMatch(/^HTTP\/1\.1 100 /));
    taken.socket.write(body);
    await eventually(() => expect(taken.received()).toMatch(/\r\n\r\nHTTP\/1\.1 200 /));
  });

  it("is discarded when it is short, and the connection stays open", async () => {
    const { socket, received } = begin({ key: "wrong", headers: ["content-length: 10"], body: "12345" });
    await eventually(() => expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\}$/));
    expect(received()).not.toMatch(/connection: close/i);
    socket.write("67890GET /healthz HTTP/1.1\r\nhost: gateway.test\r\n\r\n");
    await eventually(() => expect(received()).toMatch(/HTTP\/1\.1 200 /));
    expect(inFlight.watchedCount).toBe(0);
  });

  it("closes the connection when it is short but never arrives", async () => {
    const { received, closed } = begin({ key: "wrong", headers: ["content-length: 10"], body: "12345" });
    await eventually(() => expect(received()).toMatch(/^HTTP\/1\.1 401 [\s\S]*\}$/));
    await eventually(() => expect(inFlight.watchedCount).toBe(1));
    inFlight.tickIn(UNREAD_LIMITS.ms + 1_000);
    await closed;
  });
});

describe("a connection without a complete request", () => {
  const SHORT = { ...CONNECTION_LIMITS, headersTimeout: 200, connectionsCheckingInterval: 50 };

  it.each([
    ["is silent", ""],
    ["ends within its first line", "GET / HT"],
    ["ends within its headers", "GET / HTTP/1.1\r\nhost: gateway.test\r\nx-a: "],
  ])("that sent %s is closed in time", async (_name, text) => {
    const quick = createHttpServer((_request, response) => response.end(), { limits: SHORT });
    await new Promise<void>((resolve) => quick.listen(0, "127.0.0.1", resolve));
    try {
      const { socket, closed } = open((quick.address() as AddressInfo).port);
      socket.write(text);
      const trickle = setInterval(() => text !== "" && socket.write("a"), 20);
      await closed;
      clearInterval(trickle);
    } finally {
      quick.close();
    }
  });

  it("is closed after half a minute", () => {
    const { headersTimeout, connectionsCheckingInterval } = server as Server & { connectionsCheckingInterval?: number };
    expect(headersTimeout + (connectionsCheckingInterval ?? 0)).toBeLessThan(30_000);
    expect(headersTimeout).toBeGreaterThanOrEqual(10_000);
  });
});
