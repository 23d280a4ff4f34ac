/** The bus between instances, on each server that can carry it. */
import { setTimeout as delay } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createBus } from "#lib/store/bus/bus.ts";
import { type OpenedBus, openBus } from "#lib/store/bus/open-bus.ts";
import { startTcpProxy } from "#tests/support/tcp-proxy.ts";
import { startRedis } from "../start-redis.ts";
import { startTestDatabases } from "../test-databases.ts";

const TIMES = { retryMs: 50, pingMs: 100, replyMs: 1_000 };
const PATIENCE = { timeout: 10_000, interval: 10 };

const redis = await startRedis();
const postgres = await (await startTestDatabases()).find(({ name }) => name === "Postgres")?.create();
const servers: { name: string; port: number; options: (port: number) => Partial<Parameters<typeof openBus>[0]> }[] = [];
if (typeof redis !== "string") {
  servers.push({ name: "Redis", port: redis.port, options: (port) => ({ redisUrl: `redis://127.0.0.1:${port}` }) });
}
if (postgres) {
  const url = new URL(postgres.options.databaseUrl ?? "");
  const at = (port: number) => Object.assign(new URL(url), { port: `${port}` }).href;
  servers.push({ name: "Postgres", port: Number(url.port), options: (port) => ({ databaseUrl: at(port) }) });
}
afterAll(async () => {
  if (typeof redis !== "string") await redis.stop();
  await postgres?.remove();
});

const opened: OpenedBus[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

describe.each(servers)("the bus on $name", ({ name, port, options }) => {
  async function open(at = port, lines: string[] = []) {
    const one = await openBus({ ...options(at), log: (line) => lines.push(line), times: TIMES });
    opened.push(one);
    await vi.waitFor(() => expect(one.bus.state()).toEqual({ store: name.toLowerCase(), state: "ok" }), PATIENCE);
    return one.bus;
  }

  it("brings a message to all other instances, and not back", async () => {
    const buses = [await open(), await open(), await open()];
    const got: [number, string][] = [];
    for (const [index, bus] of buses.entries()) bus.handle("target", ({ model }) => void got.push([index, model]));
    buses[0]?.publish("target", { model: "up/ö", openMs: 1 });
    await vi.waitFor(() => expect(got).toHaveLength(2), PATIENCE);
    await delay(50);
    expect(got.toSorted()).toEqual([
      [1, "up/ö"],
      [2, "up/ö"],
    ]);
  });

  it("tells who asks whether an instance has done it", async () => {
    const [asking, doing] = [await open(), await open()];
    const message = { keyId: "key_1", id: "req_1" };
    doing.handle("stop-resumable", async ({ id }) => id === "req_1");
    expect(await asking.ask("stop-resumable", message, 5_000)).toBe(true);
    expect(await asking.ask("stop-resumable", { ...message, id: "req_2" }, 100)).toBe(false);
  });

  it("takes no harm from a message that fails, or of a type that it does not know", async () => {
    const lines: string[] = [];
    const [sending, getting] = [await open(), await open(port, lines)];
    getting.handle("target", () => {
      throw new Error("broken");
    });
    const changed = vi.fn();
    getting.handle("changed", changed);
    sending.publish("target", { model: "a", openMs: 1 });
    sending.publish("of a later version" as "changed", {});
    sending.publish("changed", {});
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), PATIENCE);
    expect(lines.join()).toContain("broken");
  });

  it.each(["cut", "freeze"] as const)("works again after its connection was lost: %s", async (end) => {
    const proxy = await startTcpProxy(port);
    const lines: string[] = [];
    const [near, far] = [await open(), await open(proxy.port, lines)];
    const opens = vi.fn();
    far.whenOpen(opens);
    const changed = vi.fn();
    far.handle("changed", changed);
    proxy[end]();
    await vi.waitFor(() => expect(far.state().state).toBe("gone"), PATIENCE);
    expect(await far.ask("stop-resumable", { keyId: "", id: "" }, 5_000)).toBe(false);
    near.publish("changed", {});
    proxy.mend();
    await vi.waitFor(() => expect(far.state().state).toBe("ok"), PATIENCE);
    expect(opens).toHaveBeenCalledTimes(2);
    expect(changed).not.toHaveBeenCalled();
    near.publish("changed", {});
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), PATIENCE);
    expect(lines.filter((line) => line.includes("cannot be reached"))).toHaveLength(1);
    await far.close();
    await proxy.close();
  });
});

it("without a server carries nothing, and waits for nothing", async () => {
  const bus = createBus(undefined);
  bus.publish("changed", {});
  expect([bus.state(), await bus.ask("stop-resumable", { keyId: "", id: "" }, 60_000)]).toEqual([
    { store: "none", state: "ok" },
    false,
  ]);
});

it("goes on after Redis has lost its memory", async ({ skip }) => {
  if (typeof redis === "string") return skip(redis);
  const buses = await Promise.all([1, 2].map(() => openBus({ redisUrl: redis.url, log() {}, times: TIMES })));
  opened.push(...buses);
  const changed = vi.fn();
  buses[1]?.bus.handle("changed", changed);
  for (const { bus } of buses) await vi.waitFor(() => expect(bus.state().state).toBe("ok"), PATIENCE);
  const client = await createClient({ url: redis.url }).connect();
  await client.flushAll();
  await client.close();
  buses[0]?.bus.publish("changed", {});
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), PATIENCE);
});
