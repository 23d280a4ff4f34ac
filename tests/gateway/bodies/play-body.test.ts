/** playBody: an iterable as a body, with the receiver's room, the client and the iterable's own end in every order. */
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { playBody } from "#lib/gateway/bodies/play-body.ts";
import type { EndpointResponse } from "#lib/gateway/request/endpoint.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { BodyStream } from "#lib/http/http-message.ts";
import { createTestRequest, PING_MS } from "#tests/support/request-context.ts";
import { ScriptedSink } from "#tests/support/scripted-sink.ts";

const EVENTS = { ping: ":\n\n", writeError: ({ message }: GatewayError) => `error: ${message}\n\n` };
const FAILURE = new GatewayError({ status: 502, message: "cut" });

type Step = string | Error | "done";

/** An iterable whose steps come when the test gives them. */
function createSource() {
  const steps: Step[] = [];
  let waiting: ((step: Step) => void) | undefined;
  let taken = 0;
  const returned = vi.fn();
  const iterator: AsyncIterableIterator<string> = {
    async next() {
      const step = steps.shift() ?? (await new Promise<Step>((resolve) => (waiting = resolve)));
      taken++;
      if (step instanceof Error) throw step;
      return step === "done" ? { done: true, value: undefined } : { done: false, value: step };
    },
    async return() {
      returned();
      waiting?.("done");
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return {
    iterator,
    returned,
    get taken() {
      return taken;
    },
    give(...given: Step[]) {
      for (const step of given) {
        if (waiting) waiting(step);
        else steps.push(step);
        waiting = undefined;
      }
    },
  };
}

function setUp(options: Partial<EndpointResponse> = { events: EVENTS }) {
  const request = createTestRequest();
  const { context } = request;
  const source = createSource();
  const sink = new ScriptedSink();
  const response: EndpointResponse = { status: 200, headers: {}, ...options, body: source.iterator };
  const play = () => playBody({ ...response, body: source.iterator }, context);
  const begin = async (...steps: Step[]): Promise<BodyStream> => {
    source.give(...steps);
    return (await play()).body as BodyStream;
  };
  return { ...request, source, sink, play, begin };
}

describe("events", () => {
  it("begin the response with the first that has bytes, and end the body with the last", async () => {
    const { begin, source, sink, rows, inFlight } = setUp();
    const body = await begin("", "", "a");
    expect(source.taken).toBe(3);
    body.start(sink);
    source.give("b", "", "c", "done");
    await turn();
    expect([sink.text, sink.endings]).toEqual(["abc", ["end"]]);
    expect(rows).toMatchObject([{ status: 200, responseBytes: 3 }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
    expect(source.returned).not.toHaveBeenCalled();
  });

  it("that end before any bytes are a complete, empty body", async () => {
    const { begin, sink } = setUp();
    const body = await begin("", "done");
    body.start(sink);
    expect([sink.text, sink.endings]).toEqual(["", ["end"]]);
  });

  it("are not pulled beyond the first before the mount begins to send", async () => {
    const { begin, source, sink } = setUp();
    const body = await begin("a", "b", "c", "done");
    await turn();
    expect(source.taken).toBe(1);
    body.start(sink);
    await turn();
    expect([sink.text, sink.endings]).toEqual(["abc", ["end"]]);
  });

  it("continue when the receiver has room again during a write", async () => {
    const { begin, source, sink } = setUp();
    const body = await begin("a");
    body.start(sink);
    sink.isFull = true;
    sink.onWrite = () => {
      sink.isFull = false;
      body.resume();
    };
    source.give("b", "c", "done");
    await turn();
    expect([sink.text, sink.endings]).toEqual(["abc", ["end"]]);
  });

  it("continue when the receiver has room again before the next pull", async () => {
    const { begin, source, sink } = setUp();
    const body = await begin("a");
    body.start(sink);
    sink.isFull = true;
    sink.onWrite = () => queueMicrotask(() => body.resume());
    source.give("b", "c", "done");
    await turn();
    expect([sink.text, sink.endings]).toEqual(["abc", ["end"]]);
  });

  it("wait while the receiver is full, and continue once however often it reports room", async () => {
    const { begin, source, sink } = setUp();
    sink.isFull = true;
    const body = await begin("a");
    body.start(sink);
    source.give("b", "c", "d", "done");
    await turn();
    expect([sink.text, source.taken]).toEqual(["a", 1]);
    body.resume();
    body.resume();
    await turn();
    expect([sink.text, source.taken]).toEqual(["ab", 2]);
    sink.isFull = false;
    body.resume();
    await turn();
    expect([sink.text, sink.endings]).toEqual(["abcd", ["end"]]);
  });

  it("are not pulled twice when the receiver reports room that nothing waits for", async () => {
    const { begin, source, sink } = setUp();
    const body = await begin("a");
    body.start(sink);
    body.resume();
    body.resume();
    source.give("b", "done");
    await turn();
    expect([sink.text, source.taken]).toEqual(["ab", 3]);
  });
});

describe("a failure", () => {
  it("before the first event is an HTTP error", async () => {
    const { begin, source, rows } = setUp();
    await expect(begin("", FAILURE)).rejects.toBe(FAILURE);
    expect(source.returned).toHaveBeenCalledTimes(1);
    expect(rows).toEqual([]);
  });

  it("of the gateway is reported to the log and not to the client", async () => {
    const { begin, faults } = setUp();
    await expect(begin(new TypeError("x is not a function"))).rejects.toMatchObject({ status: 500 });
    expect(faults).toEqual([expect.stringContaining("req_test TypeError: x is not a function")]);
  });

  it("after it is one error event and the end", async () => {
    const { begin, source, sink, rows, faults } = setUp();
    const body = await begin("a");
    body.start(sink);
    source.give(FAILURE);
    await turn();
    body.resume();
    body.cancel();
    expect([sink.text, sink.endings]).toEqual(["aerror: cut\n\n", ["end"]]);
    expect(rows).toMatchObject([{ status: 502, error: "cut" }]);
    expect(source.returned).toHaveBeenCalledTimes(1);
    expect(faults).toEqual([]);
  });

  it("of a document cuts the connection", async () => {
    const { begin, sink, rows } = setUp({});
    const body = await begin("half", FAILURE);
    body.start(sink);
    await turn();
    expect([sink.text, sink.endings]).toEqual(["half", [FAILURE]]);
    expect(rows).toMatchObject([{ status: 502 }]);
  });
});

describe("a document", () => {
  it("is first pulled when the mount begins to send it", async () => {
    const { begin, source, sink } = setUp({});
    const body = await begin("a", "b", "done");
    await turn();
    expect(source.taken).toBe(0);
    body.start(sink);
    await turn();
    expect([sink.writes, sink.endings, sink.emptyWrites]).toEqual([["a", "b"], ["end"], 0]);
  });

  it("with flushHead sends its headers before its first bytes", async () => {
    const { begin, source, sink } = setUp({ flushHead: true });
    const body = await begin();
    body.start(sink);
    await turn();
    expect([sink.emptyWrites, sink.writes]).toEqual([1, []]);
    source.give("a", "done");
    await turn();
    expect([sink.text, sink.endings]).toEqual(["a", ["end"]]);
  });
});

describe("a client that disconnects", () => {
  it("before the body is played: its work ends, though nothing was pulled", async () => {
    const { client, play, source } = setUp();
    client.leave();
    await expect((async () => play())()).rejects.toMatchObject({ status: 499 });
    expect([source.returned.mock.calls.length, source.taken]).toEqual([1, 0]);
  });

  it("before the body is played: an iterator that cannot be ended is a fault in the log", async () => {
    const { client, play, source, faults } = setUp();
    source.iterator.return = () => Promise.reject(new Error("stuck"));
    client.leave();
    await expect((async () => play())()).rejects.toMatchObject({ status: 499 });
    await turn();
    expect(faults).toEqual([expect.stringContaining("stuck")]);
  });

  it("before the response begins: the pending next is ended", async () => {
    const { client, play, source, rows, inFlight } = setUp();
    const response = play();
    await turn();
    client.leave();
    await expect(response).rejects.toMatchObject({ status: 499 });
    expect(source.returned).toHaveBeenCalledTimes(1);
    expect(rows).toMatchObject([{ status: 499, error: "client left" }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("between begin and start: waiting events are dropped and the iterator ended", async () => {
    const { begin, client, source, sink, rows } = setUp();
    const body = await begin("a", "b");
    client.leave();
    body.cancel();
    body.start(sink);
    await turn();
    expect([sink.text, source.taken, source.returned.mock.calls.length, rows.length]).toEqual(["", 1, 1, 1]);
  });

  it("before a document is sent: the iterator ends before its first next", async () => {
    const { begin, client, source, rows, inFlight } = setUp({});
    const body = await begin();
    client.leave();
    body.cancel();
    expect([source.returned.mock.calls.length, source.taken]).toEqual([1, 0]);
    expect([rows.length, inFlight.count]).toEqual([1, 0]);
  });

  it("during a pending next: its result is not sent", async () => {
    const { begin, source, sink, rows, inFlight } = setUp();
    const body = await begin("a");
    body.start(sink);
    await turn();
    body.cancel();
    source.give("late");
    await turn();
    expect([sink.text, sink.endings, source.returned.mock.calls.length]).toEqual(["a", [], 1]);
    expect(rows).toMatchObject([{ status: 499 }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });

  it("while the body waits for room: the iterator is ended and not pulled again", async () => {
    const { begin, source, sink } = setUp();
    sink.isFull = true;
    const body = await begin("a", "b", "c");
    body.start(sink);
    await turn();
    body.cancel();
    await turn();
    expect([source.taken, source.returned.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("the clock", () => {
  it("sends pings before the first event and between events, and not after the end", async () => {
    const { play, source, sink, inFlight } = setUp();
    const response = play();
    inFlight.tickIn(PING_MS + 1_000);
    const body = (await response).body as BodyStream;
    body.start(sink);
    source.give("a");
    await turn();
    inFlight.tickIn(PING_MS + 1_000);
    source.give("b", "done");
    await turn();
    inFlight.tickIn(10 * PING_MS);
    expect([sink.text, sink.endings]).toEqual([":\n\na:\n\nb", ["end"]]);
  });

  it("ends a body and its work at the deadline", async () => {
    const deadline = { ms: 1_000, error: () => new GatewayError({ status: 504, message: "too late" }) };
    const { begin, source, sink, inFlight, rows } = setUp({ events: EVENTS, deadline });
    const body = await begin("a");
    body.start(sink);
    await turn();
    inFlight.tickIn(2_000);
    source.give("late");
    await turn();
    expect([sink.text, sink.endings]).toEqual(["aerror: too late\n\n", ["end"]]);
    expect(source.returned).toHaveBeenCalledTimes(1);
    expect(rows).toMatchObject([{ status: 504, error: "too late" }]);
    expect([inFlight.count, inFlight.watchedCount]).toEqual([0, 0]);
  });
});
