/** The events of a Responses stream, which Codex and the SDK's helper want all of, in order. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jsonReply, streamReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Field, startField, withTool } from "./field.ts";
import { readChatStream, readMessageStream, readResponseStream } from "./read-streams.ts";
import { chatStream, helloStream, messageStream, responseStream } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const client = "openai-responses";
const upstreams = ["openai-chat", "anthropic-messages", "google-generate"] as const;

describe("a Responses stream", () => {
  it.each(upstreams)("BerriAI/litellm#22102: from %s announces the item and its part before its text", async (to) => {
    field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
    const { events } = readResponseStream(await (await field.ask({ client, to, stream: true })).text());
    const types = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
    expect(types).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.completed",
    ]);
  });

  it.each(upstreams)("Oaklight/llm-rosetta#56: from %s ends with the whole response", async (to) => {
    field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
    const { response, events } = readResponseStream(await (await field.ask({ client, to, stream: true })).text());
    const id = expect.stringMatching(/^resp_/);
    expect(response).toMatchObject({ id, object: "response", status: "completed", model: expect.stringContaining(to) });
    expect(response.output).toMatchObject([
      { id: expect.any(String), type: "message", content: [{ type: "output_text", text: "Hello there" }] },
    ]);
    expect(response.usage).toMatchObject({ input_tokens: 9, output_tokens: 7, total_tokens: 16 });
    for (const event of events.filter(({ type }) => type === "response.output_text.delta")) {
      expect(event).toMatchObject({ output_index: 0, content_index: 0, item_id: response.output[0]?.id });
    }
  });

  it("looplj/axonhub#199: has a call's item, its arguments and its end", async () => {
    const call = { index: 0, id: "call_1", type: "function", function: { name: "shell", arguments: "" } };
    const deltas = [
      { role: "assistant", content: null, tool_calls: [call] },
      { tool_calls: [{ index: 0, function: { arguments: '{"cmd":' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"ls"}' } }] },
    ];
    field.stub.respondWith(streamReply({ chunks: chatStream(deltas, { finish: "tool_calls" }) }));
    const asked = { client, to: "openai-chat", body: withTool(client), stream: true } as const;
    const { events, response } = readResponseStream(await (await field.ask(asked)).text());
    const item = { type: "function_call", call_id: "call_1", name: "shell" };
    expect(events.find(({ type }) => type === "response.output_item.added")).toMatchObject({ item });
    expect(events.find(({ type }) => type === "response.function_call_arguments.done")).toMatchObject({
      arguments: '{"cmd":"ls"}',
    });
    expect(response.output).toMatchObject([{ ...item, arguments: '{"cmd":"ls"}', status: "completed" }]);
  });

  it("maximhq/bifrost#5149: completes its reasoning items with their text", async () => {
    const deltas = [{ reasoning_content: "Hm, " }, { reasoning_content: "Paris." }, { content: "Paris" }];
    field.stub.respondWith(streamReply({ chunks: chatStream(deltas) }));
    const { events, response } = readResponseStream(
      await (await field.ask({ client, to: "openai-chat", stream: true })).text(),
    );
    const summary = [{ type: "summary_text", text: "Hm, Paris." }];
    expect(events.find(({ type }) => type === "response.reasoning_summary_text.done")).toMatchObject({
      text: "Hm, Paris.",
    });
    const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item as Body);
    expect(done[0]).toMatchObject({ type: "reasoning", summary });
    expect(response.output).toMatchObject([{ type: "reasoning", summary }, { type: "message" }]);
  });
});

describe("an answer that is incomplete", () => {
  const incomplete = { incomplete_details: { reason: "max_output_tokens" } };
  const reasoning = { id: "rs_1", type: "reasoning", summary: [] };

  it.each(["openai-chat", "anthropic-messages", "google-generate"] as const)(
    "BerriAI/litellm#37710: without a message is no 500 for %s, but a length",
    async (asking) => {
      const response = { id: "resp_1", object: "response", created_at: 1, model: "m", status: "incomplete" };
      const usage = { input_tokens: 9, output_tokens: 16, total_tokens: 25 };
      field.stub.respondWith(jsonReply({ ...response, ...incomplete, output: [reasoning], usage }));
      const answer = await field.ask({ client: asking, to: "openai-responses" });
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      expect(text).toMatch(/"finish_reason":"length"|"stop_reason":"max_tokens"|"finishReason":"MAX_TOKENS"/);
    },
  );

  it("BerriAI/litellm#37710: says so in a stream, with its usage", async () => {
    const chunks = () => responseStream([], { status: "incomplete", more: incomplete });
    field.stub.respondWith(streamReply({ chunks: chunks() }));
    const body = { messages: [{ role: "user", content: "Hi" }], stream_options: { include_usage: true } };
    const asked = { client: "openai-chat", to: "openai-responses", body, stream: true } as const;
    const chat = readChatStream(await (await field.ask(asked)).text());
    expect(chat).toMatchObject({ finish: "length", usage: { completion_tokens: 7 } });
    field.stub.respondWith(streamReply({ chunks: chunks() }));
    const message = await field.ask({ client: "anthropic-messages", to: "openai-responses", stream: true });
    expect(readMessageStream(await message.text()).stopReason).toBe("max_tokens");
  });

  it("QuantumNous/new-api#7241: ends a Responses stream with response.incomplete and its usage", async () => {
    const text = { type: "text", text: "" };
    const chunks = messageStream(
      [
        { type: "content_block_start", index: 0, content_block: text },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
        { type: "content_block_stop", index: 0 },
      ],
      { stopReason: "max_tokens" },
    );
    field.stub.respondWith(streamReply({ chunks }));
    const { events, response } = readResponseStream(
      await (await field.ask({ client, to: "anthropic-messages", stream: true })).text(),
    );
    expect(events.at(-1)?.type).toBe("response.incomplete");
    expect(response).toMatchObject({ status: "incomplete", ...incomplete, usage: { output_tokens: 7 } });
  });
});
