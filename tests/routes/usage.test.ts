/** `GET /api/usage`: the sums of requests that were really sent, and what it refuses. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { Store } from "#lib/store/store.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const messages = [{ role: "user", content: "Hello" }];

let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream(jsonReply(chatReply({ text: "Hi" })));
});
afterAll(() => stub?.close());

describe.each(mounts)("on the %s mount", { timeout: 30_000 }, (mount) => {
  let gateway: TestGateway;
  let store: Store;
  const keys: Record<string, { id: string; secret: string }> = {};

  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          priced: { baseUrl: stub.url, models: ["m"], prices: { m: { input: 1_000, output: 10_000 } } },
          unpriced: { baseUrl: stub.url, models: ["m"] },
        },
      },
    });
    store = await openStore({ dataDir: gateway.dataDir });
    for (const name of ["Ann", "Ben"]) {
      const { record, secret } = await store.keys.create({ name });
      keys[name] = { id: record.id, secret };
    }
    await chat("Ann", "priced/m");
    await chat("Ann", "priced/m");
    await chat("Ann", "unpriced/m");
    await chat("Ben", "sandbox/echo");
    await chat("Ben", "priced/missing");
    expect(await chat("Ben", "sandbox/fault-503")).toBe(503);
    expect(await chat("Ben", "sandbox/giude")).toBe(404);
    // A response is logged just after its last byte.
    await vi.waitFor(async () => expect((await usage()).total.requests).toBe(7), { timeout: 20_000 });
  });
  afterAll(async () => {
    await store?.close();
    await gateway?.close();
  });

  const as = (name: string) => ({ authorization: `Bearer ${keys[name]?.secret ?? ADMIN_KEY}` });

  async function chat(name: string, model: string): Promise<number> {
    const headers = { ...as(name), "content-type": "application/json" };
    const response = await gateway.chat({ model, messages }, { headers });
    await response.text();
    return response.status;
  }

  const fetchText = (query = "", name = "admin") => fetch(`${gateway.url}/api/usage?${query}`, { headers: as(name) });

  async function usage(query = "", name = "admin"): Promise<UsageReply> {
    const response = await fetchText(query, name);
    expect(response.status).toBe(200);
    return response.json();
  }

  it("sums requests, failures, tokens and known costs", async () => {
    const { total, groups, buckets, kept_days } = await usage();
    const { usage: counted } = chatReply({ text: "Hi" });
    const known = (2 * (counted.prompt_tokens * 1_000 + counted.completion_tokens * 10_000)) / 1_000_000;
    expect(total).toMatchObject({ requests: 7, errors: 2, cost: { known_requests: 3, unknown_requests: 2 } });
    expect(total.cost.amount).toBeCloseTo(known, 10);
    expect(total.input_tokens).toBeGreaterThanOrEqual(4 * counted.prompt_tokens);
    expect(total.latency?.total_ms?.p95).toBeGreaterThanOrEqual(total.latency?.total_ms?.p50 ?? Number.NaN);
    expect([groups, buckets, kept_days]).toEqual([[], [], 31]);
  });

  it("groups by model, with the rest as one group", async () => {
    const all = await usage("group_by=model");
    expect(all.groups[0]).toMatchObject({ group: "priced/m", requests: 2, errors: 0 });
    expect(all.groups.map(({ group }) => group)).toEqual(
      expect.arrayContaining(["priced/missing", "unpriced/m", "sandbox/echo", "sandbox/fault-503", "sandbox/giude"]),
    );
    expect(all.others).toBeUndefined();
    const one = await usage("group_by=model&limit=1");
    expect(one.groups.map(({ group }) => group)).toEqual(["priced/m"]);
    expect(one.others).toMatchObject({ requests: 5, errors: 2 });
  });

  it("groups by upstream and by key, with the key's name", async () => {
    const { groups } = await usage("group_by=upstream");
    const requests = Object.fromEntries(groups.map((group) => [group.group, group.requests]));
    expect(requests).toEqual({ priced: 3, unpriced: 1, sandbox: 2, null: 1 });
    const byKey = await usage("group_by=key");
    expect(byKey.groups).toMatchObject([
      { group: keys.Ben?.id, name: "Ben", requests: 4, errors: 2 },
      { group: keys.Ann?.id, name: "Ann", requests: 3, errors: 0 },
    ]);
    expect((await usage("group_by=dialect")).groups).toMatchObject([{ group: "openai-chat", requests: 7 }]);
  });

  it("groups by day and hour, including those without requests", async () => {
    const to = Math.ceil((Date.now() + HOUR) / HOUR) * HOUR;
    const days = await usage(`bucket=day&group_by=model&limit=2&from=${to - 3 * DAY}&to=${to}&tz_offset=90`);
    for (const { start } of days.buckets) expect((start + 1.5 * HOUR) % DAY).toBe(0);
    expect(days.buckets.length).toBeGreaterThanOrEqual(3);
    const busy = days.buckets.filter(({ total }) => total.requests > 0);
    expect(busy.reduce((sum, { total }) => sum + total.requests, 0)).toBe(7);
    expect(busy.reduce((sum, { others }) => sum + (others?.requests ?? 0), 0)).toBe(days.others?.requests);
    const hours = await usage(`bucket=hour&from=${to - 5 * HOUR}&to=${to}`);
    expect(hours.buckets.map(({ start }) => start)).toEqual([5, 4, 3, 2, 1].map((ago) => to - ago * HOUR));
  });

  it("applies filters", async () => {
    expect((await usage("model=priced/m")).total.requests).toBe(2);
    expect((await usage("upstream=sandbox")).total.requests).toBe(2);
    expect((await usage("dialect=anthropic-messages")).total.requests).toBe(0);
    expect(await usage(`key_id=${keys.Ann?.id}`)).toMatchObject({ key_name: "Ann", total: { requests: 3 } });
    expect((await usage(`to=${Date.now() - HOUR}`)).total).toMatchObject({ requests: 0, latency: { total_ms: null } });
  });

  it("shows a key only its own usage", async () => {
    expect((await usage("", "Ann")).total.requests).toBe(3);
    expect((await usage("group_by=key", "Ann")).groups).toMatchObject([{ group: keys.Ann?.id, name: "Ann" }]);
    expect((await usage(`key_id=${keys.Ann?.id}`, "Ann")).total.requests).toBe(3);
    await expectError(await fetchText(`key_id=${keys.Ben?.id}`, "Ann"), {
      status: 403,
      type: "permission_error",
      message: /^Reading the usage of other keys needs the `admin` scope\./,
      param: "key_id",
    });
  });

  it.each([
    ["from", "from=yesterday"],
    ["from", "from=2000&to=1000"],
    ["from", `from=${Date.now() - 401 * DAY}`],
    ["from", `bucket=hour&from=${Date.now() - 15 * DAY}`],
    ["bucket", "bucket=month"],
    ["group_by", "group_by=lane"],
    ["tz_offset", "tz_offset=841"],
    ["limit", "limit=0"],
    ["model", "model="],
  ])("refuses an invalid %s: %s", async (param, query) => {
    await expectError(await fetchText(query), {
      status: 400,
      type: "invalid_request_error",
      message: new RegExp(`^\`${param}\` must `),
      param,
    });
  });
});
