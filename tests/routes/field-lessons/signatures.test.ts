/** Signatures that makers want back in the next turn: Gemini's thoughtSignature, Claude's signature. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import { secondTurn } from "#tests/matrix/echo.ts";
import { chatReply } from "#tests/support/chat-fixtures.ts";
import { jsonReply, streamReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Convention, conventions, type Field, startField, withTool } from "./field.ts";
import { readMessageStream } from "./read-streams.ts";
import { block, chatStream, geminiReply, geminiStream, messageReply, messageStream } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const SIGNATURE = Buffer.from("what only the maker can read").toString("base64");
const call = (name: string, more: Body = {}) => ({ functionCall: { name, args: { city: "Paris" } }, ...more });

/** Asks twice: the second turn holds what a client that keeps the fields it knows sends back of the first response. */
async function secondTurnTo(client: Convention, upstream: Convention, reply: Body): Promise<Body> {
  field.stub.respondWith(jsonReply(reply));
  const first = withTool(client);
  const response = await field.ask({ client, to: upstream, body: first });
  const answer = await response.json();
  const wire = first as unknown as WireRequest;
  const body = secondTurn({ client, wire, answer, keeping: "known fields only" });
  const second = await field.ask({ client, to: upstream, body });
  expect(second.status, await second.text()).toBe(200);
  return field.sent();
}

function partsSent(body: Body): Body[] {
  return (body.contents as { role: string; parts: Body[] }[]).flatMap(({ role, parts }) =>
    role === "model" ? parts : [],
  );
}

describe("a Gemini thoughtSignature comes back in the second turn", () => {
  it.each([
    ["maximhq/bifrost#2210", "openai-chat"],
    ["maximhq/bifrost#1437", "google-generate"],
    ["musistudio/claude-code-router#1081", "anthropic-messages"],
    ["router-for-me/CLIProxyAPI#2360", "openai-responses"],
  ] as const)("%s: through a client of %s that keeps known fields only", async (_, client) => {
    const parts = [call("get_weather", { thoughtSignature: SIGNATURE })];
    const sent = partsSent(await secondTurnTo(client, "google-generate", geminiReply(parts)));
    expect(sent).toMatchObject([{ functionCall: { name: "get_weather" }, thoughtSignature: SIGNATURE }]);
  });

  it.each(conventions)(
    "anomalyco/opencode#4832: of parallel calls stays on the one that had it (%s)",
    async (client) => {
      const parts = [call("get_weather", { thoughtSignature: SIGNATURE }), call("get_weather")];
      const sent = partsSent(await secondTurnTo(client, "google-generate", geminiReply(parts)));
      expect(sent.map(({ thoughtSignature }) => thoughtSignature)).toEqual([SIGNATURE, undefined]);
    },
  );

  it("musistudio/claude-code-router#1081: of a stream, too", async () => {
    const chunks = geminiStream([
      [{ text: "Hm.", thought: true }],
      [call("get_weather", { thoughtSignature: SIGNATURE })],
    ]);
    field.stub.respondWith(streamReply({ chunks }));
    const first = withTool("anthropic-messages");
    const streamed = await field.ask({
      client: "anthropic-messages",
      to: "google-generate",
      body: first,
      stream: true,
    });
    const answer = { content: readMessageStream(await streamed.text()).content };
    field.stub.respondWith(jsonReply(geminiReply([{ text: "Fine." }])));
    const wire = first as unknown as WireRequest;
    const body = secondTurn({ client: "anthropic-messages", wire, answer, keeping: "known fields only" });
    await field.ask({ client: "anthropic-messages", to: "google-generate", body });
    expect(partsSent(field.sent())).toContainEqual(expect.objectContaining({ thoughtSignature: SIGNATURE }));
  });
});

describe("a Claude signature", () => {
  const thinking = { type: "thinking", thinking: "Paris, then.", signature: SIGNATURE };
  const toolUse = { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Paris" } };
  const assistantTurn = (body: Body) =>
    (body.messages as { role: string; content: Body[] }[]).find(({ role }) => role === "assistant")?.content;

  it("maximhq/bifrost#5638: of a stream is in a signature_delta of the thinking block", async () => {
    const chunks = messageStream(
      block(0, { type: "thinking", thinking: "", signature: "" }, [
        { type: "thinking_delta", thinking: "Paris, then." },
        { type: "signature_delta", signature: SIGNATURE },
      ]),
    );
    field.stub.respondWith(streamReply({ chunks }));
    const text = await (
      await field.ask({ client: "anthropic-messages", to: "anthropic-messages", stream: true })
    ).text();
    expect(readMessageStream(text).content).toEqual([thinking]);
  });

  it("maximhq/bifrost#5638: of a whole answer has its thinking block, translated or not", async () => {
    field.stub.respondWith(jsonReply(messageReply([thinking, { type: "text", text: "Fine." }])));
    const answer = await (await field.ask({ client: "anthropic-messages", to: "anthropic-messages" })).json();
    expect(answer.content).toEqual([thinking, { type: "text", text: "Fine." }]);
  });

  it.each(conventions)("maximhq/bifrost#5274: comes back through a client of %s", async (client) => {
    const sent = await secondTurnTo(client, "anthropic-messages", messageReply([thinking, toolUse]));
    expect(assistantTurn(sent)).toMatchObject([thinking, { type: "tool_use", id: "toolu_1" }]);
  });

  it("maximhq/bifrost#5274: reasoning_details that cannot be carried are named", async () => {
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Fine." }])));
    const details = [{ type: "reasoning.text", text: "Paris, then.", signature: SIGNATURE }];
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello", reasoning_details: details },
      { role: "user", content: "And?" },
    ];
    const response = await field.ask({ client: "openai-chat", to: "anthropic-messages", body: { messages } });
    expect(response.headers.get("x-gateway-dropped")).toContain("reasoning_details");
  });

  it("maximhq/bifrost#6342: replayed blocks keep their order and their bytes", async () => {
    const turn = [
      { type: "thinking", thinking: "First  é\n", signature: SIGNATURE },
      { type: "text", text: "I look." },
      { type: "redacted_thinking", data: SIGNATURE },
      toolUse,
    ];
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: turn },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "21" }] },
    ];
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Fine." }])));
    await field.ask({ client: "anthropic-messages", to: "anthropic-messages", body: { max_tokens: 9, messages } });
    expect(field.sent().messages).toEqual(messages);
  });

  it("QuantumNous/new-api#4763: stands empty in a thinking block of a model that signs nothing", async () => {
    field.stub.respondWith(streamReply({ chunks: chatStream([{ reasoning_content: "Hm." }, { content: "Hi" }]) }));
    const text = await (await field.ask({ client: "anthropic-messages", to: "openai-chat", stream: true })).text();
    const { events, content } = readMessageStream(text);
    expect(events.find(({ type }) => type === "content_block_start")).toMatchObject({
      content_block: { type: "thinking", thinking: "", signature: "" },
    });
    expect(content).toMatchObject([{ thinking: "Hm.", signature: "" }, { text: "Hi" }]);
    const reply = chatReply({ text: "Hi" });
    Object.assign(reply.choices[0]?.message ?? {}, { reasoning_content: "Hm." });
    field.stub.respondWith(jsonReply(reply));
    const whole = await (await field.ask({ client: "anthropic-messages", to: "openai-chat" })).json();
    expect(whole.content[0]).toEqual({ type: "thinking", thinking: "Hm.", signature: "" });
  });

  it("alphaXiv/agents#61: goes to no other maker", async () => {
    const messages = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [thinking, { type: "text", text: "Hello" }] },
      { role: "user", content: "And?" },
    ];
    for (const to of ["openai-chat", "openai-responses", "google-generate"] as const) {
      field.stub.respondWith(undefined);
      await field.ask({ client: "anthropic-messages", to, body: { max_tokens: 9, messages } });
      expect(JSON.stringify(field.sent()), to).not.toContain(SIGNATURE);
    }
  });
});
