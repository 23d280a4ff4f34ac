/**
 * The official `@google/genai` as a client, 3.x and 2.x, against the sandbox, through a relay and through a
 * translation.
 */
import {
  ApiError,
  type FunctionDeclaration,
  type GenerateContentResponse,
  GoogleGenAI,
  ThinkingLevel,
} from "@google/genai";
import { ApiError as ApiError2, GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import { beforeAll, describe, expect, it } from "vitest";
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

/** Both lines have the same types where they are used here. 3.x calls `/v1/…`, 2.x `/v1beta/…`. */
const sdks = [
  { version: "3.x", Sdk: GoogleGenAI, Failure: ApiError },
  {
    version: "2.x",
    Sdk: GoogleGenAI2 as unknown as typeof GoogleGenAI,
    Failure: ApiError2 as unknown as typeof ApiError,
  },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));

const gateways = startSdkGateways();
const { relayed, translated, lanes, guides } = waysOf("google-generate");
const { frames } = stubAnswers["google-generate"];

const weather: FunctionDeclaration = {
  name: "get_weather",
  description: "The weather in a city",
  parametersJsonSchema: citySchema,
};
const tools = [{ functionDeclarations: [weather] }];
const model = "sandbox/guide";

describe.each(cases)("@google/genai $version on the $mount mount", ({ mount, Sdk, Failure }) => {
  let client: GoogleGenAI;
  beforeAll(() => {
    client = new Sdk({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateways.urlOf(mount) } });
  });

  describe.each(lanes)("$lane", ({ lane, model, text }) => {
    it("generateContent", async () => {
      const answer = await client.models.generateContent({ model, contents: "Hello" });
      expect(answer.text).toBe(text);
      expect(answer.candidates?.[0]?.finishReason).toBe("STOP");
      expect(answer.usageMetadata?.totalTokenCount).toBeGreaterThan(1);
      expect(answer.sdkHttpResponse?.headers?.["x-gateway-lane"]).toBe(lane);
    });

    it("generateContentStream", async () => {
      const events = await itemsOf(await client.models.generateContentStream({ model, contents: "Hello" }));
      expect(events.map((event) => event.text ?? "").join("")).toBe(text);
      expect(events.flatMap((event) => event.candidates?.[0]?.finishReason ?? [])).toEqual(["STOP"]);
      expect(events.at(-1)?.usageMetadata?.totalTokenCount).toBeGreaterThan(1);
    });

    it("a chat remembers", async () => {
      const chat = client.chats.create({ model });
      await chat.sendMessage({ message: "Hello" });
      for await (const _event of await chat.sendMessageStream({ message: "Hello" }));
      const history = chat.getHistory();
      // The SDK stores each event of a stream as a separate content.
      const roles = history.map(({ role }) => role).filter((role, at, all) => role !== all[at - 1]);
      expect(roles).toEqual(["user", "model", "user", "model"]);
      expect(await chat.sendMessage({ message: "Hello" })).toMatchObject({ text });
    });
  });

  describe.each(guides)("%s", (model) => {
    describe("tools", () => {
      it.each(["whole", "streamed"])("a round trip in a chat, %s", async (how) => {
        const chat = client.chats.create({ model, config: { tools } });
        const send = async (message: Parameters<typeof chat.sendMessage>[0]): Promise<GenerateContentResponse[]> =>
          how === "whole" ? [await chat.sendMessage(message)] : await itemsOf(await chat.sendMessageStream(message));
        const asked = await send({ message: "What is the weather in Paris?" });
        const [call] = asked.flatMap(({ functionCalls }) => functionCalls ?? []);
        expect(call).toMatchObject({ name: "get_weather", args: { city: "Paris" } });
        const { id, name } = call as { id: string; name: string };
        const answered = await send({ message: [{ functionResponse: { id, name, response: { temperature: 21 } } }] });
        expect(answered.map(({ text }) => text ?? "").join("")).toContain("21");
      });

      it("parallel calls", async () => {
        const contents = "What is the weather in Paris, Rome and Oslo?";
        const { functionCalls = [] } = await client.models.generateContent({ model, contents, config: { tools } });
        expect(functionCalls.map(({ args }) => args)).toEqual([{ city: "Paris" }, { city: "Rome" }, { city: "Oslo" }]);
        expect(new Set(functionCalls.map(({ id }) => id)).size).toBe(3);
      });

      it("automatic function calling", async () => {
        const asked: unknown[] = [];
        const callable = {
          tool: async () => ({ functionDeclarations: [weather] }),
          callTool: async (calls: { id?: string; name?: string; args?: unknown }[]) =>
            calls.map(({ id = "", name = "", args }) => {
              asked.push(args);
              return { functionResponse: { id, name, response: { temperature: 21 } } };
            }),
        };
        const contents = "What is the weather in Paris?";
        const answer = await client.models.generateContent({ model, contents, config: { tools: [callable] } });
        expect(asked).toEqual([{ city: "Paris" }]);
        expect(answer.text).toContain("21");
      });
    });

    it.each([
      [
        "responseSchema",
        { responseSchema: { type: "OBJECT", properties: { age: { type: "INTEGER" } }, required: ["age"] } },
      ],
      [
        "responseJsonSchema",
        { responseJsonSchema: { type: "object", properties: { age: { type: "integer" } }, required: ["age"] } },
      ],
    ])("structured output by %s", async (_field, schema) => {
      const config = { responseMimeType: "application/json", ...schema } as Record<string, unknown>;
      const params = { model, contents: "Ada is 36 years old", config };
      expect(JSON.parse((await client.models.generateContent(params)).text ?? "")).toEqual({ age: 36 });
      const events = await itemsOf(await client.models.generateContentStream(params));
      expect(JSON.parse(events.map(({ text }) => text ?? "").join(""))).toEqual({ age: 36 });
    });

    it("images and files arrive", async () => {
      const parts = [
        { text: "What do you see?" },
        { inlineData: { mimeType: "image/png", data: PIXEL } },
        { inlineData: { mimeType: "text/plain", data: btoa("alpha\nbeta\n") } },
      ];
      const { text } = await client.models.generateContent({ model, contents: [{ role: "user", parts }] });
      expect(text).toMatch(/1 ?[×x] ?1/);
      expect(text).toContain("alpha");
    });

    it("thoughts are separate parts", async () => {
      const config = { thinkingConfig: { includeThoughts: true, thinkingLevel: ThinkingLevel.HIGH } };
      const answer = await client.models.generateContent({ model, contents: "Hello", config });
      const [thought] = answer.candidates?.[0]?.content?.parts ?? [];
      expect(thought).toMatchObject({ thought: true, text: expect.stringMatching(/\w/) });
      expect(answer.text).not.toContain(thought?.text);
      expect(answer.usageMetadata?.thoughtsTokenCount).toBeGreaterThan(0);
    });
  });

  it("countTokens", async () => {
    const { totalTokens } = await client.models.countTokens({ model, contents: "Hello" });
    const { usageMetadata } = await client.models.generateContent({ model, contents: "Hello" });
    expect(totalTokens).toBe(usageMetadata?.promptTokenCount);
  });

  it("models.list and models.get", async () => {
    const names = (await itemsOf(await client.models.list())).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["models/sandbox/guide", `models/${relayed}`]));
    expect(await client.models.get({ model: "sandbox/guide" })).toMatchObject({ name: "models/sandbox/guide" });
  });

  describe("errors have their class and their text", () => {
    const generate = (params: Record<string, unknown>) =>
      client.models.generateContent({ model: "sandbox/echo", contents: "Hello", ...params });

    it.each([
      ["an unknown model", { model: "sandbox/giude" }, 404, 'Provider \\"sandbox\\" has no model \\"giude\\"'],
      ["a wrong field", { config: { temperature: 9 } }, 400, "generationConfig.temperature"],
      ["a rate limit", { model: "sandbox/fault-429" }, 429, "fault-429"],
      ["a fault", { model: "sandbox/fault-500" }, 500, "fault-500"],
      ["a cut answer", { model: "sandbox/cut-3" }, 502, "before the response was complete"],
    ])("%s", async (_name, params, status, text) => {
      const error = await failureOf<ApiError>(generate(params));
      expect(error).toBeInstanceOf(Failure);
      expect(error.status).toBe(status);
      expect(error.message).toContain(text);
    });

    it("a wrong key", async () => {
      const stranger = new Sdk({ apiKey: "wrong", httpOptions: { baseUrl: gateways.urlOf(mount) } });
      const error = await failureOf<ApiError>(stranger.models.generateContent({ model, contents: "Hello" }));
      expect(error).toBeInstanceOf(Failure);
      expect(error.message).toContain("This API key is not valid");
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const body = { error: { code: 400, message: "Prompt is too long.", status: "INVALID_ARGUMENT" } };
      gateways.stub().respondWith(jsonReply(body, { status: 400 }));
      const params = { model, contents: "Hello" };
      const { models } = client;
      for (const call of [() => models.generateContent(params), () => models.generateContentStream(params)]) {
        const error = await failureOf<ApiError>(call());
        expect(error).toMatchObject({ status: 400, message: expect.stringContaining("Prompt is too long.") });
      }
    });

    it.each(["sandbox/cut-3", relayed])("a stream that is cut (%s) throws after what came", async (cut) => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 2), ending: "cut" }));
      let events = 0;
      const read = async () => {
        for await (const _event of await client.models.generateContentStream({ model: cut, contents: "Hello" }))
          events++;
      };
      const error = await failureOf<ApiError>(read());
      expect(events).toBeGreaterThan(0);
      expect(error).toBeInstanceOf(Failure);
      expect(error.message).toMatch(/before the response was complete|closed the connection/);
    });
  });

  describe("abort", () => {
    it("in the middle of a stream reaches the upstream", async () => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 2), ending: "silence" }));
      const leaving = new AbortController();
      const read = async () => {
        const config = { abortSignal: leaving.signal };
        const params = { model: relayed, contents: "Hello", config };
        for await (const _event of await client.models.generateContentStream(params)) leaving.abort();
      };
      await expect(read()).rejects.toThrow(/abort/i);
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each([
      ["sandbox/slow-5000", "generateContent"],
      ["sandbox/slow-5000", "generateContentStream"],
      [translated, "generateContent"],
      [translated, "generateContentStream"],
    ] as const)("before the first byte (%s, %s)", async (slow, method) => {
      const config = { abortSignal: signalBeforeFirstByte(gateways.stub(), slow) };
      const call = client.models[method]({ model: slow, contents: "Hello", config });
      await expect(call).rejects.toThrow(/abort/i);
      if (slow === translated) await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});
