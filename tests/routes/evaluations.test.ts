/** `/api/evaluations` on both stores: runs, checks, sums, pauses, limits, retries, restarts and refusals. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  Evaluation,
  EvaluationCell,
  EvaluationComparison,
  EvaluationEstimate,
  EvaluationImport,
  EvaluationList,
  EvaluationRows,
} from "#lib/contract/evaluation.ts";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { startPostgres } from "../store/start-postgres.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const SOON = { timeout: 20_000, interval: 50 };
const STORES = [
  { store: "SQLite", start: async () => undefined },
  { store: "Postgres", start: startPostgres },
];

const countries = [
  ["France", "Paris"],
  ["Japan", "Tokyo"],
  ["Peru", "Lima"],
] as const;
const rows = countries.map(([country, capital]) => ({ values: { country, capital } }));
/** The echo model repeats the last message. */
const right = { name: "Right", model: "sandbox/echo", prompt: "{{country}}: {{capital}}" };
const wrong = { name: "Wrong", model: "sandbox/echo", prompt: "{{country}}: Paris" };
const checks = [{ type: "contains", value: "{{capital}}" }];

describe.each(STORES)("on $store", ({ start }) => {
  let gateway: TestGateway;
  let upstream: StubUpstream;
  let environment: Record<string, string> = {};
  let missing: string | undefined;
  let stopServer = async () => {};
  const services: AllServices[] = [];
  const config = () => ({
    requestLog: { bodies: "requested" },
    upstreams: { stub: { baseUrl: upstream.url, models: ["m"], retries: { attempts: 0 } } },
  });
  const open = (dataDir?: string) =>
    startGateway({
      ...{ mount: "node" as const, environment, config: config() },
      ...(dataDir === undefined ? {} : { dataDir }),
      replace: (all) => {
        services.push(all);
        return {};
      },
    });

  beforeAll(async () => {
    const server = await start();
    if (typeof server === "string") {
      missing = server;
      return;
    }
    if (server) {
      environment = { DATABASE_URL: server.url };
      stopServer = async () => void (await server.stop());
    }
    upstream = await startStubUpstream();
    gateway = await open();
  }, 60_000);
  afterAll(async () => {
    await gateway?.close();
    await upstream?.close();
    await stopServer();
  });

  async function call<Body = Evaluation>(method: string, path: string, body?: unknown, secret = ADMIN_KEY) {
    const headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    const url = `${gateway.url}/api/evaluations${path}`;
    const response = await fetch(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await response.text();
    return { status: response.status, body: (text.startsWith("{") ? JSON.parse(text) : text) as Body };
  }
  const create = async (definition: object, { query = "", secret = ADMIN_KEY } = {}) => {
    const { status, body } = await call("POST", query, { name: "Test", rows, checks, ...definition }, secret);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const read = async (id: string) => (await call("GET", `/${id}`)).body;
  const ended = async (id: string) => {
    await expect.poll(async () => (await read(id)).state, SOON).toBe("completed");
    return read(id);
  };
  const cell = async (id: string, row: number, column: number) =>
    (await call<EvaluationCell>("GET", `/${id}/cells/${row}/${column}`)).body;

  it("runs rows × columns, checks each cell, and sums up with intervals", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    const id = await create({ columns: [right, wrong, { ...right, api: "anthropic-messages" }] });
    const { summary, fields, rows: count } = await ended(id);
    expect([fields, count]).toEqual([["country", "capital"], 3]);
    expect(summary).toMatchObject({ cells: 9, done: 9 });
    expect(summary.columns.map(({ pass }) => [pass?.passed, pass?.of])).toEqual([
      [3, 3],
      [1, 3],
      [3, 3],
    ]);
    expect(summary.columns[1]?.pass?.low).toBeCloseTo(0.0615, 3);
    expect(summary.columns[0]).toMatchObject({ errors: 0, cost_usd: 0, unpriced: 0 });
    expect(summary.columns[0]?.input_tokens).toBeGreaterThan(0);
    expect(summary.columns[0]?.p50_ms).toBeGreaterThan(0);
    const { body: list } = await call<EvaluationRows>("GET", `/${id}/rows?limit=2&offset=1`);
    expect(list.total).toBe(3);
    expect(list.data.map(({ row, values }) => [row, values.country])).toEqual([
      [1, "Japan"],
      [2, "Peru"],
    ]);
    expect(list.data[0]?.cells.map((entry) => entry?.passed)).toEqual([true, false, true]);
    const failed = await call<EvaluationRows>("GET", `/${id}/rows?filter=worse&a=0&b=1`);
    expect(failed.body.data.map(({ row }) => row)).toEqual([1, 2]);
    const compared = await call<EvaluationComparison>("GET", `/${id}/comparison?a=1&b=0`);
    expect(compared.body).toMatchObject({ both_passed: 1, both_failed: 0, better: 2, worse: 0, p_value: 0.5 });
    const one = await cell(id, 1, 1);
    expect(one).toMatchObject({
      ...{ state: "done", passed: false, attempts: 1, thumb: null },
      checks: [{ type: "contains", label: 'contains "{{capital}}"', passed: false }],
      values: { country: "Japan", capital: "Tokyo" },
    });
    expect(one.output).toContain("Japan: Paris");
    const logged = await fetch(`${gateway.url}/api/requests/${one.request_id}`, { headers: AUTHORIZED });
    expect(await logged.json()).toMatchObject({ model: "sandbox/echo", tags: [`evaluation:${id}`] });
  });

  it("makes checks with patterns, judges, embeddings, tools and humans", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    upstream.respondWith((request, response) => {
      const { model, messages } = JSON.parse(request.body.toString());
      const verdict = JSON.stringify({ reason: "It is short.", pass: true, score: 0.9 });
      const isJudge = String(messages[0].content).includes("You grade");
      return jsonReply({ ...chatReply({ text: isJudge ? verdict : '{"age": 7}' }), model })(request, response);
    });
    const id = await create({
      columns: [{ model: "stub/m", prompt: "{{a}}" }],
      rows: [{ values: { a: "1" }, checks: [{ type: "numeric", value: "7" }] }],
      checks: [
        { type: "regex", pattern: "^\\{.*\\}$" },
        { type: "regex", pattern: "^(\\{?\\w*)+$" },
        { type: "json_schema", schema: { type: "object", required: ["age"] } },
        { type: "judge", model: "stub/m", rubric: "Is it short?" },
        { type: "similarity", value: '{"age": 7}', model: "sandbox/embedding-model-a", threshold: 0.99 },
        { type: "tool_call", tool: "search", negate: true },
        { type: "human" },
      ],
    });
    await ended(id);
    const made = await cell(id, 0, 0);
    expect(made.checks.map(({ passed }) => passed)).toEqual([true, false, true, true, true, true, null, true]);
    expect(made.checks[3]).toMatchObject({ score: 0.9, reason: "It is short." });
    const rated = await call<EvaluationCell>("PATCH", `/${id}/cells/0/0`, { thumb: "up", note: "Fine" });
    expect(rated.body).toMatchObject({ thumb: "up", note: "Fine", passed: false });
    expect(rated.body.checks[6]).toEqual({ type: "human", label: "rated by a human", passed: true });
    const { summary } = await read(id);
    expect(summary.columns[0]?.checks.map((rate) => rate?.rate ?? null)).toEqual([1, 0, 1, 1, 1, 1, 1]);
    upstream.reset();
  });

  it("waits for limits of providers and keys, and repeats what failed for a while", {
    timeout: 60_000,
  }, async (context) => {
    if (missing) context.skip(missing);
    let asked = 0;
    upstream.respondWith((request, response) => {
      asked += 1;
      if (asked === 1) {
        response.writeHead(429, { "retry-after": "1", "content-type": "application/json" });
        return void response.end('{"error":{"message":"Slow down"}}');
      }
      if (asked === 2) {
        response.writeHead(503, { "content-type": "application/json" });
        return void response.end('{"error":{"message":"Busy"}}');
      }
      return jsonReply(chatReply({ text: "Paris" }))(request, response);
    });
    const startedAt = performance.now();
    const id = await create({ columns: [{ model: "stub/m", prompt: "{{country}}" }], concurrency: 1 });
    await ended(id);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(asked).toBe(5);
    expect(await cell(id, 0, 0)).toMatchObject({ attempts: 3, passed: true });
    const limited = await createKey(gateway, { limits: { concurrent_requests: 1 } });
    const other = await create({ columns: [right] }, { secret: limited.secret });
    expect((await ended(other)).summary.columns[0]).toMatchObject({ done: 3, errors: 0 });
    upstream.reset();
  });

  it("gives an error its cell, and runs failed cells again", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    upstream.respondWith((_request, response) => {
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"error":{"message":"Bad prompt","code":"bad_prompt"}}');
    });
    const id = await create({ columns: [{ model: "stub/m", prompt: "{{country}}" }] });
    expect((await ended(id)).summary.columns[0]).toMatchObject({ done: 3, errors: 3, pass: null });
    expect((await cell(id, 0, 0)).error).toEqual({ code: "bad_prompt", message: "Bad prompt" });
    const filtered = await call<EvaluationRows>("GET", `/${id}/rows?filter=errors`);
    expect(filtered.body.data[0]?.cells[0]).toMatchObject({ state: "error", preview: "Bad prompt" });
    upstream.respondWith(jsonReply(chatReply({ text: "Paris" })));
    expect((await call("POST", `/${id}/retry`, { cells: "errors" })).body.state).toBe("running");
    expect((await ended(id)).summary.columns[0]).toMatchObject({ done: 3, errors: 0, pass: { passed: 1, of: 3 } });
    upstream.reset();
  });

  it("pauses and resumes, and stops at the end of a budget", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    const many = Array.from({ length: 40 }, (_, index) => ({ values: { a: String(index) } }));
    const columns = [{ model: "sandbox/slow-200", prompt: "{{a}}" }];
    const id = await create({ columns, rows: many, checks: [], concurrency: 2 });
    await expect.poll(async () => (await read(id)).summary.done, SOON).toBeGreaterThan(1);
    await call("PATCH", `/${id}`, { state: "paused" });
    await expect.poll(async () => (await services.at(-1)?.store.evaluations.find(id))?.claimedBy, SOON).toBeNull();
    const { state, summary } = await read(id);
    await delay(600);
    expect([state, (await read(id)).summary.done]).toEqual(["paused", summary.done]);
    expect(summary.done).toBeLessThan(40);
    await call("PATCH", `/${id}`, { state: "running", concurrency: 16 });
    expect((await ended(id)).summary.done).toBe(40);

    upstream.respondWith(jsonReply({ error: { message: "Used up", code: "budget_exhausted" } }, { status: 402 }));
    const broke = await create({ columns: [{ model: "stub/m", prompt: "{{country}}" }] });
    await expect.poll(async () => (await read(broke)).state, SOON).toBe("paused");
    expect((await read(broke)).stopped).toEqual({ code: "budget_exhausted", message: "Used up" });
    upstream.reset();
  });

  it("goes on after a restart, without running a cell again that has a result", {
    timeout: 60_000,
  }, async (context) => {
    if (missing) context.skip(missing);
    const many = Array.from({ length: 30 }, (_, index) => ({ values: { a: `n${index}` } }));
    upstream.respondWith(async (request, response) => {
      await delay(100);
      return jsonReply(chatReply({ text: "ok" }))(request, response);
    });
    const columns = [{ model: "stub/m", prompt: "{{a}}" }];
    const id = await create({ columns, rows: many, checks: [], concurrency: 2 });
    await expect.poll(async () => (await read(id)).summary.done, SOON).toBeGreaterThan(4);
    const { dataDir } = gateway;
    await services.at(-1)?.handOver();
    await gateway.stop();
    gateway = await open(dataDir);
    expect((await ended(id)).summary).toMatchObject({ done: 30, columns: [{ errors: 0 }] });
    const prompts = upstream.requests.map(({ body }) => JSON.parse(body.toString()).messages[0].content);
    expect(new Set(prompts).size).toBe(30);
    expect(prompts).toHaveLength(30);
    upstream.reset();
  });

  it("estimates the price, and names a model that the key may not call", { timeout: 30_000 }, async (context) => {
    if (missing) context.skip(missing);
    const definition = { name: "E", rows, checks: [], columns: [right, { ...right, model: "nobody/x" }] };
    const { body } = await call<EvaluationEstimate>("POST", "/estimate", definition);
    expect(body).toMatchObject({ cells: 6, sampled_rows: 3, check_requests: 0, worst_case_usd: null });
    expect(body.columns[0]).toMatchObject({ requests: 3, worst_case_usd: 0, problem: null });
    expect(body.columns[0]?.input_tokens).toBeGreaterThan(0);
    expect(body.columns[1]?.problem?.code).toBe("model_not_found");
    expect((await call<EvaluationList>("GET", "?limit=100")).body.data.some(({ name }) => name === "E")).toBe(false);
  });

  it("imports and exports", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    const id = await create({ columns: [right, wrong] });
    await ended(id);
    const json = (await call<Record<string, unknown>>("GET", `/${id}/export?format=json`)).body;
    expect(json).toMatchObject({ name: "Test", rows, checks });
    expect(json.results).toHaveLength(6);
    const again = await call<EvaluationImport>("POST", "/import", { text: JSON.stringify(json) });
    expect(again.body).toMatchObject({ format: "json", definition: { columns: [right, wrong], rows } });
    const csv = (await call<string>("GET", `/${id}/export?format=csv`)).body.split("\r\n");
    expect(csv[0]).toMatch(/^row,country,capital,Right: output,Right: passed/);
    expect(csv[1]).toMatch(/^1,France,Paris,.*France: Paris.*,true,/);
    const yaml = (await call<string>("GET", `/${id}/export?format=promptfoo`)).body;
    expect(yaml).toContain("apiKeyEnvar: PARLANCE_API_KEY");
    const read = await call<EvaluationImport>("POST", "/import", { text: yaml });
    expect(read.body).toMatchObject({ format: "promptfoo", ignored: [], definition: { checks, rows } });
  });

  it("takes rows from recorded requests of the log", { timeout: 30_000 }, async (context) => {
    if (missing) context.skip(missing);
    const { secret } = await createKey(gateway);
    const headers = {
      ...AUTHORIZED,
      authorization: `Bearer ${secret}`,
      "x-gateway-log": "full",
      "anthropic-version": "2023-06-01",
    };
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Say hello" },
    ];
    const ask = async (path: string, body: object) =>
      (await fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) })).text();
    await ask("/v1/chat/completions", { model: "sandbox/echo", messages });
    await ask("/v1/chat/completions", { model: "sandbox/echo", messages });
    const second = { model: "sandbox/echo", max_tokens: 50, stream: true };
    await ask("/v1/messages", { ...second, messages: [{ role: "user", content: "Say bye" }] });
    const read = async () =>
      (await call<EvaluationImport>("POST", "/import", { log: { limit: 10 } }, secret)).body.definition.rows;
    await expect.poll(async () => (await read()).length, SOON).toBe(2);
    expect((await read()).map(({ values }) => values)).toEqual([
      { system: "", input: "Say bye", output: expect.stringContaining("Say bye") },
      { system: "Be brief.", input: "Say hello", output: expect.stringContaining("Say hello") },
    ]);
    const none = await call<EvaluationImport>("POST", "/import", { log: { limit: 10, model: "other" } }, secret);
    expect(none.body.definition.rows).toEqual([]);
  });

  it("shows an evaluation to its key and to admins only", { timeout: 30_000 }, async (context) => {
    if (missing) context.skip(missing);
    const [ann, bob] = [await createKey(gateway), await createKey(gateway)];
    const id = await create({ columns: [right] }, { secret: ann.secret });
    await ended(id);
    for (const [method, path, body] of [
      ["GET", `/${id}`, undefined],
      ["GET", `/${id}/rows`, undefined],
      ["GET", `/${id}/cells/0/0`, undefined],
      ["GET", `/${id}/export`, undefined],
      ["PATCH", `/${id}`, { name: "Mine" }],
      ["POST", `/${id}/retry`, { cells: "all" }],
      ["DELETE", `/${id}`, undefined],
    ] as const) {
      const refused = await call<{ code: string }>(method, path, body, bob.secret);
      expect([method, path, refused.status]).toEqual([method, path, 404]);
    }
    expect((await call<EvaluationList>("GET", "", undefined, bob.secret)).body.data).toEqual([]);
    expect((await call<EvaluationList>("GET", "", undefined, ann.secret)).body.data).toMatchObject([{ id, done: 3 }]);
    const row = await fetch(`${gateway.url}/api/requests?key_id=${ann.id}&model=sandbox/echo`, { headers: AUTHORIZED });
    expect((await row.json()).data).toHaveLength(3);
    expect((await call("DELETE", `/${id}`, undefined, ann.secret)).status).toBe(204);
    expect((await call("GET", `/${id}`, undefined, ann.secret)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ["no columns", { columns: [] }, "columns"],
    ["no prompt", { columns: [{ model: "m" }] }, "columns[0].prompt"],
    [
      "both kinds of prompt",
      { columns: [{ ...right, messages: [{ role: "user", content: "x" }] }] },
      "columns[0].prompt",
    ],
    ["an unknown field", { columns: [{ ...right, prompt: "{{nobody}}" }] }, "columns[0].prompt"],
    ["an unknown check", { columns: [right], checks: [{ type: "magic" }] }, "checks[0].type"],
    ["a check without its value", { columns: [right], checks: [{ type: "equals" }] }, "checks[0].value"],
    ["an unknown field of a check", { columns: [right], checks: [{ type: "equals", value: "{{x}}" }] }, "checks[0]"],
    ["a number as a value", { columns: [right], rows: [{ values: { country: 1 } }] }, "rows[0].values.country"],
    ["too much concurrency", { columns: [right], concurrency: 100 }, "concurrency"],
    ["other fields", { columns: [right], speed: 1 }, "speed"],
  ])("refuses %s, and names the field", { timeout: 20_000 }, async (_title, definition, param) => {
    if (missing) return;
    const body = { name: "Test", rows, ...definition };
    const refused = await call<{ param: string; message: string }>("POST", "", body);
    expect([refused.status, refused.body.param]).toEqual([400, param]);
  });

  // The last one: it ends the work of an instance for good.
  it("another instance takes over when the first one is handed over", { timeout: 60_000 }, async (context) => {
    if (missing) context.skip(missing);
    const second = await open(gateway.dataDir);
    try {
      const many = Array.from({ length: 30 }, (_, index) => ({ values: { a: `n${index}` } }));
      const columns = [{ model: "sandbox/slow-200", prompt: "{{a}}" }];
      const id = await create({ columns, rows: many, checks: [], concurrency: 2 });
      const owner = async () => (await services.at(-1)?.store.evaluations.find(id))?.claimedBy;
      await expect.poll(async () => (await read(id)).summary.done, SOON).toBeGreaterThan(1);
      const first = await owner();
      const [one, two] = services.slice(-2);
      const holder = first === one?.backgroundResponses.instance.id ? one : two;
      await holder?.evaluations.stopWork();
      await expect.poll(owner, SOON).toSatisfy((by) => by !== first && by !== null);
      expect((await ended(id)).summary.done).toBe(30);
    } finally {
      await second.stop();
    }
  });
});
