/** ResponseBody: the orders in which its beginning, its writes, its end, the client and the clock may come. */
import { describe, expect, it, vi } from "vitest";
import { ResponseBody, type ResponseBodyOptions } from "#lib/gateway/bodies/response-body.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createTestRequest, PING_MS } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";

const FAILURE = new GatewayError({ status: 502, message: "cut" });
const EVENTS = { ping: ":\n\n", pingMs: PING_MS, writeError: ({ message }: GatewayError) => `error: ${message}\n\n` };
const DEADLINE = { ms: 60_000, error: () => new GatewayError({ status: 504, message: "too late" }) };

function setUp(options: Partial<ResponseBodyOptions> = {}) {
  const request = createTestRequest();
  const { context, client, inFlight } = request;
  const onCancel = vi.fn();
  const onRoom = vi.fn();
  const all: ResponseBodyOptions = {
    head: { status: 200, headers: { "x-head": "1" } },
    log: context.log,
    inFlight,
    client,
    onCancel,
    onRoom,
    ...options,
  };
  return { ...request, options: all, onCancel, onRoom, sink: new ScriptedSink() };
}

function eventsBody(options: Partial<ResponseBodyOptions> = {}) {
  const test = setUp({ events: EVENTS, ...options });
  return { ...test, body: new ResponseBody(test.options) };
}

describe("a body of events", () => {
  it("begins with its first bytes, and sends all bytes from before the start together", async () => {
    const { body, sink, rows, inFlight } = eventsBody();
    body.write("");
    expect(body.hasBegun).toBe(false);
    body.write("a");
    body.write(Buffer.from("b"));
    expect(await body.response).toMatchObject({ status: 200, headers: { "x-head": "1" }, body });
    body.start(sink);
    body.write("c");
    body.end();
    expect(sink.writes).toEqual(["ab", "c"]);
    expect(sink.endings).toEqual(["end"]);
    expect(rows).toMatchObject([{ status: 200, responseBytes: 3, error: null }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("ends when it is played, if it ended earlier", async () => {
    const { body, sink } = eventsBody();
    body.write("a");
    body.end();
    await body.response;
    body.start(sink);
    expect([sink.text, sink.endings]).toEqual(["a", ["end"]]);
  });

  it("requests more at its start only when earlier bytes found room", () => {
    const roomy = eventsBody();
    roomy.body.write("a");
    roomy.body.start(roomy.sink);
    expect(roomy.onRoom).toHaveBeenCalledTimes(1);
    const full = eventsBody();
    full.sink.isFull = true;
    full.body.write("a");
    full.body.start(full.sink);
    expect(full.onRoom).not.toHaveBeenCalled();
    full.body.resume();
    expect(full.onRoom).toHaveBeenCalledTimes(1);
  });

  it("fails as an HTTP error before it begins", async () => {
    const { body, sink, rows, inFlight } = eventsBody();
    body.fail(FAILURE);
    await expect(body.response).rejects.toBe(FAILURE);
    expect([sink.text, rows.length, inFlight.watchedCount]).toEqual(["", 0, 0]);
  });

  it("fails with exactly one error event after it has begun", async () => {
    const { body, sink, rows } = eventsBody();
    body.write("a");
    body.start(sink);
    body.fail(FAILURE);
    body.fail(new GatewayError({ status: 500, message: "again" }));
    body.write("late");
    body.end();
    body.cancel();
    expect([sink.text, sink.endings]).toEqual(["aerror: cut\n\n", ["end"]]);
    expect(rows).toMatchObject([{ status: 502, error: "cut" }]);
  });

  it("keeps a failure between begin and start until it is played", async () => {
    const { body, sink } = eventsBody();
    body.write("a");
    body.fail(FAILURE);
    await body.response;
    body.start(sink);
    expect([sink.text, sink.endings]).toEqual(["aerror: cut\n\n", ["end"]]);
  });

  it("sends pings during silence, and none after its end", () => {
    const { body, sink, inFlight } = eventsBody();
    body.write("a");
    body.start(sink);
    inFlight.tickIn(PING_MS - 1_000);
    expect(sink.text).toBe("a");
    inFlight.tickIn(PING_MS + 1_000);
    expect(sink.text).toBe("a:\n\n");
    body.end();
    body.tick(performance.now() + 10 * PING_MS);
    expect([sink.text, sink.endings]).toEqual(["a:\n\n", ["end"]]);
  });

  it("begins with a ping when its first bytes are late", async () => {
    const { body, inFlight } = eventsBody();
    inFlight.tickIn(PING_MS + 1_000);
    expect(await body.response).toMatchObject({ status: 200 });
  });
});

describe("a stop that waits no longer", () => {
  it("ends a stream with an error event, and its work", async () => {
    const { body, sink, onCancel, rows } = eventsBody();
    body.write("a");
    await body.response;
    body.start(sink);
    body.expire();
    expect(sink.text).toBe("aerror: The gateway is shutting down. Send this request again.\n\n");
    expect([sink.endings, onCancel.mock.calls.length]).toEqual([["end"], 1]);
    expect(rows).toMatchObject([{ status: 503 }]);
    body.expire();
    expect(sink.endings, "it has ended").toEqual(["end"]);
  });

  it("refuses a response that has not begun", async () => {
    const { body } = eventsBody();
    body.expire();
    await expect(body.response).rejects.toMatchObject({ status: 503 });
  });
});

describe("a deadline", () => {
  it("cancels the work and fails the body, once", async () => {
    const { body, sink, onCancel, rows, inFlight } = eventsBody({ deadline: DEADLINE });
    body.write("a");
    body.start(sink);
    inFlight.tickIn(DEADLINE.ms - 1_000);
    expect(onCancel).not.toHaveBeenCalled();
    body.tick(performance.now() + DEADLINE.ms + 1);
    body.tick(performance.now() + DEADLINE.ms + 1);
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(sink.endings).toEqual(["end"]);
    expect(sink.text.endsWith("error: too late\n\n")).toBe(true);
    expect(rows).toMatchObject([{ status: 504 }]);
  });

  it("is an HTTP error before the body begins", async () => {
    const { body, onCancel } = eventsBody({ deadline: { ...DEADLINE, ms: 10 } });
    body.tick(performance.now() + 11);
    await expect(body.response).rejects.toMatchObject({ status: 504 });
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

describe("a client that disconnects", () => {
  it("before the body is created: nothing begins", () => {
    const { client, options, inFlight } = setUp();
    client.leave();
    expect(() => new ResponseBody(options)).toThrow(expect.objectContaining({ status: 499 }));
    expect(inFlight.watchedCount).toBe(0);
  });

  it("before the body begins: the work is cancelled and the response rejects", async () => {
    const { body, client, onCancel, rows, inFlight } = eventsBody();
    client.leave();
    await expect(body.response).rejects.toMatchObject({ status: 499 });
    body.write("late");
    body.end();
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(rows).toMatchObject([{ status: 499, error: "client left", responseBytes: 0 }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("after begin and before start: waiting bytes are not sent", async () => {
    const { body, client, sink, onCancel, rows } = eventsBody();
    body.write("a");
    await body.response;
    client.leave();
    body.cancel();
    body.start(sink);
    expect([sink.text, onCancel.mock.calls.length, rows.length]).toEqual(["", 1, 1]);
  });

  it("while it is played, reported by the connection and its presence: cancelled once", () => {
    const { body, client, sink, onCancel, rows, inFlight } = eventsBody();
    body.write("a");
    body.start(sink);
    body.cancel();
    client.leave();
    body.resume();
    expect([onCancel.mock.calls.length, rows.length, inFlight.count]).toEqual([1, 1, 0]);
  });

  it("lets the cancelled work record its tokens before the log entry is written", () => {
    const { body, client, context, onCancel, rows } = eventsBody();
    onCancel.mockImplementation(() => {
      context.log.usage = { inputTokens: 25 };
    });
    body.write("a");
    client.leave();
    expect(rows).toMatchObject([{ status: 499, inputTokens: 25 }]);
  });

  it("after the end: nothing more happens", () => {
    const { body, client, sink, onCancel, onRoom, rows } = eventsBody();
    body.start(sink);
    body.end();
    onRoom.mockClear();
    body.resume();
    client.leave();
    body.cancel();
    expect([onRoom.mock.calls.length, onCancel.mock.calls.length, rows.length]).toEqual([0, 0, 1]);
  });
});

describe("a body without events", () => {
  it("cuts the connection when it fails, also when it failed before it was played", () => {
    for (const failsFirst of [true, false]) {
      const { options, sink, rows } = setUp();
      const body = new ResponseBody(options);
      body.write("half");
      if (failsFirst) body.fail(FAILURE);
      body.start(sink);
      if (!failsFirst) body.fail(FAILURE);
      expect([sink.text, sink.endings]).toEqual(["half", [FAILURE]]);
      expect(rows).toMatchObject([{ status: 502, error: "cut" }]);
    }
  });

  it("gets no pings", () => {
    const { options, sink, inFlight } = setUp();
    const body = new ResponseBody(options);
    body.begin();
    body.start(sink);
    inFlight.tickIn(10 * PING_MS);
    expect(sink.writes).toEqual([]);
  });
});
