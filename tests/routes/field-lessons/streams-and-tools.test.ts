/** Tool calls and first deltas that other gateways lose while they translate a stream. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { streamReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Convention, type Field, startField, withTool } from "./field.ts";
import { readChatStream, readGeminiStream, readMessageStream, readResponseStream } from "./read-streams.ts";
import { block, chatStream, geminiStream, messageStream, responseStream } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

async function stream(client: Convention, to: Convention, chunks: string[]): Promise<string> {
  field.stub.respondWith(streamReply({ chunks }));
  const response = await field.ask({ client, to, body: withTool(client), stream: true });
  expect(response.status).toBe(200);
  return response.text();
}

const callDelta = (index: number, name: string, args: string) => ({
  index,
  id: `call_${index}`,
  type: "function",
  function: { name, arguments: args },
});
const argumentDelta = (index: number, args: string) => ({ index, function: { arguments: args } });
const paris = { city: "Paris" };

/** A function call of the Responses API, with its arguments in the events that are named. */
function functionCall({ index = 0, deltas, done }: { index?: number; deltas: string[]; done: boolean }) {
  const id = `fc_${index}`;
  const item = {
    id,
    type: "function_call",
    call_id: `call_${index}`,
    name: "get_weather",
    arguments: '{"city":"Paris"}',
  };
  const at = { item_id: id, output_index: index };
  const events = [
    {
      type: "response.output_item.added",
      output_index: index,
      item: { ...item, arguments: "", status: "in_progress" },
    },
    ...deltas.map((delta) => ({ type: "response.function_call_arguments.delta", ...at, delta })),
    ...(done ? [{ type: "response.function_call_arguments.done", ...at, arguments: item.arguments }] : []),
    { type: "response.output_item.done", output_index: index, item: { ...item, status: "completed" } },
  ];
  return { item, events };
}

describe("an Anthropic stream", () => {
  it("BerriAI/litellm#25321: keeps the arguments of a call that comes whole in the chunk that opens it", async () => {
    const chunks = chatStream(
      [{ role: "assistant", content: null, tool_calls: [callDelta(0, "get_weather", '{"city":"Paris"}')] }],
      { finish: "tool_calls" },
    );
    const message = readMessageStream(await stream("anthropic-messages", "openai-chat", chunks));
    expect(message.content).toEqual([{ type: "tool_use", id: "call_0", name: "get_weather", input: paris }]);
    expect(message.stopReason).toBe("tool_use");
  });

  it.each([
    ["function_call_arguments.done only", [], true],
    ["output_item.done only", [], false],
    ["deltas and done", ['{"city":', '"Paris"}'], true],
  ])("BerriAI/litellm#25321: keeps the arguments that a Responses upstream gives in %s", async (_, deltas, done) => {
    const call = functionCall({ deltas, done });
    const chunks = responseStream(call.events, { output: [call.item] });
    const message = readMessageStream(await stream("anthropic-messages", "openai-responses", chunks));
    expect(message.content).toMatchObject([{ type: "tool_use", name: "get_weather", input: paris }]);
    expect(message.stopReason).toBe("tool_use");
  });

  it("BerriAI/litellm#25836: gives the arguments of a Gemini call in input_json_delta", async () => {
    const chunks = geminiStream([[{ functionCall: { name: "add_numbers", args: { a: 17, b: 25 } } }]]);
    const message = readMessageStream(await stream("anthropic-messages", "google-generate", chunks));
    expect(message.content).toMatchObject([{ type: "tool_use", name: "add_numbers", input: { a: 17, b: 25 } }]);
    expect(message.events.find(({ type }) => type === "content_block_start")).toMatchObject({
      content_block: { input: {} },
    });
  });

  it("BerriAI/litellm#25561: gives them too when a Gemini call follows text in one chunk", async () => {
    const chunks = geminiStream([
      [{ text: "I look." }, { functionCall: { name: "get_weather", args: paris } }],
      [{ text: "" }],
    ]);
    const message = readMessageStream(await stream("anthropic-messages", "google-generate", chunks));
    expect(message.content).toMatchObject([
      { type: "text", text: "I look." },
      { type: "tool_use", input: paris },
    ]);
  });

  it.each([
    [
      "29286",
      [
        { content: "Hi", tool_calls: [] },
        { content: " there", tool_calls: [] },
      ],
    ],
    [
      "29491",
      [
        { role: "assistant", content: "", tool_calls: [] },
        { content: "Hi there", tool_calls: [] },
      ],
    ],
  ])("BerriAI/litellm#%s: keeps the text of chunks with an empty list of calls", async (_, deltas) => {
    const message = readMessageStream(await stream("anthropic-messages", "openai-chat", chatStream(deltas)));
    expect(message.content).toEqual([{ type: "text", text: "Hi there" }]);
    expect(message.stopReason).toBe("end_turn");
  });

  it("BerriAI/litellm#31561: opens with the call, without an empty text block or an empty delta", async () => {
    const deltas = [
      { role: "assistant", content: null, tool_calls: [callDelta(0, "get_weather", "")] },
      { tool_calls: [argumentDelta(0, '{"city":')] },
      { tool_calls: [argumentDelta(0, '"Paris"}')] },
    ];
    const chunks = chatStream(deltas, { finish: "tool_calls" });
    const { content } = readMessageStream(await stream("anthropic-messages", "openai-chat", chunks));
    expect(content).toMatchObject([{ type: "tool_use", input: paris }]);
  });

  it.each([
    ["the only delta is the first", [{ role: "assistant", content: "Hi" }], ["Hi"]],
    [
      "text follows reasoning",
      [{ reasoning_content: "Hm." }, { content: "FINAL" }, { content: ": ABC" }],
      ["Hm.", "FINAL: ABC"],
    ],
    [
      "text follows a call",
      [{ content: "One" }, { tool_calls: [callDelta(0, "f", "{}")] }, { content: "Two" }],
      ["One", undefined, "Two"],
    ],
  ])("BerriAI/litellm#30014: keeps the first delta when %s", async (_, deltas, said) => {
    const { content } = readMessageStream(
      await stream("anthropic-messages", "openai-chat", chatStream(deltas as Body[])),
    );
    expect(content.map(({ text, thinking }) => text ?? thinking)).toEqual(said);
  });

  it("BerriAI/litellm#18238: keeps a call that comes in one chunk with text", async () => {
    const deltas = [
      { content: "First:", tool_calls: [callDelta(0, "Bash", "")] },
      { tool_calls: [argumentDelta(0, '{"command":"ls"}')] },
    ];
    const chunks = chatStream(deltas, { finish: "tool_calls" });
    const { content } = readMessageStream(await stream("anthropic-messages", "openai-chat", chunks));
    expect(content).toMatchObject([
      { type: "text", text: "First:" },
      { type: "tool_use", name: "Bash", input: { command: "ls" } },
    ]);
  });

  it("praxis-proxy/ai#266: keeps interleaved argument deltas with their own calls", async () => {
    const deltas = [
      { tool_calls: [callDelta(0, "get_weather", ""), callDelta(1, "get_time", "")] },
      { tool_calls: [argumentDelta(0, '{"city":')] },
      { tool_calls: [argumentDelta(1, '{"zone":')] },
      { tool_calls: [argumentDelta(1, '"CET"}'), argumentDelta(0, '"Paris"}')] },
    ];
    const chunks = chatStream(deltas, { finish: "tool_calls" });
    const { content } = readMessageStream(await stream("anthropic-messages", "openai-chat", chunks));
    expect(content).toMatchObject([
      { id: "call_0", name: "get_weather", input: paris },
      { id: "call_1", name: "get_time", input: { zone: "CET" } },
    ]);
  });

  it("sgl-project/sglang#39782: gives three calls one after another three blocks", async () => {
    const deltas = ["a", "b", "c"].flatMap((name, index) => [
      { tool_calls: [callDelta(index, `tool_${name}`, "")] },
      { tool_calls: [argumentDelta(index, `{"is":"${name}"}`)] },
    ]);
    const chunks = chatStream(deltas, { finish: "tool_calls" });
    const { content } = readMessageStream(await stream("anthropic-messages", "openai-chat", chunks));
    expect(content.map(({ name, input }) => [name, input])).toEqual([
      ["tool_a", { is: "a" }],
      ["tool_b", { is: "b" }],
      ["tool_c", { is: "c" }],
    ]);
  });
});

describe("parallel calls", () => {
  const toolUse = (index: number, id: string, name: string, parts: string[]) =>
    block(
      index,
      { type: "tool_use", id, name, input: {} },
      parts.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    );

  it("maximhq/bifrost#1961: of a Claude model have the indices 0, 1, 2 in a chat stream", async () => {
    const chunks = messageStream(
      [
        ...toolUse(0, "toolu_a", "get_weather", ['{"city":', '"Paris"}']),
        ...toolUse(1, "toolu_b", "get_weather", ['{"city":"Rome"}']),
        ...toolUse(2, "toolu_c", "get_time", []),
      ],
      { stopReason: "tool_use" },
    );
    const chat = readChatStream(await stream("openai-chat", "anthropic-messages", chunks));
    expect(chat.calls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ["get_weather", paris],
      ["get_weather", { city: "Rome" }],
      ["get_time", {}],
    ]);
    expect(chat.finish).toBe("tool_calls");
  });

  it("maximhq/bifrost#1961: of a Gemini model do too", async () => {
    const chunks = geminiStream([
      [{ functionCall: { name: "get_weather", args: paris } }, { functionCall: { name: "get_time", args: {} } }],
    ]);
    const chat = readChatStream(await stream("openai-chat", "google-generate", chunks));
    expect(chat.calls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ["get_weather", paris],
      ["get_time", {}],
    ]);
    expect(new Set(chat.calls.map(({ id }) => id)).size, "each has an id of its own").toBe(2);
  });

  it("BerriAI/litellm#5231: the text before them does not count as one", async () => {
    const chunks = messageStream(
      [
        ...block(0, { type: "text", text: "" }, [{ type: "text_delta", text: "I look." }]),
        ...toolUse(1, "toolu_a", "get_weather", ['{"city":"Paris"}']),
        ...toolUse(2, "toolu_b", "get_weather", ['{"city":"Rome"}']),
      ],
      { stopReason: "tool_use" },
    );
    const chat = readChatStream(await stream("openai-chat", "anthropic-messages", chunks));
    expect(chat.content).toBe("I look.");
    expect(chat.calls.map(({ arguments: args }) => JSON.parse(args))).toEqual([paris, { city: "Rome" }]);
  });

  it("maximhq/bifrost#7235: that begin in one chat chunk are all in a Responses stream", async () => {
    const deltas = [
      { tool_calls: [callDelta(0, "get_weather", ""), callDelta(1, "get_time", "")] },
      { tool_calls: [argumentDelta(0, '{"city":"Paris"}'), argumentDelta(1, "{}")] },
    ];
    const chunks = chatStream(deltas, { finish: "tool_calls" });
    const { response } = readResponseStream(await stream("openai-responses", "openai-chat", chunks));
    expect(response.output.filter(({ type }) => type === "function_call")).toMatchObject([
      { call_id: "call_0", name: "get_weather", arguments: '{"city":"Paris"}' },
      { call_id: "call_1", name: "get_time", arguments: "{}" },
    ]);
  });

  it("maximhq/bifrost#1829: interleaved at a Responses upstream stay apart for Gemini clients", async () => {
    const [first, second] = [
      functionCall({ deltas: [], done: true }),
      functionCall({ index: 1, deltas: [], done: true }),
    ];
    const chunks = responseStream([...zip(first.events, second.events)], { output: [first.item, second.item] });
    const parts = readGeminiStream(await stream("google-generate", "openai-responses", chunks));
    expect(parts.flatMap(({ functionCall: call }) => (call ? [(call as Body).args] : []))).toEqual([paris, paris]);
  });

  it("BerriAI/litellm#36262: a call behind thinking and text is there, and the finish says so", async () => {
    const chunks = messageStream(
      [
        ...block(0, { type: "thinking", thinking: "", signature: "" }, [
          { type: "thinking_delta", thinking: "Hm." },
          { type: "signature_delta", signature: "c2lnbmVk" },
        ]),
        ...block(1, { type: "text", text: "" }, [{ type: "text_delta", text: "I look." }]),
        ...toolUse(2, "toolu_a", "get_weather", ['{"city":"Paris"}']),
      ],
      { stopReason: "tool_use" },
    );
    const chat = readChatStream(await stream("openai-chat", "anthropic-messages", chunks));
    expect(chat).toMatchObject({ content: "I look.", finish: "tool_calls", calls: [{ name: "get_weather" }] });
    const { response } = readResponseStream(await stream("openai-responses", "anthropic-messages", chunks));
    expect(response.output.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["reasoning", "message", "function_call"]),
    );
  });
});

function zip<One>(first: One[], second: One[]): One[] {
  return first.flatMap((one, at) => [one, second[at] as One]);
}
