/**
 * The official `@anthropic-ai/sdk` as a client, 1.x and 0.x, against the sandbox, through a relay and through a
 * translation.
 */
import Anthropic from "@anthropic-ai/sdk";
import { betaZodTool } from "@anthropic-ai/sdk/helpers/beta/zod";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import Anthropic0 from "anthropic-v0";
import { betaZodTool as betaZodTool0 } from "anthropic-v0/helpers/beta/zod";
import { zodOutputFormat as zodOutputFormat0 } from "anthropic-v0/helpers/zod";
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
  { version: "1.x", Sdk: Anthropic, tool: betaZodTool, format: zodOutputFormat },
  {
    version: "0.x",
    Sdk: Anthropic0 as unknown as typeof Anthropic,
    tool: betaZodTool0 as unknown as typeof betaZodTool,
    format: zodOutputFormat0 as unknown as typeof zodOutputFormat,
  },
];
const cases = mounts.flatMap((mount) => sdks.map((sdk) => ({ mount, ...sdk })));

const gateways = startSdkGateways();
const { relayed, translated, lanes, guides } = waysOf("anthropic-messages");
const { frames } = stubAnswers["anthropic-messages"];

const user = (content: Anthropic.MessageParam["content"]): Anthropic.MessageParam[] => [{ role: "user", content }];
const hello = user("Hello");
const weather: Anthropic.Tool = {
  name: "get_weather",
  description: "The weather in a city",
  input_schema: citySchema,
};

function textOf({ content }: { content: readonly { type: string }[] }): string {
  return content.flatMap((block) => ("text" in block ? String(block.text) : [])).join("");
}

describe.each(cases)("@anthropic-ai/sdk $version on the $mount mount", ({ mount, Sdk, tool, format }) => {
  let client: Anthropic;
  beforeAll(() => {
    client = new Sdk({ baseURL: gateways.urlOf(mount), apiKey: ADMIN_KEY, maxRetries: 0 });
  });

  describe.each(lanes)("$lane", ({ lane, model, text }) => {
    const params = () => ({ model, max_tokens: 100, messages: hello });

    it("create", async () => {
      const { data, response, request_id } = await client.messages.create(params()).withResponse();
      expect(data).toMatchObject({ type: "message", role: "assistant", stop_reason: "end_turn" });
      expect(textOf(data)).toBe(text);
      expect(data.usage.output_tokens).toBeGreaterThan(0);
      expect(response.headers.get("x-gateway-lane")).toBe(lane);
      expect(request_id).toMatch(/^req_/);
    });

    it("create with stream", async () => {
      const events = await itemsOf(await client.messages.create({ ...params(), stream: true }));
      const types = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
      expect(types).toEqual([
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
      ]);
    });

    it("the stream helper", async () => {
      const stream = client.messages.stream(params());
      const deltas: string[] = [];
      stream.on("text", (delta) => deltas.push(delta));
      const final = await stream.finalMessage();
      expect(deltas.join("")).toBe(text);
      expect(textOf(final)).toBe(text);
      expect(final.stop_reason).toBe("end_turn");
      expect(final.usage.output_tokens).toBeGreaterThan(0);
    });
  });

  it("takes the key as a Bearer token too", async () => {
    const bearer = new Sdk({ baseURL: gateways.urlOf(mount), apiKey: null, authToken: ADMIN_KEY, maxRetries: 0 });
    expect(textOf(await bearer.messages.create({ model: "sandbox/echo", max_tokens: 9, messages: hello }))).toBe(
      "Hello",
    );
  });

  describe.each(guides)("%s", (model) => {
    const guide = { model, max_tokens: 2_000 };

    describe("tools", () => {
      it("a round trip by hand", async () => {
        const messages = user("What is the weather in Paris?");
        const first = await client.messages.create({ ...guide, messages, tools: [weather] });
        expect(first.stop_reason).toBe("tool_use");
        const call = first.content.find((block) => block.type === "tool_use");
        expect(call).toMatchObject({ name: "get_weather", input: { city: "Paris" } });
        const result = { type: "tool_result" as const, tool_use_id: call?.id ?? "", content: '{"temperature": 21}' };
        const second = await client.messages.create({
          ...guide,
          tools: [weather],
          messages: [...messages, { role: "assistant", content: first.content }, { role: "user", content: [result] }],
        });
        expect(textOf(second)).toContain("21");
        expect(second.stop_reason).toBe("end_turn");
      });

      it.each([false, true])("the tool runner (stream: %s)", async (stream) => {
        const asked: unknown[] = [];
        const run = tool({
          name: "get_weather",
          description: "The weather in a city",
          inputSchema: z.object({ city: z.string() }),
          run: (input) => {
            asked.push(input);
            return '{"temperature": 21}';
          },
        });
        const messages = user("What is the weather in Paris?") as Anthropic.Beta.BetaMessageParam[];
        const runner = client.beta.messages.toolRunner({ ...guide, messages, tools: [run], stream });
        const final = await runner.runUntilDone();
        expect(asked).toEqual([{ city: "Paris" }]);
        expect(textOf(final)).toContain("21");
      });

      it("parallel calls arrive whole from the stream helper", async () => {
        const stream = client.messages.stream({
          ...guide,
          messages: user("What is the weather in Paris, Rome and Oslo?"),
          tools: [weather],
        });
        const { content } = await stream.finalMessage();
        const calls = content.filter((block) => block.type === "tool_use");
        expect(calls.map(({ input }) => input)).toEqual([{ city: "Paris" }, { city: "Rome" }, { city: "Oslo" }]);
        expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
      });
    });

    it("structured output is parsed by the SDK's own schema, whole and streamed", async () => {
      const Person = z.object({ name: z.string(), age: z.number().int() });
      const params = { ...guide, messages: user("Ada is 36 years old"), output_config: { format: format(Person) } };
      const { parsed_output } = await client.messages.parse(params);
      expect(Person.parse(parsed_output)).toMatchObject({ age: 36 });
      expect((await client.messages.stream(params).finalMessage()).parsed_output).toEqual(parsed_output);
    });

    it("images and documents arrive", async () => {
      const answer = await client.messages.create({
        ...guide,
        messages: user([
          { type: "text", text: "What do you see?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } },
          { type: "document", title: "notes.txt", source: { type: "text", media_type: "text/plain", data: "alpha\n" } },
        ]),
      });
      expect(textOf(answer)).toMatch(/1 ?[×x] ?1/);
      expect(textOf(answer)).toContain("alpha");
    });

    it("thinking comes before the answer", async () => {
      const stream = client.messages.stream({
        ...guide,
        messages: hello,
        thinking: { type: "enabled", budget_tokens: 1_024 },
        // OpenAI's APIs have no budget.
        output_config: { effort: "high" },
      });
      const { content } = await stream.finalMessage();
      expect(content.map(({ type }) => type)).toEqual(["thinking", "text"]);
      expect(content[0]).toMatchObject({ thinking: expect.stringMatching(/\w/), signature: expect.any(String) });
    });
  });

  it("a thread is relayed to an upstream that supports it, and otherwise refused as the SDK expects", async () => {
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "21" };
    const thread = { type: "continue", previous_message_id: "msg_1" };
    const params = { max_tokens: 9, messages: [{ role: "user", content: [result] }], thread };
    const create = (model: string) =>
      client.beta.messages.create({ model, ...params } as unknown as Parameters<typeof client.beta.messages.create>[0]);
    await create(relayed);
    expect(JSON.parse(gateways.stub().requests[0]?.body.toString() ?? "")).toEqual({
      model: "some-model",
      ...params,
    });
    for (const model of [translated, "sandbox/echo"]) {
      const { error } = await failureOf<InstanceType<typeof Sdk.APIError>>(create(model));
      const details = { error_code: "thread_unsupported_request", unsupported: ["thread"] };
      expect(error).toMatchObject({ error: { type: "invalid_request_error", param: "thread", details } });
    }
  });

  it("countTokens", async () => {
    const { input_tokens } = await client.messages.countTokens({ model: "sandbox/guide", messages: hello });
    const { usage } = await client.messages.create({ model: "sandbox/guide", max_tokens: 9, messages: hello });
    expect(input_tokens).toBe(usage.input_tokens);
  });

  describe("errors have their class and their text", () => {
    const create = (params: Record<string, unknown>) =>
      client.messages.create({ model: "sandbox/echo", max_tokens: 9, messages: hello, ...params });
    type ApiError = InstanceType<typeof Sdk.APIError>;

    it("an unknown model, with near names", async () => {
      const error = await failureOf<ApiError>(create({ model: "sandbox/giude" }));
      expect(error).toBeInstanceOf(Sdk.NotFoundError);
      expect(error.message).toMatch(/^404 .*Provider "sandbox" has no model "giude"\. Did you mean sandbox\/guide/);
      expect(error).toMatchObject({ status: 404, type: "not_found_error" });
      expect(error.requestID).toMatch(/^req_/);
    });

    it("a wrong key", async () => {
      const stranger = new Sdk({ baseURL: client.baseURL, apiKey: "sk-wrong", maxRetries: 0 });
      const error = await failureOf<ApiError>(
        stranger.messages.create({ model: "sandbox/echo", max_tokens: 9, messages: hello }),
      );
      expect(error).toBeInstanceOf(Sdk.AuthenticationError);
      expect(error.message).toContain("This API key is not valid");
    });

    it("a wrong field", async () => {
      const error = await failureOf<ApiError>(create({ messages: [{ role: "user", content: 42 }] }));
      expect(error).toBeInstanceOf(Sdk.BadRequestError);
      expect(error.message).toMatch(/^400 .*messages\[0\]\.content/);
      expect(error.type).toBe("invalid_request_error");
    });

    it("a rate limit, with its retry-after", async () => {
      const error = await failureOf<ApiError>(create({ model: "sandbox/fault-429" }));
      expect(error).toBeInstanceOf(Sdk.RateLimitError);
      expect(error.headers?.get("retry-after")).toBe("1");
    });

    it.each([relayed, translated])("an upstream's own text (%s)", async (model) => {
      const own = { type: "error", error: { type: "invalid_request_error", message: "Prompt is too long." } };
      gateways.stub().respondWith(jsonReply(own, { status: 400 }));
      for (const stream of [false, true]) {
        const error = await failureOf<ApiError>(create({ model, stream }));
        expect(error).toBeInstanceOf(Sdk.BadRequestError);
        expect(error.message).toContain("Prompt is too long.");
      }
    });

    it.each(["sandbox/cut-3", relayed])("a stream that is cut (%s) throws after what came", async (model) => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 4), ending: "cut" }));
      const deltas: string[] = [];
      const stream = await client.messages.create({ model, max_tokens: 99, messages: hello, stream: true });
      const error = await failureOf(
        (async () => {
          for await (const part of stream)
            if (part.type === "content_block_delta" && part.delta.type === "text_delta") deltas.push(part.delta.text);
        })(),
      );
      expect(deltas.length).toBeGreaterThan(0);
      expect(error).toBeInstanceOf(Sdk.APIError);
      expect(error.message).toMatch(/before the response was complete|closed the connection/);
      const helper = client.messages.stream({ model, max_tokens: 99, messages: hello });
      expect(await failureOf(helper.finalMessage())).toBeInstanceOf(Sdk.AnthropicError);
    });
  });

  describe("abort", () => {
    it("in the middle of a stream reaches the upstream", async () => {
      gateways.stub().respondWith(streamReply({ chunks: frames.slice(0, 4), ending: "silence" }));
      const stream = client.messages.stream({ model: relayed, max_tokens: 99, messages: hello });
      stream.on("text", () => stream.abort());
      await expect(stream.finalMessage()).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });

    it.each([
      ["sandbox/slow-5000", false],
      ["sandbox/slow-5000", true],
      [translated, false],
      [translated, true],
    ])("before the first byte (%s, stream: %s)", async (model, stream) => {
      const signal = signalBeforeFirstByte(gateways.stub(), model);
      const call = client.messages.create({ model, max_tokens: 9, messages: hello, stream }, { signal });
      await expect(call).rejects.toBeInstanceOf(Sdk.APIUserAbortError);
      if (model === translated) await expect.poll(() => gateways.stub().aborts.length, { timeout: 3_000 }).toBe(1);
    });
  });
});
