/** Batches of both APIs: they run at the provider of their model, belong to their key, and are counted once. */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AllServices } from "#lib/gateway/assembly/services.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubHandler, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });
const PRICES = { m: { input: 2, output: 4 }, "m@batch": { input: 1, output: 2 } };

const line = (fields: object = {}, body: object = {}) =>
  JSON.stringify({
    ...{ custom_id: "one", method: "POST", url: "/v1/chat/completions" },
    body: { model: "up/m", messages: [{ role: "user", content: "Hi" }], ...body },
    ...fields,
  });
const RESULT = `${JSON.stringify({
  ...{ id: "r1", custom_id: "one", error: null },
  response: { status_code: 200, body: { usage: { prompt_tokens: 100, completion_tokens: 50 } } },
})}\n`;

let stub: StubUpstream;
let gateway: TestGateway;
let services: AllServices;
let status: string;

/** A provider with one batch of each API, in the state that the test sets. */
const answer: StubHandler = (request, response) => {
  const { path, method } = request;
  const openAi = {
    ...{ id: "batch_up", object: "batch", endpoint: "/v1/chat/completions", completion_window: "24h" },
    ...{ input_file_id: "file-up-in", status, created_at: 1, request_counts: { total: 1, completed: 1, failed: 0 } },
    output_file_id: status === "completed" ? "file-up-out" : null,
    error_file_id: null,
  };
  const anthropic = {
    ...{ id: "msgbatch_up", type: "message_batch", processing_status: status === "completed" ? "ended" : status },
    results_url: status === "completed" ? "https://provider.test/v1/messages/batches/msgbatch_up/results" : null,
  };
  const text = (body: string) => response.writeHead(200, { "content-type": "application/x-jsonl" }).end(body);
  if (path === "/v1/files/file-up-out/content") return void text(RESULT);
  if (path.endsWith("/results")) {
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 2 };
    return void text(`${JSON.stringify({ custom_id: "one", result: { type: "succeeded", message: { usage } } })}\n`);
  }
  if (path === "/v1/files" && method === "POST")
    return jsonReply({ id: "file-up-in", object: "file" })(request, response);
  if (path === "/v1/files/file-up-out") {
    return jsonReply({ id: "file-up-out", object: "file", bytes: RESULT.length, purpose: "batch_output" })(
      request,
      response,
    );
  }
  if (path.includes("/messages/batches")) {
    const deleted = { id: "msgbatch_up", type: "message_batch_deleted" };
    return jsonReply(method === "DELETE" ? deleted : anthropic)(request, response);
  }
  if (path.startsWith("/v1/batches")) return jsonReply(openAi)(request, response);
  return jsonReply({ error: { message: "Not found" } }, { status: 404 })(request, response);
};

beforeAll(async () => {
  stub = await startStubUpstream(answer);
  const shared = { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } };
  gateway = await startGateway({
    mount: "node",
    environment: { UP_KEY: "provider-secret" },
    config: {
      upstreams: {
        up: { ...shared, apiKeyEnv: "UP_KEY", prices: PRICES },
        claude: { ...shared, dialects: ["anthropic-messages"], prices: PRICES },
        bare: { ...shared, baseUrl: stub.url.replace("/v1", "/none") },
      },
      routes: {
        mixed: { targets: [{ model: "sandbox/echo" }], fallback: ["claude/m", "bare/m", "up/m"] },
        nowhere: { targets: [{ model: "sandbox/echo" }], fallback: ["claude/m"] },
      },
    },
    replace: (all) => {
      services = all;
      return {};
    },
  });
});
beforeEach(() => {
  stub.reset();
  stub.respondWith(answer);
  status = "in_progress";
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const clientOf = (apiKey = ADMIN_KEY) => new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey, maxRetries: 0 });
const claudeOf = (apiKey = ADMIN_KEY) => new Anthropic({ baseURL: gateway.url, apiKey, maxRetries: 0 });
const uploadTo = (client: OpenAI, text: string) =>
  client.files.create({ purpose: "batch", file: new File([text], "requests.jsonl") });
const terms = { endpoint: "/v1/chat/completions", completion_window: "24h" } as const;
const startIn = async (client: OpenAI, text = `${line()}\n`) =>
  client.batches.create({ ...terms, input_file_id: (await uploadTo(client, text)).id });
const requests = [
  {
    custom_id: "one",
    params: { model: "claude/m", max_tokens: 8, messages: [{ role: "user" as const, content: "Hi" }] },
  },
];
const rows = async () => {
  const list = await fetch(`${gateway.url}/api/requests?limit=100`, { headers: AUTHORIZED });
  return ((await list.json()) as { data: Record<string, unknown>[] }).data;
};

describe("/v1/batches", () => {
  it("sends the file to the provider of its model, and reads the output there", async () => {
    const client = clientOf();
    const file = await uploadTo(client, `${line()}\n${line({ custom_id: "two" })}`);
    const batch = await client.batches.create({ ...terms, input_file_id: file.id, metadata: { job: "1" } });
    expect(batch).toMatchObject({ status: "in_progress", input_file_id: file.id, output_file_id: null });
    expect(batch.id).toMatch(/^batch_(?!up)/);
    const [uploaded, created] = stub.requests.filter(({ method }) => method === "POST");
    expect(uploaded?.headers.authorization).toBe("Bearer provider-secret");
    expect(String(uploaded?.body)).toContain('"custom_id":"two"');
    expect(String(uploaded?.body).match(/"model":"m"/g)).toHaveLength(2);
    expect(JSON.parse(String(created?.body))).toEqual({
      ...terms,
      input_file_id: "file-up-in",
      metadata: { job: "1" },
    });

    status = "completed";
    const ended = await client.batches.retrieve(batch.id);
    expect(ended.status).toBe("completed");
    const output = String(ended.output_file_id);
    expect(output).toMatch(/^file-[0-9a-z]{24}$/);
    expect(await (await client.files.content(output)).text()).toBe(RESULT);
    expect(await client.files.retrieve(output)).toMatchObject({ id: output, purpose: "batch_output" });
    const page = await client.batches.list({ limit: 1 });
    expect(page.data[0]?.id).toBe(batch.id);
  });

  it("counts a batch once, at the price of batches", async () => {
    const client = clientOf();
    const { id } = await startIn(client);
    status = "completed";
    await Promise.all([client.batches.retrieve(id), client.batches.retrieve(id), client.batches.list()]);
    await client.batches.retrieve(id);
    await poll(async () => (await rows()).filter((row) => row.id === id)).toMatchObject([
      {
        ...{ dialect: "openai-batches", upstream: "up", model: "up/m", target: "up/m@batch", status: 200 },
        ...{ input_tokens: 100, output_tokens: 50, cost: (100 * 1 + 50 * 2) / 1e6 },
      },
    ]);
  });

  it("counts batches that nobody polls", async () => {
    const { id } = await startIn(clientOf());
    status = "completed";
    await services.batches.watch();
    await poll(async () => (await rows()).filter((row) => row.id === id)).toHaveLength(1);
  });

  it("pays for a batch from its key's budget", async () => {
    const { secret } = await createKey(gateway, { budget: { usd_per_day: 0.0001 }, models: ["up/*"] });
    const client = clientOf(secret);
    const batch = await startIn(client);
    status = "completed";
    await client.batches.retrieve(batch.id);
    await expect(startIn(client)).rejects.toMatchObject({ status: 402 });
    await poll(async () => (await rows()).find((row) => row.id === batch.id)?.cost).toBeCloseTo(0.0002, 10);
  });

  it("keeps batches and their files to their key", async () => {
    const owner = clientOf((await createKey(gateway)).secret);
    const other = clientOf((await createKey(gateway)).secret);
    const batch = await startIn(owner);
    status = "completed";
    const { output_file_id: output } = await owner.batches.retrieve(batch.id);
    await expect(other.batches.retrieve(batch.id)).rejects.toMatchObject({ status: 404 });
    await expect(other.batches.cancel(batch.id)).rejects.toMatchObject({ status: 404 });
    await expect(other.files.content(String(output))).rejects.toMatchObject({ status: 404 });
    await expect(other.files.retrieve(String(output))).rejects.toMatchObject({ status: 404 });
    expect((await other.batches.list()).data).toEqual([]);
    expect((await owner.batches.list()).data).toHaveLength(1);
  });

  it("cancels, and pages through a list", async () => {
    const client = clientOf((await createKey(gateway)).secret);
    const first = await startIn(client);
    const second = await startIn(client);
    await client.batches.cancel(first.id);
    expect(stub.requests.at(-1)?.path).toBe("/v1/batches/batch_up/cancel");
    const ids: string[] = [];
    for await (const { id } of client.batches.list({ limit: 1 })) ids.push(id);
    expect(ids.sort()).toEqual([first.id, second.id].sort());
  });

  it.each([
    ["no JSON", "{", 400, "invalid_batch_line"],
    ["no line", "\n\n", 400, "empty_batch"],
    ["a line without custom_id", line({ custom_id: undefined }), 400, "invalid_batch_line"],
    ["a line of another endpoint", line({ url: "/v1/embeddings" }), 400, "invalid_batch_line"],
    ["a line without a model", line({}, { model: undefined }), 400, "invalid_batch_line"],
    ["two models", `${line()}\n${line({}, { model: "up/other" })}`, 400, "invalid_batch_line"],
    ["a route without batches", line({}, { model: "nowhere" }), 404, "route_not_supported"],
    ["the sandbox", line({}, { model: "sandbox/echo" }), 404, "route_not_supported"],
    ["a provider of another API", line({}, { model: "claude/m" }), 404, "route_not_supported"],
    ["a provider without batches", line({}, { model: "bare/m" }), 404, "route_not_supported"],
    ["an unknown provider", line({}, { model: "nobody/m" }), 404, "unknown_model"],
  ])("refuses a file with %s", async (_name, text, expected, code) => {
    const error = await startIn(clientOf(), text).catch((thrown) => thrown);
    expect(error.status, error.message).toBe(expected);
    if (code !== "unknown_model") expect(error.code).toBe(code);
  });

  it("names the line of another model, and why it cannot be", async () => {
    const error = await startIn(clientOf(), `${line()}\n\n${line({}, { model: "up/other" })}\n`).catch(
      (thrown) => thrown,
    );
    expect(error.message).toMatch(/Line 3 .*"up\/m".*"up\/other".*one model/);
    expect(error.param).toBe("input_file_id");
  });

  it("runs on the first target of a route that has batches", async () => {
    const batch = await startIn(clientOf(), `${line({}, { model: "mixed" })}\n`);
    const paths = stub.requests.map(({ method, path }) => `${method} ${path}`);
    expect(paths).toEqual(["POST /none/files", "POST /v1/files", "POST /v1/batches"]);
    expect(String(stub.requests[1]?.body)).toContain('"model":"m"');
    status = "completed";
    await clientOf().batches.retrieve(batch.id);
    await poll(async () => (await rows()).filter((row) => row.id === batch.id)).toMatchObject([
      { model: "mixed", target: "up/m@batch", upstream: "up", input_tokens: 100 },
    ]);
  });

  it("answers 404 for unknown ids, and 400 for a wrong body or cursor", async () => {
    const client = clientOf();
    await expect(client.batches.retrieve("batch_nope")).rejects.toMatchObject({ status: 404, code: "batch_not_found" });
    await expect(client.batches.cancel("batch_nope")).rejects.toMatchObject({ status: 404 });
    await expect(client.batches.create({ ...terms, input_file_id: "file-nope" })).rejects.toMatchObject({
      status: 404,
    });
    await expect(client.batches.list({ after: "batch_nope" })).rejects.toMatchObject({ status: 400 });
    await expect(client.batches.create({ input_file_id: "x" } as never)).rejects.toMatchObject({ status: 400 });
  });

  it("refuses a key that may not use batches, or the model", async () => {
    const chat = clientOf((await createKey(gateway, { routes: ["chat", "files"] })).secret);
    await expect(startIn(chat)).rejects.toMatchObject({ status: 403 });
    const limited = clientOf((await createKey(gateway, { models: ["up/other"] })).secret);
    await expect(startIn(limited)).rejects.toMatchObject({ status: 403 });
    expect(stub.requests).toHaveLength(0);
  });
});

describe("/v1/messages/batches", () => {
  it("runs a batch at the provider of its model, with results here", async () => {
    const client = claudeOf();
    const batch = await client.messages.batches.create({ requests });
    expect(batch.id).toMatch(/^msgbatch_(?!up)/);
    expect(batch.results_url).toBeNull();
    expect(JSON.parse(String(stub.requests.at(-1)?.body)).requests[0].params.model).toBe("m");
    const early = await fetch(`${gateway.url}/v1/messages/batches/${batch.id}/results`, { headers: AUTHORIZED });
    expect(early.status).toBe(400);
    status = "completed";
    const ended = await client.messages.batches.retrieve(batch.id);
    expect(ended.results_url).toBe(`${gateway.url}/v1/messages/batches/${batch.id}/results`);
    const results: string[] = [];
    for await (const result of await client.messages.batches.results(batch.id)) results.push(result.custom_id);
    expect(results).toEqual(["one"]);
    expect((await client.messages.batches.list()).data.map(({ id }) => id)).toContain(batch.id);
    await client.messages.batches.delete(batch.id);
    await expect(client.messages.batches.retrieve(batch.id)).rejects.toMatchObject({ status: 404 });
    await poll(async () => (await rows()).filter((row) => row.id === batch.id)).toMatchObject([
      { dialect: "anthropic-batches", target: "claude/m@batch", input_tokens: 12, output_tokens: 5, cached_tokens: 2 },
    ]);
  });

  it("refuses several models, providers without batches and unknown ids", async () => {
    const client = claudeOf();
    const second = { ...requests[0], custom_id: "two", params: { ...requests[0]?.params, model: "claude/n" } };
    await expect(client.messages.batches.create({ requests: [...requests, second as never] })).rejects.toThrow(
      /400 .*requests\[1\]\.params\.model.*"claude\/m".*"claude\/n"/,
    );
    const elsewhere = requests.map((one) => ({ ...one, params: { ...one.params, model: "up/m" } }));
    await expect(client.messages.batches.create({ requests: elsewhere })).rejects.toMatchObject({ status: 404 });
    await expect(client.messages.batches.cancel("msgbatch_nope")).rejects.toMatchObject({ status: 404 });
    await expect(client.messages.batches.delete("msgbatch_nope")).rejects.toMatchObject({ status: 404 });
  });
});
