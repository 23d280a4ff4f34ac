import { describe, expect, it } from "vitest";
import { comparePrefixes, countEqualMessages } from "#lib/prompts/compare-prefixes.ts";
import { hashPrompt, type PromptPrefix, readPrefix, writePrefix } from "#lib/prompts/prompt-prefix.ts";

type Body = Record<string, unknown>;

function prefixOf(body: Body, salt = "key_1", sessions: string[] = []): PromptPrefix {
  const hashing = hashPrompt(body, { salt, sessions });
  for (;;) {
    const { done, value } = hashing.next();
    if (done) return readPrefix(writePrefix(value as PromptPrefix));
  }
}

const tool = (name: string, more: Body = {}) => ({ type: "function", function: { name, ...more } });
const said = (role: string, content: unknown) => ({ role, content });
const chat = {
  tools: [tool("a"), tool("b"), tool("c")],
  messages: [said("system", "Be brief. Today is 2026-11-25."), said("user", "Hello"), said("assistant", "Hi.")],
};
const more = { ...chat, messages: [...chat.messages, said("user", "Go on")] };
const compare = (before: Body, after: Body) => comparePrefixes(prefixOf(before), prefixOf(after));

describe("two prompts of a conversation", () => {
  it("go on without a break, longer, equal or shorter", () => {
    for (const [before, after] of [
      [chat, more],
      [chat, chat],
      [more, chat],
    ] as const) {
      expect(compare(before, after).break).toBeUndefined();
    }
    expect(compare(chat, more).share).toBe(1);
  });

  it.each<[string, Body, Body]>([
    [
      "tools in another order",
      { ...more, tools: [tool("c"), tool("a"), tool("b")] },
      { cause: "tool_order", part: "tools", index: 0, was: 2 },
    ],
    [
      "a tool that changed",
      { ...more, tools: [tool("a"), tool("b", { description: "New" }), tool("c")] },
      { cause: "tools", part: "tools", index: 1 },
    ],
    ["a tool that was added", { ...more, tools: [...chat.tools, tool("d")] }, { cause: "tools", index: 3 }],
    ["a tool that was removed", { ...more, tools: chat.tools.slice(0, 2) }, { cause: "tools", index: 2 }],
    [
      "other system text",
      { ...more, messages: [said("system", "Be long. Today is 2026-11-25."), ...more.messages.slice(1)] },
      { cause: "system", part: "system", index: 0 },
    ],
    [
      "a date in the system text",
      { ...more, messages: [said("system", "Be brief. Today is 2026-11-26."), ...more.messages.slice(1)] },
      { cause: "timestamp", part: "system", index: 0 },
    ],
    [
      "an edited message",
      { ...more, messages: [chat.messages[0], said("user", "Hello!"), ...more.messages.slice(2)] },
      { cause: "message", part: "messages", index: 0 },
    ],
  ])("break at %s", (_name, after, expected) => {
    const { break: found, share } = compare(chat, after);
    expect(found).toMatchObject(expected);
    expect(share).toBeLessThan(1);
  });

  it("break where a mark of the cache is gone, and not where it moved on", () => {
    const text = (words: string, marked: boolean) => ({
      type: "text",
      text: words,
      ...(marked ? { cache_control: { type: "ephemeral" } } : {}),
    });
    const messages = (marks: [boolean, boolean, boolean]) => ({
      system: [text("Be brief.", marks[0])],
      messages: [said("user", [text("Hello", marks[1])]), said("user", [text("More", marks[2])])],
    });
    const first = { ...messages([true, true, false]), messages: messages([true, true, false]).messages.slice(0, 1) };
    expect(compare(first, messages([true, false, true])).break).toBeUndefined();
    expect(compare(first, messages([true, false, false])).break).toMatchObject({
      cause: "cache_marks",
      part: "messages",
    });
    expect(compare(first, messages([false, false, false])).share).toBe(0);
  });

  it("are read from the requests of all APIs", () => {
    const apis: [Body, Body][] = [
      [
        { instructions: "Be brief.", input: "Hello" },
        { instructions: "Be long.", input: "Hello" },
      ],
      [
        { system: "Be brief.", messages: [said("user", "Hello")] },
        { system: "Be long.", messages: [said("user", "Hello")] },
      ],
      [
        {
          systemInstruction: { parts: [{ text: "Be brief." }] },
          contents: [{ role: "user", parts: [{ text: "Hello" }] }],
        },
        {
          systemInstruction: { parts: [{ text: "Be long." }] },
          contents: [{ role: "user", parts: [{ text: "Hello" }] }],
        },
      ],
    ];
    for (const [before, after] of apis) {
      expect(compare(before, after).break).toMatchObject({ cause: "system", index: 0 });
      expect(countEqualMessages(prefixOf(before), prefixOf(after))).toBeGreaterThan(0);
    }
    const functions = (...names: string[]) => ({
      tools: [{ functionDeclarations: names.map((name) => ({ name })) }],
      contents: [{ parts: [{ text: "Hello" }] }],
    });
    expect(compare(functions("a", "b"), functions("b", "a")).break).toMatchObject({ cause: "tool_order", was: 1 });
  });
});

describe("the hashes of a prompt", () => {
  it("have no contents, and differ between keys", () => {
    const column = writePrefix(prefixOf(chat, "key_1", ["conversation-7"]));
    expect(column).not.toMatch(/Hello|brief|conversation/);
    expect(column).not.toBe(writePrefix(prefixOf(chat, "key_2", ["conversation-7"])));
    expect(prefixOf(chat, "key_1", ["conversation-7"]).sessions).toHaveLength(1);
  });

  it("are bounded, and equal for a file that a large body was abridged to", () => {
    const long = { messages: Array.from({ length: 1_000 }, (_, index) => said("user", `Message ${index}`)) };
    expect(prefixOf(long).segments).toHaveLength(160);
    expect(writePrefix(prefixOf(long)).length).toBeLessThan(8_000);
    const file = (data: string) => ({ messages: [said("user", [{ type: "input_file", data }])] });
    const base64 = "QUJD".repeat(30_000);
    expect(compare(file(base64), file(base64.slice(0, 1_024))).break).toBeUndefined();
  });
});
