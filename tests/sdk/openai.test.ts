/** The official `openai` SDK as a client, its newest line and the 6.x line, against the sandbox and through a relay. */
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import OpenAI6 from "openai-v6";
import { zodResponseFormat as zodResponseFormat6 } from "openai-v6/helpers/zod";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { chatFrames } from "../support/chat-fixtures.ts";
import { ADMIN_KEY, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, neverAnswer, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";

/** Both lines have the same types where they are used here. */
const sdks = [
  { version: "7.x", Sdk: OpenAI, format: zodResponseFormat },
  {
    version: "6.x",
    Sdk: OpenAI6 as unknown as typeof OpenAI,
    format: zodResponseFormat6 as unknown as typeof zodResponseFormat,
  },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** Half a second of silence: 8-bit mono at 8 kHz. */
const SILENCE = wav(new Uint8Array(4_000).fill(128), 8_000).toString("base64");
const hello = [{ role: "user" as const, content: "Hello" }];
const weather = {
  name: "get_weather",
  description: "The weather in a city",
  parameters: {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
};
/** The sandbox paces itself only where it is told to. */
const slowly = { sandbox_tokens_per_second: "20" };

let stub: StubUpstream;
const gateways = new Map<string, TestGateway>();
beforeAll(async () => {
  stub = await startStubUpstream();
  await Promise.all(
    mounts.map(async (mount) => {
      const upstreams = { stub: { baseUrl: stub.url, models: ["some-model"] } };
      gateways.set(mount, await startGateway({ mount, config: { retries: { attempts: 0 }, upstreams } }));
    }),
  );
});
afterAll(async () => {
  await Promise.all([...gateways.values()].map((gateway) => gateway.close()));
  await stub?.close();
});
beforeEach(() => stub.reset());

describe.each(cases)("openai $version on the $mount mount", ({ mount, Sdk, format }) => {
  let client: OpenAI;
  beforeAll(() => {
    client = new Sdk({ baseURL: `${gateways.get(mount)?.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
  });

  describe.each([
    { lane: "sandbox", model: "sandbox/echo", text: "Hello" },
    { lane: "relay", model: "stub/some-model", text: "Hello from the stub upstream." },
  ])("$lane", ({ lane, model, text }) => {
    it("create", async () => {
      const { data, response, request_id } = await client.chat.completions
        .create({ model, messages: hello })
        .withResponse();
      expect(data.choices[0]).toMatchObject({
        index: 0,
        message: { role: "assistant", content: text },
        finish_reason: "stop",
      });
      expect(data.usage?.total_tokens).toBeGreaterThan(1);
      expect(response.headers.get("x-gateway-lane")).toBe(lane);
      expect(request_id).toMatch(/^req_/);
      expect(data).toMatchObject({ _request_id: request_id });
    });

    it("create with stream", async () => {
      const stream = await client.chat.completions.create({
        model,
        messages: hello,
        stream: true,
        stream_options: { include_usage: true },
      });
      const chunks = await itemsOf(stream);
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(text);
      expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(["stop"]);
      expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
    });

    it("the stream helper", async () => {
      const stream = client.chat.completions.stream({
        model,
        messages: hello,
        stream_options: { include_usage: true },
      });
      const deltas: string[] = [];
      stream.on("content", (delta) => deltas.push(delta));
      expect(await stream.finalMessage()).toMatchObject({ role: "assistant", content: text });
      expect(await stream.finalContent()).toBe(text);
      expect(deltas.join("")).toBe(text);
      expect((await stream.totalUsage()).total_tokens).toBeGreaterThan(1);
      const completion = await stream.finalChatCompletion();
      expect(completion.choices[0]?.finish_reason).toBe("stop");
    });
  });

  describe("tools", () => {
    it("runTools calls the function and answers from its result", async () => {
      const asked: unknown[] = [];
      const runner = client.chat.completions.runTools({
        model: "sandbox/guide",
        messages: [{ role: "user", content: "What is the weather in Paris?" }],
        tools: [
          {
            type: "function",
            function: {
              ...weather,
              parse: JSON.parse,
              function: (input: { city: string }) => {
                asked.push(input);
                return JSON.stringify({ temperature: 21, sky: "clear" });
              },
            },
          },
        ],
      });
      expect(await runner.finalContent()).toContain("21");
      expect(asked).toEqual([{ city: "Paris" }]);
      expect(runner.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
    });

    it("runTools over a stream too", async () => {
      const runner = client.chat.completions.runTools({
        model: "sandbox/guide",
        stream: true,
        messages: [{ role: "user", content: "What is the weather in Paris?" }],
        tools: [
          { type: "function", function: { ...weather, parse: JSON.parse, function: () => '{"temperature": 21}' } },
        ],
      });
      expect(await runner.finalContent()).toContain("21");
    });

    it("calls side by side come whole out of the stream helper", async () => {
      const stream = client.chat.completions.stream({
        model: "sandbox/guide",
        messages: [{ role: "user", content: "What is the weather in Paris, Rome and Oslo?" }],
        tools: [{ type: "function", function: weather }],
        parallel_tool_calls: true,
      });
      const { tool_calls } = await stream.finalMessage();
      const inputs = tool_calls?.map((call) =>
        call.type === "function" ? JSON.parse(call.function.arguments) : undefined,
      );
      expect(inputs).toEqual([{ city: "Paris" }, { city: "Rome" }, { city: "Oslo" }]);
      expect(new Set(tool_calls?.map(({ id }) => id)).size).toBe(3);
    });
  });

  it("structured output is parsed by the SDK's own schema", async () => {
    const Person = z.object({ name: z.string(), age: z.number().int(), hobbies: z.array(z.string()) });
    const params = {
      model: "sandbox/guide",
      messages: [{ role: "user" as const, content: "Ada is 36 years old" }],
      response_format: format(Person, "person"),
    };
    const { choices } = await client.chat.completions.parse(params);
    expect(Person.parse(choices[0]?.message.parsed)).toMatchObject({ age: 36 });
    const streamed = await client.chat.completions.stream(params).finalMessage();
    expect(streamed).toMatchObject({ parsed: choices[0]?.message.parsed });
  });

  it("images, files and audio arrive", async () => {
    const { choices } = await client.chat.completions.create({
      model: "sandbox/guide",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What do you see?" },
            { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
            {
              type: "file",
              file: { filename: "notes.txt", file_data: `data:text/plain;base64,${btoa("alpha\nbeta\n")}` },
            },
            { type: "input_audio", input_audio: { data: SILENCE, format: "wav" } },
          ],
        },
      ],
    });
    const content = choices[0]?.message.content ?? "";
    expect(content).toMatch(/1 ?[×x] ?1/);
    expect(content).toContain("notes.txt");
    expect(content).toContain("alpha");
    expect(content, "the length of the audio").toMatch(/0\.5/);
  });

  it("n and logprobs, whole and streamed", async () => {
    const params = { model: "sandbox/guide", messages: hello, n: 2, logprobs: true, top_logprobs: 2, seed: 3 };
    const { choices } = await client.chat.completions.create(params);
    const streamed = await client.chat.completions.stream(params).finalChatCompletion();
    expect(choices.map(({ index }) => index)).toEqual([0, 1]);
    for (const [index, { message, logprobs }] of choices.entries()) {
      expect(logprobs?.content?.map(({ token }) => token).join("")).toBe(message.content);
      expect(logprobs?.content?.[0]?.top_logprobs).toHaveLength(2);
      expect(streamed.choices[index]?.message.content).toBe(message.content);
      expect(streamed.choices[index]?.logprobs?.content).toEqual(logprobs?.content);
    }
  });

  it("models.list", async () => {
    const ids = (await itemsOf(client.models.list())).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["default", "stub/some-model", "sandbox/guide"]));
  });

  describe("errors have their class and their text", () => {
    const create = (params: Record<string, unknown>) =>
      client.chat.completions.create({ model: "sandbox/echo", messages: hello, ...params });
    const failureOf = async (call: PromiseLike<unknown>): Promise<InstanceType<typeof Sdk.APIError>> => {
      try {
        await call;
      } catch (error) {
        return error as InstanceType<typeof Sdk.APIError>;
      }
      throw new Error("The call did not fail");
    };

    it("an unknown model, with near names", async () => {
      const error = await failureOf(create({ model: "sandbox/giude" }));
      expect(error).toBeInstanceOf(Sdk.NotFoundError);
      expect(error.message).toMatch(/^404 The model "sandbox\/giude" does not exist\. Did you mean sandbox\/guide/);
      expect(error).toMatchObject({ status: 404, code: "model_not_found", param: "model", type: "not_found_error" });
      expect(error.requestID).toMatch(/^req_/);
    });

    it("a wrong key", async () => {
      const stranger = new Sdk({ baseURL: client.baseURL, apiKey: "sk-wrong", maxRetries: 0 });
      const error = await failureOf(stranger.chat.completions.create({ model: "sandbox/echo", messages: hello }));
      expect(error).toBeInstanceOf(Sdk.AuthenticationError);
      expect(error.message).toContain("This API key is not valid");
      expect(error.code).toBe("invalid_api_key");
    });

    it("a wrong field", async () => {
      const error = await failureOf(create({ messages: [{ role: "user", content: 42 }] }));
      expect(error).toBeInstanceOf(Sdk.BadRequestError);
      expect(error).toMatchObject({ param: "messages[0].content", type: "invalid_request_error" });
      expect(error.message).toMatch(/^400 Invalid value for messages\[0\]\.content/);
    });

    it("a rate limit, with its retry-after", async () => {
      const error = await failureOf(create({ model: "sandbox/fault-429" }));
      expect(error).toBeInstanceOf(Sdk.RateLimitError);
      expect(error.message).toContain("fault-429");
      expect(error.headers?.get("retry-after")).toBe("1");
    });

    it.each([
      ["a fault", "sandbox/fault-500"],
      ["a cut answer", "sandbox/cut-3"],
    ])("%s of the upstream", async (_name, model) => {
      const error = await failureOf(create({ model }));
      expect(error).toBeInstanceOf(Sdk.InternalServerError);
      expect(error.message).toMatch(/^50[02] The /);
    });

    it("an upstream's own text, through the relay", async () => {
      const body = {
        error: { message: "Context length exceeded.", type: "invalid_request_error", code: "context_length_exceeded" },
      };
      stub.respondWith(jsonReply(body, { status: 400 }));
      for (const stream of [false, true]) {
        const error = await failureOf(create({ model: "stub/some-model", stream }));
        expect(error).toBeInstanceOf(Sdk.BadRequestError);
        expect(error).toMatchObject({ message: "400 Context length exceeded.", code: "context_length_exceeded" });
      }
    });

    it.each([
      ["sandbox", "sandbox/cut-3"],
      ["relay", "stub/some-model"],
    ])("a stream that is cut (%s) throws after what came", async (_lane, model) => {
      stub.respondWith(streamReply({ chunks: chatFrames({ text: "one two three four" }).slice(0, 4), ending: "cut" }));
      const stream = await client.chat.completions.create({ model, messages: hello, stream: true });
      const deltas: string[] = [];
      const error = await failureOf(
        (async () => {
          for await (const { choices } of stream) deltas.push(choices[0]?.delta.content ?? "");
        })(),
      );
      expect(deltas.filter((delta) => delta !== "")).toHaveLength(3);
      expect(error).toBeInstanceOf(Sdk.APIError);
      expect(error.message).toMatch(/before the answer was complete|broke off/);
      const helper = client.chat.completions.stream({ model, messages: hello });
      expect(await failureOf(helper.finalMessage())).toBeInstanceOf(Sdk.OpenAIError);
    });
  });

  describe("abort", () => {
    it("in the middle of a stream ends it quietly", async () => {
      const stream = await client.chat.completions.create({
        model: "sandbox/long-5000",
        messages: hello,
        stream: true,
        metadata: slowly,
      });
      let chunks = 0;
      for await (const _ of stream) if (++chunks === 3) stream.controller.abort();
      expect(chunks).toBeLessThan(20);
    });

    it("in the middle of a relayed stream reaches the upstream", async () => {
      stub.respondWith(streamReply({ chunks: chatFrames({ text: "one two" }).slice(0, 2), ending: "silence" }));
      const stream = await client.chat.completions.create({ model: "stub/some-model", messages: hello, stream: true });
      for await (const { choices } of stream) if (choices[0]?.delta.content) break;
      await expect.poll(() => stub.aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each([
      ["sandbox", "sandbox/slow-5000", false],
      ["sandbox, streamed", "sandbox/slow-5000", true],
      ["relay", "stub/some-model", false],
      ["relay, streamed", "stub/some-model", true],
    ])("before the first byte (%s)", async (_name, model, stream) => {
      stub.respondWith(neverAnswer());
      const call = client.chat.completions.create(
        { model, messages: hello, stream },
        { signal: AbortSignal.timeout(150) },
      );
      await expect(call).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      if (model.startsWith("stub/")) await expect.poll(() => stub.aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});

async function itemsOf<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of source) items.push(item);
  return items;
}

function wav(samples: Uint8Array, rate: number): Buffer {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
