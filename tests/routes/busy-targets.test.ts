/** Limits on the requests that a target serves at the same time, and the queues of those that wait. */
import type { ServerResponse } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { answerChat, type StubRequest, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];

describe.each(mounts)("busy targets on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  const held: (() => void)[] = [];

  beforeAll(async () => {
    upstream = await startStubUpstream();
    const target = { model: "up/one", concurrency: 1, queue: 1 };
    gateway = await startGateway({
      mount,
      config: {
        upstreams: { up: { baseUrl: upstream.url } },
        routes: {
          spare: { targets: [target], fallback: ["up/two"] },
          alone: { targets: [target] },
          left: { targets: [target] },
          limited: { targets: [target], timeoutMs: 300 },
        },
      },
    });
  });
  afterEach(() => {
    for (const answer of held.splice(0)) answer();
    upstream.reset();
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  /** Holds the responses of the target until the test lets them go. */
  const hold = () =>
    upstream.respondWith((request: StubRequest, response: ServerResponse) => {
      const isHeld = request.body.includes('"one"');
      if (isHeld) held.push(() => void answerChat(request, response));
      else void answerChat(request, response);
    });
  const ask = (model: string, init: { signal?: AbortSignal } = {}) =>
    gateway.chat({ model, messages }, { headers: AUTHORIZED, ...init });
  const isServing = (count: number) => vi.waitFor(() => expect(upstream.requests.length).toBe(count));
  const stateOf = async (route: string) => {
    const ready = await fetch(`${gateway.url}/readyz?verbose`, { headers: AUTHORIZED });
    return ((await ready.json()) as { routes: Record<string, Record<string, unknown>[]> }).routes[route]?.[0];
  };
  const isWaiting = (route: string, count: number) =>
    vi.waitFor(async () => expect(await stateOf(route)).toMatchObject({ running: 1, waiting: count }));

  it("pass a request on to the next one", async () => {
    hold();
    const first = ask("spare");
    await isServing(1);
    const second = await ask("spare");
    expect(second.headers.get("x-gateway-route")).toMatch(/^up\/two 200/);
    for (const answer of held.splice(0)) answer();
    expect((await first).headers.get("x-gateway-route")).toMatch(/^up\/one 200/);
    await (await first).text();
    await vi.waitFor(async () => expect(await stateOf("spare")).toMatchObject({ running: 0, waiting: 0 }));
  });

  it("let a bounded number of requests wait", async () => {
    hold();
    const first = ask("alone");
    await isServing(1);
    const second = ask("alone");
    await isWaiting("alone", 1);
    const third = await ask("alone");
    expect(third.status).toBe(503);
    expect(third.headers.get("retry-after")).toBe("1");
    expect(await third.json()).toMatchObject({ code: "route_busy" });
    for (const answer of held.splice(0)) answer();
    await (await first).text();
    await isServing(2);
    upstream.respondWith(undefined);
    for (const answer of held.splice(0)) answer();
    expect((await second).status).toBe(200);
  });

  it("forget a waiting request whose client leaves", async () => {
    hold();
    const first = ask("left");
    await isServing(1);
    const leaving = new AbortController();
    const left = ask("left", { signal: leaving.signal }).catch(() => undefined);
    await isWaiting("left", 1);
    leaving.abort();
    await left;
    await isWaiting("left", 0);
    for (const answer of held.splice(0)) answer();
    await (await first).text();
    expect(upstream.requests).toHaveLength(1);
  });

  it("let a request wait no longer than its own time", async () => {
    hold();
    const first = ask("limited").catch(() => undefined);
    await isServing(1);
    const second = await ask("limited");
    expect(second.status).toBe(504);
    expect(await second.json()).toMatchObject({ code: "request_timeout" });
    for (const answer of held.splice(0)) answer();
    await first;
    expect(upstream.requests.length).toBeLessThanOrEqual(2);
  });
});
