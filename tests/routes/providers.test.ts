/** `/api/providers`: connecting a provider in the browser. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Provider, ProviderList, ProviderTest } from "#lib/contract/provider.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const KEY = "sk-connected-0123456789";
let stub: StubUpstream;
beforeAll(async () => {
  stub = await startStubUpstream();
});
beforeEach(() => stub.reset());
afterAll(() => stub.close());

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      mount,
      config: { upstreams: { filed: { baseUrl: stub.url, models: ["m"] } } },
      environment: { OPENAI_BASE_URL: stub.url },
    });
  });
  afterAll(() => gateway.close());

  const send = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${gateway.url}/api/providers${path}`, {
      method,
      headers: AUTHORIZED,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const list = async () => (await send("GET", "")).body as ProviderList;
  const find = async (id: string) => (await list()).data.find((provider) => provider.id === id) as Provider;
  const ask = (model: string) => gateway.chat({ model, messages: [{ role: "user", content: "Hi" }] });

  it("lists where each provider is configured", async () => {
    const { data, config } = await list();
    expect(data.map(({ id, source, status }) => [id, source, status])).toEqual([
      ["sandbox", "built-in", "ready"],
      ["openai", "environment", "ready"],
      ["filed", "file", "ready"],
    ]);
    expect(config).toMatchObject({ path: join(gateway.dataDir, "config.json"), problem: null });
  });

  it("connects a provider that is usable at once, and whose key is nowhere to be read", async () => {
    expect((await ask("mine/stub-model")).status).toBe(404);
    const draft = { id: "mine", preset: "custom", name: "Mine", base_url: stub.url, api_key: ` "${KEY}" ` };
    const created = await send("POST", "", draft);
    expect(created).toMatchObject({
      status: 201,
      body: { id: "mine", name: "Mine", source: "stored", has_key: true, status: "ready", model_count: 1 },
    });
    expect((await ask("mine/stub-model")).status).toBe(200);
    expect(stub.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(created.body) + JSON.stringify(await list()) + gateway.output()).not.toContain(KEY);
    const database = new DatabaseSync(join(gateway.dataDir, "parlance.db"), { readOnly: true });
    const [row] = database.prepare("select * from providers").all();
    database.close();
    expect(JSON.stringify(row)).not.toContain(KEY);
    expect(row?.sealed_key).toBeTypeOf("string");
    expect(existsSync(join(gateway.dataDir, "secret-key"))).toBe(true);
  });

  it("refuses an id that is in use", async () => {
    expect((await send("POST", "", { id: "mine", base_url: stub.url })).status).toBe(409);
    expect((await send("POST", "", { id: "filed", base_url: stub.url })).status).toBe(409);
    expect((await send("PUT", "/filed", { base_url: stub.url })).body.message).toContain("config file");
    expect((await send("DELETE", "/openai")).body.message).toContain("environment");
    expect((await send("DELETE", "/none")).status).toBe(404);
  });

  it("changes a provider, keeping its key on the same host only", async () => {
    const renamed = await send("PUT", "/mine", { name: "Renamed" });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Renamed", has_key: true, base_url: stub.url } });
    await ask("mine/stub-model");
    expect(stub.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    const moved = await send("PUT", "/mine", { base_url: "https://elsewhere.example/v1" });
    expect(moved).toMatchObject({ status: 400, body: { param: "api_key" } });
    expect((await send("PUT", "/mine", { api_key: "" })).body.has_key).toBe(false);
  });

  it("uses the models that are named, and its own list again when they are cleared", async () => {
    const created = await send("POST", "", { id: "named", base_url: stub.url, models: ["one", "two"] });
    expect(created.body).toMatchObject({ models: ["one", "two"], model_count: 2 });
    expect((await send("PUT", "/named", { name: "Renamed" })).body.models).toEqual(["one", "two"]);
    expect((await send("PUT", "/named", { models: [] })).body).toMatchObject({ models: null, model_count: 1 });
    await send("DELETE", "/named");
  });

  it("names a server without a preset by its id", async () => {
    const created = await send("POST", "", { id: "nameless", preset: "custom", base_url: stub.url });
    expect(created.body.name).toBe("nameless");
    await send("DELETE", "/nameless");
  });

  it("removes a provider", async () => {
    expect((await send("DELETE", "/mine")).body).toEqual({ id: "mine", object: "provider", deleted: true });
    expect((await ask("mine/stub-model")).status).toBe(404);
    expect(await find("mine")).toBeUndefined();
  });

  describe("a test", () => {
    const test = async (draft: object) => (await send("POST", "/test", draft)).body as ProviderTest;

    it("lists the models and sends one call", async () => {
      const result = await test({ id: "x", base_url: stub.url, api_key: KEY });
      expect(result).toMatchObject({ ok: true, base_url: stub.url, models: ["stub-model"], model_count: 1 });
      expect(result.steps.map(({ name, ok }) => [name, ok])).toEqual([
        ["models", true],
        ["call", true],
      ]);
      expect(stub.requests.map(({ path }) => path)).toEqual(["/v1/models", "/v1/chat/completions"]);
      expect(result.model).toBe("stub-model");
      expect(await find("x")).toBeUndefined();
    });

    it("runs for a provider of the config file by its id alone", async () => {
      expect(await test({ id: "filed" })).toMatchObject({ ok: true, models: ["m"], model: "m" });
      expect((await send("POST", "/test", { id: "unknown" })).status).toBe(400);
    });

    it("finds the version that a base URL lacks", async () => {
      stub.respondWith((request, response) =>
        request.path.startsWith("/v1/")
          ? jsonReply(request.method === "GET" ? { data: [{ id: "m" }] } : { choices: [] })(request, response)
          : jsonReply({ error: "not found" }, { status: 404 })(request, response),
      );
      const result = await test({ id: "x", base_url: stub.url.replace("/v1", "/") });
      expect(result).toMatchObject({ ok: true, base_url: stub.url });
    });

    it("says that the key was refused, without quoting it", async () => {
      stub.respondWith(jsonReply({ error: { message: `Incorrect API key provided: ${KEY}` } }, { status: 401 }));
      const result = await test({ id: "x", base_url: stub.url, api_key: KEY });
      expect(result.ok).toBe(false);
      expect(result.steps[0]?.message).toContain("The API key was refused: Incorrect API key provided: [redacted]");
    });

    it("says that a call fails although the models are listed", async () => {
      stub.respondWith((request, response) =>
        request.method === "GET"
          ? jsonReply({ data: [{ id: "m" }] })(request, response)
          : jsonReply({ error: { message: "You exceeded your current quota." } }, { status: 429 })(request, response),
      );
      const result = await test({ id: "x", base_url: stub.url, api_key: KEY });
      expect(result.ok).toBe(false);
      expect(result.steps[1]?.message).toContain("a call to m failed: You exceeded your current quota. (status 429)");
    });

    it("names the API that the server speaks when it is another", async () => {
      stub.respondWith((request, response) =>
        request.headers["x-goog-api-key"]
          ? jsonReply({ models: [{ name: "models/gemini" }] })(request, response)
          : jsonReply("not found", { status: 404 })(request, response),
      );
      const result = await test({ id: "x", base_url: stub.url, api_key: KEY });
      expect(result).toMatchObject({ ok: false, api_formats: ["google-generate"] });
      expect(result.steps.at(-1)?.message).toBe("This server uses the Gemini API, not Chat Completions.");
    });

    it("says that nothing listens", async () => {
      const result = await test({ id: "x", base_url: "http://127.0.0.1:9" });
      expect(result.ok).toBe(false);
      expect(result.steps[0]?.message).toContain("x");
    });
  });

  it.each([
    [{}, "base_url"],
    [{ preset: "azure", api_key: KEY }, "base_url"],
    [{ preset: "nobody", base_url: "http://a" }, "preset"],
    [{ preset: "custom", base_url: "http://a" }, "id"],
    [{ id: "Upper", base_url: "http://a" }, "id"],
    [{ id: "sandbox", base_url: "http://a" }, "id"],
    [{ id: "a", base_url: "http://user:hunter2@a" }, "base_url"],
    [{ id: "a", base_url: "ftp://a" }, "base_url"],
    [{ id: "a", base_url: "http://a?key=1" }, "base_url"],
    [{ id: "a", base_url: "http://a", api_key: "two words" }, "api_key"],
    [{ id: "a", base_url: "http://a", api_formats: ["soap"] }, "api_formats[0]"],
    [{ id: "a", base_url: "http://a", unknown: 1 }, "unknown"],
  ])("refuses the draft %j by %s", async (draft, param) => {
    for (const path of ["", "/test"]) {
      const { status, body } = await send("POST", path, draft);
      expect([status, body.param]).toEqual([400, param]);
      expect(JSON.stringify(body)).not.toContain("hunter2");
    }
  });

  it("is for administrators", async () => {
    expect((await fetch(`${gateway.url}/api/providers`)).status).toBe(401);
    const { secret } = await (
      await fetch(`${gateway.url}/api/keys`, { method: "POST", headers: AUTHORIZED, body: '{"name":"App"}' })
    ).json();
    const headers = { authorization: `Bearer ${secret}` };
    for (const path of ["", "/local"]) {
      expect((await fetch(`${gateway.url}/api/providers${path}`, { headers })).status).toBe(403);
    }
  });
});

it("is saved without a request to other providers", async () => {
  const other = await startStubUpstream();
  const gateway = await startGateway({ mount: "node", environment: { OPENAI_BASE_URL: other.url } });
  const body = JSON.stringify({ id: "mine", base_url: stub.url });
  const saved = await fetch(`${gateway.url}/api/providers`, { method: "POST", headers: AUTHORIZED, body });
  expect(await saved.json()).toMatchObject({ id: "mine", status: "ready", model_count: 1 });
  expect(other.requests).toEqual([]);
  await gateway.close();
  await other.close();
});

describe("after a restart", () => {
  it("a provider is there again; one whose key is lost says so, and the others work", async () => {
    const first = await startGateway({ mount: "node" });
    const create = (url: string, draft: object) =>
      fetch(`${url}/api/providers`, { method: "POST", headers: AUTHORIZED, body: JSON.stringify(draft) });
    await create(first.url, { id: "sealed", base_url: stub.url, api_key: KEY });
    await create(first.url, { id: "open", base_url: stub.url });
    const { dataDir } = first;
    const sealKey = readFileSync(join(dataDir, "secret-key"), "utf8");
    await first.stop();
    const second = await startGateway({ mount: "node", dataDir });
    expect(
      (await second.chat({ model: "sealed/stub-model", messages: [{ role: "user", content: "Hi" }] })).status,
    ).toBe(200);
    await second.stop();
    rmSync(join(dataDir, "secret-key"));
    const third = await startGateway({ mount: "node", dataDir });
    const { data } = (await (
      await fetch(`${third.url}/api/providers`, { headers: AUTHORIZED })
    ).json()) as ProviderList;
    expect(data.find(({ id }) => id === "sealed")).toMatchObject({
      status: "locked",
      problem: expect.stringContaining("Enter the key again."),
    });
    expect((await third.chat({ model: "open/stub-model", messages: [{ role: "user", content: "Hi" }] })).status).toBe(
      200,
    );
    expect((await third.chat({ model: "sealed/stub-model", messages: [{ role: "user", content: "Hi" }] })).status).toBe(
      404,
    );
    const repaired = await fetch(`${third.url}/api/providers/sealed`, {
      method: "PUT",
      headers: AUTHORIZED,
      body: JSON.stringify({ api_key: KEY }),
    });
    expect(await repaired.json()).toMatchObject({ status: "ready", has_key: true });
    expect(sealKey).not.toBe(readFileSync(join(dataDir, "secret-key"), "utf8"));
    await third.close();
  });
});

describe("a server on this machine", () => {
  it("is found on its usual port, and another program is not", async () => {
    const ollama = createServer((_, response) =>
      response.end(JSON.stringify({ object: "list", data: [{ id: "llama" }] })),
    );
    const other = createServer((_, response) => response.end("<html>"));
    const isFree = await Promise.all([listen(ollama, 11434), listen(other, 1234)]);
    if (!isFree[0]) return console.log("Skipped: port 11434 is in use.");
    const gateway = await startGateway({ mount: "node" });
    const { data } = await (await fetch(`${gateway.url}/api/providers/local`, { headers: AUTHORIZED })).json();
    expect(data).toContainEqual({
      preset: "ollama",
      name: "Ollama",
      base_url: "http://127.0.0.1:11434/v1",
      model_count: 1,
    });
    expect(data.map(({ preset }: { preset: string }) => preset)).not.toContain("lm-studio");
    await gateway.close();
    ollama.close();
    other.close();
  });
});

function listen(server: ReturnType<typeof createServer>, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
}
