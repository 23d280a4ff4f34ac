import { describe, expect, it } from "vitest";
import type { Recording } from "#lib/gateway/exchanges/recording.ts";
import { createRecordings } from "#lib/gateway/exchanges/recordings.ts";
import type { Ticking } from "#lib/gateway/open-exchanges.ts";
import { RequestRecord } from "#lib/gateway/request-record.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import type { ExchangeRequest, Sink } from "#lib/http/exchange.ts";

const MEGABYTE = 1024 * 1024;
const LIMITS = {
  answerBytes: 2 * MEGABYTE,
  upstreamBytes: MEGABYTE,
  bytes: 4 * MEGABYTE,
  keptMs: 300_000,
  unreadMs: 120_000,
};

/** Recordings whose clock the test ticks. */
function setUp() {
  const watched = new Set<Ticking>();
  const exchanges = {
    draining: false,
    watch: (ticking: Ticking) => void watched.add(ticking),
    unwatch: (ticking: Ticking) => void watched.delete(ticking),
  };
  const recordings = createRecordings(exchanges, LIMITS);
  const begin = (id: string, keyId = "key") => {
    const record = new RequestRecord({ id, log: { append() {} } as never, onFinish() {} });
    const exchange: ExchangeRequest = {
      method: "POST",
      path: "/v1/chat/completions",
      query: "",
      headers: {},
      body: { bytes: async () => new Uint8Array(), chunks: () => (async function* () {})() },
      client: new ClientPresence(),
    };
    return recordings.begin({ record, exchange, keyId, streamError: ({ message }) => `data: ${message}\n\n` });
  };
  const tickAfter = (ms: number) => {
    for (const ticking of [...watched]) ticking.tick(performance.now() + ms);
  };
  return { recordings, exchanges, watched, begin, tickAfter };
}

/** Plays an answer that goes on until the sink is closed. */
function answer(recording: Recording): Sink {
  let sink: Sink | undefined;
  const body = {
    start(given: Sink) {
      sink = given;
    },
    resume() {},
    cancel() {},
  };
  recording.play({ status: 200, headers: {}, body });
  if (!sink) throw new Error("The recording has not started the answer.");
  return sink;
}

const leftOf = ({ exchange }: Recording) => exchange.client.left;

describe("kept exchanges", () => {
  it("are their key's: another key may use the same id, and finds none", () => {
    const { recordings, begin } = setUp();
    const own = begin("one");
    expect(() => begin("one")).toThrow(/x-request-id/);
    expect(() => recordings.find("one", "other")).toThrow(expect.objectContaining({ status: 404 }));
    expect(begin("one", "other")).not.toBe(own);
    expect(recordings.find("one", "key")).toBe(own);
  });

  it("are forgotten five minutes after their end, and the clock stops with the last of them", () => {
    const { recordings, begin, tickAfter, watched } = setUp();
    const recording = begin("one");
    recording.attach();
    answer(recording).end();
    tickAfter(LIMITS.keptMs - 1_000);
    expect(recordings.find("one", "key")).toBe(recording);
    tickAfter(LIMITS.keptMs + 1_000);
    expect(() => recordings.find("one", "key")).toThrow(/no exchange/);
    expect(watched.size).toBe(0);
    begin("one");
    expect(watched.size).toBe(1);
  });

  it("are stopped when nobody has read them for two minutes, and not while somebody does", () => {
    const { begin, tickAfter } = setUp();
    const [left, read] = [begin("left"), begin("read")];
    read.attach();
    left.attach()();
    for (const recording of [left, read]) answer(recording);
    tickAfter(LIMITS.unreadMs - 1_000);
    expect([leftOf(left), leftOf(read)]).toEqual([false, false]);
    tickAfter(LIMITS.unreadMs + 1_000);
    expect([leftOf(left), leftOf(read)]).toEqual([true, false]);
    expect(left.describe({ writes: false }).state).toBe("stopped");
  });

  it("are stopped when the process is to end: those without a reader at once, all at its close", () => {
    const { recordings, exchanges, begin, tickAfter } = setUp();
    const [left, read] = [begin("left"), begin("read")];
    read.attach();
    left.attach()();
    exchanges.draining = true;
    tickAfter(0);
    expect([leftOf(left), leftOf(read)]).toEqual([true, false]);
    recordings.close();
    expect(leftOf(read)).toBe(true);
  });

  it("stay within their bytes: those that ended first go first, then the oldest bytes of what runs", () => {
    const { recordings, begin } = setUp();
    const chunk = Buffer.alloc(64 * 1024, "x");
    const fill = (recording: Recording, bytes: number) => {
      const sink = answer(recording);
      for (let sent = 0; sent < bytes; sent += chunk.length) sink.write(chunk);
      return sink;
    };
    for (const id of ["first", "second", "third"]) fill(begin(id), 1.5 * MEGABYTE).end();
    expect(() => recordings.find("first", "key")).toThrow(/no exchange/);
    const [second, third] = ["second", "third"].map((id) => recordings.find(id, "key"));
    const running = ["a", "b", "c"].map((id) => begin(id));
    for (const recording of running) fill(recording, 3 * MEGABYTE);
    for (const id of ["second", "third"]) expect(() => recordings.find(id, "key")).toThrow(/no exchange/);
    expect([second?.size, third?.size].every((size) => (size ?? 0) > MEGABYTE)).toBe(true);
    const total = running.reduce((sum, { size }) => sum + size, 0);
    expect(total).toBeLessThan(LIMITS.bytes + MEGABYTE);
    expect(running[0]?.answer.size).toBeLessThanOrEqual(LIMITS.answerBytes + chunk.length);
    expect(running[0]?.answer.start).toBeGreaterThan(0);
  });
});
