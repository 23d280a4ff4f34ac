/** handle: the log entry and the count in flight end with every response, whatever it is. */
import { describe, expect, it } from "vitest";
import { handle } from "#lib/gateway/assembly/handle.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { Tape } from "#lib/gateway/bodies/resumable/tape.ts";
import { ADMIN } from "#lib/gateway/request/key-ring.ts";
import { type HttpRequest, isBodyStream } from "#lib/http/http-message.ts";
import { createTestRequest } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";

/** A gateway that holds one resumable response, which is being written. */
function setUp() {
  const { context, client, inFlight, rows } = createTestRequest();
  inFlight.finish();
  const tape = new Tape({ allowance: () => Number.POSITIVE_INFINITY, waits: false, onSize() {} });
  let readerCount = 0;
  const attach = () => {
    readerCount++;
    return () => void readerCount--;
  };
  const resumable = {
    body: tape,
    head: Promise.resolve({ status: 200, headers: { "content-type": "text/event-stream" } }),
    attach,
    read: (_tape: Tape, { from }: { from: number }) => tape.reader({ from, onDone: attach() }),
  };
  const services = {
    ...context.services,
    settings: { ...context.services.settings, hooks: [] },
    store: { requestLog: { append: (row: (typeof rows)[number]) => void rows.push(row) } },
    keyRing: { findKey: () => ADMIN },
    resumables: { find: () => resumable },
    redact: (text: string) => text,
    metrics: { record() {} },
  } as unknown as AllServices;
  const fetchText = (method: string, fields: Partial<HttpRequest> = {}) =>
    handle(
      {
        ...context.request,
        method,
        path: "/exchanges/req_1/events",
        headers: { authorization: "Bearer x", "x-request-id": "req_own" },
        ...fields,
      },
      services,
    );
  return { ask: fetchText, client, inFlight, rows, tape, readerCount: () => readerCount };
}

describe("a HEAD of a response that streams", () => {
  it("releases its source, and ends its log entry with its status", async () => {
    const { ask: fetchText, inFlight, rows, tape, readerCount } = setUp();
    tape.write("data: 1\n\n");
    const response = await fetchText("HEAD");
    expect(response).toMatchObject({
      status: 200,
      headers: { "content-type": "text/event-stream", "x-request-id": "req_own" },
      body: "",
    });
    expect(rows).toMatchObject([{ status: 200, error: null, responseBytes: 0 }]);
    expect([inFlight.count, inFlight.watchedCount, readerCount()]).toEqual([0, 0, 0]);
  });

  it("that is invalid is an error, logged as one", async () => {
    const { ask: fetchText, inFlight, rows, readerCount } = setUp();
    expect(await fetchText("HEAD", { query: "after=5" })).toMatchObject({ status: 400 });
    expect(rows).toMatchObject([{ status: 400 }]);
    expect([inFlight.count, readerCount()]).toEqual([0, 0]);
  });
});

describe("a GET of a response that streams", () => {
  it("counts as in flight and as a reader until it has ended", async () => {
    const { ask: fetchText, inFlight, rows, tape, readerCount } = setUp();
    const { body } = await fetchText("GET");
    if (!isBodyStream(body)) throw new Error("A stream was expected.");
    expect([inFlight.count, rows.length, readerCount()]).toEqual([1, 0, 1]);
    const sink = new ScriptedSink();
    body.start(sink);
    tape.write("data: 1\n\n");
    tape.close();
    await expect.poll(() => sink.endings, { interval: 1 }).toEqual(["end"]);
    expect(sink.text).toBe("data: 1\n\n");
    expect(rows).toMatchObject([{ status: 200, responseBytes: 9 }]);
    expect([inFlight.count, inFlight.watchedCount, readerCount()]).toEqual([0, 0, 0]);
  });

  it("of a client that disconnected before it was played is logged as such", async () => {
    const { ask: fetchText, client, inFlight, rows, readerCount } = setUp();
    client.leave();
    await fetchText("GET");
    expect(rows).toMatchObject([{ status: 499, error: "client left" }]);
    expect([inFlight.count, inFlight.watchedCount, readerCount()]).toEqual([0, 0, 0]);
  });
});

describe("a request that is refused", () => {
  it.each<[string, number, string, Partial<HttpRequest>]>([
    ["for its path", 404, "GET", { path: "/v1/nothing" }],
    ["for its method", 405, "PUT", {}],
    ["for its key", 401, "GET", { headers: {} }],
  ])("%s ends its log entry", async (_name, status, method, fields) => {
    const { ask: fetchText, inFlight, rows } = setUp();
    expect(await fetchText(method, fields)).toMatchObject({ status });
    expect(rows).toMatchObject([{ status }]);
    expect(inFlight.count).toBe(0);
  });
});
