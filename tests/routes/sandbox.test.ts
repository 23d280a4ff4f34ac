/**
 * The sandbox's models over HTTP: what they answer, streamed and whole, and that both are one response
 * (architecture.md, law 3).
 */
import { Ajv } from "ajv";
import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCollector } from "#lib/canonical/collect.ts";
import type { ChatReply, ChatRequest } from "#lib/contract/openai-chat/wire.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";
import { expectError } from "../support/expect-error.ts";
import { mounts, startGateway, type TestGateway } from "../support/gateway.ts";

type Body = Record<string, unknown>;
type Choice = {
  index: number;
  finish_reason: string;
  message: {
    role: string;
    content: string | null;
    refusal: string | null;
    reasoning_content?: string;
    tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  };
  logprobs: { content: { token: string; logprob: number; bytes: number[]; top_logprobs: unknown[] }[] } | null;
};
type Completion = {
  id: string;
  object: string;
  model: string;
  created: number;
  choices: Choice[];
  usage: Record<string, number>;
};

const fetchText = (content: unknown, fields: Body = {}): Body => ({
  model: "sandbox/guide",
  messages: [{ role: "user", content }],
  ...fields,
});
const WEATHER = {
  type: "object",
  properties: { city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } },
  required: ["city"],
  additionalProperties: false,
};
const TOOLS = [
  { type: "function", function: { name: "get_weather", description: "The weather in a city", parameters: WEATHER } },
];
const PERSON = {
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer", minimum: 0 },
    tags: { type: "array", items: { type: "string" }, minItems: 1 },
  },
  required: ["name", "age", "tags"],
  additionalProperties: false,
};
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const personFormat = { type: "json_schema", json_schema: { name: "person", schema: PERSON, strict: true } };
const ajv = new Ajv();

/** The requests of law 3. */
const requests: [name: string, body: Body][] = [
  ["a question", fetchText("How do I stream?")],
  ["an echo", fetchText("One\n\ntwo  three ✓ 👩‍👩‍👧", { model: "sandbox/echo" })],
  ["an empty echo", fetchText("", { model: "sandbox/echo" })],
  ["reasoning first", fetchText("What is 12 * 12?", { reasoning_effort: "high" })],
  ["a tool call", fetchText("What is the weather in Paris?", { tools: TOOLS })],
  [
    "tool calls side by side",
    fetchText("What is the weather in Paris, Rome and Oslo?", { tools: TOOLS, parallel_tool_calls: true }),
  ],
  ["a tool's result", { ...fetchText(""), messages: toolRoundTrip(), tools: TOOLS }],
  ["JSON by a schema", fetchText("Ada is 36 years old", { response_format: personFormat })],
  ["three choices", fetchText("Tell me about keys", { n: 3, seed: 5 })],
  [
    "logprobs in two choices",
    fetchText("How do I stream?", { n: 2, logprobs: true, top_logprobs: 3, max_completion_tokens: 12 }),
  ],
  ["a token limit", fetchText("How do I stream?", { max_completion_tokens: 7 })],
  ["a stop string", fetchText("How do I stream?", { stop: ["stream"] })],
  ["garbage", fetchText("Hi", { model: "sandbox/garbage" })],
  ["a long answer", fetchText("Hi", { model: "sandbox/long-500" })],
  [
    "an image",
    fetchText([
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url: { url: PIXEL } },
    ]),
  ],
  [
    "the deprecated functions",
    fetchText("What is the weather in Paris?", { functions: [TOOLS[0]?.function], function_call: "auto" }),
  ],
];

function toolRoundTrip() {
  const call = { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };
  return [
    { role: "user", content: "What is the weather in Paris?" },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "call_1", content: '{"temperature": 21, "sky": "clear"}' },
  ];
}

describe.each(mounts)("on the %s mount", (mount) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount });
  });
  afterAll(() => gateway?.close());

  async function complete(body: Body): Promise<{ completion: Completion; headers: Headers }> {
    const response = await gateway.chat(body);
    const text = await response.text();
    expect(response.status, text).toBe(200);
    return { completion: JSON.parse(text), headers: response.headers };
  }

  /** The data of every event; the text must be nothing but `data:` lines and blank lines (wire-formats §1.6). */
  async function stream(body: Body): Promise<{ events: string[]; chunks: ChatReply[]; headers: Headers }> {
    const response = await gateway.chat({ ...body, stream: true });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-store, no-transform");
    expect(text).toMatch(/^(data: [^\n]+\n\n)+$/);
    const events = text
      .split("\n\n")
      .slice(0, -1)
      .map((event) => event.slice("data: ".length));
    return {
      events,
      chunks: events.filter((event) => event !== "[DONE]").map((event) => JSON.parse(event)),
      headers: response.headers,
    };
  }

  describe("a stream folds to the reply of the whole call", () => {
    it.each(requests)("%s", async (_name, body) => {
      const { completion } = await complete(body);
      const { events } = await stream({ ...body, stream_options: { include_usage: true } });
      const collector = createCollector();
      const reader = openAiChat.createStreamReader((part) => collector.add(part));
      const parser = createParser({ onEvent: (event) => reader.read(event) });
      parser.feed(events.map((event) => `data: ${event}\n\n`).join(""));
      reader.end();
      const folded = openAiChat.writeReply(collector.reply(), identityOf(completion), body as ChatRequest);
      expect(normal(folded)).toEqual(normal(completion));
    });
  });

  describe("a whole reply", () => {
    it("has every field that SDKs require", async () => {
      const before = Math.floor(Date.now() / 1000);
      const { completion, headers } = await complete(fetchText("How do I stream?"));
      expect(completion).toMatchObject({
        id: expect.stringMatching(/^chatcmpl-[0-9a-f]{32}$/),
        object: "chat.completion",
        model: "sandbox/guide",
        choices: [{ index: 0, message: { role: "assistant", refusal: null }, finish_reason: "stop", logprobs: null }],
      });
      expect(completion.created).toBeGreaterThanOrEqual(before);
      const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = completion.usage;
      expect(total_tokens).toBe(prompt_tokens + completion_tokens);
      expect(completion.choices[0]?.message.content?.length).toBeGreaterThan(100);
      expect(headers.get("x-gateway-lane")).toBe("sandbox");
      expect(headers.get("x-gateway-upstream")).toBe("sandbox");
      expect(headers.get("x-request-id")).toMatch(/^req_/);
    });

    it("of the default model and of an alias has the requested name", async () => {
      expect((await complete(fetchText("Hi", { model: "default" }))).completion.model).toBe("default");
      expect((await complete(fetchText("Hi", { model: "sandbox" }))).completion.model).toBe("sandbox");
    });
  });

  describe("a stream", () => {
    it("begins with the role, ends with the finish reason, and has one id in all chunks", async () => {
      const { events, chunks } = await stream(fetchText("Hello there", { model: "sandbox/echo" }));
      expect(events.at(-1)).toBe("[DONE]");
      expect(new Set(chunks.map(({ id, created, model, object }) => `${id} ${created} ${model} ${object}`)).size).toBe(
        1,
      );
      expect(chunks[0]).toMatchObject({
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta: { role: "assistant" }, finish_reason: null }],
      });
      expect(chunks.at(-1)).toMatchObject({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
      expect(chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? "").join("")).toBe("Hello there");
      for (const chunk of chunks) expect(chunk, "usage only where it is asked for").not.toHaveProperty("usage");
    });

    it("with include_usage has it in a separate chunk, and null in all others", async () => {
      const { chunks } = await stream(
        fetchText("Hello", { model: "sandbox/echo", stream_options: { include_usage: true } }),
      );
      expect(chunks.at(-1)).toMatchObject({
        choices: [],
        usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 },
      });
      for (const chunk of chunks.slice(0, -1)) expect(chunk.usage).toBeNull();
    });

    it("of a tool call names it once and then gives its arguments in fragments", async () => {
      const { chunks } = await stream(fetchText("What is the weather in Paris?", { tools: TOOLS }));
      const fragments = chunks.flatMap(({ choices }) => choices?.[0]?.delta?.tool_calls ?? []);
      expect(fragments[0]).toMatchObject({
        index: 0,
        id: expect.any(String),
        type: "function",
        function: { name: "get_weather", arguments: "" },
      });
      for (const fragment of fragments.slice(1)) expect(Object.keys(fragment).sort()).toEqual(["function", "index"]);
      expect(JSON.parse(fragments.map((fragment) => fragment.function?.arguments).join(""))).toEqual({ city: "Paris" });
      expect(chunks.at(-1)?.choices?.[0]?.finish_reason).toBe("tool_calls");
    });
  });

  describe("sampling", () => {
    it("n gives that many choices, which differ", async () => {
      const { choices } = (await complete(fetchText("Tell me about keys", { n: 3, temperature: 1 }))).completion;
      expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
      expect(new Set(choices.map(({ message }) => message.content)).size).toBeGreaterThan(1);
    });

    it("seed repeats the same response", async () => {
      const body = fetchText("Tell me about keys", { seed: 7, n: 2 });
      const contents = async () => (await complete(body)).completion.choices.map(({ message }) => message.content);
      expect(await contents()).toEqual(await contents());
    });

    it("stop ends the text before the string", async () => {
      const { completion } = await complete(
        fetchText("one two three four", { model: "sandbox/echo", stop: ["three", "never"] }),
      );
      expect(completion.choices[0]).toMatchObject({ message: { content: "one two " }, finish_reason: "stop" });
    });

    it.each(["max_completion_tokens", "max_tokens"])("%s ends it with the finish reason length", async (field) => {
      const { completion, headers } = await complete(fetchText("How do I stream?", { [field]: 5 }));
      expect(completion.choices[0]?.finish_reason).toBe("length");
      expect(completion.usage.completion_tokens).toBe(5);
      expect(headers.get("x-gateway-dropped"), "it had an effect").toBeNull();
    });

    it("logprobs exist for each token, with the requested alternatives", async () => {
      const { completion } = await complete(
        fetchText("How do I stream?", { logprobs: true, top_logprobs: 4, max_completion_tokens: 9 }),
      );
      const [choice] = completion.choices;
      const tokens = choice?.logprobs?.content ?? [];
      expect(tokens.map(({ token }) => token).join("")).toBe(choice?.message.content);
      expect(tokens.length).toBe(9);
      for (const { token, logprob, bytes, top_logprobs } of tokens) {
        expect(logprob).toBeLessThanOrEqual(0);
        expect(Buffer.from(bytes).toString()).toBe(token);
        expect(top_logprobs).toHaveLength(4);
      }
    });

    it("reasoning is included on request", async () => {
      const { message } = (await complete(fetchText("What is 12 * 12?", { reasoning_effort: "high" }))).completion
        .choices[0] as Choice;
      expect(message.reasoning_content?.length).toBeGreaterThan(10);
      expect(message.content).toContain("144");
    });
  });

  describe("tools and schemas", () => {
    it("a tool is called with valid arguments, and its result is used", async () => {
      const first = await complete(fetchText("What is the weather in Paris?", { tools: TOOLS }));
      const [choice] = first.completion.choices;
      expect(choice).toMatchObject({ finish_reason: "tool_calls", message: { content: null } });
      const [call] = choice?.message.tool_calls ?? [];
      const input = JSON.parse(call?.function.arguments ?? "");
      expect(ajv.validate(WEATHER, input), JSON.stringify(ajv.errors)).toBe(true);
      const messages = [
        { role: "user", content: "What is the weather in Paris?" },
        choice?.message,
        { role: "tool", tool_call_id: call?.id, content: '{"temperature": 21, "sky": "clear"}' },
      ];
      const second = (await complete({ model: "sandbox/guide", messages, tools: TOOLS })).completion.choices[0];
      expect(second?.finish_reason).toBe("stop");
      expect(second?.message.content).toMatch(/21/);
    });

    it("tool_choice none calls no tool, a named one calls that tool", async () => {
      const question = "What is the weather in Paris?";
      const none = await complete(fetchText(question, { tools: TOOLS, tool_choice: "none" }));
      expect(none.completion.choices[0]?.message.tool_calls).toBeUndefined();
      const named = { type: "function", function: { name: "get_weather" } };
      const forced = await complete(fetchText("Hello", { tools: TOOLS, tool_choice: named }));
      expect(forced.completion.choices[0]?.message.tool_calls?.[0]?.function.name).toBe("get_weather");
    });

    it.each([
      ["a person", PERSON],
      [
        "nested lists and unions",
        {
          type: "object",
          properties: {
            items: {
              type: "array",
              minItems: 2,
              items: {
                type: "object",
                properties: { id: { type: "integer" }, kind: { enum: ["a", "b"] } },
                required: ["id", "kind"],
              },
            },
            note: { anyOf: [{ type: "string" }, { type: "null" }] },
          },
          required: ["items", "note"],
        },
      ],
    ])("JSON is valid under the schema of %s", async (_name, schema) => {
      const format = { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
      const { completion } = await complete(
        fetchText("Ada is 36 years old and likes tea", { response_format: format }),
      );
      const value = JSON.parse(completion.choices[0]?.message.content ?? "");
      expect(ajv.validate(schema, value), JSON.stringify(ajv.errors)).toBe(true);
    });

    it("json_object gives an object", async () => {
      const { completion } = await complete(fetchText("List the routes", { response_format: { type: "json_object" } }));
      expect(JSON.parse(completion.choices[0]?.message.content ?? "")).toBeTypeOf("object");
    });

    it.each([false, true])("an invalid schema is a 400 (stream: %s)", async (streamed) => {
      const format = { type: "json_schema", json_schema: { name: "x", schema: { type: "nonsense" } } };
      await expectError(await gateway.chat(fetchText("Hi", { response_format: format, stream: streamed })), {
        status: 400,
        message: /can't be used as a schema/,
        type: "invalid_request_error",
        param: "response_format.json_schema.schema",
      });
    });
  });

  describe("x-gateway-dropped names fields without effect", () => {
    it.each([
      [
        "known fields that the sandbox does not act on",
        { frequency_penalty: 1, logit_bias: { 1: 1 }, user: "u" },
        "frequency_penalty, logit_bias, user",
      ],
      ["unknown fields", { top_k: 40, thinking: {} }, "top_k, thinking"],
      ["an unknown field that no header can hold", { "größe, x": 1 }, "gr%C3%B6%C3%9Fe%2C%20x"],
      ["nothing", { temperature: 0, seed: 1, stop: "x", n: 1 }, null],
      ["no field that is null", { frequency_penalty: null, top_k: null, user: null }, null],
    ])("%s", async (_name, fields, dropped) => {
      for (const streamed of [false, true]) {
        const response = await gateway.chat(fetchText("Hi", { ...fields, stream: streamed }));
        await response.text();
        expect(response.headers.get("x-gateway-dropped")).toBe(dropped);
      }
    });

    it("parts and tools of an unknown type, by their path", async () => {
      const parts = [
        { type: "text", text: "Hi" },
        { type: "video_url", video_url: {} },
      ];
      const { headers } = await complete(fetchText(parts, { tools: [{ type: "web_search" }] }));
      expect(headers.get("x-gateway-dropped")?.split(", ").sort()).toEqual(["messages[0].content[1]", "tools[0]"]);
    });

    it("up to a limit, however many there are", async () => {
      const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`field_${index}`, 1]));
      const { headers } = await complete(fetchText("Hi", many));
      expect(headers.get("x-gateway-dropped")).toMatch(/field_0, .*, and more$/);
      expect(headers.get("x-gateway-dropped")?.length).toBeLessThan(2_100);
    });
  });

  describe("the models for testing clients", () => {
    it("echo repeats the question unchanged", async () => {
      const text = "  Zwei  Zeilen\n\t<b>✓</b> \u2028";
      expect((await complete(fetchText(text, { model: "sandbox/echo" }))).completion.choices[0]?.message.content).toBe(
        text,
      );
    });

    it.each([400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504, 529, 599])(
      "fault-%i fails with it, streamed or not",
      async (status) => {
        for (const streamed of [false, true]) {
          const response = await gateway.chat(fetchText("Hi", { model: `sandbox/fault-${status}`, stream: streamed }));
          const body = await response.clone().json();
          await expectError(response, {
            status,
            message: /as its name says\. Nothing is wrong\./,
            type: body.type,
            code: "sandbox_fault",
          });
          expect(response.headers.get("retry-after")).toBe([429, 503].includes(status) ? "1" : null);
        }
      },
    );

    it("slow is silent for that long, then responds", async () => {
      for (const streamed of [false, true]) {
        const started = performance.now();
        const response = await gateway.chat(fetchText("Hi", { model: "sandbox/slow-100", stream: streamed }));
        expect(await response.text()).toContain("content");
        expect(performance.now() - started).toBeGreaterThanOrEqual(99);
      }
    });

    it("cut breaks off: an error event in a stream, a 502 for a whole call", async () => {
      const { chunks, events } = await stream(fetchText("Hi", { model: "sandbox/cut-3" }));
      expect(events).not.toContain("[DONE]");
      expect(chunks.filter(({ choices }) => choices?.[0]?.delta?.content).length).toBe(3);
      expect(chunks.at(-1)).toMatchObject({
        error: {
          type: "upstream_error",
          code: 502,
          message: expect.stringContaining("before the response was complete"),
        },
      });
      await expectError(await gateway.chat(fetchText("Hi", { model: "sandbox/cut-3" })), {
        status: 502,
        message: /before the response was complete/,
        type: "upstream_error",
        code: "upstream_truncated",
      });
    });

    it("cut-0 breaks off before the first word", async () => {
      const response = await gateway.chat(fetchText("Hi", { model: "sandbox/cut-0", stream: true }));
      expect(await response.text()).toMatch(/"code":"upstream_truncated"/);
    });

    it("garbage is well formed on the wire, whatever its text", async () => {
      const { chunks, events } = await stream(fetchText("Hi", { model: "sandbox/garbage" }));
      expect(events.at(-1)).toBe("[DONE]");
      expect(chunks.map(({ choices }) => choices?.[0]?.delta?.content ?? "").join("")).toContain("<script>");
    });

    it("long writes exactly that many tokens", async () => {
      expect((await complete(fetchText("Hi", { model: "sandbox/long-200" }))).completion.usage.completion_tokens).toBe(
        200,
      );
      const { chunks } = await stream(
        fetchText("Hi", { model: "sandbox/long-5000", stream_options: { include_usage: true } }),
      );
      expect(chunks.at(-1)?.usage).toMatchObject({ completion_tokens: 5_000 });
    });
  });
});

function identityOf({ id, created, model }: Completion) {
  return { id, created, model };
}

/**
 * Reasoning may be read in one block or in several; ids of the response differ from call to call, those of tool calls
 * do not.
 */
function normal(completion: object): unknown {
  const { id: _, created: __, ...rest } = JSON.parse(JSON.stringify(completion)) as Record<string, unknown>;
  return rest;
}
