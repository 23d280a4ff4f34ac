/** Each API's routes: paths, credentials, versions, envelopes, counting, and the way to an upstream of another one. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

const JSON_TYPE = { "content-type": "application/json" };
const MESSAGES_HEADERS = { ...JSON_TYPE, "x-api-key": ADMIN_KEY, "provider-version": "2023-06-01" };
const GOOGLE_HEADERS = { ...JSON_TYPE, "x-provider-api-key": ADMIN_KEY };
const message = { model: "sandbox/echo", max_tokens: 50, messages: [{ role: "user", content: "Hello" }] };
const contents = { contents: [{ parts: [{ text: "Hello" }] }] };

describe.each(mounts)("the conventions' routes on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { ANTHROPIC_API_KEY: "sk-ant-upstream", ANTHROPIC_BASE_URL: upstream.url.replace("/v1", "") },
      config: {
        upstreams: {
          chat: { baseUrl: upstream.url },
          google: { baseUrl: upstream.url, dialects: ["google-generate"] },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const post = (path: string, body: unknown, headers: Record<string, string>) =>
    fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });

  describe("POST /v1/messages", () => {
    it.each([
      ["x-api-key and provider-version", { "x-api-key": ADMIN_KEY, "provider-version": "2023-06-01" }],
      ["the brand's version header", { "x-api-key": ADMIN_KEY, "anthropic-version": "2026-10-21" }],
      ["a Bearer token", { authorization: `Bearer ${ADMIN_KEY}`, "anthropic-version": "2023-06-01" }],
    ])("accepts %s", async (_, headers) => {
      const response = await post("/v1/messages", message, { ...JSON_TYPE, ...headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("request-id")).toBe(response.headers.get("x-request-id"));
      expect(await response.json()).toMatchObject({
        type: "message",
        role: "assistant",
        model: "sandbox/echo",
        content: [{ type: "text", text: "Hello" }],
        stop_reason: "end_turn",
        stop_sequence: null,
        usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
      });
    });

    it.each([
      ["no version", {}, "provider-version"],
      ["a version that is no date", { "provider-version": "latest" }, "provider-version"],
      ["a date that does not exist", { "anthropic-version": "2023-13-01" }, "anthropic-version"],
    ])("refuses %s", async (_, headers, param) => {
      const response = await post("/v1/messages", message, { ...JSON_TYPE, "x-api-key": ADMIN_KEY, ...headers });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: 400, param });
    });

    it("answers an invalid body with the spec's error, and an SDK with its own", async () => {
      const body = { ...message, max_tokens: undefined };
      const plain = await post("/v1/messages", body, MESSAGES_HEADERS);
      expect(await plain.json()).toMatchObject({ error: 400, param: "max_tokens", message: /max_tokens/ });
      const native = await post("/v1/messages", body, { ...MESSAGES_HEADERS, "x-stainless-lang": "js" });
      expect(await native.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
    });

    it("names the tool call whose result is missing", async () => {
      const call = { type: "tool_use", id: "toolu_1", name: "f", input: {} };
      const body = {
        ...message,
        messages: [...message.messages, { role: "assistant", content: [call] }, { role: "user", content: "and?" }],
      };
      const response = await post("/v1/messages", body, MESSAGES_HEADERS);
      expect(response.status).toBe(400);
      expect((await response.json()).message).toContain("toolu_1");
    });

    it("streams named events", async () => {
      const response = await post("/v1/messages", { ...message, stream: true }, MESSAGES_HEADERS);
      const events = (await response.text()).split("\n\n").filter(Boolean);
      expect(events.map((event) => /^event: (\w+)/.exec(event)?.[1])).toEqual([
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
      ]);
    });

    it("relays to an upstream of its dialect, with the upstream's key and the client's version", async () => {
      upstream.respondWith(jsonReply({ id: "msg_1", usage: { input_tokens: 3, output_tokens: 4 } }));
      const response = await post("/v1/messages", { ...message, model: "anthropic/claude-x" }, MESSAGES_HEADERS);
      expect(await response.json()).toEqual({ id: "msg_1", usage: { input_tokens: 3, output_tokens: 4 } });
      const [sent] = upstream.requests;
      expect(sent?.path).toBe("/v1/messages");
      expect(sent?.headers).toMatchObject({ "x-api-key": "sk-ant-upstream", "anthropic-version": "2023-06-01" });
      expect(JSON.stringify(sent?.headers)).not.toContain(ADMIN_KEY);
    });

    it("reaches a chat upstream, and reports dropped fields", async () => {
      const body = { ...message, model: "chat/m", top_k: 5, system: "Be brief." };
      const response = await post("/v1/messages", body, MESSAGES_HEADERS);
      expect(response.headers.get("x-gateway-lane")).toBe("translate");
      expect(response.headers.get("x-gateway-dropped")).toContain("top_k");
      expect((await response.json()).content[0].text).toContain("stub upstream");
      expect(JSON.parse(upstream.requests[0]?.body.toString() ?? "")).toMatchObject({
        model: "m",
        messages: [{ role: "system" }, { role: "user", content: "Hello" }],
        max_completion_tokens: 50,
      });
    });
  });

  describe("the generateContent family", () => {
    it.each([
      ["/v1beta/models/sandbox/echo:generateContent", GOOGLE_HEADERS],
      ["/v1beta/models/sandbox%2Fecho%3AgenerateContent", GOOGLE_HEADERS],
      ["/v1/models/sandbox/echo:generateContent", { ...JSON_TYPE, "x-goog-api-key": ADMIN_KEY }],
      [`/v1beta/models/sandbox/echo:generateContent?key=${ADMIN_KEY}`, JSON_TYPE],
      ["/api/v1beta/models/sandbox/echo:generateContent", GOOGLE_HEADERS],
    ])("answers at %s", async (path, headers) => {
      const response = await post(path, contents, headers);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        candidates: [{ content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: expect.any(Number), totalTokenCount: expect.any(Number) },
      });
    });

    it("streams bare data events, and an array on request", async () => {
      const path = "/v1beta/models/sandbox/guide:streamGenerateContent";
      for (const query of ["", "?alt=sse"]) {
        const text = await (await post(path + query, contents, GOOGLE_HEADERS)).text();
        expect(text.endsWith("\n\n")).toBe(true);
        for (const event of text.split("\n\n").filter(Boolean)) expect(event).toMatch(/^data: \{"candidates":/);
      }
      const array = await post(`${path}?alt=json`, contents, GOOGLE_HEADERS);
      expect(array.headers.get("content-type")).toContain("application/json");
      expect((await array.json()).at(-1).candidates[0].finishReason).toBe("STOP");
    });

    it("closes the array of a stream that failed", async () => {
      const path = "/v1beta/models/sandbox/cut-1:streamGenerateContent?alt=json";
      const chunks = await (await post(path, contents, GOOGLE_HEADERS)).json();
      expect(chunks.at(-1).error).toMatchObject({ code: 502 });
    });

    it("accepts snake_case, names an invalid field, and gives Google's SDK its envelope", async () => {
      const path = "/v1beta/models/sandbox/echo:generateContent";
      const snake = { ...contents, generation_config: { max_output_tokens: 5 } };
      expect((await post(path, snake, GOOGLE_HEADERS)).status).toBe(200);
      const response = await post(path, {}, GOOGLE_HEADERS);
      expect(await response.json()).toMatchObject({ error: 400, param: "contents" });
      const native = await post(path, {}, { ...GOOGLE_HEADERS, "x-goog-api-client": "google-genai-sdk/3.1.0" });
      expect(await native.json()).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
    });

    it("rejects other actions, and lists and shows models", async () => {
      for (const version of ["v1", "v1beta"]) {
        const flown = await post(`/${version}/models/sandbox/echo:fly`, contents, GOOGLE_HEADERS);
        expect(await flown.json()).toMatchObject({
          error: 404,
          message:
            'Models have no action "fly". Use generateContent, streamGenerateContent, countTokens, embedContent, batchEmbedContents or predictLongRunning.',
          code: "unknown_action",
        });
      }
      const list = await (await fetch(`${gateway.url}/v1beta/models`, { headers: GOOGLE_HEADERS })).json();
      expect(list.models.map(({ name }: { name: string }) => name)).toContain("models/sandbox/guide");
      const one = await fetch(`${gateway.url}/v1beta/models/sandbox/guide`, { headers: GOOGLE_HEADERS });
      expect(await one.json()).toMatchObject({ name: "models/sandbox/guide" });
    });

    it("puts the upstream's own model into the path on the relay lane", async () => {
      upstream.respondWith(jsonReply({ candidates: [] }));
      await post("/v1beta/models/google/gemini-x:generateContent", contents, GOOGLE_HEADERS);
      expect(upstream.requests[0]?.path).toBe("/v1/models/gemini-x:generateContent");
    });
  });

  describe("counting tokens", () => {
    it.each([
      ["/v1/messages/count_tokens", { model: "sandbox/echo", messages: message.messages }, "input_tokens"],
      ["/v1/responses/input_tokens", { model: "sandbox/echo", input: "Hello" }, "input_tokens"],
      ["/v1beta/models/sandbox/echo:countTokens", contents, "totalTokens"],
    ])("%s", async (path, body, field) => {
      const response = await post(path, body, MESSAGES_HEADERS);
      expect(response.status).toBe(200);
      expect((await response.json())[field]).toBe(7);
    });

    it("asks an upstream of the same dialect", async () => {
      upstream.respondWith(jsonReply({ input_tokens: 77 }));
      const body = { model: "anthropic/claude-x", messages: message.messages };
      const response = await post("/v1/messages/count_tokens", body, MESSAGES_HEADERS);
      expect(await response.json()).toEqual({ input_tokens: 77 });
      expect(upstream.requests[0]?.path).toBe("/v1/messages/count_tokens");
      expect(JSON.parse(upstream.requests[0]?.body.toString() ?? "").model).toBe("claude-x");
    });
  });

  it("POST /v1/responses serves the specification's clients and OpenAI's", async () => {
    const headers = { ...JSON_TYPE, authorization: `Bearer ${ADMIN_KEY}` };
    const response = await post("/v1/responses", { model: "sandbox/echo", input: "Hello", store: false }, headers);
    const body = await response.json();
    expect(body).toMatchObject({ object: "response", status: "completed", output_text: "Hello" });
    expect(body.output.filter(({ type }: { type: string }) => type === "output_text")).toMatchObject([
      { text: "Hello" },
    ]);
    expect(body.output[0]).toMatchObject({ type: "message", content: [{ type: "output_text", text: "Hello" }] });
  });
});
