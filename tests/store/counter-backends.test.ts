/** The operations of counters, one by one, in each place that has them. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { Check, SharedBackend, Take } from "#lib/store/counters/counter-backend.ts";
import { createMemoryCounters } from "#lib/store/counters/memory-counters.ts";
import { connectPostgresCounters } from "#lib/store/counters/postgres-counters.ts";
import { connectRedis } from "#lib/store/counters/redis-counters.ts";
import { startTestStores } from "#tests/gateway/admission/test-counters.ts";

const { stores, stop } = await startTestStores();
const backends: { name: string; backend: SharedBackend; isShared: boolean }[] = [];
for (const { name, url = "" } of stores) {
  const options = { connectMs: 5_000, onBroken() {} };
  if (name === "Redis") backends.push({ name, isShared: true, backend: await connectRedis({ url, ...options }) });
  if (name === "Postgres") {
    backends.push({ name, isShared: true, backend: await connectPostgresCounters({ databaseUrl: url, ...options }) });
  }
}
const memory = createMemoryCounters();
const shared: SharedBackend = {
  take: async (_instance, take) => memory.take(take),
  settle: async (_instance, settlement) => memory.settle(settlement),
  raise: async (raise) => memory.raise(raise),
  join: async () => {},
  renew: async () => true,
  leave: async () => {},
  close: async () => {},
};
backends.push({ name: "memory", backend: shared, isShared: false });
afterAll(async () => {
  for (const { backend } of backends) await backend.close({ isBroken: false });
  await stop();
});

/** Long enough for three calls on a busy machine. */
const WINDOW_MS = 1_000;

describe.each(backends)("counters in $name", ({ backend, isShared }) => {
  async function join(leaseMs = 60_000, previous = "none") {
    const instance = randomUUID();
    await backend.join({ instance, previous, leaseMs, holds: {} });
    return instance;
  }
  const count = (window: string, add: number, limit = 10): Check => ({ window, limit, add });
  const take = (checks: Check[], different: Partial<Take> = {}): Take => ({
    ...{ checks, holds: {}, windowMs: WINDOW_MS },
    ...different,
  });

  it("take all of several limits, or none", async () => {
    const instance = await join();
    const [first, second] = [randomUUID(), randomUUID()];
    expect(await backend.take(instance, take([count(first, 4), count(second, 10)]))).toMatchObject({
      status: "taken",
      states: [{ used: 0 }, { used: 0 }],
    });
    const reply = await backend.take(instance, take([count(first, 4), count(second, 1)], { holds: { [first]: 1 } }));
    expect(reply).toMatchObject({ status: "refused", at: 1, states: [{ used: 4 }, { used: 10 }] });
    const read = take([count(first, 0), { hold: first, limit: 1, add: 0 }], { isRead: true });
    expect(await backend.take(instance, read)).toMatchObject({ states: [{ used: 4 }, { used: 0, endsAt: 0 }] });
  });

  it("give an amount back in its own window only, and add to any", async () => {
    const instance = await join();
    const window = randomUUID();
    const reply = await backend.take(instance, take([count(window, 9)]));
    if (reply.status !== "taken") throw new Error(reply.status);
    const { endsAt = 0 } = reply.states[0] ?? {};
    expect(endsAt).toBe(reply.now + WINDOW_MS);
    const settle = (amount: number) =>
      backend.settle(instance, { adds: [{ window, amount, endsAt }], holds: {}, windowMs: WINDOW_MS });
    const read = async () => {
      const found = await backend.take(instance, take([count(window, 0)], { isRead: true }));
      return found.status === "taken" ? found.states[0] : found;
    };
    await settle(-4);
    expect(await read()).toEqual({ used: 5, endsAt });
    await delay(WINDOW_MS + 50);
    expect(await read()).toEqual({ used: 0, endsAt: 0 });
    await settle(-4);
    expect(await read(), "no room beyond the limit").toEqual({ used: 0, endsAt: 0 });
    await settle(3);
    expect(await read()).toMatchObject({ used: 3 });
  });

  it("open a sum once for each period, with the greater amount", async () => {
    const instance = await join();
    const window = randomUUID();
    const sum: Check = { window, limit: 10, add: 0, isSum: true };
    const unopened = await backend.take(instance, take([sum]));
    expect(unopened).toMatchObject({ status: "unopened", at: 0, endedAt: 0 });
    const now = unopened.status === "unopened" ? unopened.now : 0;
    const endsAt = now + 60_000;
    await backend.raise({ window, endsAt, sum: 4.5 });
    await backend.raise({ window, endsAt, sum: 0.1 });
    await backend.settle(instance, { adds: [{ window, amount: 0.25, endsAt, isSum: true }], holds: {}, windowMs: 1 });
    expect(await backend.take(instance, take([sum]))).toMatchObject({ states: [{ used: 4.75, endsAt }] });
    expect(await backend.take(instance, take([{ ...sum, isStale: true }]))).toMatchObject({ endedAt: endsAt });
    await backend.raise({ window, endsAt: now - 1, sum: 1 });
    expect(await backend.take(instance, take([sum]))).toMatchObject({ status: "unopened", endedAt: now - 1 });
    await backend.settle(instance, { adds: [{ window, amount: 5, endsAt, isSum: true }], holds: {}, windowMs: 1 });
    await backend.raise({ window, endsAt, sum: 2 });
    expect(await backend.take(instance, take([sum]))).toMatchObject({ states: [{ used: 2 }] });
  });

  it("hold fractions without a rest", async () => {
    const instance = await join();
    const hold = randomUUID();
    const change = (amount: number) =>
      backend.settle(instance, { adds: [], holds: { [hold]: amount }, windowMs: WINDOW_MS });
    for (const amount of [0.1, 0.2, -0.1, -0.2]) await change(amount);
    const read = take([{ hold, limit: 1, add: 0 }], { isRead: true });
    expect(await backend.take(instance, read)).toMatchObject({ states: [{ used: 0 }] });
  });

  it("count what an instance holds until its lease ends", async ({ skip }) => {
    if (!isShared) skip("no other instance sees it");
    const [instance, other] = [await join(), await join(10_000)];
    const hold = randomUUID();
    const place = take([{ hold, limit: 2, add: 0 }], { holds: { [hold]: 1 } });
    for (const one of [instance, other]) expect(await backend.take(one, place)).toMatchObject({ status: "taken" });
    expect(await backend.take(instance, place)).toMatchObject({ status: "refused", states: [{ used: 2 }] });
    expect(await backend.renew({ instance: other, leaseMs: 300 })).toBe(true);
    await delay(400);
    expect(await backend.renew({ instance: other, leaseMs: 300 })).toBe(false);
    expect(await backend.take(other, place)).toEqual({ status: "unknown-instance" });
    expect(await backend.take(instance, place)).toMatchObject({ status: "taken" });
    const next = await join(60_000, instance);
    expect(await backend.take(next, place), "its previous lease ends with the next").toMatchObject({
      states: [{ used: 0 }],
    });
  });
});
