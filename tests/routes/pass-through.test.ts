/** Other routes of a provider: with its credential and none of the client's, below its base URL only. */
import { request as httpRequest } from "node:http";
import OpenAI, { toFile } from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createKey } from "../support/create-key.ts";
import { expectError } from "../support/expect-error.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const UPSTREAM_KEY = "sk-upstream-other-0123456789";

describe.each(mounts)("on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        retries: { attempts: 0 },
        upstreams: { openai: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", headers: { "x-own": "1" } } },
        keys: { groups: { capped: { budget: { usd_per_day: 5 } } } },
      },
    });
  });
  afterEach(() => stub.reset());
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${gateway.url}/upstreams/openai/${path}`, {
      ...init,
      headers: { authorization: AUTHORIZED.authorization, ...init.headers },
    });

  it("sends bytes, query and few headers on, and the bytes of the answer back", async () => {
    stub.respondWith((_request, response) => {
      response.writeHead(200, {
        "content-type": "application/jsonl",
        "content-disposition": "attachment",
        "set-cookie": "a=b",
      });
      response.end(Buffer.from([0, 1, 2, 255]));
    });
    const body = new Uint8Array(Buffer.alloc(3_000_000, 9));
    const response = await call(`fine_tuning/jobs%2Fx?limit=2&key=${ADMIN_KEY}&after=a%26b`, {
      method: "POST",
      body,
      headers: {
        ...{ "content-type": "application/x-odd", "openai-beta": "v2", cookie: "session=secret", "x-other": "1" },
        ...{ "x-api-key": ADMIN_KEY, "openai-organization": "client" },
      },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/jsonl"]);
    expect(response.headers.get("content-disposition")).toBe("attachment");
    expect(response.headers.get("set-cookie")).toBeNull();
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 2, 255]);
    const [request] = stub.requests;
    expect([request?.method, request?.path]).toEqual(["POST", "/v1/fine_tuning/jobs%2Fx?limit=2&after=a%26b"]);
    expect(request?.body.equals(Buffer.from(body))).toBe(true);
    expect(request?.headers).toMatchObject({
      ...{
        authorization: `Bearer ${UPSTREAM_KEY}`,
        "content-type": "application/x-odd",
        "openai-beta": "v2",
        "x-own": "1",
      },
    });
    const sent = JSON.stringify([request?.headers, request?.path]);
    for (const absent of [ADMIN_KEY, "session=secret", "x-other", "organization"]) expect(sent).not.toContain(absent);
  });

  it("is logged, passes refusals on without secrets, and is sent once", async () => {
    stub.respondWith(jsonReply({ error: { message: `Bad key ${UPSTREAM_KEY}` } }, { status: 503 }));
    const response = await call("batches", { method: "POST", body: "{}" });
    const text = await response.text();
    expect([response.status, text.includes(UPSTREAM_KEY)]).toEqual([503, false]);
    expect(stub.requests).toHaveLength(1);
    const id = response.headers.get("x-request-id");
    const last = async () => {
      const { data } = await (await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED })).json();
      return data[0];
    };
    await expect
      .poll(last, { timeout: 10_000 })
      .toMatchObject({ id, dialect: "pass-through", upstream: "openai", lane: "relay", status: 503 });
  });

  it("serves files and batches of OpenAI's SDK", async () => {
    const client = new OpenAI({ baseURL: `${gateway.url}/upstreams/openai`, apiKey: ADMIN_KEY, maxRetries: 0 });
    stub.respondWith(jsonReply({ id: "file-1", object: "file" }));
    const file = await client.files.create({ purpose: "batch", file: await toFile(Buffer.from("{}\n"), "a.jsonl") });
    stub.respondWith(jsonReply({ id: "batch_1", object: "batch", status: "validating" }));
    const batch = await client.batches.create({
      ...{ input_file_id: file.id, endpoint: "/v1/chat/completions", completion_window: "24h" as const },
    });
    expect((await client.batches.retrieve(batch.id)).status).toBe("validating");
    stub.respondWith(
      (_request, response) => void response.writeHead(200, { "content-type": "text/plain" }).end("line\n"),
    );
    expect(await (await client.files.content("file-2")).text()).toBe("line\n");
    expect(stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...["POST /v1/files", "POST /v1/batches", "GET /v1/batches/batch_1", "GET /v1/files/file-2/content"],
    ]);
    expect(`${stub.requests[0]?.body}`).toContain('filename="a.jsonl"');
  });

  it.each([
    ["a walk to the parent", "../admin"],
    ["a walk in the middle", "a/../../admin"],
    ["encoded dots", "%2e%2e/admin"],
    ["encoded twice", "%252e%252e/admin"],
    ["an encoded slash", "a%2f..%2f..%2fadmin"],
    ["a backslash", "a%5c..%5c..%5cadmin"],
    ["a parameter of a segment", "a/..;x/admin"],
    ["an encoded line break", "a%0d%0ax"],
    ["a zero byte", "a%00"],
  ])("never leaves the base URL: %s", async (_name, path) => {
    // `fetch` would resolve the dots itself.
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { hostname, port } = new URL(gateway.url);
      const headers = { authorization: AUTHORIZED.authorization };
      httpRequest({ hostname, port, path: `/upstreams/openai/${path}`, headers }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on("error", reject)
        .end();
    });
    // Next resolves plain dots before a route sees them: the address is another one then, and unknown.
    expect([400, 404, 308], text).toContain(status);
    expect(stub.requests).toHaveLength(0);
  });

  it("is for admins, and for keys that name it and have no limits that would not hold", async () => {
    stub.respondWith(jsonReply({ data: [] }));
    const status = async (policy: object, expected: RegExp) => {
      const { secret } = await createKey(gateway, policy);
      const response = await call("batches", { headers: { authorization: `Bearer ${secret}` } });
      expect(await response.text()).toMatch(expected);
      return response.status;
    };
    expect(await status({}, /`passthrough`/)).toBe(403);
    expect(await status({ routes: ["chat"] }, /passthrough/)).toBe(403);
    expect(stub.requests).toHaveLength(0);
    expect(await status({ routes: ["passthrough"] }, /data/)).toBe(200);
    for (const limit of [
      { models: ["openai/*"] },
      { budget: { usd_per_day: 1 } },
      { limits: { tokens_per_minute: 5 } },
      { group: "capped" },
    ]) {
      expect(await status({ routes: ["passthrough"], ...limit }, /limits on models, tokens or money/)).toBe(403);
    }
    expect(stub.requests).toHaveLength(1);
  });

  it("refuses an unknown provider, the sandbox and other methods", async () => {
    const at = (id: string, method = "GET") =>
      fetch(`${gateway.url}/upstreams/${id}/models`, { method, headers: { authorization: AUTHORIZED.authorization } });
    for (const id of ["nobody", "sandbox", "__proto__"]) {
      await expectError(await at(id), {
        ...{ status: 404, code: "provider_not_found", type: "not_found_error", message: /^No provider/ },
      });
    }
    expect((await at("openai", "PATCH")).status).toBe(405);
  });
});
