import { describe, expect, it } from "vitest";
import { ResumableResponse } from "#lib/gateway/bodies/resumable/resumable-response.ts";
import { MemoryBudget, Resumables } from "#lib/gateway/bodies/resumable/resumables.ts";
import type { Ticking } from "#lib/gateway/request/in-flight.ts";
import { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { ClientPresence } from "#lib/http/client-presence.ts";
import type { HttpRequest, Sink } from "#lib/http/http-message.ts";

const MEGABYTE = 1024 * 1024;
const BYTES = 4 * MEGABYTE;
const RESPONSE_BYTES = 2 * MEGABYTE;
const LIMITS = { readableMs: 300_000, unreadMs: 120_000, ended: 100 };

/** A registry whose clock the test ticks. */
function setUp() {
  const watched = new Set<Ticking>();
  const inFlight = {
    draining: false,
    watch: (ticking: Ticking) => void watched.add(ticking),
    unwatch: (ticking: Ticking) => void watched.delete(ticking),
  };
  const budget = new MemoryBudget(BYTES);
  const resumables = new Resumables<ResumableResponse>({ limits: LIMITS, budget, inFlight });
  const begin = (id: string, keyId = "key") => {
    const request: HttpRequest = {
      method: "POST",
      path: "/v1/chat/completions",
      query: "",
      headers: {},
      body: {
        bytes: async () => new Uint8Array(),
        chunks: () => (async function* () {})(),
        retain() {},
        release() {},
      },
      client: new ClientPresence(),
    };
    const resumable = new ResumableResponse({
      log: new LogEntry({ id, log: { append() {} } as never, onFinish() {} }),
      request,
      keyId,
      writeStreamError: ({ message }) => `data: ${message}\n\n`,
      budget,
      limits: { responseBytes: RESPONSE_BYTES, upstreamBytes: MEGABYTE },
      onEnd: (ended) => resumables.retire(ended),
    });
    resumables.add(resumable);
    return resumable;
  };
  const tickAfter = (ms: number) => {
    for (const ticking of [...watched]) ticking.tick(performance.now() + ms);
  };
  const find = (id: string, keyId = "key") => resumables.find({ id, keyId });
  return { resumables, budget, inFlight, watched, begin, tickAfter, find };
}

/** Plays a response that goes on until the sink is closed. */
function play(resumable: ResumableResponse): Sink {
  let sink: Sink | undefined;
  const body = {
    start(given: Sink) {
      sink = given;
    },
    resume() {},
    cancel() {},
  };
  resumable.play({ status: 200, headers: {}, body });
  if (!sink) throw new Error("The response was not played.");
  return sink;
}

const leftOf = ({ request }: ResumableResponse) => request.client.left;

describe("resumable responses", () => {
  it("belong to their key: another key may use the same id, and finds none", () => {
    const { begin, find } = setUp();
    const own = begin("one");
    expect(find("one", "other")).toBeUndefined();
    expect(begin("one", "other")).not.toBe(own);
    expect(find("one")).toBe(own);
  });

  it("are forgotten five minutes after their end, and the clock stops with the last of them", () => {
    const { begin, tickAfter, watched, find, budget } = setUp();
    const resumable = begin("one");
    resumable.attach();
    play(resumable).end();
    tickAfter(LIMITS.readableMs - 1_000);
    expect(find("one")).toBe(resumable);
    tickAfter(LIMITS.readableMs + 1_000);
    expect(find("one")).toBeUndefined();
    expect(watched.size).toBe(0);
    expect([budget.used, budget.evictable]).toEqual([0, 0]);
    begin("one");
    expect(watched.size).toBe(1);
  });

  it("are stopped after two minutes without a reader, and not while one reads", () => {
    const { begin, tickAfter } = setUp();
    const [left, read] = [begin("left"), begin("read")];
    read.attach();
    left.attach()();
    for (const resumable of [left, read]) play(resumable);
    tickAfter(LIMITS.unreadMs - 1_000);
    expect([leftOf(left), leftOf(read)]).toEqual([false, false]);
    tickAfter(LIMITS.unreadMs + 1_000);
    expect([leftOf(left), leftOf(read)]).toEqual([true, false]);
    expect(left.describe({ writes: false }).state).toBe("stopped");
  });

  it("are stopped at shutdown: those without a reader at once, all at the close", () => {
    const { resumables, inFlight, begin, tickAfter } = setUp();
    const [left, read] = [begin("left"), begin("read")];
    read.attach();
    left.attach()();
    inFlight.draining = true;
    tickAfter(0);
    expect([leftOf(left), leftOf(read)]).toEqual([true, false]);
    resumables.close();
    expect(leftOf(read)).toBe(true);
  });

  it("stay within their budget: the first to end are dropped first, then the oldest bytes in progress", () => {
    const { begin, find } = setUp();
    const chunk = Buffer.alloc(64 * 1024, "x");
    const fill = (resumable: ResumableResponse, bytes: number) => {
      const sink = play(resumable);
      for (let sent = 0; sent < bytes; sent += chunk.length) sink.write(chunk);
      return sink;
    };
    for (const id of ["first", "second", "third"]) fill(begin(id), 1.5 * MEGABYTE).end();
    expect(find("first")).toBeUndefined();
    const [second, third] = ["second", "third"].map((id) => find(id));
    const running = ["a", "b", "c"].map((id) => begin(id));
    for (const resumable of running) fill(resumable, 3 * MEGABYTE);
    for (const id of ["second", "third"]) expect(find(id)).toBeUndefined();
    expect([second?.size, third?.size].every((size) => (size ?? 0) > MEGABYTE)).toBe(true);
    const total = running.reduce((sum, { size }) => sum + size, 0);
    expect(total).toBeLessThan(BYTES + MEGABYTE);
    expect(running[0]?.body.size).toBeLessThanOrEqual(RESPONSE_BYTES + chunk.length);
    expect(running[0]?.body.start).toBeGreaterThan(0);
  });
});
