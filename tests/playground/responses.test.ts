import { describe, expect, test } from "vitest";
import { requestSchema } from "#lib/contract/openai-responses/wire.ts";
import type { ModelResponse, ResponseFile } from "#lib/playground/conversation/model-response.ts";
import { EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { ParameterValues } from "#lib/playground/parameters/parameter-definition.ts";
import { parseTools } from "#lib/playground/tools/tools.ts";
import { answerTurn, BYTES, build, fileOf, MODEL, onlyChoice, question, readAll, toolTurn } from "./text-fixtures.ts";

const saveFile = async (file: ResponseFile) => {
  file.sha256 = "kept";
};
const read = (...events: unknown[]) => readAll(RESPONSES.createResponseReader({ saveFile }), events);
const start = { type: "response.created", response: { id: "resp_1", model: "m-1", status: "in_progress", output: [] } };
const end = (status: string, rest: object = {}) => ({
  type: `response.${status}`,
  response: { id: "resp_1", model: "m-1", status, output: [], ...rest },
});
const REASONING = {
  type: "reasoning",
  id: "rs_1",
  summary: [
    { type: "summary_text", text: "First." },
    { type: "summary_text", text: "Second." },
  ],
  encrypted_content: "gAAAA",
};
const MESSAGE = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hello", annotations: [] }],
};
const CALL = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "f",
  arguments: '{"a":1}',
  status: "completed",
};
const added = (output_index: number, item: object) => ({ type: "response.output_item.added", output_index, item });
const done = (output_index: number, item: object) => ({ type: "response.output_item.done", output_index, item });
const delta = (name: string, output_index: number, text: string) => ({
  type: `response.${name}.delta`,
  output_index,
  delta: text,
});

const STREAM = [
  start,
  added(0, { type: "reasoning", id: "rs_1", summary: [] }),
  { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 0 },
  delta("reasoning_summary_text", 0, "Fir"),
  delta("reasoning_summary_text", 0, "st."),
  { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 1 },
  delta("reasoning_summary_text", 0, "Second."),
  done(0, REASONING),
  added(1, { ...MESSAGE, content: [] }),
  delta("output_text", 1, "Hel"),
  delta("output_text", 1, "lo"),
  done(1, MESSAGE),
];

describe("reading a response", () => {
  test("joins its items, and keeps them unchanged", async () => {
    const usage = {
      input_tokens: 30,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 5 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
    };
    const answer = await read(...STREAM, end("completed", { usage }));
    const choice = onlyChoice(answer);
    expect(choice).toMatchObject({ reasoning: "First.\n\nSecond.", text: "Hello", finishReason: "completed" });
    expect(choice.parts).toEqual([REASONING, MESSAGE]);
    expect(choice.seals).toEqual([{ kind: "encrypted", value: "gAAAA" }]);
    expect(answer).toMatchObject({
      responseId: "resp_1",
      model: "m-1",
      usage: { inputTokens: 30, cachedTokens: 20, cacheWriteTokens: 5, outputTokens: 9, reasoningTokens: 4 },
    });
  });

  test("reads streamed arguments, and text for custom tools", async () => {
    const custom = { type: "custom_tool_call", id: "ct_1", call_id: "call_2", name: "run", input: "ls" };
    const choice = onlyChoice(
      await read(
        start,
        added(0, { ...CALL, arguments: "" }),
        delta("function_call_arguments", 0, '{"a":'),
        delta("function_call_arguments", 0, "1}"),
        done(0, CALL),
        added(1, { ...custom, input: "" }),
        delta("custom_tool_call_input", 1, "ls"),
        done(1, custom),
        end("completed"),
      ),
    );
    expect(choice.toolCalls).toEqual([
      { id: "call_1", name: "f", kind: "function", arguments: '{"a":1}' },
      { id: "call_2", name: "run", kind: "custom", arguments: "ls" },
    ]);
  });

  test("adds missing content of the final response, and no text twice", async () => {
    const flat = { type: "output_text", id: "ot_1", text: "Hello" };
    const whole = { object: "response", id: "resp_2", status: "completed", output: [REASONING, MESSAGE, CALL, flat] };
    const answer = await read(whole);
    expect(onlyChoice(answer)).toMatchObject({
      reasoning: "First.\n\nSecond.",
      text: "Hello",
      toolCalls: [{ id: "call_1" }],
    });
    expect(onlyChoice(await read(...STREAM, end("completed", { output: [REASONING, MESSAGE, flat] }))).text).toBe(
      "Hello",
    );
  });

  test("shows refusals, and each source once", async () => {
    const source = { type: "url_citation", url: "https://a.example/", title: "A", start_index: 0, end_index: 1 };
    const content = [{ type: "output_text", text: "Hello", annotations: [source] }];
    const cited = onlyChoice(
      await read(start, added(0, MESSAGE), delta("output_text", 0, "Hello"), done(0, { ...MESSAGE, content })),
    );
    expect(cited.citations).toEqual([{ title: "A", url: "https://a.example/" }]);
    const refused = await read(start, added(0, MESSAGE), delta("refusal", 0, "No."), end("completed"));
    expect(onlyChoice(refused).refusal).toBe("No.");
  });

  test.each([
    ["max_output_tokens", "length", undefined],
    ["content_filter", "content_filter", undefined],
    ["max_messages", "max_messages", "Cut at the message limit"],
  ])("describes why it is incomplete: %s", async (reason, finishReason, label) => {
    const choice = onlyChoice(await read(...STREAM, end("incomplete", { incomplete_details: { reason } })));
    expect(choice.finishReason).toBe(finishReason);
    expect(RESPONSES.describeEnding?.(choice)?.label).toBe(label);
  });

  test("reads the error of a failed response", () => {
    const reader = RESPONSES.createResponseReader({ saveFile });
    const error = { code: "rate_limit_exceeded", message: "Slow down." };
    expect(reader.apply(end("failed", { error })).failure).toMatchObject({
      message: "Slow down.",
      code: "rate_limit_exceeded",
    });
  });

  test("stores the bytes of an image", async () => {
    const item = {
      type: "image_generation_call",
      id: "ig_1",
      status: "completed",
      result: BYTES,
      output_format: "webp",
    };
    const choice = onlyChoice(await read(start, done(0, item), end("completed")));
    expect(choice.files).toMatchObject([{ mediaType: "image/webp", size: 5, sha256: "kept" }]);
    expect(JSON.stringify(choice.parts)).not.toContain(BYTES);
  });

  test.each([null, 7, {}, { type: "keepalive" }, { type: "response.output_text.delta", delta: 4 }])(
    "ignores invalid events: %j",
    async (event) => {
      expect(await read(event)).toMatchObject({ choices: [] });
    },
  );
});

const answered = () => read(...STREAM, end("completed"));
const inputOf = async (answer: ModelResponse, parameters: ParameterValues = {}, changes = {}) =>
  (await build(RESPONSES, [question("Hi"), answerTurn(answer, changes), question("Go on")], { parameters })).body.input;

describe("the request", () => {
  test("omits unset parameters", async () => {
    expect(await build(RESPONSES, [question("Hello")])).toEqual({
      path: "/v1/responses",
      body: { model: MODEL, input: [{ role: "user", content: "Hello" }], stream: true },
    });
  });

  test("writes every setting to its field, as the gateway accepts it", async () => {
    const parameters: ParameterValues = {
      store: false,
      max_output_tokens: 100,
      effort: "low",
      summary: "auto",
      verbosity: "low",
      format: { type: "json_schema", name: "n", schemaText: '{"type":"object"}', strict: true },
      tool_choice: "function:get_weather",
    };
    const settings = { system: "Be brief.", parameters, toolsText: RESPONSES.tools?.example ?? "" };
    expect(RESPONSES.findProblems({ ...EMPTY_SETTINGS, ...settings })).toEqual({});
    const { body } = await build(RESPONSES, [question("Hello")], settings);
    expect(body).toMatchObject({
      instructions: "Be brief.",
      store: false,
      max_output_tokens: 100,
      reasoning: { effort: "low", summary: "auto" },
      include: ["reasoning.encrypted_content"],
      text: { verbosity: "low", format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true } },
      tools: [{ type: "function", name: "get_weather" }],
      tool_choice: { type: "function", name: "get_weather" },
    });
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test("refuses alternatives without log probabilities", () => {
    const find = (parameters: ParameterValues) => RESPONSES.findProblems({ ...EMPTY_SETTINGS, parameters });
    expect(find({ top_logprobs: 3 })).toEqual({ top_logprobs: "Requires Log probabilities to be on." });
    expect(find({ top_logprobs: 3, logprobs: true })).toEqual({});
  });

  test("requests encrypted reasoning by default", async () => {
    const include = async (parameters: ParameterValues) =>
      (await build(RESPONSES, [question("Hi")], { parameters })).body.include;
    expect(await include({ effort: "none" })).toBeUndefined();
    expect(await include({ summary: "auto", include: false })).toBeUndefined();
    expect(await include({ include: true })).toEqual(["reasoning.encrypted_content"]);
  });

  test("sends the whole history as items, reasoning among them", async () => {
    const input = await inputOf(await answered());
    expect(input).toEqual([{ role: "user", content: "Hi" }, REASONING, MESSAGE, { role: "user", content: "Go on" }]);
    expect(requestSchema.safeParse({ model: MODEL, input }).error?.issues).toBeUndefined();
  });

  test("omits reasoning of other models, and reasoning that is neither stored nor encrypted", async () => {
    const history = [{ role: "user", content: "Hi" }, MESSAGE, { role: "user", content: "Go on" }];
    expect(await inputOf(await answered(), {}, { model: "other/model" })).toEqual(history);
    const { encrypted_content: _none, ...bare } = REASONING;
    const unsealed = await read(start, done(0, bare), done(1, MESSAGE), end("completed"));
    expect(await inputOf(unsealed, { store: false })).toEqual(history);
    expect(await inputOf(unsealed)).toContainEqual(bare);
  });

  test("continues from the response ID with new items only", async () => {
    const answer = await answered();
    const parameters = { previous_response_id: true };
    const turns = [question("Hi"), answerTurn(answer), question("Go on")];
    const { body } = await build(RESPONSES, turns, { parameters });
    expect(body).toMatchObject({ previous_response_id: "resp_1", input: [{ role: "user", content: "Go on" }] });
    const stopped = [question("Hi"), answerTurn(answer, { state: "stopped" }), question("Go on")];
    const whole = (await build(RESPONSES, stopped, { parameters })).body;
    expect(whole).not.toHaveProperty("previous_response_id");
    expect(whole.input).toHaveLength(4);
    expect(RESPONSES.findProblems({ ...EMPTY_SETTINGS, parameters: { ...parameters, store: false } })).toHaveProperty(
      "previous_response_id",
    );
  });

  test("sends results by call type, and completes interrupted calls", async () => {
    const custom = { type: "custom_tool_call", id: "ct_1", call_id: "call_2", name: "run", input: "ls" };
    const broken = await read(
      start,
      added(0, { ...MESSAGE, content: [] }),
      delta("output_text", 0, "Half"),
      added(1, CALL),
      done(2, custom),
    );
    const turns = [
      question("Hi"),
      answerTurn(broken, { state: "stopped" }),
      toolTurn([
        { callId: "call_1", name: "f", content: "1" },
        { callId: "call_2", name: "run", content: "2" },
      ]),
    ];
    const { body } = await build(RESPONSES, turns);
    expect((body.input as object[]).slice(1)).toMatchObject([
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Half" }] },
      { type: "function_call", call_id: "call_1", name: "f" },
      custom,
      { type: "function_call_output", call_id: "call_1", output: "1" },
      { type: "custom_tool_call_output", call_id: "call_2", output: "2" },
    ]);
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test("sends images and files as parts, including images of responses", async () => {
    const files = [fileOf("a.png", "image/png"), fileOf("b.pdf", "application/pdf")];
    const item = { type: "image_generation_call", id: "ig_1", status: "completed", result: BYTES };
    const picture = await read(start, done(0, item), end("completed"));
    const { body } = await build(RESPONSES, [question("Look", files), answerTurn(picture), question("Again")]);
    expect(body.input).toEqual([
      {
        role: "user",
        content: [
          { type: "input_image", image_url: `data:image/png;base64,${BYTES}` },
          { type: "input_file", filename: "b.pdf", file_data: `data:application/pdf;base64,${BYTES}` },
          { type: "input_text", text: "Look" },
        ],
      },
      item,
      { role: "user", content: "Again" },
    ]);
    expect(requestSchema.safeParse(body).error?.issues).toBeUndefined();
  });

  test("reads its own and hosted tools, and reports the chat notation", () => {
    const parse = (...tools: object[]) => RESPONSES.tools && parseTools(JSON.stringify(tools), RESPONSES.tools);
    expect(parse({ type: "web_search" })?.tools?.[0]?.name).toBe("web_search");
    expect(parse({ type: "function", function: { name: "f" } })?.problem).toContain("flat");
  });
});
