/**
 * Law 7: what another vendor wants back survives a client that keeps no field it does not know, and goes to nobody
 * else.
 */
import { describe, expect, it } from "vitest";
import type { AssistantContent, Call } from "#lib/canonical/call.ts";
import type { Part } from "#lib/canonical/part.ts";
import type { VendorData } from "#lib/canonical/vendor-data.ts";
import type { MessagesRequest, ReplyBlock, WireReply } from "#lib/contract/anthropic-messages/wire.ts";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { fold, writeStream } from "#tests/support/dialect-streams.ts";
import { eventsOf, foldEvents } from "./wire-events.ts";

const identity = { id: "msg_1", created: 7, model: "m" };
const wire = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] } as MessagesRequest;

const thought: VendorData = { "google-generate": { thoughtSignature: "dGhvdWdodA==" } };
const encrypted: VendorData = { "openai-responses": { id: "rs_1", encrypted_content: "ZW5jcnlwdGVk" } };
const signed: VendorData = { "anthropic-messages": { signature: "c2ln" } };
const redacted: VendorData = { "anthropic-messages": { type: "redacted_thinking", data: "cmVk" } };

const parts: Part[] = [
  { type: "start" },
  { type: "reasoning-start", choice: 0, id: "r1" },
  { type: "reasoning-delta", choice: 0, id: "r1", text: "hm" },
  { type: "reasoning-end", choice: 0, id: "r1", vendor: thought },
  { type: "reasoning-start", choice: 0, id: "r2", vendor: encrypted },
  { type: "reasoning-end", choice: 0, id: "r2" },
  { type: "reasoning-start", choice: 0, id: "r3" },
  { type: "reasoning-delta", choice: 0, id: "r3", text: "own" },
  { type: "reasoning-end", choice: 0, id: "r3", vendor: signed },
  { type: "reasoning-start", choice: 0, id: "r4", vendor: redacted },
  { type: "reasoning-end", choice: 0, id: "r4", vendor: redacted },
  { type: "tool-input-start", choice: 0, id: "call_1", name: "f", kind: "function", vendor: thought },
  { type: "tool-input-delta", choice: 0, id: "call_1", text: '{"x":1}' },
  { type: "tool-input-end", choice: 0, id: "call_1" },
  { type: "tool-call", choice: 0, id: "call_1", name: "f", kind: "function", input: '{"x":1}', vendor: thought },
  { type: "finish", choice: 0, reason: { unified: "tool-calls" } },
];

const content: AssistantContent[] = [
  { type: "reasoning", text: "hm", vendor: thought },
  { type: "reasoning", text: "", vendor: encrypted },
  { type: "reasoning", text: "own", vendor: signed },
  { type: "reasoning", text: "", vendor: redacted },
  { type: "tool-call", id: "call_1", name: "f", kind: "function", input: '{"x":1}', vendor: thought },
];

const streamed = (): WireReply => foldEvents(eventsOf(writeStream(anthropicMessages, parts, { identity, wire })));
const whole = (): WireReply => anthropicMessages.writeReply(fold(parts), identity, wire);

/** Keeps of each block what the API's types have, and nothing else. */
function strictClient({ content: blocks = [] }: WireReply): Record<string, unknown> {
  const kept = blocks.map((block: ReplyBlock) => {
    if (block.type === "thinking") return { type: "thinking", thinking: block.thinking, signature: block.signature };
    if (block.type === "redacted_thinking") return { type: "redacted_thinking", data: block.data };
    return { type: "tool_use", id: block.id, name: block.name, input: block.input };
  });
  const results = kept.flatMap(({ id }) => (id ? [{ type: "tool_result", tool_use_id: id, content: "2" }] : []));
  return {
    ...wire,
    messages: [...wire.messages, { role: "assistant", content: kept }, { role: "user", content: results }],
  };
}

const read = (request: Record<string, unknown>): Call =>
  anthropicMessages.readRequest(anthropicMessages.parseRequest(request));

describe.each([
  ["streamed", streamed],
  ["whole", whole],
])("a response that is %s", (_, answer) => {
  it("returns every vendor's data unchanged, and the plain id to call and result", () => {
    const call = read(strictClient(answer()));
    expect(call.messages[1]?.content).toEqual(content);
    expect(call.messages[2]).toMatchObject({ role: "tool", callId: "call_1" });
  });

  it("gives a client strings where it expects strings, and its own vendor's data unchanged", () => {
    const blocks = answer().content ?? [];
    expect(blocks.map(({ type }) => type)).toEqual([
      "thinking",
      "thinking",
      "thinking",
      "redacted_thinking",
      "tool_use",
    ]);
    for (const block of blocks.slice(0, 3)) expect(block.signature).toEqual(expect.any(String));
    expect(blocks[2]).toEqual({ type: "thinking", thinking: "own", signature: "c2ln" });
    expect(blocks[3]).toEqual({ type: "redacted_thinking", data: "cmVk" });
  });

  it("gives an upstream of this dialect its own data and no other's", () => {
    const call = read(strictClient(answer()));
    const written = anthropicMessages.writeRequest(call);
    const text = JSON.stringify(written);
    for (const foreign of ["pl1.", "dGhvdWdodA", "ZW5jcnlwdGVk"]) expect(text).not.toContain(foreign);
    expect((written.messages as { content: unknown }[])[1]?.content).toEqual([
      { type: "thinking", thinking: "own", signature: "c2ln" },
      { type: "redacted_thinking", data: "cmVk" },
      { type: "tool_use", id: "call_1", name: "f", input: { x: 1 } },
    ]);
    expect(call.dropped).toEqual(["messages[1].content[0]", "messages[1].content[1]"]);
  });
});

it("a truncated signature goes to no vendor, and stays in the client's field", () => {
  const [block] = whole().content ?? [];
  const signature = String(block?.signature).slice(0, 12);
  const request = {
    ...wire,
    messages: [...wire.messages, { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature }] }],
  };
  expect(read(request).messages[1]?.content).toEqual([
    { type: "reasoning", text: "hm", vendor: { "anthropic-messages": { signature } } },
  ]);
});
