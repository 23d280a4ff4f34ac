import { describe, expect, test } from "vitest";
import { requestSchema } from "#lib/contract/anthropic-messages/wire.ts";
import type { ModelResponse } from "#lib/playground/conversation/model-response.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { parseTools } from "#lib/playground/tools/tools.ts";
import { answerTurn, BYTES, build, fileOf, MODEL, onlyChoice, question, readAll, toolTurn } from "./text-fixtures.ts";

const read = (...events: unknown[]) => readAll(MESSAGES.createResponseReader({ saveFile: async () => {} }), events);
const start = {
  type: "message_start",
  message: { model: "m-1", content: [], usage: { input_tokens: 10, output_tokens: 1 } },
};
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: "content_block_start", index, content_block },
  ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
  { type: "content_block_stop", index },
];
const end = (reason: string, rest: object = {}, usage: object = { output_tokens: 7 }) => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null, ...rest }, usage },
  { type: "message_stop" },
];
const THINKING = block(
  0,
  { type: "thinking", thinking: "", signature: "" },
  { type: "thinking_delta", thinking: "Let me " },
  { type: "thinking_delta", thinking: "see." },
  { type: "signature_delta", signature: "EqQB" },
);
const TEXT = block(
  1,
  { type: "text", text: "" },
  { type: "text_delta", text: "It is " },
  { type: "text_delta", text: "so." },
);

describe("reading a message", () => {
  test("joins thinking and text, keeps the signature, and passes over pings", async () => {
    const answer = await read(start, { type: "ping" }, ...THINKING, { type: "ping" }, ...TEXT, ...end("end_turn"));
    const choice = onlyChoice(answer);
    expect(choice).toMatchObject({ reasoning: "Let me see.", text: "It is so.", finishReason: "end_turn" });
    expect(choice.seals).toEqual([{ kind: "signature", value: "EqQB" }]);
    expect(answer).toMatchObject({ model: "m-1", usage: { inputTokens: 10, outputTokens: 7 } });
  });

  test("reports cached tokens, and counts them as input", async () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 20, cache_creation_input_tokens: 100, output_tokens: 1 };
    const answer = await read(
      { ...start, message: { ...start.message, usage } },
      ...TEXT,
      ...end(
        "end_turn",
        {},
        { output_tokens: 9, cache_read_input_tokens: null, output_tokens_details: { thinking_tokens: 4 } },
      ),
    );
    expect(answer.usage).toEqual({
      inputTokens: 123,
      outputTokens: 9,
      cachedTokens: 20,
      cacheWriteTokens: 100,
      reasoningTokens: 4,
    });
  });

  test("ignores the token count of the first event", async () => {
    expect((await read(start, ...TEXT)).usage?.outputTokens).toBeUndefined();
  });

  test("reads streamed calls, and reports that it waits for a tool", async () => {
    const call = block(
      0,
      { type: "tool_use", id: "toolu_1", name: "get_weather", input: {} },
      { type: "input_json_delta", partial_json: "" },
      { type: "input_json_delta", partial_json: '{"city":' },
      { type: "input_json_delta", partial_json: '"Oslo"}' },
    );
    const choice = onlyChoice(await read(start, ...call, ...end("tool_use")));
    expect(choice.toolCalls).toEqual([
      { id: "toolu_1", name: "get_weather", kind: "function", arguments: '{"city":"Oslo"}' },
    ]);
    expect(choice.parts?.[0]).toMatchObject({ type: "tool_use", input: { city: "Oslo" } });
    expect(MESSAGES.describeEnding?.(choice)?.label).toBe("Waiting for tool result");
  });

  test("collects citations with their place, and joins the text that they cut", async () => {
    const citation = {
      type: "page_location",
      cited_text: "Grass is green. ",
      document_title: "A.pdf",
      start_page_number: 2,
      end_page_number: 3,
    };
    const first = block(0, { type: "text", text: "" }, { type: "text_delta", text: "Grass is " });
    const second = block(
      1,
      { type: "text", text: "" },
      { type: "citations_delta", citation },
      { type: "text_delta", text: "green." },
    );
    const choice = onlyChoice(await read(start, ...first, ...second, ...end("end_turn")));
    expect(choice.text).toBe("Grass is green.");
    expect(choice.citations).toEqual([{ title: "A.pdf", place: "page 2", quote: "Grass is green." }]);
    expect(choice.parts?.[1]).toMatchObject({ citations: [citation] });
  });

  test.each([
    ["max_tokens", {}, "length", undefined],
    ["stop_sequence", { stop_sequence: "END" }, "stop_sequence", "Stopped at “END”"],
    ["refusal", { stop_details: { explanation: "Not this." } }, "refusal", "Refused"],
    ["pause_turn", {}, "pause_turn", "Paused"],
  ])("describes the end: %s", async (reason, rest, finishReason, label) => {
    const choice = onlyChoice(await read(start, ...TEXT, ...end(reason, rest)));
    expect(choice.finishReason).toBe(finishReason);
    expect(MESSAGES.describeEnding?.(choice)?.label).toBe(label);
    expect(choice.refusal).toBe(reason === "refusal" ? "Not this." : "");
  });

  test("reads a message that was not streamed", async () => {
    const content = [
      { type: "redacted_thinking", data: "c2VjcmV0" },
      { type: "text", text: "Hello" },
      { type: "tool_use", id: "t", name: "f", input: { a: 1 } },
    ];
    const usage = { input_tokens: 1, output_tokens: 2 };
    const choice = onlyChoice(await read({ type: "message", model: "m", content, stop_reason: "tool_use", usage }));
    expect(choice).toMatchObject({ text: "Hello", toolCalls: [{ arguments: '{"a":1}' }], finishReason: "tool_use" });
    expect(choice.seals).toEqual([{ kind: "encrypted", value: "c2VjcmV0" }]);
  });

  test.each([null, 7, {}, { type: "error", error: {} }, { type: "content_block_delta", index: 4, delta: {} }])(
    "ignores invalid events: %j",
    async (event) => {
      expect(await read(event)).toMatchObject({ choices: [] });
    },
  );
});

const thought = () => read(start, ...THINKING, ...TEXT, ...end("end_turn"));
const messagesOf = async (answer: ModelResponse, changes = {}) =>
  (await build(MESSAGES, [question("Hi"), answerTurn(answer, changes), question("Go on")])).body.messages;

describe("the request", () => {
  test("has the required token limit and version, and no unset parameters", async () => {
    expect(await build(MESSAGES, [question("Hello")])).toEqual({
      path: "/v1/messages",
      headers: { "provider-version": "2023-06-01" },
      body: { model: MODEL, messages: [{ role: "user", content: "Hello" }], max_tokens: 4096, stream: true },
    });
  });

  test("writes every setting to its field, as the gateway accepts it", async () => {
    const parameters: ParameterValues = {
      max_tokens: 3000,
      temperature: 0,
      top_k: 5,
      stop_sequences: ["END"],
      budget_tokens: 2048,
      display: "summarized",
      effort: "high",
      format: { type: "json_schema", schemaText: '{"type":"object"}' },
      tool_choice: "function:get_weather",
      disable_parallel_tool_use: true,
      cache_control: "1h",
      user_id: "user-1",
    };
    const settings = { system: "Be brief.", parameters, toolsText: MESSAGES.tools?.example ?? "" };
    expect(MESSAGES.findProblems({ ...EMPTY_SETTINGS, ...settings })).toEqual({});
    const { body } = await build(MESSAGES, [question("Hello")], settings);
    expect(body).toMatchObject({
      system: "Be brief.",
      max_tokens: 3000,
      temperature: 0,
      top_k: 5,
      stop_sequences: ["END"],
      thinking: { type: "enabled", budget_tokens: 2048, display: "summarized" },
      output_config: { effort: "high", format: { type: "json_schema", schema: { type: "object" } } },
      tool_choice: { type: "tool", name: "get_weather", disable_parallel_tool_use: true },
      cache_control: { type: "ephemeral", ttl: "1h" },
      metadata: { user_id: "user-1" },
    });
    expect(body.tools).toMatchObject([{ name: "get_weather", input_schema: { type: "object" } }]);
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test("sends thinking back with its signature, in order", async () => {
    expect((await messagesOf(await thought())) as object[]).toEqual([
      { role: "user", content: "Hi" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Let me see.", signature: "EqQB" },
          { type: "text", text: "It is so." },
        ],
      },
      { role: "user", content: "Go on" },
    ]);
  });

  test("omits thinking of other models and incomplete thinking", async () => {
    const text = { role: "assistant", content: "It is so." };
    expect(await messagesOf(await thought(), { model: "other/model" })).toContainEqual(text);
    const broken = await read(start, ...THINKING.slice(0, 2));
    expect(await messagesOf(broken, { state: "stopped" })).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Hi" },
          { type: "text", text: "Go on" },
        ],
      },
    ]);
  });

  test("sends tool results first in the next turn, then the text", async () => {
    const call = block(
      0,
      { type: "tool_use", id: "t1", name: "f", input: {} },
      { type: "input_json_delta", partial_json: '{"a"' },
    );
    const turns = [
      question("Hi"),
      answerTurn(await read(start, ...call)),
      toolTurn([{ callId: "t1", name: "f", content: "12" }]),
      question("And?"),
    ];
    const { body } = await build(MESSAGES, turns);
    expect((body.messages as object[]).slice(1)).toEqual([
      { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "f", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "t1", content: "12" },
          { type: "text", text: "And?" },
        ],
      },
    ]);
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test("sends images, PDFs and text files as blocks", async () => {
    const files = [fileOf("a.png", "image/png"), fileOf("b.pdf", "application/pdf"), fileOf("c.md", "text/markdown")];
    const { body } = await build(MESSAGES, [question("Look", files)]);
    expect(body.messages).toEqual([
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: BYTES } },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: BYTES }, title: "b.pdf" },
          { type: "document", source: { type: "text", media_type: "text/plain", data: "Hello" }, title: "c.md" },
          { type: "text", text: "Look" },
        ],
      },
    ]);
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test.each<[string, ParameterValues]>([
    ["budget_tokens", { budget_tokens: 8000 }],
    ["budget_tokens", { thinking: "adaptive", budget_tokens: 2048 }],
    ["max_tokens", { thinking: "enabled", max_tokens: 500 }],
    ["display", { display: "omitted" }],
    ["tool_choice", { tool_choice: "any" }],
    ["temperature", { temperature: 1.5 }],
  ])("is held back while %s cannot be sent: %j", (name, parameters) => {
    expect(Object.keys(MESSAGES.findProblems({ ...EMPTY_SETTINGS, parameters }))).toEqual([name]);
  });

  test("reads its own and the server's tools, and reports OpenAI's notation", () => {
    const parse = (...tools: object[]) => MESSAGES.tools && parseTools(JSON.stringify(tools), MESSAGES.tools);
    expect(parse({ type: "web_search_20250305", name: "web_search" })?.tools?.[0]?.name).toBe("web_search");
    expect(parse({ type: "function", function: { name: "f" } })?.problem).toContain('"type"');
    expect(parse({ name: "f" })?.problem).toContain("input_schema");
  });
});
