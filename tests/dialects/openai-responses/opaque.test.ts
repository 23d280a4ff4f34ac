/**
 * Law 7: what other dialects' makers signed survives a client of this one that keeps what its types name, and nothing
 * else.
 */
import { describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { ResponsesReply, WireItem } from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { fold } from "#tests/support/dialect-streams.ts";
import { eventsOf, identity, plain, readStream, writeStream } from "./answers.ts";

const signature = { "anthropic-messages": { signature: "c2lnbmF0dXJl+/==" } };
const thought = { "google-generate": { thoughtSignature: "dGhvdWdodA==" } };

const reply: Reply = {
  choices: [
    {
      content: [
        { type: "reasoning", text: "hm", vendor: signature },
        { type: "reasoning", text: "", vendor: { "anthropic-messages": { redacted: "eHl6" } } },
        { type: "text", text: "I look." },
        { type: "tool-call", id: "call_1", name: "f", kind: "function", input: "{}", vendor: thought },
        { type: "tool-call", id: "call_2", name: "g", kind: "function", input: "{}" },
      ],
      finish: { unified: "tool-calls" },
    },
  ],
};

const KEPT: Record<string, string[]> = {
  reasoning: ["id", "type", "summary", "encrypted_content"],
  message: ["id", "type", "role", "status", "content"],
  function_call: ["type", "call_id", "name", "arguments"],
};

/** Returns the fields of an item that a strict client sends back. */
function echo(item: WireItem): WireItem[] {
  const kept = KEPT[item.type];
  return kept ? [Object.fromEntries(Object.entries(item).filter(([key]) => kept.includes(key))) as WireItem] : [];
}

function nextCall(output: WireItem[]): Call {
  const results = output
    .filter(({ type }) => type === "function_call")
    .map(({ call_id }) => ({ type: "function_call_output", call_id, output: "done" }));
  return openAiResponses.readRequest(
    openAiResponses.parseRequest({
      model: "m",
      input: [{ role: "user", content: "hi" }, ...output.flatMap(echo), ...results],
    }),
  );
}

describe.each([
  ["a reply", () => openAiResponses.writeReply(reply, identity, plain) as ResponsesReply],
  [
    "a stream",
    () =>
      eventsOf(
        writeStream([
          { type: "start" },
          { type: "reasoning-start", choice: 0, id: "r" },
          { type: "reasoning-delta", choice: 0, id: "r", text: "hm" },
          { type: "reasoning-end", choice: 0, id: "r", vendor: signature },
          { type: "reasoning-start", choice: 0, id: "s", vendor: { "anthropic-messages": { redacted: "eHl6" } } },
          { type: "reasoning-end", choice: 0, id: "s" },
          { type: "text-start", choice: 0, id: "t" },
          { type: "text-delta", choice: 0, id: "t", text: "I look." },
          { type: "text-end", choice: 0, id: "t" },
          { type: "tool-input-start", choice: 0, id: "call_1", name: "f", kind: "function", vendor: thought },
          { type: "tool-input-delta", choice: 0, id: "call_1", text: "{}" },
          { type: "tool-call", choice: 0, id: "call_1", name: "f", kind: "function", input: "{}", vendor: thought },
          { type: "tool-call", choice: 0, id: "call_2", name: "g", kind: "function", input: "{}" },
          { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
        ]),
      ).at(-1)?.response as ResponsesReply,
  ],
])("through the client of %s", (_, write) => {
  const call = nextCall(write().output ?? []);

  it("each piece returns to its place", () => {
    const [, assistant, first, second] = call.messages;
    expect(assistant?.content).toMatchObject([
      { type: "reasoning", text: "hm", vendor: signature },
      { type: "reasoning", text: "", vendor: { "anthropic-messages": { redacted: "eHl6" } } },
      { type: "text", text: "I look." },
      { type: "tool-call", id: "call_1", vendor: thought },
      { type: "tool-call", id: "call_2" },
    ]);
    expect([first, second]).toMatchObject([
      { role: "tool", callId: "call_1" },
      { role: "tool", callId: "call_2" },
    ]);
  });

  it("none of it goes to an upstream of this dialect", () => {
    const written = openAiResponses.writeRequest(call);
    expect(JSON.stringify(written)).not.toMatch(/pl1\.|c2lnbmF0dXJl|dGhvdWdodA|eHl6/);
    expect(written.input).toEqual([
      { role: "user", content: "hi" },
      expect.objectContaining({ type: "message", role: "assistant" }),
      { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
      { type: "function_call", call_id: "call_2", name: "g", arguments: "{}" },
      { type: "function_call_output", call_id: "call_1", output: "done" },
      { type: "function_call_output", call_id: "call_2", output: "done" },
    ]);
    expect(call.dropped).toEqual(["input[1].reasoning", "input[1].reasoning"]);
  });
});

describe("a signed image of another dialect", () => {
  const image = {
    type: "file" as const,
    mediaType: "image/png",
    data: { kind: "base64" as const, base64: "AAAA" },
    vendor: thought,
  };

  it.each([
    ["a reply", () => openAiResponses.writeReply({ choices: [{ content: [image] }] }, identity, plain)],
    [
      "a stream",
      () =>
        eventsOf(
          writeStream([
            { type: "start" },
            { ...image, choice: 0 },
            { type: "finish", choice: 0, reason: { unified: "stop" } },
          ]),
        ).at(-1)?.response,
    ],
  ])("returns with its signature from the client of %s", (_, write) => {
    const { output = [] } = write() as ResponsesReply;
    const call = openAiResponses.readRequest(
      openAiResponses.parseRequest({ model: "m", input: [...(output ?? []), { role: "user", content: "in blue" }] }),
    );
    expect(call.messages[0]?.content).toEqual([image]);
    openAiResponses.writeRequest(call);
    expect(call.dropped).toEqual(["input[0]"]);
  });
});

describe("this dialect's own encrypted reasoning", () => {
  const reasoning = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAAB" };
  const item = {
    type: "function_call",
    id: "fc_1",
    call_id: "call_1",
    name: "f",
    arguments: "{}",
    caller: { type: "direct" },
  };
  const output = [reasoning, item];
  const read = [
    openAiResponses.readReply({ status: "completed", output }),
    fold(readStream([{ type: "response.completed", response: { status: "completed", output } }])),
  ];

  it.each(read)("is vendor data, and returns unchanged (%#)", ({ choices }) => {
    const content = choices[0]?.content ?? [];
    expect(content).toMatchObject([
      { type: "reasoning", text: "", vendor: { "openai-responses": { id: "rs_1", encrypted_content: "gAAAAAB" } } },
      { type: "tool-call", id: "call_1", vendor: { "openai-responses": { caller: { type: "direct" } } } },
    ]);
    const call: Call = { model: "m", messages: [{ role: "assistant", content }], stream: false, dropped: [] };
    const { id: _, ...call_ } = item;
    expect(openAiResponses.writeRequest(call).input).toEqual([reasoning, call_]);
    expect(call.dropped).toEqual([]);
  });

  it("does not open as another vendor's", () => {
    const { messages } = openAiResponses.readRequest(openAiResponses.parseRequest({ model: "m", input: output }));
    expect(messages[0]?.content).toMatchObject([
      { vendor: { "openai-responses": { encrypted_content: "gAAAAAB" } } },
      { id: "call_1" },
    ]);
  });

  it("without its ciphertext is dropped for an upstream that did not store it", () => {
    const content = [{ type: "reasoning" as const, text: "hm", vendor: { "openai-responses": { id: "rs_1" } } }];
    const call: Call = { model: "m", messages: [{ role: "assistant", content }], stream: false, dropped: [] };
    expect(openAiResponses.writeRequest(call).input).toBeUndefined();
    expect(call.dropped).toEqual(["input[0].reasoning"]);
  });
});
