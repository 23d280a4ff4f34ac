import { describe, expect, test } from "vitest";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { compareSettings } from "#lib/playground/sharing/compare-settings.ts";
import { deflateText } from "#lib/playground/sharing/deflate-text.ts";
import { fromPlainTurns, toPlainTurns } from "#lib/playground/sharing/exports/plain-turns.ts";
import { isShareFragment } from "#lib/playground/sharing/is-share-fragment.ts";
import { LONGEST_LINK, readShareLink, writeShareLink } from "#lib/playground/sharing/share-link.ts";
import { CHAT_TOOLS } from "#lib/playground/tools/notations/chat-tools.ts";
import { answerTurn, fileOf, question, toolTurn } from "../text-fixtures.ts";

const ADDRESS = "http://localhost:3000/chat";
const SETTINGS: ChatSettings = {
  model: "sandbox/guide",
  system: "Be brief – and friendly 😀.",
  parameters: {
    temperature: 0.4,
    stop: ["END", "\n"],
    logprobs: false,
    tool_choice: "function:get_weather",
    response_format: { type: "json_schema", name: "city", schemaText: '{ "type": "object" }', strict: true },
  },
  toolsText: CHAT_TOOLS.example,
  toolsOff: ["get_time"],
  autoReply: true,
};

const fragmentOf = (link: string) => link.slice(link.indexOf("#"));
const written = async (shared: unknown) => `#s=1.${await deflateText(JSON.stringify(shared))}`;

describe("a link", () => {
  test("restores every setting", async () => {
    const link = await writeShareLink({ settings: SETTINGS, turns: [] }, ADDRESS);
    expect(link).toMatch(/^http:\/\/localhost:3000\/chat#s=1\.[A-Za-z0-9_-]+$/);
    expect(link.length).toBeLessThan(LONGEST_LINK);
    expect(await readShareLink(fragmentOf(link), OPENAI_CHAT)).toEqual({ settings: SETTINGS, turns: [], problems: [] });
  });

  test("is empty when nothing is set", async () => {
    const link = await writeShareLink({ settings: EMPTY_SETTINGS, turns: [] }, ADDRESS);
    expect(link.length).toBeLessThan(ADDRESS.length + 12);
    expect((await readShareLink(fragmentOf(link), OPENAI_CHAT)).settings).toEqual(EMPTY_SETTINGS);
  });

  test("restores text, calls and results, and names files", async () => {
    const call = { id: "call_1", name: "get_weather", kind: "function" as const, arguments: '{"city":"Oslo"}' };
    const { turns, files } = toPlainTurns([
      question("How is Oslo?", [fileOf("map.png", "image/png")]),
      answerTurn({ choices: [{ ...emptyChoice(), reasoning: "Hm.", toolCalls: [call] }] }),
      toolTurn([{ callId: "call_1", name: "get_weather", content: '{"temperature":9}' }]),
      answerTurn({ choices: [{ ...emptyChoice(), text: "Mild." }] }),
    ]);
    expect(files).toBe(1);
    const link = await writeShareLink({ settings: EMPTY_SETTINGS, turns }, ADDRESS);
    const read = await readShareLink(fragmentOf(link), OPENAI_CHAT);
    expect(read.turns).toEqual(turns);
    const made = fromPlainTurns(read.turns);
    expect(toPlainTurns(made).turns).toEqual(turns);
    expect(made.map(({ parent }) => parent)).toEqual([null, ...made.slice(0, -1).map(({ id }) => id)]);
  });

  test("grows with what it holds", async () => {
    const random = Array.from(crypto.getRandomValues(new Uint8Array(9000)), (byte) => byte.toString(36)).join("");
    const turns = [{ role: "user" as const, text: random }];
    const link = await writeShareLink({ settings: EMPTY_SETTINGS, turns }, ADDRESS);
    expect(link.length).toBeGreaterThan(LONGEST_LINK);
    expect((await readShareLink(fragmentOf(link), OPENAI_CHAT)).turns).toEqual(turns);
  });
});

describe("a bad link", () => {
  test("is reported when truncated or changed", async () => {
    const fragment = fragmentOf(await writeShareLink({ settings: SETTINGS, turns: [] }, ADDRESS));
    for (const damaged of [
      fragment.slice(0, -20),
      "#s=1.",
      "#s=1.%%%",
      "#s=1.AAAA",
      `${fragment.slice(0, 30)}zzz${fragment.slice(33)}`,
    ]) {
      await expect(readShareLink(damaged, OPENAI_CHAT), damaged).rejects.toThrow("incomplete");
    }
  });

  test("names its version when unsupported", async () => {
    await expect(readShareLink("#s=9.abc", OPENAI_CHAT)).rejects.toThrow("version “9”");
    expect(isShareFragment("#s=9.abc")).toBe(true);
    expect(isShareFragment("#section")).toBe(false);
  });

  test("is refused when it inflates beyond its limit", async () => {
    const bomb = await deflateText("a".repeat(6_000_000));
    expect(bomb.length).toBeLessThan(20_000);
    await expect(readShareLink(`#s=1.${bomb}`, OPENAI_CHAT)).rejects.toThrow("incomplete");
  });

  test("is refused with an invalid conversation", async () => {
    await expect(readShareLink(await written({ turns: "all" }), OPENAI_CHAT)).rejects.toThrow("not a list");
    const turns = [
      { role: "user", text: "Hello" },
      { role: "wizard", text: "Hi" },
    ];
    await expect(readShareLink(await written({ turns }), OPENAI_CHAT)).rejects.toThrow("Turn 2");
  });
});

test("drops and names values that the panel refuses", async () => {
  const shared = {
    system: 7,
    parameters: {
      temperature: 3,
      top_p: "high",
      reasoning_effort: "heroic",
      stop: [1],
      top_k: 3,
      top_logprobs: 4,
      tool_choice: "auto",
      seed: 7,
    },
  };
  const { settings, problems } = await readShareLink(await written(shared), OPENAI_CHAT);
  expect(settings).toEqual({ ...EMPTY_SETTINGS, parameters: { seed: 7 } });
  expect(problems.sort()).toEqual([
    'Reasoning effort: "heroic" cannot be its value.',
    "Stop sequences: [1] cannot be its value.",
    "System prompt is not text.",
    "Temperature: Must be within 0 – 2.",
    "Tool choice: Requires at least one tool.",
    'Top P: "high" cannot be its value.',
    "Top log probabilities: Requires Log probabilities to be on.",
    "top_k: this page has no such parameter.",
  ]);
});

test("lists settings to set, change and unset", () => {
  const before = { ...EMPTY_SETTINGS, model: "a/b", system: "Old", parameters: { top_k: 5, tool_choice: "any" } };
  const after = { ...EMPTY_SETTINGS, model: "a/b", parameters: { top_k: 9, max_tokens: 100 } };
  expect(compareSettings(before, after, MESSAGES)).toEqual([
    { name: "system", label: "System prompt", before: "Old", after: undefined },
    { name: "top_k", label: "Top K", before: "5", after: "9" },
    { name: "tool_choice", label: "Tool choice", before: "any", after: undefined },
    { name: "max_tokens", label: "Max tokens", before: undefined, after: "100" },
  ]);
});
