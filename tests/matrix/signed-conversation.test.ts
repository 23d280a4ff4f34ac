/**
 * Turn two of a tool conversation, over HTTP: upstreams that sign their thinking, clients of every API that send
 * back what they know and no more. Streams are put together by the official SDKs.
 */
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireRequest } from "#lib/dialects/dialect.ts";
import { ADMIN_KEY, AUTHORIZED, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "../support/stub-upstream.ts";
import { type DialectId, dialect } from "./dialects.ts";
import { secondTurn } from "./echo.ts";

type Fields = Record<string, unknown>;

const thinking = { type: "thinking", thinking: "Paris, “then”.\nI look.", signature: "EqQBCkgIARABGAIiQL8+/==" };
const hidden = { type: "redacted_thinking", data: "RW5jcnlwdGVk" };
const thinkingAgain = { type: "thinking", thinking: "And Rome.", signature: "c2Vjb25k" };
const words = { type: "text", text: "I look it up 👍🏽." };
const toolUse = (id: string, city: string) => ({ type: "tool_use", id, name: "get_weather", input: { city } });
/** Interleaved as models with interleaved thinking do it. */
const blocks = [thinking, hidden, words, thinkingAgain, toolUse("toolu_01", "Paris"), toolUse("toolu_02", "Rome")];
const thoughtSignature = "EskgCsYgAb4+9vtF7/499YQS2bjZs3xc";
const functionCall = { id: "fc_1", name: "get_weather", args: { city: "Paris" } };

const frame = (event: Fields) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-opus-5" };
const usage = { input_tokens: 9, output_tokens: 9 };

function framesOf(block: Fields, index: number): string[] {
  const { thinking: thought, signature, text, input, ...rest } = block;
  const deltas = [
    ...(thought ? [{ type: "thinking_delta", thinking: thought }] : []),
    ...(signature ? [{ type: "signature_delta", signature }] : []),
    ...(text ? [{ type: "text_delta", text }] : []),
    ...(input ? [{ type: "input_json_delta", partial_json: JSON.stringify(input) }] : []),
  ];
  const start = {
    ...rest,
    ...(thought ? { thinking: "" } : {}),
    ...(text ? { text: "" } : {}),
    ...(input ? { input: {} } : {}),
  };
  return [
    frame({ type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => frame({ type: "content_block_delta", index, delta })),
    frame({ type: "content_block_stop", index }),
  ];
}

const candidate = {
  index: 0,
  content: {
    role: "model",
    parts: [
      { text: "Paris.", thought: true },
      { functionCall, thoughtSignature },
    ],
  },
  finishReason: "STOP",
};
const google = { candidates: [candidate], usageMetadata: { promptTokenCount: 9 }, responseId: "r1" };
const answers = {
  whole: {
    messages: jsonReply({ ...message, content: blocks, stop_reason: "tool_use", stop_sequence: null, usage }),
    google: jsonReply(google),
  },
  stream: {
    messages: streamReply({
      delayMs: 0,
      chunks: [
        frame({ type: "message_start", message: { ...message, content: [], stop_reason: null, usage } }),
        ...blocks.flatMap(framesOf),
        frame({ type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage }),
        frame({ type: "message_stop" }),
      ],
    }),
    google: streamReply({ chunks: [`data: ${JSON.stringify(google)}\n\n`] }),
  },
};

let stub: StubUpstream;
let gateway: TestGateway;
beforeAll(async () => {
  stub = await startStubUpstream((request, response) => {
    const { stream } = JSON.parse(request.body.toString()) as { stream?: boolean };
    const mode = stream || request.path.includes(":stream") ? "stream" : "whole";
    return answers[mode][request.path.includes("/messages") ? "messages" : "google"](request, response);
  });
  gateway = await startGateway({
    mount: "node",
    config: {
      upstreams: {
        claude: { baseUrl: stub.url, dialects: ["anthropic-messages"], models: ["claude-opus-5"] },
        gemini: { baseUrl: stub.url, dialects: ["google-generate"], models: ["gemini-3-pro"] },
      },
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await stub.close();
});

const parameters = { type: "object", properties: { city: { type: "string" } } };
const tool = { name: "get_weather", parameters };
const hello = [{ role: "user", content: "Paris?" }];
const asks: Record<DialectId, (model: string) => Fields> = {
  "openai-chat": (model) => ({ model, messages: hello, tools: [{ type: "function", function: tool }] }),
  "openai-responses": (model) => ({ model, input: hello, tools: [{ type: "function", ...tool }], store: false }),
  "anthropic-messages": (model) => ({
    model,
    messages: hello,
    max_tokens: 20_000,
    tools: [{ name: tool.name, input_schema: parameters }],
  }),
  "google-generate": () => ({
    contents: [{ role: "user", parts: [{ text: "Paris?" }] }],
    tools: [{ functionDeclarations: [tool] }],
  }),
};

function pathOf(client: DialectId, model: string): string {
  if (client === "google-generate") return `/v1beta/models/${model}:generateContent`;
  return `/v1${dialect(client).writeUpstreamPath({ model, stream: false })}`;
}

async function post(client: DialectId, model: string, body: Fields): Promise<Fields> {
  const headers = { ...AUTHORIZED, "anthropic-version": "2023-06-01" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(gateway.url + pathOf(client, model), init);
  const json = (await response.json()) as Fields;
  expect(response.status, JSON.stringify(json)).toBe(200);
  return json;
}

/** The same response as a stream, as each SDK puts it together. */
const streamed: Record<DialectId, (body: never, model: string) => Promise<unknown>> = {
  "openai-chat": (body) => openAi().chat.completions.stream(body).finalChatCompletion(),
  "openai-responses": (body) => openAi().responses.stream(body).finalResponse(),
  "anthropic-messages": (body) =>
    new Anthropic({ baseURL: gateway.url, apiKey: ADMIN_KEY }).messages.stream(body).finalMessage(),
  async "google-generate"({ contents, tools }: { contents: never; tools: never }, model) {
    const client = new GoogleGenAI({ apiKey: ADMIN_KEY, httpOptions: { baseUrl: gateway.url } });
    const parts: unknown[] = [];
    for await (const event of await client.models.generateContentStream({ model, contents, config: { tools } }))
      parts.push(...(event.candidates?.[0]?.content?.parts ?? []));
    return { candidates: [{ content: { parts } }] };
  },
};

function openAi(): OpenAI {
  return new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: ADMIN_KEY, maxRetries: 0 });
}

async function playTwoTurns(client: DialectId, model: string, mode: "whole" | "stream"): Promise<Fields> {
  stub.requests.length = 0;
  const fetchText = asks[client](model);
  const answer =
    mode === "whole"
      ? await post(client, model, fetchText)
      : ((await streamed[client](fetchText as never, model)) as Fields);
  const wire = fetchText as unknown as WireRequest;
  await post(client, model, secondTurn({ client, wire, answer, keeping: "known fields only" }));
  expect(stub.requests).toHaveLength(2);
  return JSON.parse(stub.requests[1]?.body.toString() ?? "") as Fields;
}

const modes = ["whole", "stream"] as const;

describe.each(modes)("a response, %s", (mode) => {
  it.each<DialectId>(["openai-chat", "openai-responses", "google-generate"])(
    "a %s client returns Claude's thinking, block by block",
    async (client) => {
      const { messages } = (await playTwoTurns(client, "claude/claude-opus-5", mode)) as { messages: Fields[] };
      expect(messages[1]).toEqual({ role: "assistant", content: blocks });
      expect(messages[2]).toMatchObject({
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_01" },
          { type: "tool_result", tool_use_id: "toolu_02" },
        ],
      });
    },
  );

  it.each<DialectId>(["openai-chat", "openai-responses", "anthropic-messages"])(
    "a %s client returns the signature of Gemini's call",
    async (client) => {
      const { contents } = (await playTwoTurns(client, "gemini/gemini-3-pro", mode)) as { contents: Fields[] };
      const { parts } = contents[1] as { parts: Fields[] };
      expect(parts.at(-1)).toEqual({ functionCall, thoughtSignature });
      expect(contents[2]).toMatchObject({ role: "user", parts: [{ functionResponse: { id: "fc_1" } }] });
    },
  );
});
