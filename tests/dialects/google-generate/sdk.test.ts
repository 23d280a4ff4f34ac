/**
 * Both generations of the official SDK read what this codec writes, and their chats bring back what other vendors made.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Content, GoogleGenAI, type Part as SdkPart } from "@google/genai";
import { GoogleGenAI as GoogleGenAI2 } from "google-genai-v2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssistantContent, Call } from "#lib/canonical/call.ts";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

const identity = { id: "r1", created: 7, model: "m" };
const reasoning = { "anthropic-messages": { signature: "Zm9yZWlnbg==" } };
const answer: Part[] = [
  { type: "start" },
  { type: "reasoning-start", choice: 0, id: "r" },
  { type: "reasoning-delta", choice: 0, id: "r", text: "I " },
  { type: "reasoning-delta", choice: 0, id: "r", text: "think." },
  { type: "reasoning-end", choice: 0, id: "r", vendor: reasoning },
  { type: "text-start", choice: 0, id: "t" },
  { type: "text-delta", choice: 0, id: "t", text: "Hé" },
  { type: "text-delta", choice: 0, id: "t", text: "llo\n\n" },
  { type: "text-end", choice: 0, id: "t" },
  { type: "tool-input-start", choice: 0, id: "toolu_1", name: "f", kind: "function" },
  { type: "tool-input-delta", choice: 0, id: "toolu_1", text: '{"a":1}' },
  { type: "tool-input-end", choice: 0, id: "toolu_1" },
  { type: "tool-call", choice: 0, id: "toolu_1", name: "f", kind: "function", input: '{"a":1}' },
  { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
  { type: "usage", usage: { inputTokens: 3, outputTokens: 5, reasoningTokens: 2 } },
];
const failing: Part[] = [...answer.slice(0, 3), { type: "error", status: 503, message: "it broke" }];

let server: Server;
let baseUrl = "";
let calls: Call[] = [];

/** Answers every call with the same Parts; a model whose name has `broken` in it fails on its way. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const [, model = "", method] = /models\/([^:]+):(\w+)/.exec(request.url ?? "") ?? [];
    const stream = method === "streamGenerateContent";
    try {
      const wire = googleGenerate.parseRequest(JSON.parse(Buffer.concat(chunks).toString()), { model, stream });
      calls.push(googleGenerate.readRequest(wire));
      const parts = model.includes("broken") ? failing : answer;
      if (stream) {
        const writer = googleGenerate.createStreamWriter(identity, wire);
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(googleGenerate.ping);
        for (const part of parts) response.write(writer.write(part));
        response.end(writer.end());
      } else {
        const collector = createCollector();
        parts.forEach(collector.add);
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify(googleGenerate.writeReply(collector.reply(), identity, wire)));
      }
    } catch (error) {
      if (!GatewayError.isInstance(error)) throw error;
      response.writeHead(error.status, { "content-type": "application/json" });
      response.end(JSON.stringify(googleGenerate.writeErrorBody(error, "req-1")));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const tools = [
  { functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object", properties: { a: {} } } }] },
];

describe.each([
  ["3.x", () => new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl } })],
  ["2.x", () => new GoogleGenAI2({ apiKey: "k", httpOptions: { baseUrl } }) as unknown as GoogleGenAI],
])("@google/genai %s", (_, create) => {
  it("reads a reply", async () => {
    const reply = await create().models.generateContent({ model: "m", contents: "hi", config: { tools } });
    expect(reply.text).toBe("Héllo\n\n");
    expect(reply.functionCalls).toMatchObject([{ id: expect.stringMatching(/^toolu_1/), name: "f", args: { a: 1 } }]);
    expect(reply.usageMetadata).toMatchObject({ promptTokenCount: 3, candidatesTokenCount: 3, thoughtsTokenCount: 2 });
  });

  it("reads a stream", async () => {
    const events = [];
    for await (const event of await create().models.generateContentStream({ model: "m", contents: "hi" }))
      events.push(event);
    const parts = events.flatMap((event): SdkPart[] => event.candidates?.[0]?.content?.parts ?? []);
    const text = (thought: boolean) =>
      parts.filter((part) => Boolean(part.thought) === thought).map((part) => part.text);
    expect(text(false).join("")).toBe("Héllo\n\n");
    expect(text(true).join("")).toBe("I think.");
    expect(events.at(-1)?.candidates?.[0]?.finishReason).toBe("STOP");
    expect(events.at(-1)?.usageMetadata?.totalTokenCount).toBe(8);
  });

  it.each(["whole", "as a stream"])("a chat returns another vendor's data, read %s", async (how) => {
    calls = [];
    const chat = create().chats.create({ model: "m", config: { tools } });
    if (how === "whole") await chat.sendMessage({ message: "hi" });
    else for await (const _event of await chat.sendMessageStream({ message: "hi" }));
    const made = chat.getHistory().flatMap((content: Content) => content.parts ?? []);
    const { id, name } = made.find((part) => part.functionCall)?.functionCall ?? {};
    await chat.sendMessage({ message: { functionResponse: { id, name, response: { output: "1" } } } as SdkPart });
    const [, assistant, result] = calls.at(-1)?.messages ?? [];
    const content = assistant?.content as AssistantContent[];
    expect(content[0]).toEqual({ type: "reasoning", text: "I think.", vendor: reasoning });
    expect(content.filter((part) => part.type === "text").map(({ text }) => text)).toEqual(["Héllo\n\n"]);
    expect(content.find((part) => part.type === "tool-call")).toMatchObject({ id: "toolu_1", input: '{"a":1}' });
    expect(result).toMatchObject({ role: "tool", callId: "toolu_1", name: "f", content: "1" });
  });

  it("throws the error, before the stream and within it", async () => {
    const { models } = create();
    const refused = models.generateContent({ model: "m", contents: "hi", config: { temperature: 9 } });
    await expect(refused).rejects.toMatchObject({ status: 400, message: expect.stringContaining("temperature") });
    const broken = async () => {
      for await (const _event of await models.generateContentStream({ model: "broken", contents: "hi" }));
    };
    await expect(broken()).rejects.toMatchObject({ status: 503, message: expect.stringContaining("it broke") });
  });
});
