/**
 * The official `openai` SDK's Responses API, 7.x and 6.x, against the sandbox, through a relay and through a
 * translation.
 */
import OpenAI from "openai";
import { zodTextFormat } from "openai/helpers/zod";
import OpenAI6 from "openai-v6";
import { zodTextFormat as zodTextFormat6 } from "openai-v6/helpers/zod";
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
  { version: "7.x", Sdk: OpenAI, format: zodTextFormat },
  {
    version: "6.x",
    Sdk: OpenAI6 as unknown as typeof OpenAI,
    format: zodTextFormat6 as unknown as typeof zodTextFormat,
  },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));

const gateways = startSdkGateways();
const { relayed, translated, lanes, guides } = waysOf("openai-responses");
const { frames } = stubAnswers["openai-responses"];

const weather: OpenAI.Responses.FunctionTool = {
  type: "function",
  name: "get_weather",
  description: "The weather in a city",
  parameters: citySchema,
  strict: true,
};

describe.each(cases)("openai $version responses on the $mount mount", ({ mount, Sdk, format }) => {
  let client: OpenAI;
  beforeAll(() => {
    client = new Sdk({ baseURL: `${gateways.urlOf(mount)}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
  });

  describe.each(lanes)("$lane", ({ lane, model, text }) => {
    it("create", async () => {
      const { data, response, request_id } = await client.responses.create({ model, input: "Hello" }).withResponse();
      expect(data).toMatchObject({ object: "response", status: "completed", output_text: text });
      expect(data.usage?.total_tokens).toBeGreaterThan(1);
      expect(response.headers.get("x-gateway-lane")).toBe(lane);
      expect(request_id).toMatch(/^req_/);
    });

    it("create with stream", async () => {
      const stream = await client.responses.create({ model, input: "Hello", stream: true });
      const received = await itemsOf(stream);
      const deltas = received.map((event) => (event.type === "response.output_text.delta" ? event.delta : ""));
      expect(deltas.join("")).toBe(text);
      expect(received[0]?.type).toBe("response.created");
      expect(received.at(-1)?.type).toBe("response.completed");
      expect(received.map(({ sequence_number }) => sequence_number)).toEqual(received.map((_, at) => at));
    });

    it("the strict stream helper", async () => {
      const stream = client.responses.stream({ model, input: "Hello" });
      const deltas: string[] = [];
      stream.on("response.output_text.delta", ({ delta }) => deltas.push(delta));
      const final = await stream.finalResponse();
      expect(deltas.join("")).toBe(text);
      expect(final).toMatchObject({ status: "completed", output_text: text });
      expect(final.usage?.total_tokens).toBeGreaterThan(1);
    });
  });

  describe.each(guides)("%s", (model) => {
    const guide = { model };

    describe("tools", () => {
      it.each(["whole", "streamed"])("a round trip, %s", async (how) => {
        const fetchText = (input: OpenAI.Responses.ResponseInput) => {
          const params = { ...guide, input, tools: [weather], store: false };
          return how === "whole" ? client.responses.create(params) : client.responses.stream(params).finalResponse();
        };
        const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "What is the weather in Paris?" }];
        const first = await fetchText(input);
        const [call] = first.output.flatMap((one) => (one.type === "function_call" ? [one] : []));
        expect(JSON.parse(call?.arguments ?? "")).toEqual({ city: "Paris" });
        const result = {
          type: "function_call_output" as const,
          call_id: call?.call_id ?? "",
          output: '{"temperature": 21}',
        };
        const items = first.output as OpenAI.Responses.ResponseInputItem[];
        const second = await fetchText([...input, ...items, result]);
        expect(second.output_text).toContain("21");
      });

      it("parallel calls arrive whole from the stream helper", async () => {
        const input = "What is the weather in Paris, Rome and Oslo?";
        const { output } = await client.responses.stream({ ...guide, input, tools: [weather] }).finalResponse();
        const calls = output.filter((one) => one.type === "function_call");
        expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([
          { city: "Paris" },
          { city: "Rome" },
          { city: "Oslo" },
        ]);
        expect(new Set(calls.map(({ call_id }) => call_id)).size).toBe(3);
      });
    });

    it("structured output is parsed by the SDK's own schema, whole and streamed", async () => {
      const Person = z.object({ name: z.string(), age: z.number().int() });
      const params = { ...guide, input: "Ada is 36 years old", text: { format: format(Person, "person") } };
      const { output_parsed } = await client.responses.parse(params);
      expect(Person.parse(output_parsed)).toMatchObject({ age: 36 });
      expect((await client.responses.stream(params).finalResponse()).output_parsed).toEqual(output_parsed);
    });

    it("images and files arrive", async () => {
      const { output_text } = await client.responses.create({
        ...guide,
        input: [
          {
            role: "user",
            content: [
              { type: "input_text", text: "What do you see?" },
              { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${PIXEL}` },
              {
                type: "input_file",
                filename: "notes.txt",
                file_data: `data:text/plain;base64,${btoa("alpha\nbeta\n")}`,
              },
            ],
          },
        ],
      });
      expect(output_text).toMatch(/1 ?[×x] ?1/);
      expect(output_text).toContain("notes.txt");
      expect(output_text).toContain("alpha");
    });

    it("reasoning is an item before the message", async () => {
      const params = { ...guide, input: "Hello", reasoning: { effort: "high" as const, summary: "auto" as const } };
      const { output, usage } = await client.responses.stream(params).finalResponse();
      expect(output.slice(0, 2).map(({ type }) => type)).toEqual(["reasoning", "message"]);
      expect(output[0]).toMatchObject({ summary: [{ type: "summary_text", text: expect.stringMatching(/\w/) }] });
      expect(usage?.output_tokens_details.reasoning_tokens).toBeGreaterThan(0);
    });
  });

  it("inputTokens.count", async () => {
    const { input_tokens } = await client.responses.inputTokens.count({ model: "sandbox/guide", input: "Hello" });
    const { usage } = await client.responses.create({ model: "sandbox/guide", input: "Hello" });
    expect(input_tokens).toBe(usage?.input_tokens);
  });

  describe("errors have their class and their text", () => {
    type Failure = InstanceType<typeof Sdk.APIError>;
    const create = (params: Record<string, unknown>) =>
      client.responses.create({ model: "sandbox/echo", input: "Hello", ...params });

    it("an unknown model, with near names", async () => {
      const error = await failureOf<Failure>(create({ model: "sandbox/giude" }));
      expect(error).toBeInstanceOf(Sdk.NotFoundError);
      expect(error.message).toMatch(/^404 Provider "sandbox" has no model "giude"\. Did you mean sandbox\/guide/);
      expect(error).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    });

    it("a wrong key", async () => {
      const stranger = new Sdk({ baseURL: client.baseURL, apiKey: "sk-wrong", maxRetries: 0 });
      const error = await failureOf<Failure>(stranger.responses.create({ model: "sandbox/echo", input: "Hello" }));
      expect(error).toBeInstanceOf(Sdk.AuthenticationError);
      expect(error.message).toContain("This API key is not valid");
    });

    it("a wrong field", async () => {
      const error = await failureOf<Failure>(create({ input: [{ role: "user", content: 42 }] }));
      expect(error).toBeInstanceOf(Sdk.BadRequestError);
      expect(error.message).toMatch(/^400 .*input\[0\]\.content/);
    });

    it("a rate limit, with its retry-after", async () => {
      const error = await failureOf<Failure>(create({ model: "sandbox/fault-429" }));
      expect(error).toBeInstanceOf(Sdk.RateLimitError);
      expect(error.headers?.get("retry-after")).toBe("1");
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const body = {
        error: { message: "Prompt is too long.", type: "invalid_request_error", code: null, param: null },
      };
      gateways.stub().respondWith(jsonReply(body, { status: 400 }));
      for (const stream of [false, true]) {
        const error = await failureOf<Failure>(create({ model, stream }));
        expect(error).toBeInstanceOf(Sdk.BadRequestError);
        expect(error.message).toBe("400 Prompt is too long.");
      }
    });

    it.each(["sandbox/cut-3", relayed])("a stream that is cut (%s) throws after what came", async (model) => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 6), ending: "cut" }));
      const deltas: string[] = [];
      const read = async () => {
        for await (const event of await client.responses.create({ model, input: "Hello", stream: true }))
          if (event.type === "response.output_text.delta") deltas.push(event.delta);
      };
      const error = await failureOf(read());
      expect(deltas.length).toBeGreaterThan(0);
      expect(error).toBeInstanceOf(Sdk.APIError);
      expect(error.message).toMatch(/before the response was complete|closed the connection/);
      const failed = await failureOf(client.responses.stream({ model, input: "Hello" }).finalResponse());
      expect(failed).toBeInstanceOf(Sdk.OpenAIError);
    });
  });

  describe("abort", () => {
    it("in the middle of a stream reaches the upstream", async () => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 6), ending: "silence" }));
      const stream = client.responses.stream({ model: relayed, input: "Hello" });
      stream.on("response.output_text.delta", () => stream.abort());
      await expect(stream.finalResponse()).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each([
      ["sandbox/slow-5000", false],
      ["sandbox/slow-5000", true],
      [translated, false],
      [translated, true],
    ])("before the first byte (%s, stream: %s)", async (model, stream) => {
      const call = client.responses.create(
        { model, input: "Hello", stream },
        { signal: signalBeforeFirstByte(gateways.stub(), model) },
      );
      await expect(call).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      if (model === translated) await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});
