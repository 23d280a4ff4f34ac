/** The Node mount: bodies in and out of a connection that closes, is full or asks for headers only. */
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { Tape } from "#lib/gateway/bodies/resumable/tape.ts";
import { BodyMemory } from "#lib/gateway/request/body-memory.ts";
import { ADMIN, type Principal } from "#lib/gateway/request/key-ring.ts";
import { createNodeListener } from "#lib/server/node-listener.ts";
import type { RequestLogRow } from "#lib/store/store.ts";
import { createManualInFlight } from "../support/manual-in-flight.ts";

const MEGABYTE = 1024 * 1024;

/** Services for two endpoints: one that reads a body, and one whose response is a tape that the test writes. */
function createFakeServices() {
  const inFlight = createManualInFlight();
  const rows: RequestLogRow[] = [];
  const readers = { opened: 0, done: 0 };
  const tape = new Tape({ allowance: () => Number.POSITIVE_INFINITY, waits: false, onSize() {} });
  const onRead = vi.fn();
  const resumable = {
    body: tape,
    head: Promise.resolve({ status: 200, headers: { "content-type": "text/event-stream" } }),
    attach: () => () => {},
    read(_tape: Tape, { from }: { from: number }) {
      readers.opened++;
      onRead();
      return tape.reader({ from, onDone: () => void readers.done++ });
    },
  };
  const findKey = vi.fn((): Principal | Promise<Principal> => ADMIN);
  const services = {
    inFlight,
    bodyMemory: new BodyMemory({ limit: 64 * MEGABYTE, inFlight }),
    store: { requestLog: { append: (row: RequestLogRow) => void rows.push(row) } },
    redact: (text: string) => text,
    metrics: { record() {} },
    keyRing: { findKey },
    settings: {
      limits: { bodyBytes: MEGABYTE },
      streams: { pingMs: 15_000 },
      requestLog: { bodies: "off" },
      hooks: [],
    },
    resumables: { find: () => resumable },
    log: (line: string) => void faults.push(line),
  } as unknown as AllServices;
  const faults: string[] = [];
  return { services, inFlight, rows, readers, tape, onRead, findKey, faults };
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function listen() {
  const fake = createFakeServices();
  const closed = vi.fn();
  const listener = createNodeListener(fake.services);
  const server = createServer((request, response) => {
    request.once("close", closed);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  /** Sends bytes as they are. */
  const send = (text: string): Socket => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    closers.push(() => socket.destroy());
    socket.write(text);
    return socket;
  };
  const readEvents = (method: string) =>
    new Promise<{ response: IncomingMessage; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const asked = httpRequest({ port, method, path: EVENTS, headers: { authorization: "Bearer x" } }, (response) => {
        closers.push(() => asked.destroy());
        response.on("error", () => {});
        resolve({ response, headers: response.headers });
      });
      asked.on("error", reject).end();
    });
  return { ...fake, closed, send, readEvents };
}

const EVENTS = "/api/exchanges/req_1/events";
const CHAT = "POST /v1/chat/completions HTTP/1.1\r\nhost: gateway.test\r\nauthorization: Bearer x\r\n";
const eventually = (check: () => void) => vi.waitFor(check, { interval: 2, timeout: 5_000 });

describe("a client that disconnects while its key is looked up", () => {
  it.each([
    ["a whole body", `${CHAT}content-length: 2\r\n\r\n{}`],
    ["half a body", `${CHAT}content-length: 20\r\n\r\n{`],
    ["a body in chunks, without its last", `${CHAT}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])("with %s: its request ends", async (_name, bytes) => {
    const { send, findKey, closed, rows, inFlight } = await listen();
    const lookUp = Promise.withResolvers<Principal>();
    findKey.mockReturnValue(lookUp.promise);
    const socket = send(bytes);
    await eventually(() => expect(findKey).toHaveBeenCalled());
    socket.destroy();
    await eventually(() => expect(closed).toHaveBeenCalled());
    expect(inFlight.count).toBe(1);
    lookUp.resolve(ADMIN);
    await eventually(() => expect(inFlight.count).toBe(0));
    expect(rows).toMatchObject([{ status: 499, error: "client left" }]);
  });

  it("with half a body: its request ends", async () => {
    const { send, rows, inFlight } = await listen();
    const socket = send(`${CHAT}content-length: 20\r\n\r\n{`);
    await eventually(() => expect(inFlight.count).toBe(1));
    socket.destroy();
    await eventually(() => expect(inFlight.count).toBe(0));
    expect(rows).toMatchObject([{ status: 499 }]);
  });
});

describe("a body that is read", () => {
  /** A request whose bytes come when the test gives them. */
  function begin() {
    const fake = createFakeServices();
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "POST", url: "/v1/chat/completions", headers: { authorization: "Bearer x" } });
    const response = new ServerResponse(request);
    createNodeListener(fake.services)(request, response);
    return { ...fake, request, response };
  }

  it("ends when the connection closes between its last byte and the reading of it", async () => {
    const { request, inFlight } = begin();
    await eventually(() => expect(request.listenerCount("data")).toBe(1));
    request.push("{}");
    request.complete = true;
    request.destroy();
    await eventually(() => expect(inFlight.count).toBe(0));
  });

  it("ends when its connection was destroyed before, even without a close event", async () => {
    const { request, findKey, inFlight } = begin();
    expect(findKey).toHaveBeenCalledTimes(1);
    request.destroy();
    await eventually(() => expect(inFlight.count).toBe(0));
    expect(request.listenerCount("data")).toBe(0);
  });
});

describe("a body that came with its headers", () => {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

  it("is read whole, and the next request of its connection is answered", async () => {
    const { send, rows, inFlight } = await listen();
    const bodies = [`{"a":1`, `}`].map(chunk).join("");
    const socket = send(
      `${CHAT}transfer-encoding: chunked\r\n\r\n${bodies}${chunk("")}${CHAT}content-length: 2\r\n\r\n{}`,
    );
    let text = "";
    socket.setEncoding("utf8").on("data", (part) => {
      text += part;
    });
    await eventually(() => expect(text.match(/HTTP\/1\.1 400/g)).toHaveLength(2));
    await eventually(() => expect(inFlight.count).toBe(0));
    expect(rows).toMatchObject([
      { status: 400, requestBytes: 7 },
      { status: 400, requestBytes: 2 },
    ]);
  });

  it("is refused over the limit, and its memory is given back", async () => {
    const { services, rows, inFlight } = createFakeServices();
    const request = new IncomingMessage(new Socket());
    const headers = { authorization: "Bearer x", "transfer-encoding": "chunked" };
    Object.assign(request, { method: "POST", url: "/v1/chat/completions", headers, complete: true });
    request.push(Buffer.alloc(MEGABYTE + 1));
    request.push(null);
    createNodeListener(services)(request, new ServerResponse(request));
    await eventually(() => expect(rows).toMatchObject([{ status: 413 }]));
    expect(inFlight.count).toBe(0);
    expect(services.bodyMemory.used).toBe(0);
  });
});

describe("a streamed response", () => {
  it("sends its headers before its first bytes", async () => {
    const { readEvents, tape, inFlight } = await listen();
    const { response, headers } = await readEvents("GET");
    expect(headers).toMatchObject({ "transfer-encoding": "chunked" });
    tape.write("data: 1\n\n");
    tape.close();
    expect(await response.setEncoding("utf8").toArray()).toEqual(["data: 1\n\n"]);
    await eventually(() => expect(inFlight.count).toBe(0));
  });

  it("waits while the client does not read, and continues when it does", async () => {
    const { readEvents, tape, inFlight } = await listen();
    const { response } = await readEvents("GET");
    const chunk = Buffer.alloc(MEGABYTE, "x");
    for (let megabytes = 0; megabytes < 32; megabytes++) tape.write(chunk);
    tape.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(inFlight.count).toBe(1);
    let size = 0;
    for await (const read of response) size += (read as Buffer).length;
    expect(size).toBe(32 * MEGABYTE);
    await eventually(() => expect(inFlight.count).toBe(0));
  });

  it("ends its source when the client disconnects", async () => {
    const { readEvents, readers, inFlight, rows } = await listen();
    const { response } = await readEvents("GET");
    response.destroy();
    await eventually(() => expect(inFlight.count).toBe(0));
    expect(readers).toEqual({ opened: 1, done: 1 });
    expect(rows).toMatchObject([{ status: 499 }]);
  });

  it("of a connection that was destroyed before it could be played ends its source", async () => {
    const fake = createFakeServices();
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "GET", url: EVENTS, headers: { authorization: "Bearer x" } });
    const response = new ServerResponse(request);
    // Its close is told in a later turn than the response comes in.
    fake.onRead.mockImplementation(() => response.destroy());
    createNodeListener(fake.services)(request, response);
    await eventually(() => expect(fake.inFlight.count).toBe(0));
    expect(fake.readers).toEqual({ opened: 1, done: 1 });
    expect(fake.rows).toMatchObject([{ status: 499 }]);
    expect(response.headersSent).toBe(false);
  });

  it("of a HEAD request has no length, and its source is released", async () => {
    const { readEvents, readers, inFlight, rows } = await listen();
    const { response, headers } = await readEvents("HEAD");
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(headers).toMatchObject({ "content-type": "text/event-stream" });
    expect(headers).not.toHaveProperty("content-length");
    expect(readers).toEqual({ opened: 1, done: 1 });
    expect(inFlight.count).toBe(0);
    expect(rows).toMatchObject([{ status: 200, error: null }]);
  });
});
