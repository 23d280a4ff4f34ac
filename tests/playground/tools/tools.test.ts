import { describe, expect, test } from "vitest";
import { bodySchema as generateContentBody } from "#lib/contract/google-generate/wire.ts";
import { GENERATE_CONTENT } from "#lib/playground/dialects/generate-content/dialect.ts";
import { MESSAGES } from "#lib/playground/dialects/messages/dialect.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import { RESPONSES } from "#lib/playground/dialects/responses/dialect.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { sampleToolResult } from "#lib/playground/samples/tool-samples.ts";
import { convertTools, readForeignTools } from "#lib/playground/tools/convert-tools.ts";
import { CHAT_TOOLS } from "#lib/playground/tools/notations/chat-tools.ts";
import { GENERATE_CONTENT_TOOLS } from "#lib/playground/tools/notations/generate-content-tools.ts";
import { MESSAGES_TOOLS } from "#lib/playground/tools/notations/messages-tools.ts";
import { RESPONSES_TOOLS } from "#lib/playground/tools/notations/responses-tools.ts";
import { activeTools, parseTools, type ToolNotation, WEATHER } from "#lib/playground/tools/tools.ts";
import { answerTurn, build, question, toolTurn } from "../text-fixtures.ts";

const NOTATIONS = [CHAT_TOOLS, RESPONSES_TOOLS, MESSAGES_TOOLS, GENERATE_CONTENT_TOOLS];
const PAIRS = NOTATIONS.flatMap((from) => NOTATIONS.map((to) => [from.name, to.name, from, to] as const));
const DIALECTS: TextDialect[] = [OPENAI_CHAT, RESPONSES, MESSAGES, GENERATE_CONTENT];

const json = (...entries: object[]) => JSON.stringify(entries);

describe("a tool in another notation", () => {
  test.each(PAIRS)("converts %s to %s without loss", (_from, _to, from, to) => {
    const { text, dropped } = convertTools({ text: from.example, from, to });
    expect(dropped).toEqual([]);
    expect(text).toBe(to.example);
    expect(parseTools(text, to).tools?.map((tool) => tool.function)).toEqual([WEATHER]);
  });

  test("Google's upper-case types become JSON Schema's, and what its own schema has no word for is JSON Schema there", () => {
    const parameters = {
      type: "OBJECT",
      properties: { at: { type: "STRING", nullable: true }, n: { type: "INTEGER" } },
    };
    const google = json({ functionDeclarations: [{ name: "f", parameters }] });
    const converted = convertTools({ text: google, from: GENERATE_CONTENT_TOOLS, to: MESSAGES_TOOLS });
    expect(JSON.parse(converted.text)).toEqual([
      {
        name: "f",
        input_schema: {
          type: "object",
          properties: { at: { type: ["string", "null"] }, n: { type: "integer" } },
        },
      },
    ]);
    const back = convertTools({ text: converted.text, from: MESSAGES_TOOLS, to: GENERATE_CONTENT_TOOLS });
    expect(JSON.parse(back.text)[0].functionDeclarations[0]).toHaveProperty("parametersJsonSchema");
  });

  test("joins functions into one entry for Google, and splits them for others", () => {
    const two = json({ name: "a", input_schema: {} }, { name: "b", input_schema: {} });
    const google = convertTools({ text: two, from: MESSAGES_TOOLS, to: GENERATE_CONTENT_TOOLS }).text;
    expect(JSON.parse(google)).toHaveLength(1);
    expect(activeTools({ toolsText: google }, GENERATE_CONTENT_TOOLS).map(({ name }) => name)).toEqual(["a", "b"]);
    const chat = convertTools({ text: google, from: GENERATE_CONTENT_TOOLS, to: CHAT_TOOLS }).text;
    expect(JSON.parse(chat)).toHaveLength(2);
  });

  test("converts hosted tools by name, and names those without a counterpart", () => {
    const hosted = json({ googleSearch: {} }, { codeExecution: {} }, { googleMaps: {} });
    const { text, dropped } = convertTools({ text: hosted, from: GENERATE_CONTENT_TOOLS, to: MESSAGES_TOOLS });
    expect(JSON.parse(text)).toEqual([
      { type: "web_search_20250305", name: "web_search" },
      { type: "code_execution_20250825", name: "code_execution" },
    ]);
    expect(dropped).toEqual(["googleMaps: Anthropic Messages has no such tool."]);
    expect(convertTools({ text: hosted, from: GENERATE_CONTENT_TOOLS, to: CHAT_TOOLS })).toMatchObject({ text: "" });
  });

  test("converts custom tools between the two dialects that have them", () => {
    const grammar = { syntax: "regex", definition: "[a-z]+" };
    const chat = json({ type: "custom", custom: { name: "word", format: { type: "grammar", grammar } } });
    const flat = convertTools({ text: chat, from: CHAT_TOOLS, to: RESPONSES_TOOLS }).text;
    expect(JSON.parse(flat)).toEqual([{ type: "custom", name: "word", format: { type: "grammar", ...grammar } }]);
    expect(JSON.parse(convertTools({ text: flat, from: RESPONSES_TOOLS, to: CHAT_TOOLS }).text)).toEqual(
      JSON.parse(chat),
    );
    expect(convertTools({ text: chat, from: CHAT_TOOLS, to: MESSAGES_TOOLS }).dropped).toHaveLength(1);
  });

  test("names dropped fields", () => {
    const strict = json({ type: "function", name: "f", parameters: {}, strict: true });
    const lost = convertTools({ text: strict, from: RESPONSES_TOOLS, to: GENERATE_CONTENT_TOOLS });
    expect(lost.dropped).toEqual(["f: “strict” has no counterpart."]);
    const digit = convertTools({
      text: json({ name: "1st", input_schema: {} }),
      from: MESSAGES_TOOLS,
      to: GENERATE_CONTENT_TOOLS,
    });
    expect(digit).toMatchObject({ text: "", dropped: [expect.stringContaining("begins with a letter")] });
  });
});

describe("tools that are pasted", () => {
  test.each(PAIRS.filter(([from, to]) => from !== to))("%s's are recognised on the page of %s", (_f, _t, from, to) => {
    expect(readForeignTools(from.example, to)).toEqual({ text: to.example, dropped: [], from });
  });

  test.each([
    ["a whole request", { model: "m", tools: JSON.parse(MESSAGES_TOOLS.example) }],
    ["one tool", JSON.parse(RESPONSES_TOOLS.example)[0]],
    ["a bare declaration", { name: "get_weather", description: WEATHER.description, parameters: WEATHER.schema }],
    [
      "an MCP server's list",
      { tools: [{ name: WEATHER.name, description: WEATHER.description, inputSchema: WEATHER.schema }] },
    ],
  ])("%s is taken", (_case, pasted) => {
    expect(readForeignTools(JSON.stringify(pasted), CHAT_TOOLS)?.text).toBe(CHAT_TOOLS.example);
  });

  test("leaves the page's own notation, other JSON and text unchanged", () => {
    expect(readForeignTools(CHAT_TOOLS.example, CHAT_TOOLS)).toBeUndefined();
    expect(readForeignTools('{"city":"Oslo"}', CHAT_TOOLS)).toBeUndefined();
    expect(readForeignTools("the weather", CHAT_TOOLS)).toBeUndefined();
  });
});

describe("Google's tools", () => {
  test.each([
    ["an entry of nothing", {}],
    ["another dialect's tool", { type: "function", name: "f" }],
    ["a name that begins with a digit", { functionDeclarations: [{ name: "1st" }] }],
    ["declarations that are no array", { functionDeclarations: { name: "f" } }],
    ["a schema that is no object", { functionDeclarations: [{ name: "f", parameters: "none" }] }],
  ])("refuses %s with a message", (_case, entry) => {
    expect(parseTools(json(entry), GENERATE_CONTENT_TOOLS).problem).toMatch(/^Tool 1: /);
  });

  test("are sent as the route accepts them, with the forced function", async () => {
    const toolsText = json(
      { functionDeclarations: [{ name: "a", parameters: { type: "OBJECT", properties: {} } }, { name: "b" }] },
      { googleSearch: {} },
    );
    const settings = { toolsText, toolsOff: ["b"], parameters: { mode: "function:a" } };
    const { body } = await build(GENERATE_CONTENT, [question("Go")], settings);
    expect(generateContentBody.safeParse(body).error).toBeUndefined();
    expect(body.tools).toEqual([
      { functionDeclarations: [{ name: "a", parameters: { type: "OBJECT", properties: {} } }] },
      { googleSearch: {} },
    ]);
    expect(body.toolConfig).toEqual({ functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["a"] } });
  });
});

describe.each(DIALECTS)("the tools of $page", (dialect) => {
  const notation = dialect.tools as ToolNotation;
  const choice = dialect.page === "generate-content" ? "mode" : "tool_choice";

  test("do not send or force a disabled tool", async () => {
    const settings = { system: "", toolsText: notation.example, toolsOff: ["get_weather"], parameters: {} };
    expect((await build(dialect, [question("Go")], settings)).body).not.toHaveProperty("tools");
    const forced = { ...settings, toolsOff: [], parameters: { [choice]: "function:get_time" } };
    expect(dialect.findProblems(forced)[choice]).toContain("get_time");
  });

  test("round-trip a tool with unknown fields", () => {
    const [tool] = parseTools(notation.example, notation).tools ?? [];
    if (!tool?.function) throw new Error("The example has no function.");
    expect(notation.writeFunction(tool.function, tool.raw)).toEqual(tool.raw);
    const changed = notation.writeFunction({ ...tool.function, name: "other" }, { ...tool.raw, kept: true });
    expect(changed).toHaveProperty("kept", true);
    const [entry = {}] = notation.write([changed]);
    expect(notation.read(entry)).toMatchObject([{ name: "other" }]);
  });

  test("marks a failed result", async () => {
    const call = { id: "c1", name: "get_weather", kind: "function" as const, arguments: "{}" };
    const said = { text: "", reasoning: "", refusal: "", toolCalls: [call], logprobs: [], parts: [] };
    const turns = [
      question("Go"),
      answerTurn({ choices: [said] }),
      toolTurn([{ callId: "c1", name: "get_weather", content: "It is down.", isError: true }]),
    ];
    const { body } = await build(dialect, turns);
    const last = (body.messages ?? body.input ?? body.contents) as object[];
    expect(JSON.stringify(last.at(-1))).toContain(JSON.stringify(FAILED[dialect.page]));
  });
});

const FAILED: Record<string, object> = {
  chat: { role: "tool", tool_call_id: "c1", content: '{"error":"It is down."}' },
  responses: { type: "function_call_output", call_id: "c1", output: '{"error":"It is down."}' },
  messages: { type: "tool_result", tool_use_id: "c1", content: "It is down.", is_error: true },
  "generate-content": {
    role: "user",
    parts: [{ functionResponse: { id: "c1", name: "get_weather", response: { error: "It is down." } } }],
  },
};

test("returns valid JSON samples and a correct calculation", () => {
  for (const name of ["get_weather", "search_web", "get_time", "anything"]) JSON.parse(sampleToolResult(name, "{"));
  const sum = (expression: string) => JSON.parse(sampleToolResult("calculate", JSON.stringify({ expression }))).result;
  expect([sum("2 + 3 * 4"), sum("10 / 4 - 1"), sum("-2 * -(1 + 2)"), sum("two")]).toEqual([14, 1.5, 6, undefined]);
});
