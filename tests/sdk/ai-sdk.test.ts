/**
 * The AI SDK as a client, `ai` 7 and 6 with their providers, against the sandbox, through a relay and through a
 * translation.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ADMIN_KEY, mounts } from "../support/gateway.ts";
import { makePdf } from "../support/make-pdf.ts";
import { jsonReply, streamReply } from "../support/stub-upstream.ts";
import { clients } from "./ai-sdk-providers.ts";
import { failureOf, itemsOf, PIXEL, signalBeforeFirstByte, startSdkGateways, waysOf } from "./sdk-gateways.ts";
import { bodyOf, signedAnswers } from "./signed-answers.ts";
import { beginningOf, STUB_TEXT } from "./stub-answers.ts";

const cases = mounts.flatMap((mount) => clients.map((client) => ({ mount, ...client })));
const gateways = startSdkGateways();
const once = { maxRetries: 0 };

describe.each(cases)("ai $version with $provider on the $mount mount", (client) => {
  const { mount, sdk, dialect } = client;
  const { generateText, streamText, generateObject, streamObject, Output, APICallError, stepCountIs } = sdk;
  const { relayed, translated, lanes, guides } = waysOf(dialect);
  let modelOf: ReturnType<typeof client.connect>;
  beforeAll(() => {
    modelOf = client.connect(gateways.urlOf(mount), ADMIN_KEY);
  });

  /** Returns a stream's parts, including errors, which the SDK would otherwise print. */
  const partsOf = (options: Parameters<typeof streamText>[0]) =>
    itemsOf(streamText({ ...once, onError: () => {}, ...options }).fullStream);
  const errorIn = (parts: Awaited<ReturnType<typeof partsOf>>) =>
    parts.flatMap((part) => (part.type === "error" ? [part.error] : []));

  describe.each(lanes)("$lane", ({ lane, model, text }) => {
    it("generateText", async () => {
      const answer = await generateText({ ...once, model: modelOf(model), prompt: "Hello" });
      expect(answer.text).toBe(text);
      expect(answer.finishReason).toBe("stop");
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(answer.usage.outputTokens).toBeGreaterThan(0);
      expect(answer.response.headers?.["x-gateway-lane"]).toBe(lane);
    });

    it("streamText", async () => {
      const result = streamText({ ...once, model: modelOf(model), prompt: "Hello" });
      expect((await itemsOf(result.textStream)).join("")).toBe(text);
      expect(await result.finishReason).toBe("stop");
      expect((await result.usage).inputTokens).toBeGreaterThan(0);
      expect((await result.usage).outputTokens).toBeGreaterThan(0);
    });
  });

  const weather = (asked: unknown[]) => ({
    get_weather: sdk.tool({
      description: "The weather in a city",
      inputSchema: z.object({ city: z.string() }),
      execute: async (input) => {
        asked.push(input);
        return { temperature: 21 };
      },
    }),
  });

  describe.each(guides)("%s", (name) => {
    it("a loop of tool calls", async () => {
      const asked: unknown[] = [];
      const prompt = "What is the weather in Paris and Oslo?";
      const options = { model: modelOf(name), prompt, tools: weather(asked), stopWhen: stepCountIs(4) };
      const answer = await generateText({ ...once, ...options });
      expect(asked).toEqual([{ city: "Paris" }, { city: "Oslo" }]);
      expect(answer.steps.map(({ finishReason }) => finishReason)).toEqual(["tool-calls", "stop"]);
      expect(answer.text).toContain("21");
    });

    it("a loop of tool calls, streamed", async () => {
      const asked: unknown[] = [];
      const prompt = "What is the weather in Paris and Oslo?";
      const parts = await partsOf({ model: modelOf(name), prompt, tools: weather(asked), stopWhen: stepCountIs(4) });
      expect(errorIn(parts)).toEqual([]);
      expect(asked).toEqual([{ city: "Paris" }, { city: "Oslo" }]);
      const calls = parts.flatMap((part) => (part.type === "tool-call" ? [part] : []));
      const results = parts.flatMap((part) => (part.type === "tool-result" ? [part] : []));
      expect(calls.map(({ input }) => input)).toEqual(asked);
      expect(results.map(({ toolCallId }) => toolCallId)).toEqual(calls.map(({ toolCallId }) => toolCallId));
      const reasons = parts.flatMap((part) => (part.type === "finish-step" ? [part.finishReason] : []));
      expect(reasons).toEqual(["tool-calls", "stop"]);
      expect(parts.map((part) => (part.type === "text-delta" ? part.text : "")).join("")).toContain("21");
    });

    it("structured output, whole and streamed", async () => {
      const Person = z.object({ name: z.string(), age: z.number().int() });
      const options = { ...once, model: modelOf(name), prompt: "Ada is 36 years old" };
      const output = Output.object({ schema: Person });
      const answer = await generateText({ ...options, output });
      expect(Person.parse(answer.output)).toMatchObject({ age: 36 });
      const streamed = streamText({ ...options, output });
      expect((await itemsOf(streamed.partialOutputStream)).at(-1)).toEqual(answer.output);
      const { object } = await generateObject({ ...options, schema: Person });
      expect(object).toEqual(answer.output);
      const streamedObject = streamObject({ ...options, schema: Person });
      expect((await itemsOf(streamedObject.partialObjectStream)).at(-1)).toEqual(answer.output);
    });

    it("images and files arrive", async () => {
      const answer = await generateText({
        ...once,
        model: modelOf(name),
        messages: [
          {
            role: "user",
            content: [
              { type: "text", text: "What do you see?" },
              { type: "image", image: PIXEL, mediaType: "image/png" },
              {
                type: "file",
                data: Buffer.from(makePdf(), "latin1"),
                mediaType: "application/pdf",
                filename: "plan.pdf",
              },
            ],
          },
        ],
      });
      expect(answer.text).toMatch(/1 ?[×x] ?1/);
      expect(answer.text).toContain("Grand Plan");
    });

    it("reasoning comes before the answer", async () => {
      const options = { model: modelOf(name), prompt: "Hello", providerOptions: client.reasoning };
      const answer = await generateText({ ...once, ...options });
      expect(answer.usage.outputTokenDetails.reasoningTokens ?? 0).toBeGreaterThan(0);
      const parts = await partsOf(options);
      expect(errorIn(parts)).toEqual([]);
      if (!client.showsReasoning) return;
      expect(answer.reasoningText).toMatch(/\w/);
      // A signature that follows its thought in an empty part gets a block of its own from the Google provider of ai 7.
      const blocks = parts.flatMap(({ type }) => (/^(reasoning|text)-start$/.test(type) ? [type] : []));
      expect(blocks.filter((type, at) => type !== blocks[at - 1])).toEqual(["reasoning-start", "text-start"]);
      expect(parts.map((part) => (part.type === "reasoning-delta" ? part.text : "")).join("")).toBe(
        answer.reasoningText,
      );
    });

    it("the token limit is reached", async () => {
      const options = { ...once, model: modelOf(name), prompt: "Tell me of streams", maxOutputTokens: 16 };
      expect((await generateText(options)).finishReason).toBe("length");
      expect(await streamText(options).finishReason).toBe("length");
    });
  });

  describe.each(signedAnswers)("a signature of an upstream of $dialect", ({ dialect, respond, returned, turnOf }) => {
    it.each(["whole", "streamed"])("returns to it with the tool's result, %s", async (how) => {
      gateways.stub().respondWith(respond);
      const model = modelOf(`${dialect}/some-model`);
      const prompt = "What is the weather in Paris?";
      const options = { ...once, model, prompt, tools: weather([]), stopWhen: stepCountIs(2) };
      const answer = how === "whole" ? await generateText(options) : await streamText(options);
      expect(await answer.text).toBe(STUB_TEXT);
      const [, second] = gateways.stub().requests.map(bodyOf);
      expect(turnOf(second ?? {})).toEqual(expect.arrayContaining([expect.objectContaining(returned)]));
    });
  });

  describe("errors have their class and their text", () => {
    type Failure = InstanceType<typeof APICallError>;
    const generate = (model: string) =>
      failureOf<Failure>(generateText({ ...once, model: modelOf(model), prompt: "Hello" }));

    it.each([
      {
        what: "an unknown model",
        model: "sandbox/giude",
        status: 404,
        retried: false,
        text: /Provider "sandbox" has no model "giude"/,
      },
      { what: "a rate limit", model: "sandbox/fault-429", status: 429, retried: true, text: /fault-429/ },
      { what: "a fault", model: "sandbox/fault-500", status: 500, retried: true, text: /fault-500/ },
      {
        what: "a cut answer",
        model: "sandbox/cut-3",
        status: 502,
        retried: true,
        text: /before the response was complete/,
      },
    ])("$what", async ({ model, status, retried, text }) => {
      const error = await generate(model);
      expect(APICallError.isInstance(error)).toBe(true);
      expect(error).toMatchObject({ name: "AI_APICallError", statusCode: status, isRetryable: retried });
      expect(error.message).toMatch(text);
    });

    it("a wrong key", async () => {
      const stranger = client.connect(gateways.urlOf(mount), "sk-wrong");
      const error = await failureOf<Failure>(
        generateText({ ...once, model: stranger("sandbox/echo"), prompt: "Hello" }),
      );
      expect(error).toMatchObject({ name: "AI_APICallError", statusCode: 401, isRetryable: false });
      expect(error.message).toContain("This API key is not valid");
    });

    it("a wrong field", async () => {
      const model = modelOf("sandbox/echo");
      const error = await failureOf<Failure>(generateText({ ...once, model, prompt: "Hello", topP: 7 }));
      expect(error).toMatchObject({ name: "AI_APICallError", statusCode: 400, isRetryable: false });
      expect(error.message).toMatch(/top_?p/i);
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const body = {
        type: "error",
        error: { type: "invalid_request_error", code: 400, message: "Prompt is too long.", status: "INVALID_ARGUMENT" },
      };
      gateways.stub().respondWith(jsonReply(body, { status: 400 }));
      const error = await generate(model);
      expect(error).toMatchObject({ name: "AI_APICallError", statusCode: 400, message: "Prompt is too long." });
      const [streamed] = errorIn(await partsOf({ model: modelOf(model), prompt: "Hello" }));
      expect(streamed).toMatchObject({ name: "AI_APICallError", statusCode: 400, message: "Prompt is too long." });
    });

    it.each(["sandbox/cut-3", relayed, translated])(
      "a stream that is cut (%s) fails after what came",
      async (model) => {
        gateways.stub().respondWith(streamReply({ chunks: beginningOf(model), ending: "cut" }));
        const parts = await partsOf({ model: modelOf(model), prompt: "Hello" });
        expect(parts.filter(({ type }) => type === "text-delta").length).toBeGreaterThan(0);
        const [error] = errorIn(parts);
        expect(JSON.stringify(error) + String(error)).toMatch(/before the response was complete|closed the connection/);
      },
    );
  });

  describe("abort", () => {
    it.each([relayed, translated])("in the middle of a stream reaches the upstream (%s)", async (model) => {
      gateways.stub().respondWith(streamReply({ chunks: beginningOf(model), ending: "silence" }));
      const leaving = new AbortController();
      const types: string[] = [];
      const options = { model: modelOf(model), prompt: "Hello", abortSignal: leaving.signal, onError: () => {} };
      for await (const { type } of streamText({ ...once, ...options }).fullStream) {
        types.push(type);
        if (type === "text-delta") leaving.abort();
      }
      expect(types.at(-1)).toBe("abort");
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each(["sandbox/slow-5000", relayed, translated])("before the first byte (%s)", async (model) => {
      const abortSignal = signalBeforeFirstByte(gateways.stub(), model);
      await expect(generateText({ ...once, model: modelOf(model), prompt: "Hello", abortSignal })).rejects.toThrow(
        /abort|timeout/i,
      );
      if (!model.startsWith("sandbox/"))
        await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});
