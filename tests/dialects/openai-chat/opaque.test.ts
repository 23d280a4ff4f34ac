/** Signed reasoning on the ids of calls, in a wire that has no place for it (architecture.md, law 7). */
import { describe, expect, it } from "vitest";
import type { AssistantContent, ToolCallContent } from "#lib/canonical/call.ts";
import { openAiChat } from "#lib/dialects/openai-chat/index.ts";

const signed = (text: string): AssistantContent => ({
  type: "reasoning",
  text,
  vendor: { "anthropic-messages": { signature: `signature of ${text}` } },
});
const text = (value: string): AssistantContent => ({ type: "text", text: value });
const call = (id: string): ToolCallContent => ({ type: "tool-call", id, name: "f", kind: "function", input: "{}" });

const identity = { id: "chatcmpl-1", created: 1, model: "m" };
const fetchText = openAiChat.parseRequest({ model: "m", messages: [{ role: "user", content: "hi" }] });

type Message = { content: unknown; reasoning_content?: string; tool_calls?: { id: string }[] };

/** Reads the content back from a client that changed the message by `change`. */
function returned(content: AssistantContent[], change: (message: Message) => object = (message) => message) {
  const { choices } = openAiChat.writeReply({ choices: [{ content }] }, identity, fetchText);
  const [{ message }] = choices as [{ message: Message }];
  const body = { model: "m", messages: [{ role: "assistant", ...change(message) }] };
  return openAiChat.readRequest(openAiChat.parseRequest(JSON.parse(JSON.stringify(body)))).messages[0]?.content;
}

const turn = [signed("one"), text("Well. "), signed("two"), text("So."), call("a"), signed("three"), call("b")];

describe("signed reasoning", () => {
  it("returns to its place between texts and calls", () => {
    expect(returned(turn)).toEqual(turn);
  });

  it("is neither doubled by a client that keeps reasoning, nor lost by one that drops it", () => {
    expect(returned(turn, ({ reasoning_content: _, ...kept }) => kept)).toEqual(turn);
  });

  it("survives a client that sends the text as parts, or without its white space", () => {
    expect(returned(turn, (kept) => ({ ...kept, content: [{ type: "text", text: kept.content }] }))).toEqual(turn);
    const trimmed = [signed("one"), text("Well."), signed("two"), call("a")];
    const back = returned([signed("one"), text("Well.\n"), signed("two"), call("a")], (kept) => ({
      ...kept,
      content: String(kept.content).trim(),
    }));
    expect(back).toEqual(trimmed);
  });

  it("leaves ids unchanged where nothing is signed", () => {
    const { choices } = openAiChat.writeReply(
      { choices: [{ content: [{ type: "reasoning", text: "hm" }, call("a")] }] },
      identity,
      fetchText,
    );
    expect(choices).toMatchObject([{ message: { reasoning_content: "hm", tool_calls: [{ id: "a" }] } }]);
    expect(returned([{ type: "reasoning", text: "hm" }, call("a")])).toEqual([
      { type: "reasoning", text: "hm" },
      call("a"),
    ]);
  });

  it("leaves ids unchanged where an upstream only numbered its reasoning", () => {
    const numbered = { "openai-responses": { id: "rs_1", status: "completed" } };
    const content: AssistantContent[] = [{ type: "reasoning", text: "", vendor: numbered }, call("a")];
    expect(messageOf(content)).toMatchObject({ tool_calls: [{ id: "a" }] });
  });

  it("never goes to an upstream of this dialect, whose ids are short", () => {
    const body = { model: "m", messages: [{ role: "assistant", ...messageOf(turn) }] };
    const sent = JSON.stringify(openAiChat.writeRequest(openAiChat.readRequest(openAiChat.parseRequest(body))));
    expect(sent).not.toContain("pl1.");
    expect(sent).not.toContain("signature of");
    expect(sent).toContain('"id":"a"');
  });
});

function messageOf(content: AssistantContent[]): object {
  const { choices } = openAiChat.writeReply({ choices: [{ content }] }, identity, fetchText);
  return (choices as [{ message: object }])[0].message;
}
