/** Limits and budgets of keys, without a gateway around them: the same in memory, in Redis and in Postgres. */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { NO_POLICY } from "#lib/contract/key-policy.ts";
import { startTestStores } from "./test-counters.ts";
import { readLimitHeaders, TestInstance } from "./test-instance.ts";

const { stores, stop } = await startTestStores();
afterAll(stop);

/** A day of the test of periods. */
const DAY_MS = 1_000;
const refused = (code: string) => expect.objectContaining({ code });

describe.each(stores)("limits in $name", (store) => {
  let gateway: TestInstance;

  beforeEach(async () => {
    gateway = new TestInstance(await store.open(), { keyId: `key_${randomUUID()}` });
  });

  describe("a key without limits", () => {
    it("takes nothing and has no headers", async () => {
      const { log } = gateway.open({});
      const principal = { keyId: "key_1", name: "App", scopes: ["inference" as const] };
      await gateway.admission.admitRequest({ principal, log, route: "chat", callsModel: true });
      expect(log.grant).toBeUndefined();
    });
  });

  describe("requests per minute", () => {
    const policy = { limits: { requests_per_minute: 3 } };

    it("are counted, and refused beyond the limit with the time of the next", async () => {
      const headers = [];
      for (let request = 0; request < 3; request++) headers.push(readLimitHeaders((await gateway.send(policy)).log));
      expect(headers.map((one) => one?.["x-ratelimit-remaining-requests"])).toEqual(["2", "1", "0"]);
      expect(headers[0]).toMatchObject({
        "x-ratelimit-limit-requests": "3",
        "ratelimit-policy": '"requests";q=3;w=60',
        ratelimit: expect.stringMatching(/^"requests";r=2;t=\d+$/),
      });
      const failure = gateway.send(policy);
      await expect(failure).rejects.toThrow(refused("rate_limit_exceeded"));
      await expect(failure).rejects.toMatchObject({
        status: 429,
        headers: { "retry-after": expect.stringMatching(/^\d+$/) },
      });
    });

    it("of a group are shared by its keys, beside their own", async () => {
      gateway.rules = {
        ...gateway.rules,
        groups: { [gateway.group]: { ...NO_POLICY, limits: { requests_per_minute: 2 } } },
      };
      const { log } = await gateway.send(policy, { group: gateway.group });
      expect(readLimitHeaders(log)["x-ratelimit-limit-requests"]).toBe("2");
      await gateway.send({}, { group: gateway.group });
      await expect(gateway.send({}, { group: gateway.group })).rejects.toThrow('The group "ci ');
      await expect(gateway.send({}, { group: "unknown" })).resolves.toBeDefined();
    });
  });

  describe("concurrent requests", () => {
    const policy = { limits: { concurrent_requests: 2 } };

    it("get a place again when one ends, in whatever way", async () => {
      const running = [await gateway.send(policy), await gateway.send(policy)];
      for (const status of [200, 499, 500]) {
        await expect(gateway.send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
        await running.shift()?.end(undefined, status);
        running.push(await gateway.send(policy));
      }
    });
  });

  describe("tokens per minute", () => {
    const policy = { limits: { tokens_per_minute: 100 } };

    it("are reserved, and settled by the reported usage", async () => {
      const first = await gateway.send(policy, { maxTokens: 90 });
      expect(readLimitHeaders(first.log)["x-ratelimit-remaining-tokens"]).toBe("10");
      await first.end(20);
      // The key's last response of this model had 20 tokens: no more are expected of the next one.
      const second = await gateway.send(policy, { maxTokens: 30 });
      expect(readLimitHeaders(second.log)["x-ratelimit-remaining-tokens"]).toBe("60");
    });

    it("are given back by a request that failed", async () => {
      await (await gateway.send(policy, { maxTokens: 90 })).end(undefined, 503);
      expect(readLimitHeaders((await gateway.send(policy, { maxTokens: 5 })).log)["x-ratelimit-remaining-tokens"]).toBe(
        "95",
      );
    });

    it("let a request begin that needs more than the whole limit, and none after it", async () => {
      await gateway.send(policy, { maxTokens: 5_000 });
      await expect(gateway.send(policy)).rejects.toThrow(refused("rate_limit_exceeded"));
    });
  });

  describe("a budget", () => {
    const policy = { budget: { usd_per_day: 10 } };

    it("of 10 lets 200 concurrent requests of one dollar spend 10", async () => {
      const sent = await Promise.allSettled(Array.from({ length: 200 }, () => gateway.send(policy)));
      const admitted = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(admitted).toHaveLength(10);
      await Promise.all(admitted.map(({ end }) => end(1)));
      await expect(gateway.send(policy)).rejects.toThrow(refused("budget_exhausted"));
      expect(gateway.rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(10);
    });

    it("is not held by a large limit on the output when nothing was spent", async () => {
      const { end } = await gateway.send(policy, { maxTokens: 64_000 });
      await end(3);
      await expect(gateway.send(policy, { maxTokens: 64_000 })).resolves.toBeDefined();
    });

    it("gets back what a request did not use, and counts what a broken one did", async () => {
      await (await gateway.send(policy, { maxTokens: 9 })).end(undefined, 503);
      const broken = await gateway.send(policy, { maxTokens: 9 });
      broken.log.sent(450);
      await broken.end(undefined, 499);
      expect(gateway.rows.map(({ cost }) => cost)).toEqual([0, 5]);
    });

    it("counts what was spent before the start, of the key or of all keys of its group", async () => {
      gateway.spent = 10;
      const now = new Date();
      const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
      await expect(gateway.send(policy)).rejects.toThrow(refused("budget_exhausted"));
      gateway.rules = {
        ...gateway.rules,
        groups: { [gateway.group]: { ...NO_POLICY, budget: { usd_per_month: 20 } } },
      };
      await expect(gateway.send({}, { group: gateway.group })).resolves.toBeDefined();
      expect(gateway.asked).toEqual([
        { keys: [gateway.keyId], since: Date.UTC(year, month, day) },
        { keys: [gateway.keyId], since: Date.UTC(year, month) },
      ]);
    });

    it("renews with the day, but for what is still running", { retry: 3 }, async () => {
      const find = (_period: string, now: number) => {
        const startsAt = Math.floor(now / DAY_MS) * DAY_MS;
        return { startsAt, endsAt: startsAt + DAY_MS };
      };
      gateway = new TestInstance(await store.open({ find }), { keyId: `key_${randomUUID()}` });
      await delay(DAY_MS - (Date.now() % DAY_MS));
      const running = await gateway.send(policy, { maxTokens: 4 });
      await (await gateway.send(policy, { maxTokens: 6 })).end(6);
      const renewsAt = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS).toISOString().replace(".000Z", "Z");
      await expect(gateway.send(policy)).rejects.toMatchObject({ message: expect.stringContaining(renewsAt) });
      await delay(DAY_MS - (Date.now() % DAY_MS));
      await (await gateway.send(policy, { maxTokens: 6 })).end(6);
      await expect(gateway.send(policy)).rejects.toThrow(refused("budget_exhausted"));
      await running.end(0);
      await expect(gateway.send(policy)).resolves.toBeDefined();
      expect(gateway.asked, "the second day is not read from the log").toHaveLength(1);
    });

    it("lets models without a price be called, unless the config refuses them", async () => {
      const { end } = await gateway.send(policy, { price: null });
      await end(5);
      expect(gateway.rows.at(-1)?.cost).toBeNull();
      gateway.rules = { ...gateway.rules, refusesUnpriced: true };
      await expect(gateway.send(policy, { price: null })).rejects.toThrow(refused("model_without_price"));
    });
  });

  describe("allowed models and routes", () => {
    it("are those of a pattern", async () => {
      const policy = { models: ["fast", "a/*-mini"] };
      await expect(gateway.send(policy, { model: "a/gpt-5-mini" })).resolves.toBeDefined();
      await expect(gateway.send(policy, { model: "a/gpt-5" })).rejects.toThrow(refused("model_not_allowed"));
      await expect(gateway.send({ models: [] }, { model: "a/gpt-5" })).rejects.toThrow(refused("model_not_allowed"));
    });

    it("need both the key's and the group's permission", async () => {
      gateway.rules = { ...gateway.rules, groups: { [gateway.group]: { ...NO_POLICY, models: ["a/*"] } } };
      await expect(gateway.send({ models: ["*/x"] }, { model: "a/x", group: gateway.group })).resolves.toBeDefined();
      await expect(gateway.send({ models: ["*/x"] }, { model: "b/x", group: gateway.group })).rejects.toThrow(
        refused("model_not_allowed"),
      );
    });

    it("refuse a route before anything is counted", async () => {
      const { log, principal } = gateway.open({ routes: ["images"], limits: { requests_per_minute: 1 } });
      const asking = async () => gateway.admission.admitRequest({ principal, log, route: "chat", callsModel: true });
      await expect(asking()).rejects.toThrow(refused("route_not_allowed"));
      expect(readLimitHeaders(log)).toEqual({});
    });
  });
});
