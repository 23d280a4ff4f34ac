import { describe, expect, test } from "vitest";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { emptyChoice } from "#lib/playground/conversation/model-response.ts";
import { type Turn, visiblePath } from "#lib/playground/conversation/transcript.ts";
import { convertConversation } from "#lib/playground/conversion/convert-conversation.ts";
import { convertSettings } from "#lib/playground/conversion/convert-settings.ts";
import { COUNTERPARTS } from "#lib/playground/conversion/parameter-counterparts.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import type { ParameterDefinition, ParameterValue } from "#lib/playground/parameters/parameter-definition.ts";
import { makeSession } from "#lib/playground/sharing/imports/make-session.ts";
import { answerTurn, BYTES, fileOf, MODEL, question, toolTurn } from "../text-fixtures.ts";

const PAGES = Object.keys(TEXT_DIALECTS) as TextPage[];
const PAIRS = PAGES.flatMap((from) => PAGES.filter((to) => to !== from).map((to): [TextPage, TextPage] => [from, to]));

function valuesOf(definition: ParameterDefinition): ParameterValue[] {
  switch (definition.kind) {
    case "choice":
      return [...definition.options, ...(definition.namesTools ? ["function:get_weather"] : [])];
    case "switch":
      return [true, false];
    case "number":
      return [definition.initial, definition.minimum, definition.maximum];
    case "list":
      return [["END"], ["a", "b", "c", "d", "e", "f"]];
    case "text":
      return ["word"];
    case "format":
      return [definition.initial, { type: "json_object" }, { type: "text" }];
    default:
      return definition satisfies never;
  }
}

/** With a tool, for some settings mean nothing without one. */
const settingsWith = (from: TextDialect, name: string, value: ParameterValue): ChatSettings => ({
  ...EMPTY_SETTINGS,
  toolsText: from.tools?.example ?? "",
  parameters: { [name]: value },
});

describe.each(PAIRS)("settings of %s in the terms of %s", (fromPage, toPage) => {
  const [from, to] = [TEXT_DIALECTS[fromPage], TEXT_DIALECTS[toPage]];
  const all = from.parameters.flatMap((definition) => valuesOf(definition).map((value) => ({ definition, value })));

  test("names every dropped setting, and converts to values that the panel accepts", () => {
    for (const { definition, value } of all) {
      const { name, label } = definition;
      const { settings, dropped } = convertSettings(settingsWith(from, name, value), from, to);
      const carried = Object.keys(settings.parameters);
      const told = `${name} = ${JSON.stringify(value)}: ${JSON.stringify({ carried, dropped })}`;
      expect(to.findProblems(settings), told).toEqual({});
      if (carried.length > 0) expect(carried, told).toHaveLength(1);
      else {
        const names = COUNTERPARTS.find((row) => row.names[fromPage] === name)?.names;
        const other = to.parameters.find((candidate) => candidate.name === names?.[toPage]);
        expect(
          dropped.some((text) => text.startsWith(`${label}:`) || text.startsWith(`${other?.label}:`)),
          told,
        ).toBe(true);
      }
    }
  });

  test("converts tools", () => {
    const { settings, dropped } = convertSettings(
      { ...EMPTY_SETTINGS, toolsText: from.tools?.example ?? "" },
      from,
      to,
    );
    expect(dropped).toEqual([]);
    expect(settings.toolsText).toContain("get_weather");
    expect(to.findProblems(settings)).toEqual({});
  });
});

test("translates values with other names", () => {
  const { chat, messages, responses } = TEXT_DIALECTS;
  const gemini = TEXT_DIALECTS["generate-content"];
  const toolsText = chat.tools?.example ?? "";
  const parameters = {
    max_completion_tokens: 50,
    stop: ["END"],
    tool_choice: "required",
    parallel_tool_calls: false,
    user: "user-1",
    reasoning_effort: "high",
    response_format: { type: "json_schema" as const, name: "city", schemaText: "{}", strict: true },
    frequency_penalty: 1,
  };
  const settings = { ...EMPTY_SETTINGS, model: MODEL, system: "Be brief.", toolsText, parameters };
  const asMessages = convertSettings(settings, chat, messages);
  expect(asMessages.settings).toMatchObject({ model: MODEL, system: "Be brief." });
  expect(asMessages.settings.parameters).toEqual({
    max_tokens: 50,
    stop_sequences: ["END"],
    tool_choice: "any",
    disable_parallel_tool_use: true,
    user_id: "user-1",
    effort: "high",
    format: { type: "json_schema", schemaText: "{}" },
  });
  expect(asMessages.dropped).toEqual([
    "Output format: the schema’s name, “city”, has no place.",
    "Output format: “strict” has no counterpart.",
    "Frequency penalty: Messages has none.",
  ]);
  const asGemini = convertSettings(asMessages.settings, messages, gemini);
  expect(asGemini.settings.parameters).toMatchObject({ mode: "ANY", thinkingLevel: "high", maxOutputTokens: 50 });
  const named = {
    ...EMPTY_SETTINGS,
    toolsText: gemini.tools?.example ?? "",
    parameters: { mode: "function:get_weather" },
  };
  expect(convertSettings(named, gemini, responses).settings.parameters).toEqual({
    tool_choice: "function:get_weather",
  });
  expect(convertSettings({ ...EMPTY_SETTINGS, parameters: { temperature: 1.5 } }, chat, messages)).toEqual({
    settings: EMPTY_SETTINGS,
    dropped: ["Temperature: Must be within 0 – 1."],
  });
});

const call = { id: "own-0", name: "get_weather", kind: "function" as const, arguments: '{"city":"Oslo"}' };

/** Each under the one before it. */
const chain = (turns: Turn[]) =>
  turns.map((turn, index) => ({ ...turn, id: `t${index}`, parent: index === 0 ? null : `t${index - 1}` }) as Turn);

function converted(turns: Turn[], [fromPage, toPage]: [TextPage, TextPage]) {
  const [from, to] = [TEXT_DIALECTS[fromPage], TEXT_DIALECTS[toPage]];
  const session = makeSession({ page: fromPage, settings: EMPTY_SETTINGS, turns: chain(turns) });
  return convertConversation({ session, from, to, model: MODEL });
}

async function requestOf(turns: Turn[], pair: [TextPage, TextPage]) {
  const { session, dropped } = converted(turns, pair);
  const { body } = await TEXT_DIALECTS[pair[1]].buildRequest({
    model: MODEL,
    settings: session.settings,
    turns: visiblePath(session.transcript),
    readDataUrl: async ({ mediaType }) => `data:${mediaType};base64,${BYTES}`,
  });
  return { body, dropped };
}

const CONVERSATION: Turn[] = [
  question("How is Oslo?", [fileOf("map.png", "image/png")]),
  answerTurn({ choices: [{ ...emptyChoice(), toolCalls: [call] }] }),
  toolTurn([{ callId: "own-0", name: "get_weather", content: '{"temperature":9}' }]),
  answerTurn({ choices: [{ ...emptyChoice(), text: "Mild." }] }),
  question("And Rome?"),
  answerTurn({ choices: [{ ...emptyChoice(), toolCalls: [call] }] }),
  toolTurn([{ callId: "own-0", name: "get_weather", content: '{"temperature":19}' }]),
];

test.each(PAIRS)("sends text, files, calls and results of %s as %s", async (from, to) => {
  const { body, dropped } = await requestOf(CONVERSATION, [from, to]);
  expect(dropped).toEqual([]);
  const sent = JSON.stringify(body);
  for (const part of ["How is Oslo?", BYTES, "get_weather", "Oslo", "Mild.", "And Rome?", "19"])
    expect(sent).toContain(part);
  if (to === "generate-content") return;
  const ids = [...sent.matchAll(/"(?:id|call_id)":"(call_[^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size, "each call has an id of its own, which its result names").toBe(2);
  for (const id of ids) expect(sent.split(String(id))).toHaveLength(3);
});

test("drops and names content of the source API only", async () => {
  const choice = {
    ...emptyChoice(),
    text: "Mild.",
    reasoning: "Hm.",
    seals: [{ kind: "signature" as const, value: "sig" }],
    parts: [
      { type: "thinking", thinking: "Hm.", signature: "sig", ended: true },
      { type: "server_tool_use", id: "1", name: "web_search", input: {} },
      { type: "text", text: "Mild.", ended: true },
    ],
  };
  const { body, dropped } = await requestOf(
    [question("Weather?"), answerTurn({ choices: [choice] })],
    ["messages", "chat"],
  );
  expect(body.messages).toEqual([
    { role: "user", content: "Weather?" },
    { role: "assistant", content: "Mild." },
  ]);
  expect(dropped).toEqual([
    "Signed reasoning can’t be moved to another provider.",
    "Reasoning stays visible but is not sent.",
    "server_tool_use: output of provider tools is not sent.",
  ]);
});

test("names unsupported files, images, custom tool calls and refusals", async () => {
  const picture = { mediaType: "image/png", at: 0, size: 5, sha256: "x" };
  const free = { id: "call_1", name: "note", kind: "custom" as const, arguments: "free words" };
  const { body, dropped } = await requestOf(
    [
      question("Listen", [fileOf("a.wav", "audio/wav")]),
      answerTurn({ responseId: "resp_1", choices: [{ ...emptyChoice(), files: [picture], toolCalls: [free] }] }),
      toolTurn([{ callId: "call_1", name: "note", content: "noted" }]),
      answerTurn({ choices: [{ ...emptyChoice(), refusal: "I cannot." }] }),
    ],
    ["responses", "messages"],
  );
  expect(body.messages).toEqual([
    { role: "user", content: "Listen" },
    { role: "assistant", content: [{ type: "tool_use", id: "call_1", name: "note", input: { input: "free words" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "call_1", content: "noted" }] },
    { role: "assistant", content: "I cannot." },
  ]);
  expect(dropped).toHaveLength(5);
  expect(dropped.join("\n")).toMatch(/a\.wav: Messages doesn’t support audio/);
  expect(dropped.join("\n")).toMatch(/Stored response IDs.*\n.*Generated images.*\n.*free text.*\n.*refusal/);
});

test("leaves the original conversation unchanged", () => {
  const session = makeSession({ page: "chat", settings: EMPTY_SETTINGS, turns: chain(CONVERSATION) });
  const before = structuredClone(session);
  const { chat: from, messages: to } = TEXT_DIALECTS;
  const { session: made } = convertConversation({ session, from, to });
  expect(session).toEqual(before);
  expect(made).toMatchObject({ page: "messages", title: session.title });
  expect(made.id).not.toBe(session.id);
});
