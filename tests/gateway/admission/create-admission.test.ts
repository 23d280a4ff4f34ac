/** Limits and budgets of keys, without a gateway around them. */
import { beforeEach, describe, expect, it } from "vitest";
import type { KeyRules } from "#lib/config/key-rules.ts";
import { type KeyPolicy, NO_POLICY } from "#lib/contract/key-policy.ts";
import { createMemoryCounters } from "#lib/gateway/admission/counters.ts";
import { createAdmission } from "#lib/gateway/admission/create-admission.ts";
import type { Admission } from "#lib/gateway/request/admission.ts";
import { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { keyRecord } from "#tests/support/key-record.ts";

const DOLLAR_PER_TOKEN = { input: 0, output: 1_000_000 };
const START = Date.UTC(2026, 10, 23, 12);

let admission: Admission;
let rules: KeyRules;
let rows: RequestLogRow[];
let spent: number;
let now: number;
let asked: { keys: readonly string[]; since: number }[];

beforeEach(() => {
  rules = { defaults: NO_POLICY, groups: {}, refusesUnpriced: false };
  rows = [];
  asked = [];
  spent = 0;
  now = START;
  const keys = { list: async () => [keyRecord("a", { id: "key_1", group: "ci" }), keyRecord("b", { id: "key_2" })] };
  const requestLog = {
    append: (row: RequestLogRow) => void rows.push(row),
    sumCost: async (keys: readonly string[], since: number) => {
      asked.push({ keys, since });
      return spent;
    },
  };
  const store = { keys, requestLog } as unknown as Pick<Store, "keys" | "requestLog">;
  admission = createAdmission({ store, counters: createMemoryCounters(60), readRules: () => rules, now: () => now });
});

function open(policy: Partial<KeyPolicy>, group?: string) {
  const log = new LogEntry({
    id: "req_1",
    log: { append: (row) => void rows.push(row) } as Store["requestLog"],
    onFinish() {},
  });
  const principal = {
    ...{ keyId: "key_1", name: "App", scopes: ["inference" as const] },
    policy: { ...NO_POLICY, ...policy },
    ...(group === undefined ? {} : { group }),
  };
  return { log, principal };
}

/** Sends a request with this limit on its output; returns what ends it. */
async function send(
  policy: Partial<KeyPolicy>,
  { group, maxTokens = 1, price = DOLLAR_PER_TOKEN, model = "a/x" }: SendOptions = {},
) {
  const { log, principal } = open(policy, group);
  const end = (outputTokens?: number, status = 200) => {
    if (outputTokens !== undefined) log.usage = { inputTokens: 0, outputTokens };
    log.finish({ status, error: status >= 400 ? "failed" : null });
  };
  try {
    await admission.admitRequest({ principal, log, route: "chat", callsModel: true });
    log.target = model;
    const openPrices = async () => new Map([[model, price ?? undefined]]);
    await admission.admitCall(log, { names: [model], maxTokens, openPrices });
  } catch (error) {
    end(undefined, 429);
    throw error;
  }
  return { log, end };
}
type SendOptions = {
  group?: string;
  maxTokens?: number;
  /** Null: unknown. */
  price?: typeof DOLLAR_PER_TOKEN | null;
  model?: string;
};

const refused = (code: string) => expect.objectContaining({ code });

describe("a key without limits", () => {
  it("takes nothing and has no headers", async () => {
    const { log } = open({});
    const principal = { keyId: "key_1", name: "App", scopes: ["inference" as const] };
    await admission.admitRequest({ principal, log, route: "chat", callsModel: true });
    expect(log.grant).toBeUndefined();
  });
});

describe("requests per minute", () => {
  const policy = { limits: { requests_per_minute: 3 } };

  it("are counted, and refused beyond the limit with the time of the next", async () => {
    const headers = [];
    for (let request = 0; request < 3; request++) headers.push((await send(policy)).log.grant?.headers());
    expect(headers.map((one) => one?.["x-ratelimit-remaining-requests"])).toEqual(["2", "1", "0"]);
    expect(headers[0]).toMatchObject({
      "x-ratelimit-limit-requests": "3",
      "ratelimit-policy": '"requests";q=3;w=60',
      ratelimit: expect.stringMatching(/^"requests";r=2;t=\d+$/),
    });
    const failure = send(policy);
    await expect(failure).rejects.toThrow(refused("rate_limit_exceeded"));
    await expect(failure).rejects.toMatchObject({
      status: 429,
      headers: { "retry-after": expect.stringMatching(/^\d+$/) },
    });
  });

  it("of a group are shared by its keys, beside their own", async () => {
    rules = { ...rules, groups: { ci: { ...NO_POLICY, limits: { requests_per_minute: 2 } } } };
    const { log } = await send(policy, { group: "ci" });
    expect(log.grant?.headers()["x-ratelimit-limit-requests"]).toBe("2");
    await send({}, { group: "ci" });
    await expect(send({}, { group: "ci" })).rejects.toThrow('The group "ci"');
    await expect(send({}, { group: "unknown" })).resolves.toBeDefined();
  });
});

describe("concurrent requests", () => {
  const policy = { limits: { concurrent_requests: 2 } };

  it("get a place again when one ends, in whatever way", async () => {
    const running = [await send(policy), await send(policy)];
    for (const status of [200, 499, 500]) {
      await expect(send(policy)).rejects.toThrow(refused("concurrency_exceeded"));
      running.shift()?.end(undefined, status);
      running.push(await send(policy));
    }
  });
});

describe("tokens per minute", () => {
  const policy = { limits: { tokens_per_minute: 100 } };

  it("are reserved, and settled by the reported usage", async () => {
    const first = await send(policy, { maxTokens: 90 });
    expect(first.log.grant?.headers()["x-ratelimit-remaining-tokens"]).toBe("10");
    first.end(20);
    // The key's last response of this model had 20 tokens: no more are expected of the next one.
    const second = await send(policy, { maxTokens: 30 });
    expect(second.log.grant?.headers()["x-ratelimit-remaining-tokens"]).toBe("60");
  });

  it("are given back by a request that failed", async () => {
    (await send(policy, { maxTokens: 90 })).end(undefined, 503);
    expect((await send(policy, { maxTokens: 5 })).log.grant?.headers()["x-ratelimit-remaining-tokens"]).toBe("95");
  });

  it("let a request begin that needs more than the whole limit, and none after it", async () => {
    await send(policy, { maxTokens: 5_000 });
    await expect(send(policy)).rejects.toThrow(refused("rate_limit_exceeded"));
  });
});

describe("a budget", () => {
  const policy = { budget: { usd_per_day: 10 } };

  it("of 10 lets 200 concurrent requests of one dollar spend 10", async () => {
    const sent = await Promise.allSettled(Array.from({ length: 200 }, () => send(policy)));
    const admitted = sent.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(admitted).toHaveLength(10);
    for (const { end } of admitted) end(1);
    await expect(send(policy)).rejects.toThrow(refused("budget_exhausted"));
    expect(rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBe(10);
  });

  it("is not held by a large limit on the output when nothing was spent", async () => {
    const { end } = await send(policy, { maxTokens: 64_000 });
    end(3);
    await expect(send(policy, { maxTokens: 64_000 })).resolves.toBeDefined();
  });

  it("gets back what a request did not use, and counts what a broken one did", async () => {
    (await send(policy, { maxTokens: 9 })).end(undefined, 503);
    const broken = await send(policy, { maxTokens: 9 });
    broken.log.sent(450);
    broken.end(undefined, 499);
    expect(rows.map(({ cost }) => cost)).toEqual([0, 5]);
  });

  it("counts what was spent before the start, of the key or of all keys of its group", async () => {
    spent = 10;
    await expect(send(policy)).rejects.toThrow(refused("budget_exhausted"));
    rules = { ...rules, groups: { ci: { ...NO_POLICY, budget: { usd_per_month: 20 } } } };
    await expect(send({}, { group: "ci" })).resolves.toBeDefined();
    expect(asked).toEqual([
      { keys: ["key_1"], since: Date.UTC(2026, 10, 23) },
      { keys: ["key_1"], since: Date.UTC(2026, 10, 1) },
    ]);
  });

  it("renews with the day, but for what is still running", async () => {
    const running = await send(policy, { maxTokens: 4 });
    (await send(policy, { maxTokens: 6 })).end(6);
    await expect(send(policy)).rejects.toMatchObject({ message: expect.stringContaining("2026-11-24T00:00:00Z") });
    now = Date.UTC(2026, 10, 24, 0, 0, 1);
    (await send(policy, { maxTokens: 6 })).end(6);
    await expect(send(policy)).rejects.toThrow(refused("budget_exhausted"));
    running.end(0);
    await expect(send(policy)).resolves.toBeDefined();
  });

  it("lets models without a price be called, unless the config refuses them", async () => {
    const { end } = await send(policy, { price: null });
    end(5);
    expect(rows.at(-1)?.cost).toBeNull();
    rules = { ...rules, refusesUnpriced: true };
    await expect(send(policy, { price: null })).rejects.toThrow(refused("model_without_price"));
  });
});

describe("allowed models and routes", () => {
  it("are those of a pattern", async () => {
    const policy = { models: ["fast", "a/*-mini"] };
    await expect(send(policy, { model: "a/gpt-5-mini" })).resolves.toBeDefined();
    await expect(send(policy, { model: "a/gpt-5" })).rejects.toThrow(refused("model_not_allowed"));
    await expect(send({ models: [] }, { model: "a/gpt-5" })).rejects.toThrow(refused("model_not_allowed"));
  });

  it("need both the key's and the group's permission", async () => {
    rules = { ...rules, groups: { ci: { ...NO_POLICY, models: ["a/*"] } } };
    await expect(send({ models: ["*/x"] }, { model: "a/x", group: "ci" })).resolves.toBeDefined();
    await expect(send({ models: ["*/x"] }, { model: "b/x", group: "ci" })).rejects.toThrow(
      refused("model_not_allowed"),
    );
  });

  it("refuse a route before anything is counted", async () => {
    const { log, principal } = open({ routes: ["images"], limits: { requests_per_minute: 1 } });
    const asking = admission.admitRequest({ principal, log, route: "chat", callsModel: true });
    await expect(asking).rejects.toThrow(refused("route_not_allowed"));
    expect(log.grant?.headers()).toEqual({});
  });
});
