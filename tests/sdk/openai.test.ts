/**
 * The official `openai` SDK as a client, its newest line and the 6.x line, against the sandbox, through a relay and
 * through a translation.
 */
import OpenAI from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import OpenAI6 from "openai-v6";
import { zodResponseFormat as zodResponseFormat6 } from "openai-v6/helpers/zod";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ADMIN_KEY, mounts } from "../support/gateway.ts";
import { jsonReply, streamReply } from "../support/stub-upstream.ts";
import {
  citySchema,
  failureOf,
  itemsOf,
  PIXEL,
  signalBeforeFirstByte,
  startSdkGateways,
  waysOf,
} from "./sdk-gateways.ts";
import { stubAnswers } from "./stub-answers.ts";

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

/** Half a second of silence: 8-bit mono at 8 kHz. */
const SILENCE = wav(new Uint8Array(4_000).fill(128), 8_000).toString("base64");
const hello = [{ role: "user" as const, content: "Hello" }];
const weather = { name: "get_weather", description: "The weather in a city", parameters: citySchema };
/** The sandbox paces itself only if configured. */
const slowly = { sandbox_tokens_per_second: "20" };

const gateways = startSdkGateways();
const { relayed, translated, lanes, guides } = waysOf("openai-chat");
const { frames } = stubAnswers["openai-chat"];

describe.each(cases)("openai $version on the $mount mount", ({ mount, Sdk, format }) => {
  let client: OpenAI;
  beforeAll(() => {
    client = new Sdk({ baseURL: `${gateways.urlOf(mount)}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
  });

  describe.each(lanes)("$lane", ({ lane, model, text }) => {
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

  describe.each(guides)("%s", (model) => {
    describe("tools", () => {
      it("runTools calls the function and answers from its result", async () => {
        const asked: unknown[] = [];
        const runner = client.chat.completions.runTools({
          model,
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
          model,
          stream: true,
          messages: [{ role: "user", content: "What is the weather in Paris?" }],
          tools: [
            { type: "function", function: { ...weather, parse: JSON.parse, function: () => '{"temperature": 21}' } },
          ],
        });
        expect(await runner.finalContent()).toContain("21");
      });

      it("parallel calls arrive whole from the stream helper", async () => {
        const stream = client.chat.completions.stream({
          model,
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
        model,
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
        model,
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
      // Messages has no audio: it is dropped and named in x-gateway-dropped.
      if (model === "sandbox/guide") expect(content, "the length of the audio").toMatch(/0\.5/);
    });
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
    expect(ids).toEqual(expect.arrayContaining(["default", relayed, "sandbox/guide"]));
  });

  describe("errors have their class and their text", () => {
    const create = (params: Record<string, unknown>) =>
      client.chat.completions.create({ model: "sandbox/echo", messages: hello, ...params });
    type ApiError = InstanceType<typeof Sdk.APIError>;

    it("an unknown model, with near names", async () => {
      const error = await failureOf<ApiError>(create({ model: "sandbox/giude" }));
      expect(error).toBeInstanceOf(Sdk.NotFoundError);
      expect(error.message).toMatch(/^404 Provider "sandbox" has no model "giude"\. Did you mean sandbox\/guide/);
      expect(error).toMatchObject({ status: 404, code: "model_not_found", param: "model", type: "not_found_error" });
      expect(error.requestID).toMatch(/^req_/);
    });

    it("a wrong key", async () => {
      const stranger = new Sdk({ baseURL: client.baseURL, apiKey: "sk-wrong", maxRetries: 0 });
      const error = await failureOf<ApiError>(
        stranger.chat.completions.create({ model: "sandbox/echo", messages: hello }),
      );
      expect(error).toBeInstanceOf(Sdk.AuthenticationError);
      expect(error.message).toContain("This API key is not valid");
      expect(error.code).toBe("invalid_api_key");
    });

    it("a wrong field", async () => {
      const error = await failureOf<ApiError>(create({ messages: [{ role: "user", content: 42 }] }));
      expect(error).toBeInstanceOf(Sdk.BadRequestError);
      expect(error).toMatchObject({ param: "messages[0].content", type: "invalid_request_error" });
      expect(error.message).toMatch(/^400 `messages\[0\]\.content` must/);
    });

    it("a rate limit, with its retry-after", async () => {
      const error = await failureOf<ApiError>(create({ model: "sandbox/fault-429" }));
      expect(error).toBeInstanceOf(Sdk.RateLimitError);
      expect(error.message).toContain("fault-429");
      expect(error.headers?.get("retry-after")).toBe("1");
    });

    it.each([
      ["a fault", "sandbox/fault-500"],
      ["a cut answer", "sandbox/cut-3"],
    ])("%s of the upstream", async (_name, model) => {
      const error = await failureOf<ApiError>(create({ model }));
      expect(error).toBeInstanceOf(Sdk.InternalServerError);
      expect(error.message).toMatch(/^50[02] The /);
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const body = {
        error: { message: "Context length exceeded.", type: "invalid_request_error", code: "context_length_exceeded" },
      };
      gateways.stub().respondWith(jsonReply(body, { status: 400 }));
      for (const stream of [false, true]) {
        const error = await failureOf<ApiError>(create({ model, stream }));
        expect(error).toBeInstanceOf(Sdk.BadRequestError);
        expect(error).toMatchObject({ message: "400 Context length exceeded.", code: "context_length_exceeded" });
      }
    });

    it.each([
      ["sandbox", "sandbox/cut-3"],
      ["relay", relayed],
    ])("a stream that is cut (%s) throws after what came", async (_lane, model) => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 4), ending: "cut" }));
      const stream = await client.chat.completions.create({ model, messages: hello, stream: true });
      const deltas: string[] = [];
      const error = await failureOf<ApiError>(
        (async () => {
          for await (const { choices } of stream) deltas.push(choices[0]?.delta.content ?? "");
        })(),
      );
      expect(deltas.filter((delta) => delta !== "")).toHaveLength(3);
      expect(error).toBeInstanceOf(Sdk.APIError);
      expect(error.message).toMatch(/before the response was complete|closed the connection/);
      const helper = client.chat.completions.stream({ model, messages: hello });
      expect(await failureOf<ApiError>(helper.finalMessage())).toBeInstanceOf(Sdk.OpenAIError);
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
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 2), ending: "silence" }));
      const stream = await client.chat.completions.create({ model: relayed, messages: hello, stream: true });
      for await (const { choices } of stream) if (choices[0]?.delta.content) break;
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each([
      ["sandbox", "sandbox/slow-5000", false],
      ["sandbox, streamed", "sandbox/slow-5000", true],
      ["relay", relayed, false],
      ["relay, streamed", relayed, true],
      ["translation", translated, false],
      ["translation, streamed", translated, true],
    ])("before the first byte (%s)", async (_name, model, stream) => {
      const call = client.chat.completions.create(
        { model, messages: hello, stream },
        { signal: signalBeforeFirstByte(gateways.stub(), model) },
      );
      await expect(call).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      if (!model.startsWith("sandbox/"))
        await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});

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
