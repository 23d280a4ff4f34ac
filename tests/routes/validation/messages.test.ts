/** Requests that `POST /v1/messages` and its token count accept and refuse (spec; wire-formats §3.1 to §3.4). */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectError } from "#tests/support/expect-error.ts";
import { startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { countTokensRoute, messagesRoute, PIXEL } from "#tests/support/json-routes.ts";
import { expectPlainSentence, itRefuses, itTakes, post, type WrongBody } from "#tests/support/wrong-bodies.ts";

const QUESTION = { role: "user", content: "Hi" };
const BASE = { max_tokens: 4096, messages: [QUESTION] };
const TOOL = { name: "f", input_schema: { type: "object" } };

const withMessages = (...messages: unknown[]) => ({ ...BASE, messages });
const withBlock = (block: unknown) => withMessages({ role: "user", content: [block] });
const withAnswer = (block: unknown) => withMessages(QUESTION, { role: "assistant", content: [block] });
const withImage = (source: unknown) => withBlock({ type: "image", source });
const withDocument = (source: unknown) => withBlock({ type: "document", source });
const withTool = (tool: unknown) => ({ ...BASE, tools: [tool] });
const withChoice = (choice: unknown) => ({ ...BASE, tools: [TOOL], tool_choice: choice });
const withThinking = (thinking: unknown) => ({ ...BASE, thinking });
const withFormat = (format: unknown) => ({ ...BASE, output_config: { format } });

const call = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const result = (id: string, fields = {}) => ({ type: "tool_result", tool_use_id: id, content: "1", ...fields });
/** The question, then the assistant's turn, the user's, and so on. */
const turns = (...contents: unknown[]) =>
  withMessages(QUESTION, ...contents.map((content, index) => ({ role: index % 2 ? "user" : "assistant", content })));
const withResult = (fields: unknown) => turns([call("a")], [{ ...result("a"), ...(fields as object) }]);

const BLOCK = "messages[0].content[0]";
const ANSWER = "messages[1].content[0]";
const RESULT = "messages[2].content[0]";

/** Errors in the prompt, which the token count refuses too. */
const wrongPrompt: WrongBody[] = [
  ["an array", [], null, /must be an object; got an array of 0/],
  ["null", null, null, /must be an object; got null/],
  ["text", "hello", null, /must be an object/],
  ["a number", 42, null, /must be an object/],
  ["no model", { ...BASE, model: undefined }, "model", /^Missing required parameter/],
  ["model null", { ...BASE, model: null }, "model"],
  ["model a list", { ...BASE, model: ["sandbox/echo"] }, "model", /got an array of 1/],
  ["model empty", { ...BASE, model: "" }, "model"],

  ["no messages", { ...BASE, messages: undefined }, "messages", /^Missing required parameter/],
  ["messages null", { ...BASE, messages: null }, "messages"],
  ["messages text", { ...BASE, messages: "Hi" }, "messages", /got a string of 2 characters/],
  ["messages an object", { ...BASE, messages: QUESTION }, "messages"],
  ["messages empty", { ...BASE, messages: [] }, "messages"],
  ["a message that is text", withMessages("Hi"), "messages[0]"],
  ["a message null", withMessages(null), "messages[0]", /got null/],
  ["a message that is a list", withMessages([QUESTION]), "messages[0]"],
  ["no role", withMessages({ content: "Hi" }), "messages[0].role", /^Missing required parameter/],
  ["the role of a tool", withMessages({ role: "tool", content: "x" }), "messages[0].role", /got "tool"/],
  ["a role in capitals", withMessages({ role: "User", content: "x" }), "messages[0].role"],
  ["no content", withMessages({ role: "user" }), "messages[0].content", /[Mm]issing/],
  ["content null", withMessages({ role: "user", content: null }), "messages[0].content"],
  ["content a number", withMessages({ role: "user", content: 5 }), "messages[0].content", /string or .*array/],
  ["content an object", withMessages({ role: "user", content: { type: "text", text: "Hi" } }), "messages[0].content"],
  ["an empty question", withMessages({ role: "user", content: "" }), "messages[0].content", /must not be empty/],
  ["no blocks", withMessages({ role: "user", content: [] }), "messages[0].content"],
  ["an error in the third message", withMessages(QUESTION, QUESTION, { role: "user" }), "messages[2].content"],
  [
    "system in the middle with an image",
    withMessages(QUESTION, { role: "system", content: [{ type: "image" }] }),
    "messages[1].content[0].type",
  ],
  ["empty instructions in the middle", withMessages(QUESTION, { role: "system", content: "" }), "messages[1].content"],
  [
    "100,001 messages",
    withMessages(...Array(100_001).fill(QUESTION)),
    "messages",
    /maximum 150,000 fields and items together/,
  ],

  ["a block that is text", withBlock("Hi"), BLOCK],
  ["a block null", withBlock(null), BLOCK],
  ["a block without type", withBlock({ text: "Hi" }), `${BLOCK}.type`],
  ["a text block without text", withBlock({ type: "text" }), `${BLOCK}.text`, /[Mm]issing/],
  ["a text block of a number", withBlock({ type: "text", text: 1 }), `${BLOCK}.text`],
  ["citations of text", withBlock({ type: "text", text: "Hi", citations: "x" }), `${BLOCK}.citations`],
  [
    "an unknown cache",
    withBlock({ type: "text", text: "Hi", cache_control: { type: "forever" } }),
    `${BLOCK}.cache_control.type`,
  ],
  [
    "a cache for two hours",
    withBlock({ type: "text", text: "Hi", cache_control: { type: "ephemeral", ttl: "2h" } }),
    `${BLOCK}.cache_control.ttl`,
    /"5m", "1h"/,
  ],
  ["an image without source", withBlock({ type: "image" }), `${BLOCK}.source`],
  ["an image in the form of chat", withBlock({ type: "image", image_url: { url: "https://x" } }), `${BLOCK}.source`],
  ["a source without type", withImage({ data: PIXEL }), `${BLOCK}.source.type`],
  ["an unknown source", withImage({ type: "path", path: "/a.png" }), `${BLOCK}.source.type`, /"base64", "url", "file"/],
  [
    "a bitmap",
    withImage({ type: "base64", media_type: "image/bmp", data: PIXEL }),
    `${BLOCK}.source.media_type`,
    /"image\/png"/,
  ],
  ["an image without media type", withImage({ type: "base64", data: PIXEL }), `${BLOCK}.source.media_type`],
  [
    "a data: URL for base64",
    withImage({ type: "base64", media_type: "image/png", data: `data:image/png;base64,${PIXEL}` }),
    `${BLOCK}.source.data`,
    /without a `data:` prefix/,
  ],
  ["bad base64", withImage({ type: "base64", media_type: "image/png", data: "a$b" }), `${BLOCK}.source.data`],
  [
    "padding in the middle",
    withImage({ type: "base64", media_type: "image/png", data: "AA=A" }),
    `${BLOCK}.source.data`,
  ],
  ["no bytes", withImage({ type: "base64", media_type: "image/png", data: "" }), `${BLOCK}.source.data`],
  ["an image by ftp", withImage({ type: "url", url: "ftp://x/a.png" }), `${BLOCK}.source.url`, /http/],
  ["an image by data: URL", withImage({ type: "url", url: `data:image/png;base64,${PIXEL}` }), `${BLOCK}.source.url`],
  ["a file without id", withImage({ type: "file" }), `${BLOCK}.source.file_id`],
  ["a document without source", withBlock({ type: "document" }), `${BLOCK}.source`],
  [
    "a text document as base64",
    withDocument({ type: "base64", media_type: "text/plain", data: "SGk=" }),
    `${BLOCK}.source.media_type`,
    /"application\/pdf"/,
  ],
  [
    "a text document of a number",
    withDocument({ type: "text", media_type: "text/plain", data: 5 }),
    `${BLOCK}.source.data`,
  ],
  ["content of a number", withDocument({ type: "content", content: 5 }), `${BLOCK}.source.content`],
  [
    "a title of a number",
    withBlock({ type: "document", source: { type: "url", url: "https://x" }, title: 5 }),
    `${BLOCK}.title`,
  ],
  ["a call from the user", withBlock(call("a")), `${BLOCK}.type`, /"tool_result"/],
  ["thinking from the user", withBlock({ type: "thinking", thinking: "x", signature: "y" }), `${BLOCK}.type`],

  ["a result from the assistant", withAnswer(result("a")), `${ANSWER}.type`, /"tool_use"/],
  ["an image from the assistant", withAnswer({ type: "image", source: {} }), `${ANSWER}.type`],
  ["a call without id", withAnswer({ ...call("a"), id: undefined }), `${ANSWER}.id`],
  ["a call without name", withAnswer({ ...call("a"), name: "" }), `${ANSWER}.name`],
  ["input as text", withAnswer({ ...call("a"), input: "{}" }), `${ANSWER}.input`, /got a string/],
  ["input as a list", withAnswer({ ...call("a"), input: [] }), `${ANSWER}.input`],
  ["no input", withAnswer({ ...call("a"), input: undefined }), `${ANSWER}.input`],
  ["thinking without signature", withAnswer({ type: "thinking", thinking: "x" }), `${ANSWER}.signature`, /[Mm]issing/],
  ["thinking of a number", withAnswer({ type: "thinking", thinking: 1, signature: "y" }), `${ANSWER}.thinking`],
  ["redacted thinking without data", withAnswer({ type: "redacted_thinking" }), `${ANSWER}.data`],

  ["a result without id", withResult({ tool_use_id: undefined }), `${RESULT}.tool_use_id`],
  ["a result of a number", withResult({ content: 42 }), `${RESULT}.content`],
  ["a result with a call in it", withResult({ content: [call("b")] }), `${RESULT}.content[0].type`],
  ["an error that is text", withResult({ is_error: "yes" }), `${RESULT}.is_error`],
  ["a call without its result", turns([call("a")]), ANSWER, /missing "a"/],
  ["a call answered by text", turns([call("a")], "Hi"), "messages[2].content", /missing "a"/],
  ["one result of two", turns([call("a"), call("b")], [result("a")]), "messages[2].content", /missing "b"/],
  ["a result twice", turns([call("a")], [result("a"), result("a")]), "messages[2].content[1].tool_use_id", /"a"/],
  ["a result of no call", turns("Hi", [result("x")]), `${RESULT}.tool_use_id`, /"x"/],
  ["a result first of all", withBlock(result("x")), `${BLOCK}.tool_use_id`, /"x"/],
  [
    "a result behind text",
    turns([call("a")], [{ type: "text", text: "t" }, result("a")]),
    "messages[2].content[1].tool_use_id",
    /before all other blocks/,
  ],
  ["a result one turn late", turns([call("a")], "Hi", "Ok", [result("a")]), "messages[2].content", /"a"/],
  ["two calls of one id", turns([call("a"), call("a")], [result("a")]), "messages[1].content[1].id", /"a"/],
  [
    "instructions between call and result",
    withMessages(
      QUESTION,
      { role: "assistant", content: [call("a")] },
      { role: "system", content: "x" },
      { role: "user", content: [result("a")] },
    ),
    ANSWER,
    /missing "a"/,
  ],

  ["system a number", { ...BASE, system: 5 }, "system", /string or .*array/],
  ["system an object", { ...BASE, system: { type: "text", text: "x" } }, "system"],
  ["system with an image", { ...BASE, system: [{ type: "image" }] }, "system[0].type", /"text"/],
  ["system without text", { ...BASE, system: [{ type: "text" }] }, "system[0].text"],

  ["tools an object", { ...BASE, tools: TOOL }, "tools"],
  ["a tool null", withTool(null), "tools[0]"],
  ["a tool without name", withTool({ input_schema: { type: "object" } }), "tools[0].name"],
  ["a tool's name with a space", withTool({ ...TOOL, name: "a b" }), "tools[0].name", /letters, digits/],
  ["a tool's name of 129 characters", withTool({ ...TOOL, name: "f".repeat(129) }), "tools[0].name"],
  ["a tool without schema", withTool({ name: "f" }), "tools[0].input_schema"],
  [
    "a tool in the form of chat",
    withTool({ type: "function", function: { name: "f" } }),
    "tools[0].type",
    /got "function"/,
  ],
  [
    "a schema of text",
    withTool({ name: "f", input_schema: { type: "string" } }),
    "tools[0].input_schema.type",
    /"object"/,
  ],
  ["a schema that is text", withTool({ name: "f", input_schema: "{}" }), "tools[0].input_schema"],
  ["a description of a number", withTool({ ...TOOL, description: 1 }), "tools[0].description"],
  ["a custom tool without schema", withTool({ type: "custom", name: "f" }), "tools[0].input_schema"],
  ["tool_choice text", withChoice("auto"), "tool_choice"],
  ["an unknown choice", withChoice({ type: "required" }), "tool_choice.type", /"any"/],
  ["a choice without name", withChoice({ type: "tool" }), "tool_choice.name"],
  [
    "a choice that is not offered",
    withChoice({ type: "tool", name: "g" }),
    "tool_choice",
    /must name one of the `tools`/,
  ],
  ["any tool of none", { ...BASE, tool_choice: { type: "any" } }, "tool_choice"],
  [
    "serial calls of text",
    withChoice({ type: "auto", disable_parallel_tool_use: "yes" }),
    "tool_choice.disable_parallel_tool_use",
  ],

  ["thinking a boolean", withThinking(true), "thinking"],
  ["an unknown thinking", withThinking({ type: "on" }), "thinking.type", /"adaptive"/],
  ["thinking without budget", withThinking({ type: "enabled" }), "thinking.budget_tokens", /[Mm]issing/],
  [
    "a budget under 1024",
    withThinking({ type: "enabled", budget_tokens: 1023 }),
    "thinking.budget_tokens",
    /must be at least 1024; got 1023\./,
  ],
  ["a budget of a half", withThinking({ type: "enabled", budget_tokens: 2000.5 }), "thinking.budget_tokens"],
  ["an unknown display", withThinking({ type: "adaptive", display: "full" }), "thinking.display"],
  ["output_config text", { ...BASE, output_config: "json" }, "output_config"],
  ["an effort of chat", { ...BASE, output_config: { effort: "minimal" } }, "output_config.effort", /"low"/],
  ["an unknown format", withFormat({ type: "json" }), "output_config.format.type", /"json_schema"/],
  ["a format without schema", withFormat({ type: "json_schema" }), "output_config.format.schema"],
  ["a schema that is a list", withFormat({ type: "json_schema", schema: [] }), "output_config.format.schema"],
  ["a cache of another type", { ...BASE, cache_control: { type: "persistent" } }, "cache_control.type"],
];

/** Errors in the fields for the response. */
const wrongAnswer: WrongBody[] = [
  ["no max_tokens", { ...BASE, max_tokens: undefined }, "max_tokens", /[Mm]issing/],
  ["max_tokens null", { ...BASE, max_tokens: null }, "max_tokens"],
  [
    "max_tokens negative",
    { ...BASE, max_tokens: -1 },
    "max_tokens",
    /must be (?:at least 0|between 0 and [\d.]+); got -/,
  ],
  ["max_tokens of a half", { ...BASE, max_tokens: 1.5 }, "max_tokens"],
  ["max_tokens text", { ...BASE, max_tokens: "10" }, "max_tokens"],
  [
    "a budget of all max_tokens",
    withThinking({ type: "enabled", budget_tokens: 4096 }),
    "thinking.budget_tokens",
    /must be less than `max_tokens`/,
  ],
  ["a budget over max_tokens", withThinking({ type: "enabled", budget_tokens: 5000 }), "thinking.budget_tokens"],
  ["stop_sequences text", { ...BASE, stop_sequences: "x" }, "stop_sequences"],
  ["a stop sequence of a number", { ...BASE, stop_sequences: ["a", 1] }, "stop_sequences[1]"],
  ["stream text", { ...BASE, stream: "true" }, "stream", /must be a boolean/],
  ["temperature over 1", { ...BASE, temperature: 1.1 }, "temperature", /must be between 0 and 1;/],
  ["temperature text", { ...BASE, temperature: "hot" }, "temperature"],
  ["top_p below 0", { ...BASE, top_p: -0.1 }, "top_p"],
  ["top_k of a half", { ...BASE, top_k: 0.5 }, "top_k"],
  ["top_k negative", { ...BASE, top_k: -1 }, "top_k"],
  ["metadata text", { ...BASE, metadata: "x" }, "metadata"],
  ["a user id of a number", { ...BASE, metadata: { user_id: 5 } }, "metadata.user_id"],
  ["a user id of 257 characters", { ...BASE, metadata: { user_id: "x".repeat(257) } }, "metadata.user_id", /256/],
  ["a tier of another convention", { ...BASE, service_tier: "flex" }, "service_tier", /"standard_only"/],
  ["a container of a number", { ...BASE, container: 5 }, "container"],
  ["a thread, which only an upstream keeps", { ...BASE, thread: { id: "t" } }, "thread", /`thread` is not supported/],
  [
    "a file that nobody uploaded",
    withImage({ type: "file", file_id: "file_1" }),
    `${BLOCK}.source.file_id`,
    /must be an uploaded file; "file_1" not found/,
  ],
];

/** Odd, but right. */
const right: [name: string, body: unknown][] = [
  [
    "fields that nobody knows",
    { ...BASE, n: 2, "x-vendor": [1, null], mcp_servers: [{ type: "url", url: "https://x" }] },
  ],
  [
    "nulls for whatever is not set",
    {
      ...BASE,
      system: null,
      tools: null,
      tool_choice: null,
      thinking: null,
      stream: null,
      temperature: null,
      stop_sequences: null,
      metadata: null,
      output_config: null,
      container: null,
    },
  ],
  ["an assistant first", withMessages({ role: "assistant", content: "Hello" }, QUESTION)],
  ["a prefill", withMessages(QUESTION, { role: "assistant", content: "I" })],
  ["an empty assistant's turn", withMessages(QUESTION, { role: "assistant", content: "" }, QUESTION)],
  ["two questions in a row", withMessages(QUESTION, QUESTION)],
  ["instructions in the middle", withMessages(QUESTION, { role: "system", content: "In verse." }, QUESTION)],
  ["instructions first", withMessages({ role: "system", content: "In verse." }, QUESTION)],
  [
    "results over two messages, in any order",
    withMessages(
      QUESTION,
      { role: "assistant", content: [call("a")] },
      { role: "assistant", content: [call("b")] },
      { role: "user", content: [result("b")] },
      { role: "user", content: [result("a"), { type: "text", text: "t" }] },
    ),
  ],
  ["a result of nothing", withResult({ content: undefined })],
  ["a result without blocks", withResult({ content: [] })],
  ["a block that is newer than this gateway", withBlock({ type: "made_up_next_year", x: 1 })],
  ["a tool that is newer", withTool({ type: "made_up_20300101", name: "x" })],
  ["500 tools", { ...BASE, tools: Array.from({ length: 500 }, (_, index) => ({ ...TOOL, name: `f${index}` })) }],
  [
    "base64 with line ends",
    withImage({ type: "base64", media_type: "image/png", data: `${PIXEL.slice(0, 40)}\n${PIXEL.slice(40)}` }),
  ],
  ["no stop sequences", { ...BASE, stop_sequences: [] }],
  ["limits at their bounds", { ...BASE, temperature: 1, top_p: 0, top_k: 0, max_tokens: 1 }],
  ["no tokens at all", { ...BASE, max_tokens: 0 }],
  ["the largest budget", withThinking({ type: "enabled", budget_tokens: 4095 })],
];

describe("on the node mount", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({ mount: "node" });
  });
  afterAll(() => gateway?.close());

  describe(messagesRoute.name, () => {
    const route = messagesRoute;
    describe("refuses", () => itRefuses({ gateway: () => gateway, route, table: [...wrongPrompt, ...wrongAnswer] }));
    describe("accepts", () => itTakes({ gateway: () => gateway, route, table: right }));
  });

  describe(countTokensRoute.name, () => {
    const route = countTokensRoute;
    describe("refuses", () => itRefuses({ gateway: () => gateway, route, table: wrongPrompt }));
    describe("accepts", () => itTakes({ gateway: () => gateway, route, table: right }));
  });

  describe.each([messagesRoute, countTokensRoute].map((route) => ({ name: route.name, route })))(
    "$name",
    ({ route }) => {
      it.each([
        ["no version", undefined, /^Missing header `anthropic-version` or `provider-version`/],
        ["an empty version", "", /must be a date of the form YYYY-MM-DD/],
        ["a version that is no date", "latest", /got "latest"/],
        ["a day that there is not", "2023-13-45", /got "2023-13-45"/],
        ["a date with a time", "2023-06-01T00:00:00Z", /must be a date of the form YYYY-MM-DD/],
        ["a version of 8,000 characters", "2".repeat(8_000), /got "2{40}"/],
      ])("refuses %s", async (_name, version, message) => {
        const { "provider-version": _, ...headers } = route.headers;
        const response = await fetch(gateway.url + route.path(""), {
          method: "POST",
          headers: { ...headers, ...(version === undefined ? {} : { "provider-version": version }) },
          body: JSON.stringify({ model: "sandbox/echo", ...BASE }),
        });
        const expected = { status: 400, type: "invalid_request_error", param: "provider-version" };
        expectPlainSentence((await expectError(response, { ...expected, message })).message);
      });

      it("accepts a version of any date, also in the vendor's own header", async () => {
        for (const name of ["provider-version", "anthropic-version"]) {
          const body = JSON.stringify({ model: "sandbox/echo", ...BASE });
          expect((await post({ gateway, route, body, headers: { [name]: "2031-01-31" } })).status).toBe(200);
        }
      });
    },
  );
});
