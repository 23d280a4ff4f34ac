/** Limits of a key that two instances share, and what happens while the server that counts them is gone. */
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import type { RequestLogRow } from "#lib/store/store.ts";
import { startTcpProxy } from "#tests/support/tcp-proxy.ts";
import { type OpenOptions, startTestStores } from "./test-counters.ts";
import { readLimitHeaders, TestInstance } from "./test-instance.ts";

const { stores, stop } = await startTestStores();
afterAll(stop);

/** A server on a busy machine is not gone. */
const TIMES = { silenceMs: 3_000, connectMs: 2_000, retryMs: 50, leaseMs: 900 };
const refused = (code: string) => expect.objectContaining({ code });

const shared = stores.filter(({ port }) => port !== undefined);
if (shared.length === 0) it("limits that instances share", ({ skip }) => skip("neither Redis nor Postgres is here"));

describe.each(shared)("limits that instances share in $name", (store) => {
  /** Connected directly. */
  let near: TestInstance;
  /** Connected through a proxy, which can fail. */
  let far: TestInstance;
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let lines: string[];
  const at = { keyId: "", rows: [] as RequestLogRow[] };

  beforeEach(async () => {
    Object.assign(at, { keyId: `key_${randomUUID()}`, rows: [] });
    proxy = await startTcpProxy(store.port ?? 0);
    lines = [];
    near = new TestInstance(await store.open({ times: TIMES }), at);
    far = await openFar();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all([near, far].map(({ counters }) => counters.close()));
    await proxy.close();
  });

  async function openFar(options: OpenOptions = {}): Promise<TestInstance> {
    const log = (line: string) => lines.push(line);
    return new TestInstance(await store.open({ port: proxy.port, times: TIMES, log, ...options }), at);
  }

  /** Sends requests through both instances at once, and returns those that were admitted. */
  async function sendToBoth(policy: Partial<KeyPolicy>, count: number) {
    const sent = await Promise.allSettled(
      Array.from({ length: count }, (_, index) => (index % 2 === 0 ? near : far).send(policy)),
    );
    return sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  }

  it("hold for both together", async () => {
    expect(await sendToBoth({ limits: { requests_per_minute: 7 } }, 20)).toHaveLength(7);
    const running = await sendToBoth({ limits: { concurrent_requests: 5 } }, 20);
    // The first seven have no limit on places, and so take none.
    expect(running).toHaveLength(5);
    await running.pop()?.end();
    expect(await sendToBoth({ limits: { concurrent_requests: 5 } }, 20)).toHaveLength(1);
    const policy = { limits: { tokens_per_minute: 100 } };
    const { log } = await near.send(policy, { maxTokens: 60 });
    expect(readLimitHeaders(log)["x-ratelimit-remaining-tokens"]).toBe("40");
    await far.send(policy, { maxTokens: 60 });
    await expect(near.send(policy)).rejects.toThrow(refused("rate_limit_exceeded"));
  });

  it("let 200 concurrent requests of one dollar spend a budget of 10", async () => {
    const policy = { budget: { usd_per_day: 10, usd_per_month: 50 } };
    const admitted = await sendToBoth(policy, 200);
    expect(admitted).toHaveLength(10);
    await Promise.all(admitted.map(({ end }) => end(1)));
    for (const gateway of [near, far]) {
      await expect(gateway.send(policy)).rejects.toThrow(refused("budget_exhausted"));
    }
    expect(at.rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(10);
    const third = new TestInstance(await store.open(), at);
    await expect(third.send(policy)).rejects.toThrow(refused("budget_exhausted"));
  });

  it("give back what an instance held that died", async () => {
    const policy = { limits: { concurrent_requests: 2 }, budget: { usd_per_day: 10 } };
    for (let request = 0; request < 2; request++) await far.send(policy, { maxTokens: 5 });
    await expect(near.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
    await expect(near.send({ budget: policy.budget })).rejects.toThrow(refused("budget_exhausted"));
    proxy.cut();
    await expect.poll(() => near.send(policy).then(Boolean, () => false), { timeout: 10_000 }).toBe(true);
  });

  it("give back at once what an instance held that stopped", async () => {
    const policy = { limits: { concurrent_requests: 1 } };
    await far.send(policy);
    await expect(near.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
    await far.counters.close();
    await expect(near.send(policy)).resolves.toBeDefined();
  });

  it("are counted by the instance alone while the server refuses connections, and together after it", async () => {
    const policy = { limits: { concurrent_requests: 3, requests_per_minute: 100 } };
    const first = await far.send(policy);
    proxy.cut();
    await expect.poll(() => far.counters.state()).toEqual({ store: expect.any(String), state: "local" });
    const running = [await far.send(policy), await far.send(policy)];
    await expect(far.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
    await first.end();
    running.push(await far.send(policy));
    proxy.mend();
    await expect.poll(() => far.counters.state().state).toBe("ok");
    await expect(near.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
    await running.pop()?.end();
    await expect(near.send(policy)).resolves.toBeDefined();
    expect(lines).toEqual([
      expect.stringMatching(/cannot be reached: .* this instance counts the limits of keys for itself\.$/),
      expect.stringMatching(/ is back: /),
    ]);
  });

  it("do not make requests wait for a server that hangs", async () => {
    const policy = { limits: { requests_per_minute: 1_000 } };
    await far.counters.close();
    far = await openFar({ times: { ...TIMES, silenceMs: 250 } });
    await far.send(policy);
    proxy.freeze();
    await Promise.all(Array.from({ length: 50 }, () => far.send(policy)));
    expect(far.counters.state().state).toBe("local");
    await far.send(policy);
    expect(lines).toEqual([expect.stringContaining("no response within 250 ms")]);
    proxy.mend();
    await expect.poll(() => far.counters.state().state).toBe("ok");
    await far.send(policy);
  });

  it("refuse requests while the server is gone, where the config wants it so", async () => {
    const policy = { limits: { requests_per_minute: 5 } };
    await far.counters.close();
    proxy.cut();
    lines = [];
    far = await openFar({ refusesAlone: () => true });
    expect(far.counters.state().state).toBe("refusing");
    const failure = far.send(policy);
    await expect(failure).rejects.toThrow(refused("limits_unavailable"));
    await expect(failure).rejects.toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    await expect(far.send({ models: ["a/*"] }), "which needs no counter").resolves.toBeDefined();
    const uses = await far.admission.readUse(far.open(policy).principal);
    expect(uses, "which an admin still sees").toMatchObject([{ limit: "requests_per_minute", used: 0 }]);
    proxy.mend();
    await expect.poll(() => far.counters.state().state).toBe("ok");
    await expect(far.send(policy)).resolves.toBeDefined();
    expect(lines).toEqual([
      expect.stringMatching(/cannot be reached: .* get a 503 until it is back\.$/),
      expect.stringContaining(" is back: "),
    ]);
  });

  it("know what was spent while the server was gone, or lost its data", async () => {
    const policy = { limits: { concurrent_requests: 1 }, budget: { usd_per_day: 10 } };
    await (await near.send(policy)).end(1);
    proxy.cut();
    await expect.poll(() => far.counters.state().state).toBe("local");
    await (await far.send(policy)).end(4);
    proxy.mend();
    await expect.poll(() => far.counters.state().state).toBe("ok");
    const readUsed = async () =>
      (await near.admission.readUse(near.open({ budget: policy.budget }).principal))[0]?.used;
    await expect.poll(readUsed).toBe(5);
    const running = await near.send(policy);
    await store.clear();
    await expect(near.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
    await running.end(5);
    for (const gateway of [near, far]) {
      await expect(gateway.send(policy)).rejects.toThrow(refused("budget_exhausted"));
    }
  });

  it("do not depend on the clocks of the instances", async () => {
    const policy = { limits: { requests_per_minute: 2 }, budget: { usd_per_day: 10 } };
    await (await near.send(policy)).end(2);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 86_400_000 });
    await (await far.send(policy)).end(8);
    await expect(near.send(policy)).rejects.toThrow(refused("rate_limit_exceeded"));
    await expect(near.send({ budget: policy.budget })).rejects.toThrow(refused("budget_exhausted"));
    vi.useRealTimers();
    await expect(far.send({ budget: policy.budget })).rejects.toThrow(refused("budget_exhausted"));
  });
});
