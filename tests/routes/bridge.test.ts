/** Upstreams that are packages of the AI SDK: one from npm over a stub server, and the SDK's own mock model. */
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { AssistantContent, Call, Message } from "#lib/canonical/call.ts";
import { containsSeal } from "#lib/canonical/opaque.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import { secondTurn } from "../matrix/echo.ts";
import { type Asked, askAs, clientIds, sendAs } from "../support/any-client.ts";
import { chatReply, sseFrame } from "../support/chat-fixtures.ts";
import { CLOSED_PORT } from "../support/closed-port.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import { jsonReply, neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

const KEY = "sk-mistral-0123456789";
const MOCK = fileURLToPath(new URL("../support/mock-provider.ts", import.meta.url));
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const user = (content: Extract<Message, { role: "user" }>["content"]): Message => ({ role: "user", content });
const schema = {
  type: "object",
  properties: { city: { type: "string" } },
  required: ["city"],
  additionalProperties: false,
};
const tools: Call["tools"] = [{ kind: "function", name: "weather", description: "The weather", parameters: schema }];
const cells = clientIds.flatMap((client) => [false, true].map((stream) => ({ client, stream })));

describe.each(mounts)("a package as an upstream, on the %s mount", (mount) => {
  let upstream: StubUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startStubUpstream();
    gateway = await startGateway({
      mount,
      environment: { BRIDGE_KEY: KEY },
      config: {
        retries: { attempts: 1, maxDelayMs: 50 },
        upstreams: {
          mistral: {
            ...mistralEntry(upstream),
            options: { baseURL: upstream.url, headers: { "x-team": "demo" } },
            providerOptions: { mistral: { safePrompt: true } },
            models: ["mistral-large-latest"],
          },
          hasty: {
            ...mistralEntry(upstream),
            retries: { attempts: 0 },
            timeouts: { firstByteMs: 300, idleMs: 300, totalMs: 60_000 },
          },
          brief: { ...mistralEntry(upstream), retries: { attempts: 0 }, timeouts: { totalMs: 400 } },
          gone: { ...mistralEntry({ url: `http://127.0.0.1:${CLOSED_PORT}/v1` }) },
          mock: { package: MOCK, export: "provider", models: ["text", "options"] },
          twin: { package: MOCK, export: "provider", models: ["options"] },
          older: { package: MOCK, export: "createOlder", options: { greeting: "hello" }, models: ["text"] },
        },
      },
    });
  });
  afterEach(() => upstream.reset());
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const sentBody = () => JSON.parse(upstream.requests.at(-1)?.body.toString() ?? "{}");

  describe.each(cells)("for a client of $client (stream: $stream)", ({ client, stream }) => {
    const fetchText = (fields: Omit<Call, "dropped" | "stream">) => askAs(client, gateway, { ...fields, stream });

    it("a text, its finish and its usage", async () => {
      const { reply, headers } = await fetchText({ model: "mock/text", messages: [user("hi")] });
      expect(reply.choices[0]).toMatchObject({
        content: [{ type: "text", text: "Three small words" }],
        finish: { unified: "stop" },
      });
      const counts = { inputTokens: 100, cachedInputTokens: 30, outputTokens: 50 };
      // A chat client that does not ask for the usage of a stream gets none: this one does.
      expect(reply.usage).toMatchObject(counts);
      expect(headers.get("x-gateway-lane")).toBe("bridge");
      expect(headers.get("x-gateway-upstream")).toBe("mock");
      expect(headers.get("x-gateway-dropped")).toBeNull();
    });

    it("parallel tool calls", async () => {
      const first = await fetchText({ model: "mock/tools", messages: [user("hi")], tools });
      expect(first.reply.choices[0]?.finish?.unified).toBe("tool-calls");
      const calls = toolCalls(first.reply.choices[0]?.content);
      expect(calls.map(({ name, input }) => [name, JSON.parse(input)])).toEqual([
        ["weather", { city: "Paris" }],
        ["weather", { city: "Rome" }],
      ]);
      expect(containsSeal(first.text)).toBe(true);
    });

    it("reasoning before the answer", async () => {
      const { reply } = await fetchText({
        model: "mock/thinking",
        messages: [user("hi")],
        reasoning: { effort: "low" },
      });
      const texts = reply.choices[0]?.content.map((part) => ("text" in part ? [part.type, part.text] : part.type));
      expect(texts).toEqual([
        ["reasoning", "Let me think"],
        ["text", "Done thinking"],
      ]);
    });

    it("tools that the provider runs itself are not sent to the client", async () => {
      const { reply } = await fetchText({ model: "mock/hosted", messages: [user("hi")] });
      expect(toolCalls(reply.choices[0]?.content)).toEqual([]);
      expect(reply.choices[0]?.sources).toMatchObject([{ url: "https://example.com/page", title: "A page" }]);
    });

    it("fields that the provider reports as unused are named", async () => {
      const { headers } = await fetchText({ model: "mock/picky", messages: [user("hi")] });
      const names = { "google-generate": "generationConfig.topK, generationConfig.frequencyPenalty" } as const;
      expect(headers.get("x-gateway-dropped")).toBe(
        client in names ? names[client as keyof typeof names] : "top_k, frequency_penalty",
      );
    });

    it("a response that breaks off is an error", async () => {
      const { status, reply, text } = await fetchText({ model: "mock/cut", messages: [user("hi")] });
      if (stream) expect(reply.error).toBeDefined();
      else expect(status).toBe(502);
      expect(text).toContain("before the response was complete");
    });

    it("a schema, an image and a tool reach the provider", async () => {
      const image = { type: "file" as const, mediaType: "image/png", data: { kind: "base64" as const, base64: PNG } };
      const { reply } = await fetchText({
        model: "mistral/mistral-large-latest",
        messages: [
          { role: "system", content: "Be brief", topLevel: true },
          user([{ type: "text", text: "What?" }, image]),
        ],
        output: { type: "json-schema", name: "answer", schema },
        tools,
        toolChoice: { mode: "required" },
        temperature: 0.5,
        maxOutputTokens: 77,
      });
      expect(reply.choices[0]?.content).toMatchObject([{ type: "text", text: "Hello from the stub upstream." }]);
      expect(sentBody()).toMatchObject({
        model: "mistral-large-latest",
        safe_prompt: true,
        temperature: 0.5,
        max_tokens: 77,
        messages: [
          { role: "system", content: "Be brief" },
          {
            role: "user",
            content: [{ text: "What?" }, { type: "image_url", image_url: `data:image/png;base64,${PNG}` }],
          },
        ],
        response_format: { type: "json_schema", json_schema: { schema: { type: "object", required: ["city"] } } },
        tools: [{ type: "function", function: { name: "weather", description: "The weather" } }],
        tool_choice: "any",
        ...(stream ? { stream: true } : {}),
      });
      expect(upstream.requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-team": "demo" });
    });

    it("an error before the first byte keeps its status and text, and shows no key", async () => {
      const refusal = { object: "error", message: `Key ${KEY} is not valid`, type: "auth", param: null, code: null };
      upstream.respondWith(jsonReply(refusal, { status: 401, headers: { "x-request-id": "up-7" } }));
      const answer = await fetchText({ model: "mistral/m", messages: [user("hi")] });
      expect(answer.status).toBe(401);
      expect(answer.text).toContain("Key [redacted] is not valid");
      expect(answer.headers.get("x-upstream-request-id")).toBe("up-7");
      expect(upstream.requests).toHaveLength(1);
    });
  });

  describe.each(clientIds)("a second turn of a client of %s", (client) => {
    const asker = askAs.bind(undefined, client);

    /** Returns the model's prompt after the client sends the response back unchanged. */
    async function promptOf(model: string, { sent, text }: Asked): Promise<unknown[]> {
      const wire = sent as unknown as WireRequest;
      const body = secondTurn({ client, wire, answer: JSON.parse(text), keeping: "known fields only" });
      const { reply } = await sendAs(client, gateway, { model, stream: false, body });
      return optionsIn(reply).prompt;
    }

    it("calls return to their vendor with its sealed data, and to no other with it", async () => {
      const first = await asker(gateway, { model: "mock/tools", messages: [user("hi")], tools });
      const providerOptions = { mock: { thought: "sealed" } };
      const call = { type: "tool-call", toolName: "weather", providerOptions };
      const result = { type: "tool-result", toolName: "weather", output: { type: "text" } };
      expect((await promptOf("mock/options", first)).slice(1)).toMatchObject([
        {
          role: "assistant",
          content: [
            { ...call, toolCallId: "call_1", input: { city: "Paris" } },
            { ...call, toolCallId: "call_2", input: { city: "Rome" } },
          ],
        },
        {
          role: "tool",
          content: [
            { ...result, toolCallId: "call_1" },
            { ...result, toolCallId: "call_2" },
          ],
        },
      ]);
      // The same package under another name may be another vendor.
      expect(JSON.stringify(await promptOf("twin/options", first))).not.toMatch(/sealed|pl1\./);
    });

    // A chat client has no place for the signature of reasoning that led to no call.
    const keepsReasoning = client !== "openai-chat";
    if (keepsReasoning)
      it("signed reasoning returns to its vendor only", async () => {
        const first = await asker(gateway, { model: "mock/signed", messages: [user("hi")], tools });
        const signature = JSON.stringify({ mock: { signature: "the maker's own bytes" } });
        expect(JSON.stringify(await promptOf("mock/options", first))).toContain(signature);
        expect(JSON.stringify(await promptOf("twin/options", first))).not.toMatch(/own bytes|pl1\./);
      });
  });

  it.each(["openai-chat", "anthropic-messages"] as const)(
    "a model of the previous interface version responds %s",
    async (client) => {
      for (const stream of [false, true]) {
        const { reply } = await askAs(client, gateway, { model: "older/tools", messages: [user("hi")], stream });
        expect(toolCalls(reply.choices[0]?.content)).toHaveLength(2);
      }
      const image = { type: "file" as const, mediaType: "image/png", data: { kind: "base64" as const, base64: PNG } };
      const { reply, headers } = await askAs(client, gateway, {
        model: "older/options",
        messages: [user([image])],
        reasoning: { effort: "none" },
      });
      const [text] = reply.choices[0]?.content ?? [];
      expect(JSON.parse(text?.type === "text" ? text.text : "")).toMatchObject({
        prompt: [{ role: "user", content: [{ type: "file", mediaType: "image/png", data: PNG }] }],
      });
      expect(headers.get("x-gateway-dropped")).toBe(client === "openai-chat" ? "reasoning_effort" : "thinking");
    },
  );

  it("fields that no package supports are named", async () => {
    const response = await gateway.chat({
      model: "mock/text",
      messages: [{ role: "user", content: "hi", name: "Ada" }],
      n: 2,
      logit_bias: { "5": 1 },
      logprobs: true,
      parallel_tool_calls: false,
      user: "u",
      unheard_of: 1,
      max_tokens: 5,
      top_p: 0.5,
    });
    const dropped = response.headers.get("x-gateway-dropped")?.split(", ").sort();
    expect(dropped).toEqual(
      ["n", "logit_bias", "logprobs", "parallel_tool_calls", "user", "unheard_of", "messages[0].name"].sort(),
    );
  });

  it("an error after the first byte ends the stream", async () => {
    const chunk = { id: "1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "Half" } }] };
    upstream.respondWith(streamReply({ chunks: [sseFrame(chunk), sseFrame({ choices: "wrong" })], ending: "silence" }));
    const response = await gateway.chat({
      model: "mistral/m",
      stream: true,
      messages: [{ role: "user", content: "hi" }],
    });
    const text = await response.text();
    expect(text).toContain("Half");
    expect(text).toMatch(/"type":"error".*"code":502/);
    expect(text).not.toContain("[DONE]");
  });

  it("a request to an overloaded upstream is retried", async () => {
    upstream.respondWith((request, response) => {
      upstream.respondWith(undefined);
      return jsonReply({ message: "busy" }, { status: 503 })(request, response);
    });
    const response = await gateway.chat({ model: "mistral/m", messages: [{ role: "user", content: "hi" }] });
    expect(response.status).toBe(200);
    expect(upstream.requests).toHaveLength(2);
  });

  it("an unreachable upstream is a 502 that names it", async () => {
    const response = await gateway.chat({ model: "gone/m", messages: [{ role: "user", content: "hi" }] });
    expect(response.status).toBe(502);
    expect((await response.json()).message).toContain('"gone" could not be reached (ECONNREFUSED)');
  });

  it("an upstream that does not begin in time is a 504, one that falls silent ends the stream", async () => {
    const messages = [{ role: "user", content: "hi" }];
    upstream.respondWith(neverAnswer());
    const response = await gateway.chat({ model: "hasty/m", messages });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ code: "upstream_timeout" });
    const chunk = { id: "1", created: 1, model: "m", choices: [{ index: 0, delta: { content: "Half" } }] };
    upstream.respondWith(streamReply({ chunks: [sseFrame(chunk)], ending: "silence" }));
    const text = await (await gateway.chat({ model: "hasty/m", messages, stream: true })).text();
    expect(text).toMatch(/Half.*"type":"error".*"code":504/s);
  });

  it.each([true, false])("the total time limit ends the request (stream: %s)", async (stream) => {
    upstream.respondWith(neverAnswer());
    const response = await gateway.chat({ model: "brief/m", stream, messages: [{ role: "user", content: "hi" }] });
    expect(response.status).toBe(504);
    expect(await response.text()).toContain("did not finish within 400 ms");
  });

  it("a part that the provider refuses is the client's error, with its reason", async () => {
    const file = { filename: "a.csv", file_data: "data:text/csv;base64,YSxi" };
    const response = await gateway.chat({
      model: "mistral/m",
      messages: [{ role: "user", content: [{ type: "file", file }] }],
    });
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(/^Provider "mistral" does not support this request: /);
  });

  it("its models are listed, and others can be used", async () => {
    const list = await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED }).then((response) => response.json());
    const ids = list.data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(["mistral/mistral-large-latest", "mock/text", "older/text"]));
    upstream.respondWith(jsonReply(chatReply({ text: "ok" })));
    const messages = [{ role: "user", content: "hi" }];
    expect((await gateway.chat({ model: "mistral/unlisted", messages })).status).toBe(200);
    expect(sentBody().model).toBe("unlisted");
    expect((await gateway.chat({ model: "mistral-large-latest", messages })).status).toBe(200);
    const unknown = await gateway.chat({ model: "mock/unheard-of", messages });
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ param: "model", code: "model_not_found" });
  });

  it("a response continues a stored one", async () => {
    const respond = async (body: Record<string, unknown>) => {
      const response = await fetch(`${gateway.url}/v1/responses`, {
        method: "POST",
        headers: AUTHORIZED,
        body: JSON.stringify(body),
      });
      return (await response.json()) as { id: string; output_text: string };
    };
    const first = await respond({ model: "mock/text", input: "hi" });
    const second = await respond({ model: "mock/options", input: "go on", previous_response_id: first.id });
    expect(JSON.parse(second.output_text).prompt).toMatchObject([
      { role: "user", content: [{ text: "hi" }] },
      { role: "assistant", content: [{ text: "Three small words" }] },
      { role: "user", content: [{ text: "go on" }] },
    ]);
  });

  it("the gateway counts the tokens of a prompt", async () => {
    const response = await fetch(`${gateway.url}/v1/messages/count_tokens`, {
      method: "POST",
      headers: { ...AUTHORIZED, "provider-version": "2023-06-01" },
      body: JSON.stringify({ model: "mock/text", messages: [{ role: "user", content: "Count me" }] }),
    });
    expect(response.headers.get("x-gateway-lane")).toBe("bridge");
    expect((await response.json()).input_tokens).toBeGreaterThan(0);
  });
});

/** Returns the options that the mock model echoes. */
function optionsIn(reply: Reply): { prompt: unknown[] } {
  const [text] = reply.choices[0]?.content ?? [];
  return JSON.parse(text?.type === "text" ? text.text : "");
}

function toolCalls(content: AssistantContent[] = []) {
  return content.filter((part) => part.type === "tool-call");
}
