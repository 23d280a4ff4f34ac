/** Prompt caches, which a gateway defeats when it rewrites the prompt, and whose counts it loses. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { jsonReply } from "#tests/support/stub-upstream.ts";
import { type Body, type Field, startField } from "./field.ts";
import { messageReply } from "./upstream-streams.ts";

let field: Field;
beforeAll(async () => {
  field = await startField();
});
afterEach(() => field.stub.reset());
afterAll(() => field.close());

const client = "anthropic-messages";
const hour = { type: "ephemeral", ttl: "1h" };
const prompt: Body = {
  max_tokens: 100,
  system: [
    { type: "text", text: "You are brief." },
    { type: "text", text: "These are the rules.", cache_control: hour },
  ],
  tools: [{ name: "f", description: "d", input_schema: { type: "object", properties: {} }, cache_control: hour }],
  messages: [
    { role: "user", content: [{ type: "text", text: "Read this.", cache_control: { type: "ephemeral" } }] },
    { role: "assistant", content: [{ type: "text", text: "Done." }] },
    { role: "user", content: [{ type: "text", text: "And?" }] },
  ],
};

describe("a cached prompt", () => {
  it("looplj/axonhub#246: keeps its system blocks as blocks on their way to a Claude upstream", async () => {
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Hi" }])));
    await field.ask({ client, to: client, body: prompt });
    const { model: _, ...sent } = field.sent();
    expect(sent).toEqual(prompt);
  });

  it("headroomlabs-ai/headroom#2438: is sent in the same bytes each turn", async () => {
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Hi" }])));
    const more = [
      ...(prompt.messages as Body[]),
      { role: "assistant", content: "Hi" },
      { role: "user", content: "So?" },
    ];
    for (const messages of [prompt.messages, more])
      await field.ask({ client, to: client, body: { ...prompt, messages } });
    const [first, second] = field.stub.requests.map(({ body }) => body.toString());
    const prefix = first?.slice(0, first.lastIndexOf("}]}]")) ?? "";
    expect(prefix.length).toBeGreaterThan(300);
    expect(second?.startsWith(prefix)).toBe(true);
  });

  it.each(["openai-chat", "openai-responses", "google-generate", "bridge/m"])(
    "looplj/axonhub#246: that is translated to %s keeps every text, and names its breakpoints",
    async (to) => {
      const response = await field.ask({ client, to, body: prompt });
      const sent = JSON.stringify(field.sent());
      for (const text of ["You are brief.", "These are the rules.", "Read this."]) expect(sent).toContain(text);
      expect(sent).not.toContain("cache_control");
      const dropped = response.headers.get("x-gateway-dropped") ?? "";
      expect(dropped).toContain("messages[].content[].cache_control");
      expect(dropped).toContain("tools[].cache_control");
    },
  );

  it("headroomlabs-ai/headroom#2375: breakpoints of a chat client are named, not moved", async () => {
    field.stub.respondWith(jsonReply(messageReply([{ type: "text", text: "Hi" }])));
    const content = [{ type: "text", text: "Read this.", cache_control: hour }];
    const body = { messages: [{ role: "user", content }] };
    const response = await field.ask({ client: "openai-chat", to: client, body });
    const carried = JSON.stringify(field.sent()).includes('"ttl":"1h"');
    const named = response.headers.get("x-gateway-dropped")?.includes("cache_control") ?? false;
    expect(carried !== named, "carried or named").toBe(true);
  });

  it.each(["openai-chat", "openai-responses"] as const)(
    "router-for-me/CLIProxyAPI#2419: the key that %s routes by is passed on",
    async (asking) => {
      const to = asking === "openai-chat" ? "openai-responses" : "openai-chat";
      const question = asking === "openai-chat" ? { messages: [{ role: "user", content: "Hi" }] } : { input: "Hi" };
      for (const upstream of [asking, to]) {
        await field.ask({ client: asking, to: upstream, body: { ...question, prompt_cache_key: "session-1" } });
        expect(field.sent().prompt_cache_key, upstream).toBe("session-1");
      }
    },
  );
});

describe("cached tokens", () => {
  const replies: [string, Body][] = [
    [
      "openai-chat",
      {
        id: "c",
        object: "chat.completion",
        created: 1,
        model: "m",
        choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
        usage: {
          prompt_tokens: 110,
          completion_tokens: 7,
          total_tokens: 117,
          prompt_tokens_details: { cached_tokens: 100 },
        },
      },
    ],
    [
      "anthropic-messages",
      messageReply([{ type: "text", text: "Hi" }], {
        usage: { input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 7 },
      }),
    ],
    [
      "google-generate",
      {
        candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
        usageMetadata: {
          promptTokenCount: 110,
          cachedContentTokenCount: 100,
          candidatesTokenCount: 7,
          totalTokenCount: 117,
        },
      },
    ],
  ];

  it.each(replies)("router-for-me/CLIProxyAPI#5218: of %s reach every client in its own word", async (to, reply) => {
    field.stub.respondWith(jsonReply(reply));
    const usageFor = async (asking: "openai-chat" | "openai-responses" | "anthropic-messages" | "google-generate") => {
      const answer = await (await field.ask({ client: asking, to })).json();
      return answer.usage ?? answer.usageMetadata;
    };
    expect(await usageFor("openai-chat")).toMatchObject({
      prompt_tokens: 110,
      prompt_tokens_details: { cached_tokens: 100 },
    });
    expect(await usageFor("openai-responses")).toMatchObject({
      input_tokens: 110,
      input_tokens_details: { cached_tokens: 100 },
    });
    expect(await usageFor("anthropic-messages")).toMatchObject({ input_tokens: 10, cache_read_input_tokens: 100 });
    expect(await usageFor("google-generate")).toMatchObject({ promptTokenCount: 110, cachedContentTokenCount: 100 });
  });
});
