/** `GET /metrics`: the figures of requests that were really sent, who may read them, and how many series they make. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const messages = [{ role: "user", content: "Hello" }];

describe.each(mounts)("the metrics on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      config: {
        retries: { attempts: 0 },
        upstreams: {
          up: { baseUrl: upstream.url, apiKeyEnvs: ["A", "B"], prices: { m: { input: 1_000_000, output: 1_000_000 } } },
          gone: { baseUrl: "http://127.0.0.1:9/v1" },
        },
        routes: { fast: { targets: [{ model: "gone/x", concurrency: 3 }], fallback: ["up/m"] } },
      },
      environment: { A: "secret-a", B: "secret-b" },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const create = (fields: object) => createKey(gateway, fields);
  const read = async (secret?: string) => {
    const headers = secret === undefined ? AUTHORIZED : { authorization: `Bearer ${secret}` };
    return fetch(`${gateway.url}/metrics`, { headers });
  };
  const ask = async (model: string, headers: Record<string, string> = AUTHORIZED, body: object = {}) => {
    const all = { ...headers, "content-type": "application/json" };
    const response = await gateway.chat({ model, messages, ...body }, { headers: all });
    await response.text();
    return response.status;
  };
  /** Returns the value of the series whose name and labels match. */
  const find = (text: string, series: RegExp) =>
    Number(/ (\S+)$/.exec(text.split("\n").find((line) => series.test(line)) ?? "")?.[1]);

  it("count requests, tokens, cost, attempts and failures", async () => {
    const limited = await create({ limits: { concurrent_requests: 1, requests_per_minute: 1 } });
    const authorization = { authorization: `Bearer ${limited.secret}` };
    expect(await ask("up/m", authorization)).toBe(200);
    expect(await ask("up/m", authorization)).toBe(429);
    expect(await ask("fast")).toBe(200);
    upstream.respondWith(jsonReply({ error: { message: "no" } }, { status: 500 }));
    expect(await ask("up/m")).toBe(500);
    upstream.reset();
    expect(await ask("sandbox/giude")).toBe(404);

    const response = await read();
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    const value = (series: RegExp) => find(text, series);
    expect(value(/^parlance_requests_total\{.*lane="relay".*model="up\/m",status="200"/)).toBe(2);
    expect(value(/^parlance_requests_total\{.*provider="",model="",status="404"/)).toBe(1);
    expect(value(/^parlance_errors_total\{source="gateway",code="rate_limit_exceeded",status="429"/)).toBe(1);
    expect(value(/^parlance_errors_total\{source="upstream",code="[^"]*",status="500"/)).toBe(1);
    expect(value(/^parlance_limits_hit_total\{limit="rate_limit_exceeded"/)).toBe(1);
    expect(value(/^parlance_route_attempts_total\{model="gone\/x",status="502"/)).toBe(1);
    expect(value(/^parlance_first_byte_seconds_count\{.*model="up\/m"/)).toBe(2);
    expect(value(new RegExp(`^parlance_key_requests_total\\{key="${limited.id}"`))).toBe(2);
    const tokens = (type: string) => value(new RegExp(`^parlance_tokens_total\\{.*model="up/m",type="${type}"`));
    expect(value(/^parlance_cost_usd_total\{model="up\/m"/)).toBe(tokens("input") + tokens("output"));
    expect(value(/^parlance_target_state\{route="fast",model="up\/m",state="closed"/)).toBe(1);
    expect(value(/^parlance_target_requests\{route="fast",model="gone\/x",state="waiting"/)).toBe(0);
    expect(value(/^parlance_provider_keys\{provider="up",state="active"/)).toBe(2);
    expect(value(/^parlance_requests_in_flight /)).toBe(1);
    expect(value(/^parlance_open_streams /)).toBe(0);
    expect(value(/^parlance_store_queue_rows /)).toBeGreaterThanOrEqual(0);
    expect(value(/^parlance_store_rows_lost_total /)).toBe(0);
    expect(value(/^parlance_build_info\{version="\d+\.\d+\.\d+"/)).toBe(1);
    expect(value(/^nodejs_eventloop_lag_p99_seconds /)).toBeGreaterThanOrEqual(0);
    for (const secret of ["secret-a", "secret-b", limited.secret]) expect(text).not.toContain(secret);
  });

  it("count the streams that are open", async () => {
    const open = async () => find(await (await read()).text(), /^parlance_open_streams /);
    upstream.respondWith((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write('data: {"choices":[]}\n\n');
    });
    const leave = new AbortController();
    const headers = { ...AUTHORIZED, "content-type": "application/json" };
    const body = { model: "up/m", messages, stream: true };
    const response = await gateway.chat(body, { headers, signal: leave.signal });
    expect(response.status).toBe(200);
    expect(await open()).toBe(1);
    leave.abort();
    await expect.poll(open, { timeout: 5_000 }).toBe(0);
    upstream.reset();
  });

  it("do not grow with names that clients make up", async () => {
    // Without those of Node, among which a first collection of garbage adds some.
    const count = async () => (await (await read()).text()).match(/^parlance_/gm)?.length ?? 0;
    const before = await count();
    for (let index = 0; index < 5; index++) await ask(`nobody-${index}/x`, { "x-request-id": "r", ...AUTHORIZED });
    expect(await count()).toBeLessThanOrEqual(before + 2);
  });

  it("are for keys with the scope `metrics` or `admin` only", async () => {
    const monitor = await create({ scopes: ["metrics"] });
    expect((await read(monitor.secret)).status).toBe(200);
    expect(await ask("sandbox/echo", { authorization: `Bearer ${monitor.secret}` })).toBe(403);
    const app = await create({});
    const expected = { type: "permission_error", message: /metrics/ };
    await expectError(await read(app.secret), { status: 403, ...expected });
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(401);
  });
});
