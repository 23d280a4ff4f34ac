/** `POST /v1/embeddings` and Google's form of it: relayed, translated both ways, and made by the sandbox. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readFloats, writeFloats } from "#lib/dialects/float-base64.ts";
import { createKey } from "#tests/support/create-key.ts";
import { expectError } from "#tests/support/expect-error.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonReply, type StubHandler, type StubUpstream, startStubUpstream } from "#tests/support/stub-upstream.ts";

const UPSTREAM_KEY = "sk-upstream-embeddings-0123456789";
const VECTOR = [0.25, -0.5, 0.125];
const USAGE = { prompt_tokens: 7, total_tokens: 7 };
const openAiReply = (vectors: readonly unknown[], usage: object | undefined = USAGE) => ({
  object: "list",
  data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
  model: "embed-9",
  ...(usage ? { usage } : {}),
});

describe.each(mounts)("embeddings on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  beforeAll(async () => {
    stub = await startStubUpstream();
    const google = stub.url.replace("/v1", "/v1beta");
    gateway = await startGateway({
      mount,
      environment: { UPSTREAM_KEY },
      config: {
        retries: { attempts: 0 },
        upstreams: {
          openai: {
            baseUrl: stub.url,
            apiKeyEnv: "UPSTREAM_KEY",
            prices: { "embed-9": { input: 1_000_000, output: 0 } },
          },
          responses: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", dialects: ["openai-responses"] },
          loose: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", lane: "translate" },
          gemini: { baseUrl: google, apiKeyEnv: "UPSTREAM_KEY", dialects: ["google-generate"] },
          claude: { baseUrl: stub.url, apiKeyEnv: "UPSTREAM_KEY", dialects: ["anthropic-messages"] },
        },
        routes: {
          vectors: { targets: [{ model: "claude/none" }, { model: "openai/embed-9" }] },
          strict: { targets: [{ model: "gemini/embed-9" }], onLoss: "refuse" },
        },
      },
    });
  });
  afterEach(() => stub.reset());
  afterAll(async () => {
    await gateway?.close();
    await stub?.close();
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(gateway.url + path, {
      method: "POST",
      headers: { ...AUTHORIZED, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const embed = (body: Record<string, unknown>, headers?: Record<string, string>) =>
    post("/v1/embeddings", body, headers);
  const sent = () => stub.requests.map(({ path, headers, body }) => ({ path, headers, body: JSON.parse(`${body}`) }));
  const lastRow = async () => {
    const { data } = await (await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED })).json();
    return data[0];
  };
  const rowOf = async (response: Response) => {
    const id = response.headers.get("x-request-id");
    return expect.poll(lastRow, { timeout: 10_000 }).toMatchObject({ id }).then(lastRow);
  };

  describe("relayed", () => {
    it("changes only the model of the request, and no byte of the reply", async () => {
      const reply = `{"object" : "list","data":[{"object":"embedding","index":0,"embedding":[1e-3,0.1000000000000000055]}],\n"usage":{"prompt_tokens":7,"total_tokens":7},"x":[1.0]}`;
      stub.respondWith(jsonReply(reply));
      const response = await post(
        "/v1/embeddings",
        '{"input":["a", "b"] ,"model":"openai/embed-9", "dimensions":2,"odd":1.50,"encoding_format":null}',
      );
      expect([response.status, response.headers.get("x-gateway-lane")]).toEqual([200, "relay"]);
      expect(await response.text()).toBe(reply);
      const [request] = stub.requests;
      expect(request?.path).toBe("/v1/embeddings");
      expect(`${request?.body}`).toBe(
        '{"input":["a", "b"] ,"model":"embed-9", "dimensions":2,"odd":1.50,"encoding_format":null}',
      );
      expect(request?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
      expect(await rowOf(response)).toMatchObject({
        dialect: "openai-embeddings",
        lane: "relay",
        input_tokens: 7,
        output_tokens: 0,
        cost: 7,
      });
    });

    it("sends the credential of an upstream that speaks only Responses", async () => {
      stub.respondWith(jsonReply(openAiReply([VECTOR])));
      expect((await embed({ model: "responses/embed-9", input: "a" })).status).toBe(200);
      expect(stub.requests[0]?.headers.authorization).toBe(`Bearer ${UPSTREAM_KEY}`);
    });

    it("honours base64 where an upstream sends numbers, in pieces cut anywhere", async () => {
      const text = JSON.stringify(openAiReply([VECTOR, [1], [[0.5], [0.25]]]));
      const inPieces: StubHandler = async (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        for (let at = 0; at < text.length; at += 7) {
          response.write(text.slice(at, at + 7));
          await new Promise((resolve) => setImmediate(resolve));
        }
        response.end();
      };
      stub.respondWith(inPieces);
      const response = await embed({ model: "openai/embed-9", input: ["a", "b", "c"], encoding_format: "base64" });
      const { data, ...rest } = await response.json();
      expect(rest).toEqual({ object: "list", model: "embed-9", usage: USAGE });
      expect(data.map(({ embedding }: { embedding: unknown }) => embedding)).toEqual([
        writeFloats(VECTOR),
        writeFloats([1]),
        // Vectors of tokens are no vectors of numbers: they pass unchanged.
        [[0.5], [0.25]],
      ]);
      expect([...(readFloats(data[0].embedding) ?? [])]).toEqual(VECTOR);
      expect(await rowOf(response)).toMatchObject({ input_tokens: 7 });
    });

    it("passes base64 of an upstream unchanged, and knows the usage of a reply of many megabytes", async () => {
      const base64 = writeFloats(Array.from({ length: 3_072 }, (_, index) => index / 3_072));
      const text = JSON.stringify(openAiReply(Array.from({ length: 200 }, () => base64)));
      expect(text.length).toBeGreaterThan(3_000_000);
      stub.respondWith(jsonReply(text));
      const response = await embed({
        model: "openai/embed-9",
        input: Array.from({ length: 200 }, String),
        encoding_format: "base64",
      });
      expect((await response.text()) === text).toBe(true);
      expect(await rowOf(response)).toMatchObject({ input_tokens: 7, status: 200 });
    });

    it("names the upstream's model in each request of Google's batch", async () => {
      const reply = JSON.stringify({ embeddings: [{ values: VECTOR }], usageMetadata: { promptTokenCount: 3 } });
      stub.respondWith(jsonReply(reply));
      const content = { parts: [{ text: "a" }] };
      const response = await post("/v1beta/models/gemini/embed-9:batchEmbedContents", {
        requests: [{ model: "models/gemini/embed-9", content, task_type: "RETRIEVAL_QUERY", new_field: 1 }],
      });
      expect(await response.text()).toBe(reply);
      const [request] = sent();
      expect(request).toMatchObject({
        path: "/v1beta/models/embed-9:batchEmbedContents",
        headers: { "x-goog-api-key": UPSTREAM_KEY },
      });
      expect(request?.body.requests[0]).toMatchObject({ model: "models/embed-9", content, new_field: 1 });
      expect(await rowOf(response)).toMatchObject({ dialect: "google-embeddings", input_tokens: 3 });
    });

    it("says why when the upstream has no such route", async () => {
      stub.respondWith(jsonReply({ detail: "Not Found" }, { status: 404 }));
      await expectError(await embed({ model: "openai/embed-9", input: "a" }), {
        status: 404,
        code: "route_not_supported",
        type: "not_found_error",
        param: "model",
        message: /^Provider "openai" can't serve \/embeddings: it answered 404: Not Found\./,
      });
    });

    it("passes a refusal of the model on", async () => {
      stub.respondWith(jsonReply({ error: { message: "The model embed-9 does not exist" } }, { status: 404 }));
      const error = await expectError(await embed({ model: "openai/embed-9", input: "a" }), {
        status: 404,
        type: "not_found_error",
        param: null,
        message: /^The model embed-9 does not exist/,
      });
      expect(error.code).not.toBe("route_not_supported");
    });
  });

  describe("translated", () => {
    it("asks Google for several texts, with dimensions, and returns base64 and usage", async () => {
      stub.respondWith(
        jsonReply({ embeddings: [{ values: VECTOR }, { values: [1, 2, 3] }], usageMetadata: { promptTokenCount: 4 } }),
      );
      const response = await embed({
        ...{ model: "gemini/embed-9", input: ["a", "b"], dimensions: 3 },
        ...{ encoding_format: "base64", user: "u1" },
      });
      expect(await response.json()).toEqual({
        object: "list",
        data: [
          { object: "embedding", index: 0, embedding: writeFloats(VECTOR) },
          { object: "embedding", index: 1, embedding: writeFloats([1, 2, 3]) },
        ],
        model: "gemini/embed-9",
        usage: { prompt_tokens: 4, total_tokens: 4 },
      });
      expect(response.headers.get("x-gateway-lane")).toBe("translate");
      expect(response.headers.get("x-gateway-dropped")).toBe("user");
      expect(sent()).toMatchObject([{ path: "/v1beta/models/embed-9:batchEmbedContents" }]);
      const of = (text: string) => ({
        model: "models/embed-9",
        content: { parts: [{ text }] },
        outputDimensionality: 3,
      });
      expect(sent()[0]?.body).toEqual({ requests: [of("a"), of("b")] });
    });

    it("asks Google a hundred texts at a time, and keeps their order", async () => {
      stub.respondWith((request, response) => {
        const { requests } = JSON.parse(`${request.body}`);
        const embeddings = requests.map(({ content }: { content: { parts: { text: string }[] } }) => ({
          values: [Number(content.parts[0]?.text)],
        }));
        return jsonReply({ embeddings })(request, response);
      });
      const input = Array.from({ length: 250 }, (_, index) => String(index));
      const { data, usage } = await (await embed({ model: "gemini/embed-9", input })).json();
      expect(data.map(({ embedding }: { embedding: number[] }) => embedding[0])).toEqual(input.map(Number));
      expect(sent().map(({ body }) => body.requests.length)).toEqual([100, 100, 50]);
      // The upstream reports none: they are counted here.
      expect(usage.prompt_tokens).toBeGreaterThanOrEqual(250);
    });

    it("asks OpenAI for a client of Google's API, whose task is dropped", async () => {
      stub.respondWith(jsonReply(openAiReply([writeFloats(VECTOR)])));
      const response = await post("/v1beta/models/openai/embed-9:embedContent", {
        content: { parts: [{ text: "a" }, { text: "b" }] },
        taskType: "RETRIEVAL_QUERY",
        output_dimensionality: 3,
      });
      expect(await response.json()).toEqual({ embedding: { values: VECTOR }, usageMetadata: { promptTokenCount: 7 } });
      expect(response.headers.get("x-gateway-dropped")).toBe("taskType");
      expect(sent()[0]?.body).toEqual({
        ...{ model: "embed-9", input: "a\nb" },
        ...{ encoding_format: "base64", dimensions: 3 },
      });
    });

    it("reads replies whose vectors come in another order, or as numbers", async () => {
      const reply = openAiReply([[1], [2]]);
      reply.data.reverse();
      stub.respondWith(jsonReply(reply));
      const { data } = await (await embed({ model: "loose/embed-9", input: ["a", "b"] })).json();
      expect(data.map(({ embedding }: { embedding: number[] }) => embedding)).toEqual([[1], [2]]);
    });

    it.each([
      ["fewer vectors than texts", openAiReply([[1]])],
      ["text in place of numbers", openAiReply(["AAA", "AAA"])],
      ["no list", { data: 1 }],
    ])("refuses a reply with %s", async (_name, reply) => {
      stub.respondWith(jsonReply(reply));
      await expectError(await embed({ model: "loose/embed-9", input: ["a", "b"] }), {
        status: 502,
        type: "upstream_error",
        message: /response that cannot be read/,
      });
    });

    it("refuses tokens and files, which cannot be translated, and names them", async () => {
      await expectError(await embed({ model: "gemini/embed-9", input: [[1, 2], [3]] }), {
        status: 400,
        type: "invalid_request_error",
        param: "input[0]",
        message: /must be text/,
      });
      const inlineData = { mimeType: "image/png", data: "AAAA" };
      const response = await post("/v1beta/models/openai/embed-9:batchEmbedContents", {
        requests: [{ content: { parts: [{ text: "a" }] } }, { content: { parts: [{ inlineData }] } }],
      });
      expect(response.status).toBe(400);
      expect(await response.text()).toContain("requests[1].content.parts[0]");
      expect(stub.requests).toHaveLength(0);
    });

    it("refuses fields that a route does not allow to be lost", async () => {
      const response = await embed({ model: "strict", input: "a", user: "u1" });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("user")]);
      expect(stub.requests).toHaveLength(0);
    });
  });

  it("says which APIs a provider without embeddings speaks, and goes on to the next target of a route", async () => {
    await expectError(await embed({ model: "claude/x", input: "a" }), {
      ...{ status: 404, code: "route_not_supported", type: "not_found_error", param: "model" },
      message: /it speaks only anthropic-messages\. Choose a model/,
    });
    stub.respondWith(jsonReply(openAiReply([VECTOR])));
    const response = await embed({ model: "vectors", input: "a" });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-gateway-route")).toMatch(/^claude\/none 404 \d+ms, openai\/embed-9 200 \d+ms$/);
  });

  it("describes a request without sending it", async () => {
    const dry = { "x-gateway-dry-run": "true" };
    const relayed = await (await embed({ model: "openai/embed-9", input: "Hello there" }, dry)).json();
    expect(relayed).toMatchObject({
      object: "preflight",
      lane: "relay",
      max_output_tokens: 0,
      target: "openai/embed-9",
    });
    expect(relayed.worst_case_usd).toBeGreaterThan(0);
    const translated = await (await embed({ model: "gemini/m", input: "Hello", user: "u" }, dry)).json();
    expect(translated).toMatchObject({ lane: "translate", dropped: ["user"] });
    expect((await (await embed({ model: "sandbox/embedding-model-a", input: "Hello" }, dry)).json()).lane).toBe(
      "sandbox",
    );
    expect(stub.requests).toHaveLength(0);
  });

  it("holds a key to its routes and its budget", async () => {
    const chatOnly = await createKey(gateway, { routes: ["chat"] });
    const as = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
    const refused = await embed({ model: "sandbox/embedding-model-a", input: "a" }, as(chatOnly));
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("embeddings")]);
    const poor = await createKey(gateway, { budget: { usd_per_day: 5 } });
    stub.respondWith(jsonReply(openAiReply([VECTOR])));
    const status = async () => (await embed({ model: "openai/embed-9", input: "a" }, as(poor))).status;
    expect(await status()).toBe(200);
    expect(await status(), "7 dollars of 5 are spent").toBe(402);
    expect(stub.requests).toHaveLength(1);
  });

  describe("of the sandbox", () => {
    const model = "sandbox/embedding-model-a";

    it("are the same each time, of unit length, and as long as asked", async () => {
      const body = { model, input: ["Keys can be rotated.", "…"], dimensions: 64 };
      const [one, other] = await Promise.all([embed(body), embed(body)].map(async (reply) => (await reply).text()));
      expect(one).toBe(other);
      const { data, usage } = JSON.parse(one as string);
      for (const { embedding } of data) {
        expect(embedding).toHaveLength(64);
        expect(Math.hypot(...embedding)).toBeCloseTo(1, 5);
      }
      expect(usage.prompt_tokens).toBeGreaterThan(3);
    });

    it("writes many vectors whole", async () => {
      const input = Array.from({ length: 300 }, (_, index) => `Text ${index}`);
      const { data, usage } = await (await embed({ model, input, dimensions: 256 })).json();
      expect(data.map(({ index }: { index: number }) => index)).toEqual(input.map((_, index) => index));
      expect(usage.prompt_tokens).toBeGreaterThan(300);
    });

    it.each([
      ["an empty text", { input: ["a", ""] }, "input[1]"],
      ["too many dimensions", { input: "a", dimensions: 5_000 }, "dimensions"],
      ["a text of too many tokens", { input: "word ".repeat(9_000) }, "input"],
      ["too many texts", { input: Array.from({ length: 2_049 }, () => "a") }, "input"],
    ])("refuses %s", async (_name, fields, param) => {
      await expectError(await embed({ model, ...fields }), {
        ...{ status: 400, type: "invalid_request_error", param },
        message: /^`/,
      });
    });

    it("refuses models of other routes, and calls of its own model there", async () => {
      await expectError(await embed({ model: "sandbox/guide", input: "a" }), {
        ...{ status: 400, code: "model_not_supported", type: "invalid_request_error", param: "model" },
        message: /can't make embeddings\. Use sandbox\/embedding-model-a/,
      });
      const chat = await gateway.chat({ model, messages: [{ role: "user", content: "Hi" }] });
      expect([chat.status, await chat.text()]).toEqual([400, expect.stringContaining("Use POST /v1/embeddings.")]);
    });
  });
});
