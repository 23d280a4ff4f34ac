/**
 * LangChain's `ChatOpenAI` as a client, over Chat Completions and over Responses, against the sandbox, a relay and a
 * translation.
 */
import { type AIMessageChunk, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ADMIN_KEY, mounts } from "../support/gateway.ts";
import { jsonReply, streamReply } from "../support/stub-upstream.ts";
import { failureOf, itemsOf, PIXEL, signalBeforeFirstByte, startSdkGateways, waysOf } from "./sdk-gateways.ts";
import { bodyOf, signedAnswers } from "./signed-answers.ts";
import { beginningOf, type DialectId, STUB_TEXT } from "./stub-answers.ts";

const routes: { route: string; dialect: DialectId; useResponsesApi: boolean }[] = [
  { route: "chat completions", dialect: "openai-chat", useResponsesApi: false },
  { route: "responses", dialect: "openai-responses", useResponsesApi: true },
];
const cases = mounts.flatMap((mount) => routes.map((route) => ({ mount, ...route })));
const gateways = startSdkGateways();

const getWeather = tool(async () => '{"temperature": 21}', {
  name: "get_weather",
  description: "The weather in a city",
  schema: z.object({ city: z.string() }),
});

describe.each(cases)("@langchain/openai over $route on the $mount mount", ({ mount, dialect, useResponsesApi }) => {
  const { relayed, translated, lanes, guides } = waysOf(dialect);
  const chat = (model: string, fields: ChatOpenAIFields = {}) =>
    new ChatOpenAI({
      model,
      useResponsesApi,
      apiKey: ADMIN_KEY,
      maxRetries: 0,
      configuration: { baseURL: `${gateways.urlOf(mount)}/v1` },
      ...fields,
    });
  const gathered = (chunks: AIMessageChunk[]) => chunks.reduce((all, chunk) => all.concat(chunk));

  describe.each(lanes)("$lane", ({ model, text }) => {
    it("invoke", async () => {
      const answer = await chat(model).invoke("Hello");
      expect(answer.text).toBe(text);
      expect(answer.usage_metadata?.output_tokens).toBeGreaterThan(0);
    });

    it("stream", async () => {
      const chunks = await itemsOf(await chat(model).stream("Hello"));
      expect(chunks.map((chunk) => chunk.text).join("")).toBe(text);
      expect(gathered(chunks).usage_metadata?.output_tokens).toBeGreaterThan(0);
    });
  });

  describe.each(guides)("%s", (model) => {
    it.each(["invoke", "stream"])("a round trip of tools, by %s", async (how) => {
      const bound = chat(model).bindTools([getWeather]);
      const fetchText = async (messages: BaseMessage[]) =>
        how === "invoke" ? bound.invoke(messages) : gathered(await itemsOf(await bound.stream(messages)));
      const question = new HumanMessage("What is the weather in Paris and Oslo?");
      const asked = await fetchText([question]);
      const calls = asked.tool_calls ?? [];
      expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
        { name: "get_weather", args: { city: "Paris" } },
        { name: "get_weather", args: { city: "Oslo" } },
      ]);
      const results = await Promise.all(calls.map((call) => getWeather.invoke({ ...call, type: "tool_call" })));
      const answered = await fetchText([question, asked, ...results]);
      expect(answered.text).toContain("21");
    });

    it.each(["jsonSchema", "functionCalling"] as const)("structured output by %s", async (method) => {
      const Person = z.object({ name: z.string(), age: z.number().int() });
      const structured = chat(model).withStructuredOutput(Person, { method, name: "person" });
      expect(Person.parse(await structured.invoke("Ada is 36 years old"))).toMatchObject({ age: 36 });
    });

    it("images arrive", async () => {
      const content = [
        { type: "text", text: "What do you see?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PIXEL}` } },
      ];
      expect((await chat(model).invoke([new HumanMessage({ content })])).text).toMatch(/1 ?[×x] ?1/);
    });
  });

  describe.each(signedAnswers)("a signature of an upstream of $dialect", ({ dialect, respond, returned, turnOf }) => {
    it.each(["invoke", "stream"])("returns to it with the tool's result, by %s", async (how) => {
      gateways.stub().respondWith(respond);
      const bound = chat(`${dialect}/some-model`).bindTools([getWeather]);
      const question = new HumanMessage("What is the weather in Paris?");
      const asked =
        how === "invoke" ? await bound.invoke([question]) : gathered(await itemsOf(await bound.stream([question])));
      const [call] = asked.tool_calls ?? [];
      const result = await getWeather.invoke({
        ...call,
        name: "get_weather",
        args: call?.args ?? {},
        type: "tool_call",
      });
      expect((await bound.invoke([question, asked, result])).text).toBe(STUB_TEXT);
      const [, second] = gateways.stub().requests.map(bodyOf);
      expect(turnOf(second ?? {})).toEqual(expect.arrayContaining([expect.objectContaining(returned)]));
    });
  });

  describe("errors have their status and their text", () => {
    type Failure = Error & { status: number; lc_error_code?: string };

    it.each([
      [
        "an unknown model",
        "sandbox/giude",
        "NotFoundError",
        404,
        /Provider "sandbox" has no model "giude"/,
        "MODEL_NOT_FOUND",
      ],
      ["a rate limit", "sandbox/fault-429", "RateLimitError", 429, /fault-429/, "MODEL_RATE_LIMIT"],
      ["a fault", "sandbox/fault-500", "InternalServerError", 500, /fault-500/, undefined],
    ] as const)("%s", async (_name, model, type, status, text, code) => {
      for (const call of [() => chat(model).invoke("Hello"), () => chat(model).stream("Hello")]) {
        const error = await failureOf<Failure>(call());
        expect(error.constructor.name).toBe(type);
        expect(error.status).toBe(status);
        expect(error.message).toMatch(text);
        expect(error.lc_error_code).toBe(code);
      }
    });

    it("a wrong key", async () => {
      const error = await failureOf<Failure>(chat("sandbox/echo", { apiKey: "sk-wrong" }).invoke("Hello"));
      expect(error.constructor.name).toBe("AuthenticationError");
      expect(error).toMatchObject({ status: 401, lc_error_code: "MODEL_AUTHENTICATION" });
      expect(error.message).toContain("This API key is not valid");
    });

    it("a wrong field", async () => {
      const error = await failureOf<Failure>(chat("sandbox/echo", { topP: 7 }).invoke("Hello"));
      expect(error.constructor.name).toBe("BadRequestError");
      expect(error).toMatchObject({ status: 400, message: expect.stringContaining("top_p") });
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const body = { error: { message: "Prompt is too long.", type: "invalid_request_error" } };
      gateways.stub().respondWith(jsonReply(body, { status: 400 }));
      for (const call of [() => chat(model).invoke("Hello"), () => chat(model).stream("Hello")])
        expect(await failureOf<Failure>(call())).toMatchObject({ status: 400, message: "400 Prompt is too long." });
    });

    it.each(["sandbox/cut-3", relayed, translated])(
      "a stream that is cut (%s) throws after what came",
      async (model) => {
        gateways.stub().respondWith(streamReply({ chunks: beginningOf(model), ending: "cut" }));
        const chunks: string[] = [];
        const read = async () => {
          for await (const { text } of await chat(model).stream("Hello")) if (text) chunks.push(text);
        };
        expect((await failureOf(read())).message).toMatch(/before the response was complete|closed the connection/);
        expect(chunks.length).toBeGreaterThan(0);
      },
    );
  });

  describe("abort", () => {
    it.each([relayed, translated])("in the middle of a stream reaches the upstream (%s)", async (model) => {
      gateways.stub().respondWith(streamReply({ chunks: beginningOf(model), ending: "silence" }));
      const leaving = new AbortController();
      const read = async () => {
        for await (const { text } of await chat(model).stream("Hello", { signal: leaving.signal }))
          if (text) leaving.abort();
      };
      await expect(read()).rejects.toThrow(/abort/i);
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each(["sandbox/slow-5000", relayed, translated])("before the first byte (%s)", async (model) => {
      const call = chat(model).invoke("Hello", { signal: signalBeforeFirstByte(gateways.stub(), model) });
      await expect(call).rejects.toThrow(/abort|timeout/i);
      if (!model.startsWith("sandbox/"))
        await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});
