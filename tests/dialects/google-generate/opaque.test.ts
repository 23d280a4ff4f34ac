/** Law 7: what any vendor made comes back to it, through clients that know nothing of it, and goes to nobody else. */
import { describe, expect, it } from "vitest";
import type { AssistantContent, Message } from "#lib/canonical/call.ts";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { GooglePart, GoogleReply, GoogleRequest } from "#lib/contract/google-generate/wire.ts";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";

const identity = { id: "r1", created: 7, model: "m" };
const wire = { model: "m", contents: [{ role: "user", parts: [{ text: "hi" }] }] } as GoogleRequest;
const signature = { "anthropic-messages": { signature: "Zm9yZWlnbg==" } };
const callData = { "openai-responses": { id: "fc_1", encrypted_content: "…" } };

const content: AssistantContent[] = [
  { type: "reasoning", text: "I think.", vendor: signature },
  { type: "text", text: "Looking." },
  { type: "tool-call", id: "toolu_1", name: "f", kind: "function", input: "{}", vendor: callData },
  { type: "tool-call", id: "toolu_2", name: "f", kind: "function", input: "{}" },
];
const reply: Reply = { choices: [{ content, finish: { unified: "tool-calls" } }] };

const parts: Part[] = [
  { type: "start" },
  { type: "reasoning-start", choice: 0, id: "r" },
  { type: "reasoning-delta", choice: 0, id: "r", text: "I " },
  { type: "reasoning-delta", choice: 0, id: "r", text: "think." },
  { type: "reasoning-end", choice: 0, id: "r", vendor: signature },
  { type: "text-start", choice: 0, id: "t" },
  { type: "text-delta", choice: 0, id: "t", text: "Look" },
  { type: "text-delta", choice: 0, id: "t", text: "ing." },
  { type: "text-end", choice: 0, id: "t" },
  { type: "tool-input-start", choice: 0, id: "toolu_1", name: "f", kind: "function", vendor: callData },
  { type: "tool-input-end", choice: 0, id: "toolu_1" },
  { type: "tool-call", choice: 0, id: "toolu_1", name: "f", kind: "function", input: "{}" },
  { type: "tool-input-start", choice: 0, id: "toolu_2", name: "f", kind: "function" },
  { type: "tool-input-end", choice: 0, id: "toolu_2" },
  { type: "tool-call", choice: 0, id: "toolu_2", name: "f", kind: "function", input: "{}" },
  { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
];

function partsOf(answer: unknown): GooglePart[] {
  return (answer as GoogleReply).candidates?.[0]?.content?.parts as GooglePart[];
}

function streamed(): GooglePart[][] {
  const writer = googleGenerate.createStreamWriter(identity, wire);
  const text = parts.map((part) => writer.write(part)).join("") + writer.end();
  const frames = text.split("\n\n").filter(Boolean);
  return frames.map((frame) => partsOf(JSON.parse(frame.slice(6))));
}

function contentOf(message: Message | undefined): AssistantContent[] {
  return (message as { content: AssistantContent[] }).content;
}

/** The next turn of a client: the response as it keeps it, and a result for each call. */
function nextTurn(answers: GooglePart[][]) {
  const calls = answers.flat().flatMap((part) => part.functionCall ?? []);
  const results = calls.map(({ id, name }) => ({ functionResponse: { id, name, response: { output: "1" } } }));
  const contents = [
    ...wire.contents,
    ...answers.map((answer) => ({ role: "model", parts: answer })),
    { role: "user", parts: results },
  ];
  return googleGenerate.readRequest(googleGenerate.parseRequest({ contents }, { model: "m" }));
}

const results = [
  { role: "tool", callId: "toolu_1", name: "f", content: "1" },
  { role: "tool", callId: "toolu_2", name: "f", content: "1" },
];

describe("another vendor's data survives a client of this dialect", () => {
  it.each<[string, () => GooglePart[][]]>([
    ["that got the answer whole", () => [partsOf(googleGenerate.writeReply(reply, identity, wire))]],
    ["that keeps each event of a stream", streamed],
    ["that puts the parts of a stream into one content", () => [streamed().flat()]],
  ])("%s", (_, answers) => {
    const { messages } = nextTurn(answers());
    const [, assistant, ...others] = messages;
    const kept = contentOf(assistant).filter((part) => part.type !== "text");
    expect(kept).toEqual(content.filter((part) => part.type !== "text"));
    const text = contentOf(assistant).filter((part) => part.type === "text");
    expect(text.map((part) => part.text).join("")).toBe("Looking.");
    expect(others).toEqual(results);
  });

  it("that drops signatures but echoes ids", () => {
    const answer = partsOf(googleGenerate.writeReply(reply, identity, wire));
    const { messages } = nextTurn([answer.map(({ thoughtSignature: _, ...part }) => part)]);
    expect(contentOf(messages[1])).toEqual(content);
    expect(messages.slice(2)).toEqual(results);
  });

  it.each<[string, (part: GooglePart) => boolean]>([
    ["empty parts", ({ text }) => text !== ""],
    ["thoughts", ({ thought }) => thought !== true],
  ])("that drops the %s of a stream", (_, keeps) => {
    const { messages } = nextTurn([streamed().flat().filter(keeps)]);
    const [thought, ...others] = contentOf(messages[1]);
    expect(thought).toEqual(content[0]);
    const texts = others.map((part) => (part.type === "text" ? part.text : ""));
    expect(texts.join("")).toBe("Looking.");
    expect(others.filter(({ type }) => type === "tool-call")).toEqual(content.slice(2));
    expect(messages.slice(2)).toEqual(results);
  });

  it("that keeps each event of a stream, but not the empty ones", () => {
    const answers = streamed().map((answer) => answer.filter(({ text }) => text !== ""));
    const { messages } = nextTurn(answers.filter((answer) => answer.length > 0));
    expect(contentOf(messages[1])).toEqual(content);
  });

  it("that drops ids but echoes signatures", () => {
    const answer = partsOf(googleGenerate.writeReply(reply, identity, wire));
    const bare = answer.map(({ functionCall, ...part }) =>
      functionCall ? { ...part, functionCall: { name: functionCall.name, args: functionCall.args } } : part,
    ) as GooglePart[];
    const { messages } = nextTurn([bare]);
    const calls = contentOf(messages[1]).filter((part) => part.type === "tool-call");
    expect(calls[0]?.vendor).toEqual(callData);
    expect(messages.slice(2).map((message) => message.role === "tool" && message.callId)).toEqual(
      calls.map(({ id }) => id),
    );
  });

  it("whose types decode and re-encode the signature", () => {
    const answer = partsOf(googleGenerate.writeReply(reply, identity, wire));
    for (const { thoughtSignature } of answer) {
      if (thoughtSignature === undefined) continue;
      expect(Buffer.from(thoughtSignature, "base64").toString("base64")).toBe(thoughtSignature);
    }
    const urlSafe = answer.map((part) => ({
      ...part,
      ...(part.thoughtSignature
        ? { thoughtSignature: Buffer.from(part.thoughtSignature, "base64").toString("base64url") }
        : {}),
    }));
    expect(contentOf(nextTurn([urlSafe]).messages[1])[0]).toEqual(content[0]);
  });
});

it("no other vendor's data goes upstream", () => {
  const call = nextTurn([partsOf(googleGenerate.writeReply(reply, identity, wire))]);
  const text = JSON.stringify(googleGenerate.writeRequest(call));
  expect(text).not.toContain("pl1.");
  expect(text).not.toContain("cGwxL");
  expect(text).not.toContain("thoughtSignature");
  expect(text).not.toContain("Zm9yZWlnbg==");
});

it("this vendor's signatures keep their places, byte for byte, in both directions", () => {
  const own = [
    { text: "hm", thought: true, thoughtSignature: "dGhvdWdodA==" },
    { text: "a", thoughtSignature: "dGV4dA==" },
    { functionCall: { id: "1", name: "f", args: {} }, thoughtSignature: "Y2FsbA==" },
  ];
  const read = googleGenerate.readReply({ candidates: [{ content: { parts: own }, finishReason: "STOP" }] });
  expect(partsOf(googleGenerate.writeReply(read, identity, wire))).toEqual(own);
  const collector = createCollector();
  const reader = googleGenerate.createStreamReader(collector.add);
  reader.read({ data: JSON.stringify({ candidates: [{ content: { parts: own }, finishReason: "STOP" }] }) });
  reader.end();
  expect(collector.reply().choices).toEqual(read.choices);
  const turn = nextTurn([own]);
  expect(googleGenerate.writeRequest(turn).contents).toMatchObject([{}, { role: "model", parts: own }, {}]);
});
