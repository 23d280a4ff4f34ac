/** Emulation over HTTP: several choices, stop sequences, one tool call at a time, estimated usage; on both mounts. */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chatFrames } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { ADMIN_KEY, AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { mistralEntry } from "../support/mistral-entry.ts";
import {
  neverAnswer,
  type StubHandler,
  type StubUpstream,
  startStubUpstream,
  streamReply,
} from "../support/stub-upstream.ts";

type Body = Record<string, unknown>;

const poll = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });

function messageFrames(text: string): string[] {
  const event = (type: string, fields: Body) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null };
  return [
    event("message_start", { message: { ...message, usage: { input_tokens: 10, output_tokens: 1 } } }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text } }),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 5 } }),
    event("message_stop", {}),
  ];
}

function geminiFrames(): string[] {
  const call = (name: string) => ({ functionCall: { name, args: {} } });
  const content = { role: "model", parts: [call("first"), call("second")] };
  const reply = { candidates: [{ index: 0, content, finishReason: "STOP" }], modelVersion: "m" };
  return [`data: ${JSON.stringify({ ...reply, usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 } })}\n\n`];
}

const replyWith =
  (content: string): StubHandler =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content };
    response.end(
      JSON.stringify({ id: "c", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] }),
    );
    return undefined;
  };

const withoutUsage = (text: string) => chatFrames({ text }).filter((frame) => !/"usage":\{/.test(frame));

describe.each(mounts)("emulation on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let openai: OpenAI;
  let anthropic: Anthropic;

  beforeAll(async () => {
    stub = await startStubUpstream();
    const shared = { baseUrl: stub.url, models: ["m"], retries: { attempts: 0 } };
    const upstreams = {
      chat: shared,
      claude: { ...shared, dialects: ["anthropic-messages"] },
      gemini: { ...shared, dialects: ["google-generate"] },
      plain: { ...shared, ignores: ["max_tokens", "response_format"] },
      package: mistralEntry(stub),
    };
    gateway = await startGateway({ mount, environment: { BRIDGE_KEY: "sk-0123456789" }, config: { upstreams } });
    openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
    anthropic = new Anthropic({ baseURL: gateway.url, apiKey: ADMIN_KEY, maxRetries: 0 });
  });
  beforeEach(() => stub.reset());
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });

  const lastBody = () => JSON.parse(String(stub.requests.at(-1)?.body)) as Body;
  const question = { role: "user" as const, content: "Go" };
  const newestRow = async () => {
    const list = await fetch(`${gateway.url}/api/requests?limit=1`, { headers: AUTHORIZED });
    return ((await list.json()) as { data: Body[] }).data[0];
  };
  /** Answers each request with the next text. */
  const numbered = (frames: (text: string) => string[]): StubHandler => {
    let count = 0;
    return (request, response) => {
      count += 1;
      return streamReply({ chunks: frames(`Answer ${count}.`) })(request, response);
    };
  };

  describe("n over an upstream with one choice", () => {
    it("makes as many calls, and sums up their usage", async () => {
      stub.respondWith(numbered(messageFrames));
      const { data, response } = await openai.chat.completions
        .create({ model: "claude/m", messages: [question], n: 3 })
        .withResponse();
      expect(data.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(data.choices.map(({ message }) => message.content).sort()).toEqual([
        "Answer 1.",
        "Answer 2.",
        "Answer 3.",
      ]);
      expect(data.usage).toMatchObject({ prompt_tokens: 30, completion_tokens: 15 });
      expect(response.headers.get("x-gateway-emulated")).toBe("n");
      expect(response.headers.get("x-gateway-dropped")).toBeNull();
      expect(stub.requests).toHaveLength(3);
      await poll(newestRow).toMatchObject({ emulated: ["n"], input_tokens: 30, output_tokens: 15 });
    });

    it("merges them as a stream", async () => {
      stub.respondWith(numbered(messageFrames));
      const stream = await openai.chat.completions.create({
        model: "claude/m",
        messages: [question],
        n: 2,
        stream: true,
      });
      const texts = ["", ""];
      const ends: unknown[] = [];
      for await (const { choices } of stream) {
        for (const { index, delta, finish_reason } of choices) {
          texts[index] += delta.content ?? "";
          if (finish_reason) ends[index] = finish_reason;
        }
      }
      expect(texts.sort()).toEqual(["Answer 1.", "Answer 2."]);
      expect(ends).toEqual(["stop", "stop"]);
    });

    it("fails as a whole, and cancels the other calls", async () => {
      let count = 0;
      stub.respondWith((request, response) => {
        count += 1;
        if (count === 1) return neverAnswer()(request, response);
        response.writeHead(400, { "content-type": "application/json" });
        response.end('{"error":{"type":"invalid_request_error","message":"No."}}');
      });
      const create = openai.chat.completions.create({ model: "claude/m", messages: [question], n: 2 });
      await expect(create).rejects.toThrow(/No\./);
      await poll(() => stub.aborts.length).toBe(1);
    });

    it("is counted by the limits of the key, once for each call", async () => {
      const { secret } = await createKey(gateway, { limits: { requests_per_minute: 4 } });
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });
      stub.respondWith(numbered(messageFrames));
      const ask = () => client.chat.completions.create({ model: "claude/m", messages: [question], n: 3 });
      await ask();
      await expect(ask()).rejects.toMatchObject({ status: 429 });
      expect(stub.requests).toHaveLength(3);
    });

    it("is dropped beyond its bound, and where it is forbidden", async () => {
      stub.respondWith((_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const message = { id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" };
        response.end(JSON.stringify({ ...message, content: [{ type: "text", text: "One." }], usage: {} }));
        return undefined;
      });
      for (const [n, headers] of [
        [9, {}],
        [2, { "x-gateway-emulate": "off" }],
      ] as const) {
        const { response } = await openai.chat.completions
          .create({ model: "claude/m", messages: [question], n }, { headers })
          .withResponse();
        expect(response.headers.get("x-gateway-dropped")).toBe("n");
        expect(response.headers.get("x-gateway-emulated")).toBeNull();
      }
      const wrong = openai.chat.completions.create(
        { model: "claude/m", messages: [question] },
        { headers: { "x-gateway-emulate": "maybe" } },
      );
      await expect(wrong).rejects.toMatchObject({ status: 400, param: "x-gateway-emulate" });
    });
  });

  describe("stop sequences", () => {
    it.each([true, false])(
      "are named to a Messages client by an upstream that does not say (stream: %s)",
      async (stream) => {
        stub.respondWith(
          streamReply({ chunks: chatFrames({ text: "one two END three four" }), delayMs: 5, ending: "silence" }),
        );
        const body = { model: "chat/m", max_tokens: 100, messages: [question], stop_sequences: ["END", "never"] };
        const message = stream
          ? await anthropic.messages.stream(body).finalMessage()
          : await anthropic.messages.create(body);
        expect(message.stop_reason).toBe("stop_sequence");
        expect(message.stop_sequence).toBe("END");
        expect(message.content).toMatchObject([{ type: "text", text: "one two " }]);
        expect(message.usage.output_tokens).toBeGreaterThan(0);
        expect(lastBody()).not.toHaveProperty("stop");
        await poll(() => stub.aborts.length).toBe(1);
        await poll(newestRow).toMatchObject({ emulated: ["stop_sequences", "usage"], status: 200 });
      },
    );

    it("are named to a Messages client by a package of the AI SDK", async () => {
      stub.respondWith(streamReply({ chunks: chatFrames({ text: "one two END three" }) }));
      const body = { model: "package/m", max_tokens: 100, messages: [question] };
      const message = await anthropic.messages.create({ ...body, stop_sequences: ["END"] });
      expect(message).toMatchObject({ stop_reason: "stop_sequence", stop_sequence: "END" });
      expect(message.content).toMatchObject([{ type: "text", text: "one two " }]);
      await poll(newestRow).toMatchObject({ lane: "bridge", emulated: ["stop_sequences", "usage"] });
    });

    it("are left to an upstream that follows them, for a client that is not told which one it was", async () => {
      stub.respondWith(streamReply({ chunks: messageFrames("one ENDtwo") }));
      const stream = await openai.chat.completions.create({
        model: "claude/m",
        messages: [question],
        stop: "END",
        stream: true,
      });
      for await (const _ of stream);
      expect(lastBody()).toMatchObject({ stop_sequences: ["END"] });
    });
  });

  it("lets one tool call of several pass, where the client wants one", async () => {
    stub.respondWith(streamReply({ chunks: geminiFrames() }));
    const tool = (name: string) => ({ type: "function" as const, function: { name } });
    const { data, response } = await openai.chat.completions
      .create({
        model: "gemini/m",
        messages: [question],
        tools: [tool("first"), tool("second")],
        parallel_tool_calls: false,
      })
      .withResponse();
    expect(data.choices[0]?.message.tool_calls).toMatchObject([{ function: { name: "first" } }]);
    expect(response.headers.get("x-gateway-emulated")).toBe("parallel_tool_calls");
    expect(response.headers.get("x-gateway-dropped")).toBeNull();
  });

  it("estimates the usage of a stream that tells none, and marks it in the log", async () => {
    stub.respondWith(streamReply({ chunks: withoutUsage("Some words for the count.") }));
    const message = await anthropic.messages
      .stream({ model: "chat/m", max_tokens: 100, messages: [question] })
      .finalMessage();
    expect(message.usage.output_tokens).toBeGreaterThan(3);
    await poll(newestRow).toMatchObject({ emulated: ["usage"], output_tokens: message.usage.output_tokens });
  });

  describe("a limit on tokens that the upstream ignores", () => {
    it.each([true, false])("cuts the response and cancels the upstream (stream: %s)", async (stream) => {
      const text = "one two three four five six seven eight";
      stub.respondWith(streamReply({ chunks: chatFrames({ text }), delayMs: 5, ending: "silence" }));
      const body = { model: "plain/m", messages: [question], max_completion_tokens: 3 };
      const completion = stream
        ? await openai.chat.completions.stream(body).finalChatCompletion()
        : await openai.chat.completions.create(body);
      expect(completion.choices[0]).toMatchObject({ finish_reason: "length", message: { content: "one two three" } });
      await poll(() => stub.aborts.length).toBe(1);
      await poll(newestRow).toMatchObject({ emulated: ["max_completion_tokens", "usage"], lane: "translate" });
    });

    it("is left alone, and named, where emulation is off", async () => {
      stub.respondWith(replyWith("one two three four"));
      const { data, response } = await openai.chat.completions
        .create(
          { model: "plain/m", messages: [question], max_completion_tokens: 2 },
          { headers: { "x-gateway-emulate": "off" } },
        )
        .withResponse();
      expect(data.choices[0]?.message.content).toBe("one two three four");
      expect(response.headers.get("x-gateway-dropped")).toBe("max_completion_tokens");
    });
  });

  describe("a schema that the upstream ignores", () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer" } },
      required: ["name", "age"],
      additionalProperties: false,
    };
    const body = {
      model: "plain/m",
      messages: [{ role: "system" as const, content: "Be brief." }, question],
      response_format: { type: "json_schema" as const, json_schema: { name: "person", schema } },
    };
    /** Answers each request with the next text; the last one with all others. */
    const inTurn = (...texts: string[]): StubHandler => {
      let count = 0;
      return (request, response) => {
        const text = texts[Math.min(count++, texts.length - 1)] as string;
        return streamReply({ chunks: chatFrames({ text }) })(request, response);
      };
    };
    const ask = (stream: boolean, client = openai) =>
      stream ? client.chat.completions.stream(body).finalChatCompletion() : client.chat.completions.create(body);

    it.each([true, false])("is asked for in words, and checked (stream: %s)", async (stream) => {
      stub.respondWith(inTurn('```json\n{"name":"Ada","age":36}\n```'));
      const { choices } = await ask(stream);
      expect(choices[0]?.message.content).toBe('{"name":"Ada","age":36}');
      expect(stub.requests).toHaveLength(1);
      const sent = lastBody() as { messages: { role: string; content: string }[] };
      expect(sent).not.toHaveProperty("response_format");
      expect(sent.messages[0]?.content).toMatch(/^Be brief\.\n\nRespond with JSON only.*"additionalProperties":false/s);
      await poll(newestRow).toMatchObject({ emulated: ["response_format"], status: 200 });
    });

    it.each([true, false])("is asked for once more after a response that breaks it (stream: %s)", async (stream) => {
      stub.respondWith(inTurn('{"name":"Ada","age":"36"}', '{"name":"Ada","age":36}'));
      const { choices } = await ask(stream);
      expect(choices[0]?.message.content).toBe('{"name":"Ada","age":36}');
      expect(stub.requests).toHaveLength(2);
      const { messages } = lastBody() as { messages: { role: string; content: string }[] };
      expect(messages.at(-2)).toEqual({ role: "assistant", content: '{"name":"Ada","age":"36"}' });
      expect(messages.at(-1)?.content).toContain("`/age` breaks `type`");
      const [first, second] = stub.requests.map(({ body: sent }) => JSON.parse(String(sent)) as Body);
      expect(first?.model).toBe(second?.model);
      await poll(newestRow).toMatchObject({ status: 200, emulated: ["response_format"] });
      expect((await newestRow())?.input_tokens).toBe(2 * (await usageOfOne()).input);
    });

    it.each([true, false])("fails with the place that breaks it the second time (stream: %s)", async (stream) => {
      stub.respondWith(inTurn('{"name":"Ada"}'));
      const failure = await Promise.resolve(ask(stream)).catch((error: unknown) => error);
      expect(String(failure)).toMatch(/gave no JSON that is valid under your schema.*breaks `required`/);
      expect(stub.requests).toHaveLength(2);
      await poll(newestRow).toMatchObject({ status: 502 });
    });

    it("is a bad request when it is no schema", async () => {
      stub.respondWith(inTurn("{}"));
      const wrong = { ...body.response_format.json_schema, schema: { $ref: "#/$defs/none" } };
      const create = openai.chat.completions.create({
        ...body,
        response_format: { type: "json_schema", json_schema: wrong },
      });
      await expect(create).rejects.toMatchObject({ status: 400, code: "invalid_json_schema" });
    });

    it("counts each call for the limits of the key", async () => {
      const { secret } = await createKey(gateway, { limits: { requests_per_minute: 1 } });
      const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });
      stub.respondWith(inTurn("no JSON"));
      await expect(ask(false, client)).rejects.toMatchObject({ status: 429 });
      expect(stub.requests).toHaveLength(1);
    });

    it("cancels the call that is asked again when the client leaves", async () => {
      let count = 0;
      stub.respondWith((request, response) => {
        count += 1;
        const handler = count === 1 ? streamReply({ chunks: chatFrames({ text: "no JSON" }) }) : neverAnswer();
        return handler(request, response);
      });
      const abort = new AbortController();
      const reading = openai.chat.completions.create(body, { signal: abort.signal });
      reading.catch(() => {});
      await poll(() => stub.requests.length).toBe(2);
      abort.abort();
      await poll(() => stub.aborts.length).toBe(1);
    });

    it("works for clients of other APIs, and lets a tool call pass", async () => {
      stub.respondWith(inTurn('{"name":"Ada","age":36}'));
      const { data, response } = await openai.responses
        .create({
          model: "plain/m",
          input: "Go",
          text: { format: { type: "json_schema", name: "person", schema } },
        })
        .withResponse();
      expect(data.output_text).toBe('{"name":"Ada","age":36}');
      expect(response.headers.get("x-gateway-emulated")).toBe("text.format");
    });

    async function usageOfOne(): Promise<{ input: number }> {
      stub.respondWith(inTurn('{"name":"Ada","age":36}'));
      const { usage } = await openai.chat.completions.create(body);
      return { input: usage?.prompt_tokens ?? 0 };
    }
  });
});
