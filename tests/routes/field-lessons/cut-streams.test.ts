/** Streams that break off, and requests that may be tried again. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jsonReply, type StubHandler, streamReply } from "#tests/support/stub-upstream.ts";
import { type Convention, conventions, type Field, foreignPairs, startField } from "./field.ts";
import { eventsIn } from "./read-streams.ts";
import { block, chatStream, helloReply, helloStream, messageStream } from "./upstream-streams.ts";

let field: Field;
let retrying: Field;
beforeAll(async () => {
  field = await startField();
  retrying = await startField({ upstream: { retries: { attempts: 2, maxDelayMs: 500 } } });
});
afterEach(() => {
  field.stub.reset();
  retrying.stub.reset();
});
afterAll(async () => {
  await field.close();
  await retrying.close();
});

const pairs = [...conventions.map((client) => ({ client, upstream: client })), ...foreignPairs];

/** The events before the one that says why the response ended. */
const BEFORE_FINISH: Record<Convention, number> = {
  "openai-chat": -3,
  "openai-responses": -1,
  "anthropic-messages": -2,
  "google-generate": -1,
};

/** Marks of a complete response, in all dialects. */
const WHOLE = /"finish_reason":"\w+"|"stop_reason":"\w+"|"finishReason":"\w+"|response\.completed|\[DONE\]/;

describe("a stream that breaks off", () => {
  it.each(pairs)(
    "BerriAI/litellm#42085: of $upstream is no finished answer for $client",
    async ({ client, upstream }) => {
      const chunks = helloStream(upstream).slice(0, BEFORE_FINISH[upstream]);
      for (const ending of ["cut", "end"] as const) {
        field.stub.respondWith(streamReply({ chunks, ending, delayMs: 10 }));
        const text = await (await field.ask({ client, to: upstream, stream: true })).text();
        expect(text, ending).not.toMatch(WHOLE);
        expect(JSON.stringify(eventsIn(text).at(-1)?.data), ending).toMatch(/upstream_truncated/);
      }
    },
  );

  it.each(["openai-chat", "anthropic-messages"] as const)(
    "BerriAI/litellm#42085: in the arguments of a call is no finished call for %s",
    async (client) => {
      const openCall = { index: 0, id: "call_1", type: "function", function: { name: "f", arguments: '{"city":"Par' } };
      const chunks = chatStream([{ role: "assistant", tool_calls: [openCall] }]).slice(0, 1);
      field.stub.respondWith(streamReply({ chunks, ending: "cut", delayMs: 10 }));
      const text = await (await field.ask({ client, to: "openai-chat", stream: true })).text();
      expect(text).not.toMatch(WHOLE);
      expect(text).not.toContain("content_block_stop");
    },
  );

  it.each(pairs)("NVIDIA/TensorRT-LLM#18289: of $upstream without any end is an error for $client", async (pair) => {
    field.stub.respondWith(streamReply({ chunks: [] }));
    const response = await field.ask({ client: pair.client, to: pair.upstream, stream: true });
    const text = await response.text();
    expect(text).not.toMatch(WHOLE);
    expect(text).toMatch(/upstream_malformed|sent an empty body/);
  });

  it("BerriAI/litellm#42140: length and stop stay apart", async () => {
    const chunks = chatStream([{ content: "Hello" }], { finish: "length" });
    field.stub.respondWith(streamReply({ chunks }));
    const text = await (await field.ask({ client: "anthropic-messages", to: "openai-chat", stream: true })).text();
    expect(text).toContain('"stop_reason":"max_tokens"');
    const cut = messageStream(block(0, { type: "text", text: "" }, []), { stopReason: "max_tokens" });
    field.stub.respondWith(streamReply({ chunks: cut }));
    const chat = await (await field.ask({ client: "openai-chat", to: "anthropic-messages", stream: true })).text();
    expect(chat).toContain('"finish_reason":"length"');
  });
});

describe("a request that may be tried again", () => {
  /** Fails once, then answers. */
  function failOnce(failure: StubHandler, then: StubHandler): void {
    retrying.stub.respondWith((request, response) => {
      retrying.stub.respondWith(then);
      return failure(request, response);
    });
  }

  const busy = { error: { message: "slow down", type: "rate_limit_error" } };

  it.each(pairs)("BerriAI/litellm#6957: after a 429 of $upstream, for $client", async ({ client, upstream }) => {
    const failure = jsonReply(busy, { status: 429, headers: { "retry-after": "0" } });
    failOnce(failure, jsonReply(helloReply(upstream)));
    const whole = await retrying.ask({ client, to: upstream });
    expect(await whole.text()).toContain("Hello there");
    expect(whole.status).toBe(200);
    failOnce(failure, streamReply({ chunks: helloStream(upstream) }));
    const streamed = await retrying.ask({ client, to: upstream, stream: true });
    expect(streamed.status).toBe(200);
    expect(await streamed.text()).toContain(" there");
  });

  it.each([500, 503, 529])("BerriAI/litellm#28216: after a %i of a stream's upstream", async (status) => {
    const failure = jsonReply(busy, { status, headers: { "retry-after": "0" } });
    failOnce(failure, streamReply({ chunks: helloStream("anthropic-messages") }));
    const response = await retrying.ask({ client: "openai-chat", to: "anthropic-messages", stream: true });
    expect(await response.text()).toContain("[DONE]");
    expect(retrying.stub.requests).toHaveLength(2);
  });

  it("BerriAI/litellm#22296: not once its stream has begun: the client would get two beginnings", async () => {
    const chunks = helloStream("openai-chat").slice(0, 1);
    retrying.stub.respondWith(streamReply({ chunks, ending: "cut", delayMs: 10 }));
    const text = await (await retrying.ask({ client: "openai-chat", to: "openai-chat", stream: true })).text();
    expect(text.match(/"Hello"/g)).toHaveLength(1);
    expect(text).toContain("upstream_truncated");
    expect(retrying.stub.requests).toHaveLength(1);
  });

  it("BerriAI/litellm#29808: not for ever, and the last failure is the client's", async () => {
    retrying.stub.respondWith(jsonReply(busy, { status: 429, headers: { "retry-after": "0" } }));
    const response = await retrying.ask({ client: "openai-responses", to: "openai-chat", stream: true });
    expect(response.status).toBe(429);
    expect(JSON.stringify(await response.json())).toContain("slow down");
    expect(retrying.stub.requests).toHaveLength(3);
  });
});
