/** Token counts that get lost or counted twice between APIs, and what is logged of a client that left. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "#lib/store/open-store.ts";
import type { RequestLogRow, Store } from "#lib/store/store.ts";
import { recentRows } from "#tests/support/recent-rows.ts";
import { jsonReply, streamReply } from "#tests/support/stub-upstream.ts";
import { conventions, type Field, questions, startField } from "./field.ts";
import { readChatStream, readMessageStream } from "./read-streams.ts";
import { block, chatStream, helloStream, messageReply, messageStream } from "./upstream-streams.ts";

let field: Field;
let store: Store;
beforeAll(async () => {
  field = await startField();
  store = await openStore({ dataDir: field.gateway.dataDir });
});
afterEach(() => field.stub.reset());
afterAll(async () => {
  await store.close();
  await field.close();
});

const hello = block(0, { type: "text", text: "" }, [{ type: "text_delta", text: "Hello" }]);
const withUsage = { ...questions["openai-chat"], stream_options: { include_usage: true } };

describe("usage", () => {
  it.each(["anthropic-messages", "google-generate", "openai-responses"] as const)(
    "Portkey-AI/gateway#1180: a chat stream from %s ends with prompt and completion tokens",
    async (to) => {
      field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
      const response = await field.ask({ client: "openai-chat", to, body: withUsage, stream: true });
      expect(readChatStream(await response.text()).usage).toMatchObject({
        prompt_tokens: 9,
        completion_tokens: 7,
        total_tokens: 16,
      });
    },
  );

  it("Portkey-AI/gateway#1259: a chat upstream is asked for the usage that its stream would leave out", async () => {
    field.stub.respondWith(streamReply({ chunks: helloStream("openai-chat") }));
    const response = await field.ask({ client: "anthropic-messages", to: "openai-chat", stream: true });
    expect(readMessageStream(await response.text()).usage).toMatchObject({ input_tokens: 9, output_tokens: 7 });
    expect(field.sent()).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it("Portkey-AI/gateway#1754: prompt tokens include the cached ones, once", async () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 1_000,
      output_tokens: 7,
    };
    const expected = {
      prompt_tokens: 1_110,
      completion_tokens: 7,
      total_tokens: 1_117,
      prompt_tokens_details: { cached_tokens: 100 },
    };
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Hi" }], { usage })));
    const whole = await (await field.ask({ client: "openai-chat", to: "anthropic-messages" })).json();
    expect(whole.usage).toMatchObject(expected);
    const { output_tokens, ...started } = usage;
    field.stub.respondWith(
      streamReply({
        chunks: messageStream(hello, { started: { ...started, output_tokens: 1 }, ended: { output_tokens } }),
      }),
    );
    const streamed = await field.ask({
      client: "openai-chat",
      to: "anthropic-messages",
      body: withUsage,
      stream: true,
    });
    expect(readChatStream(await streamed.text()).usage).toMatchObject(expected);
  });

  it("envoyproxy/ai-gateway#2290: counts that come with message_delta alone count", async () => {
    const ended = { input_tokens: 4_522, cache_creation_input_tokens: 4_511, output_tokens: 5 };
    const chunks = messageStream(hello, { started: { input_tokens: 0, output_tokens: 0 }, ended });
    field.stub.respondWith(streamReply({ chunks }));
    const response = await field.ask({
      client: "openai-chat",
      to: "anthropic-messages",
      body: withUsage,
      stream: true,
    });
    expect(readChatStream(await response.text()).usage).toMatchObject({
      prompt_tokens: 9_033,
      completion_tokens: 5,
      total_tokens: 9_038,
    });
  });

  it("vercel/ai#17326: message_start of a Claude upstream keeps its counts", async () => {
    field.stub.respondWith(
      streamReply({ chunks: messageStream(hello, { started: { input_tokens: 13, output_tokens: 2 } }) }),
    );
    const response = await field.ask({ client: "anthropic-messages", to: "anthropic-messages", stream: true });
    expect(readMessageStream(await response.text()).startUsage).toEqual({ input_tokens: 13, output_tokens: 2 });
  });

  it.each(["openai-chat", "openai-responses", "google-generate"] as const)(
    "vercel/ai#17326: message_start is not 0 for %s, and message_delta has the upstream's own counts",
    async (to) => {
      field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
      const response = await field.ask({ client: "anthropic-messages", to, stream: true });
      const { startUsage, usage } = readMessageStream(await response.text());
      expect(startUsage.input_tokens).toBeGreaterThan(0);
      expect({ ...startUsage, ...usage }).toMatchObject({ input_tokens: 9, output_tokens: 7 });
    },
  );
});

describe("the log row of a client that disconnected", () => {
  async function rowOf(id: string): Promise<RequestLogRow> {
    for (let tries = 0; tries < 60; tries++) {
      const row = (await recentRows(store, 50)).find((candidate) => candidate.id === id);
      if (row) return row;
      await delay(100);
    }
    throw new Error(`no row ${id}`);
  }

  /** Leaves when the response holds `until`; the upstream goes on being open. */
  async function leave(id: string, chunks: string[], to: string, until: string): Promise<RequestLogRow> {
    field.stub.respondWith(streamReply({ chunks, ending: "silence" }));
    const abort = new AbortController();
    const headers = { "x-request-id": id };
    const client = "openai-chat";
    const response = await field.ask({ client, to, body: withUsage, stream: true, headers, signal: abort.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let text = "";
    while (!text.includes(until)) text += new TextDecoder().decode((await reader.read()).value);
    abort.abort();
    return rowOf(id);
  }

  it.each(["openai-chat", "anthropic-messages"] as const)(
    "QuantumNous/new-api#7062: has the tokens when the client had them all (%s)",
    async (to) => {
      const chunks = helloStream(to);
      const until = to === "openai-chat" ? "[DONE]" : '"finish_reason":"stop"';
      const row = await leave(`all-${to}`, chunks, to, until);
      expect(row).toMatchObject({ inputTokens: 9, outputTokens: 7 });
    },
  );

  it("QuantumNous/new-api#5289: makes up no output tokens for half an answer", async () => {
    const [first = ""] = chatStream([{ role: "assistant", content: "Hello" }]);
    const row = await leave("half", [first], "openai-chat", "Hello");
    expect(row).toMatchObject({ status: 499, error: "client left", inputTokens: null, outputTokens: null });
  });

  it("QuantumNous/new-api#4344: an error in the stream is logged as one, and no text of it is counted", async () => {
    const failed = `data: {"error":{"message":"overloaded","type":"server_error"}}\n\n`;
    field.stub.respondWith(streamReply({ chunks: [failed] }));
    const headers = { "x-request-id": "failed" };
    const to = "openai-chat";
    await (await field.ask({ client: "anthropic-messages", to, stream: true, headers })).text();
    const row = await rowOf("failed");
    expect(row).toMatchObject({ outputTokens: null, error: expect.stringContaining("overloaded") });
    expect(row.status).toBeGreaterThanOrEqual(500);
  });
});

it("every convention's usage reaches the log", async () => {
  for (const to of conventions) {
    field.stub.respondWith(streamReply({ chunks: helloStream(to) }));
    await (await field.ask({ client: "openai-chat", to, stream: true })).text();
  }
  await expect
    .poll(async () => (await recentRows(store, 50)).filter(({ outputTokens }) => outputTokens === 7).length)
    .toBeGreaterThanOrEqual(4);
});
