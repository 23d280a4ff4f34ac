import { describe, expect, test } from "vitest";
import { type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import type { UserPart } from "#lib/playground/conversation/transcript.ts";
import { readGenerateContentRequest } from "#lib/playground/dialects/generate-content/read-request.ts";
import type { Fields } from "#lib/playground/dialects/json-fields.ts";
import { readMessagesRequest } from "#lib/playground/dialects/messages/read-request.ts";
import { readChatRequest } from "#lib/playground/dialects/read-chat-request.ts";
import type { ReadRequest } from "#lib/playground/dialects/request-reader.ts";
import { readResponsesRequest } from "#lib/playground/dialects/responses/read-request.ts";
import type { TextDialect } from "#lib/playground/dialects/text-dialect.ts";
import { TEXT_DIALECTS } from "#lib/playground/dialects/text-dialects.ts";
import { BYTES, MODEL } from "./text-fixtures.ts";

const { chat, responses, messages } = TEXT_DIALECTS;
const generateContent = TEXT_DIALECTS["generate-content"];

const schemaText = '{ "type": "object", "properties": { "city": { "type": "string" } } }';
const PICTURE = `data:image/png;base64,${BYTES}`;

/** Builds what was read again; files are those of the body. */
async function rebuild(dialect: TextDialect, { settings, turns, files }: ReadRequest): Promise<Fields> {
  const { body } = await dialect.buildRequest({
    model: settings.model ?? "",
    settings,
    turns,
    readDataUrl: async ({ sha256, bytes }) =>
      files.find(({ key }) => key === sha256)?.dataUrl ??
      `data:image/png;base64,${Buffer.from((await bytes?.arrayBuffer()) ?? new ArrayBuffer(0)).toString("base64")}`,
  });
  return body;
}

const settingsOf = (changes: Partial<ChatSettings>): ChatSettings => ({ ...EMPTY_SETTINGS, model: MODEL, ...changes });

async function expectRoundTrip(dialect: TextDialect, body: Fields, read: Promise<ReadRequest>): Promise<ReadRequest> {
  const result = await read;
  expect(result.notes).toEqual([]);
  expect(await rebuild(dialect, result)).toEqual(body);
  return result;
}

test("a chat body, with instructions, files, calls, results and all kinds of settings", async () => {
  const body = {
    model: MODEL,
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: PICTURE } },
          { type: "text", text: "Look." },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
          { id: "2", type: "custom", custom: { name: "note", input: "free words" } },
        ],
      },
      { role: "tool", tool_call_id: "1", content: "9 degrees" },
      { role: "tool", tool_call_id: "2", content: "noted" },
      { role: "developer", content: "Now rhyme." },
      { role: "user", content: [{ type: "input_audio", input_audio: { data: BYTES, format: "wav" } }] },
      { role: "assistant", content: "Cold and old." },
      { role: "user", content: "More" },
    ],
    tools: [{ type: "function", function: { name: "get_weather", parameters: { type: "object" } } }],
    temperature: 0.5,
    stop: ["END"],
    max_completion_tokens: 100,
    logprobs: true,
    top_logprobs: 2,
    response_format: {
      type: "json_schema",
      json_schema: { name: "city", schema: JSON.parse(schemaText), strict: true },
    },
    tool_choice: { type: "function", function: { name: "get_weather" } },
    stream: true,
    stream_options: { include_usage: true },
  };
  const { turns } = await expectRoundTrip(chat, body, readChatRequest(body));
  expect(turns.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "developer",
    "user",
    "assistant",
    "user",
  ]);
  expect(turns[2]).toMatchObject({ results: [{ name: "get_weather" }, { name: "note" }] });
});

test("a messages body, with thinking and its signature, results that failed, and documents", async () => {
  const body = {
    model: MODEL,
    system: "Be brief.",
    messages: [
      {
        role: "user",
        content: [
          { type: "document", source: { type: "text", media_type: "text/plain", data: "Grüße" }, title: "notes.txt" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: BYTES } },
          { type: "text", text: "Look." },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Hm.", signature: "sig" },
          { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Oslo" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: "No such city", is_error: true },
          { type: "text", text: "Try Bergen." },
        ],
      },
      { role: "system", content: "Now rhyme." },
      { role: "assistant", content: "Rain again," },
    ],
    tools: [{ name: "get_weather", input_schema: { type: "object" } }],
    max_tokens: 5000,
    top_k: 7,
    thinking: { type: "enabled", budget_tokens: 2048, display: "summarized" },
    output_config: { effort: "low", format: { type: "json_schema", schema: JSON.parse(schemaText) } },
    tool_choice: { type: "tool", name: "get_weather", disable_parallel_tool_use: true },
    cache_control: { type: "ephemeral", ttl: "1h" },
    metadata: { user_id: "user-1" },
    stream: true,
  };
  await expectRoundTrip(messages, body, readMessagesRequest(body));
});

test("a responses body, whose items of an answer go together", async () => {
  const reasoning = { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "xyz" };
  const call = { type: "function_call", call_id: "call_1", name: "get_weather", arguments: "{}" };
  const said = {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "Mild.", annotations: [] }],
  };
  const body = {
    model: MODEL,
    instructions: "Be brief.",
    input: [
      {
        role: "user",
        content: [
          { type: "input_image", image_url: PICTURE },
          { type: "input_text", text: "Look." },
        ],
      },
      reasoning,
      call,
      { type: "function_call_output", call_id: "call_1", output: "9" },
      said,
      { role: "developer", content: "Now rhyme." },
      { role: "user", content: "More" },
    ],
    tools: [{ type: "function", name: "get_weather", parameters: { type: "object" } }, { type: "web_search" }],
    store: false,
    max_output_tokens: 50,
    reasoning: { effort: "low", summary: "auto" },
    include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
    top_logprobs: 3,
    text: {
      verbosity: "low",
      format: { type: "json_schema", name: "city", schema: JSON.parse(schemaText), strict: false },
    },
    tool_choice: { type: "function", name: "get_weather" },
    stream: true,
  };
  const { turns } = await expectRoundTrip(responses, body, readResponsesRequest(body));
  expect(turns.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "developer", "user"]);
});

test("a generateContent body, with parts, signatures and pictures of the model", async () => {
  const body = {
    contents: [
      { role: "user", parts: [{ inlineData: { mimeType: "image/png", data: BYTES } }, { text: "Night, please." }] },
      {
        role: "model",
        parts: [
          { text: "Hm.", thought: true, thoughtSignature: "sig" },
          { inlineData: { mimeType: "image/png", data: BYTES } },
          { functionCall: { name: "get_weather", args: { city: "Oslo" } } },
          { functionCall: { name: "get_weather", args: { city: "Rome" } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "get_weather", response: { temperature: 9 } } },
          { functionResponse: { name: "get_weather", response: { error: "No such city" } } },
        ],
      },
      { role: "model", parts: [{ text: "Mild." }] },
    ],
    systemInstruction: { parts: [{ text: "Be brief." }] },
    tools: [{ functionDeclarations: [{ name: "get_weather", parametersJsonSchema: { type: "object" } }] }],
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["get_weather"] } },
    generationConfig: {
      temperature: 0.2,
      imageConfig: { aspectRatio: "1:1" },
      responseModalities: ["TEXT", "IMAGE"],
      thinkingConfig: { thinkingLevel: "low", includeThoughts: true },
      responseMimeType: "application/json",
      responseJsonSchema: JSON.parse(schemaText),
      responseLogprobs: true,
      logprobs: 3,
    },
  };
  await expectRoundTrip(generateContent, body, readGenerateContentRequest(body, MODEL));
});

describe("reads back the request of the visible conversation", () => {
  const attachment = (name: string, mediaType: string) => ({ sha256: name, name, mediaType, size: 5 });
  const parts: UserPart[] = [
    { type: "text", text: "Before" },
    { type: "file", attachment: attachment("map.png", "image/png") },
    { type: "text", text: "After" },
  ];
  const common = { parent: null, createdAt: 0 };

  test.each([
    [chat, readChatRequest],
    [messages, readMessagesRequest],
    [responses, readResponsesRequest],
    [generateContent, readGenerateContentRequest],
  ])("$page", async (dialect, read: (body: Fields, model?: string) => Promise<ReadRequest>) => {
    const turns = [
      {
        ...common,
        id: "1",
        role: "user" as const,
        text: "Before\n\nAfter",
        attachments: [attachment("map.png", "image/png")],
        parts,
      },
    ];
    const settings = settingsOf({
      system: "Be brief.",
      parameters: { temperature: 0.25 },
      toolsText: dialect.tools?.example ?? "",
    });
    const readDataUrl = async () => PICTURE;
    const { body } = await dialect.buildRequest({ model: MODEL, settings, turns, readDataUrl });
    const result = await expectRoundTrip(dialect, body, read(body, MODEL));
    expect(result.turns[0]).toMatchObject({
      role: "user",
      parts: [{ text: "Before" }, { type: "file" }, { text: "After" }],
    });
    expect(result.settings.system).toBe("Be brief.");
  });
});

describe("names unsupported fields", () => {
  test("chat", async () => {
    const { notes, settings, turns } = await readChatRequest({
      model: MODEL,
      messages: [
        { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
        { role: "function", name: "old", content: "x" },
      ],
      max_tokens: 7,
      temperature: 9,
      logit_bias: {},
      tool_choice: { type: "allowed_tools" },
    });
    expect(settings.parameters).toEqual({ max_completion_tokens: 7 });
    expect(turns).toEqual([]);
    expect(notes).toEqual([
      "logit_bias: this page has no such parameter.",
      'Tool choice: {"type":"allowed_tools"} cannot be its value.',
      "Temperature: Must be within 0 – 2.",
      "A file by its address (https://example.com/a.png) was ignored: attach the file itself.",
      "A message of the role “function” was ignored.",
      "max_tokens became max_completion_tokens, its newer name.",
    ]);
  });

  test("responses", async () => {
    const body = {
      input: "Hello",
      previous_response_id: "resp_1",
      background: true,
      include: ["file_search_call.results"],
    };
    const { notes, turns } = await readResponsesRequest(body);
    expect(turns).toMatchObject([{ role: "user", text: "Hello" }]);
    expect(notes.sort()).toEqual([
      "background: this page has no such parameter.",
      "include “file_search_call.results”: this page has no such setting.",
      "previous_response_id: earlier responses stored on the server don’t carry over.",
    ]);
  });

  test("generateContent, also under snake_case names", async () => {
    const body = { contents: "Hello", generation_config: { top_k: 3, candidate_count: 2 }, safety_settings: [] };
    const { notes, settings } = await readGenerateContentRequest(body, "m");
    expect(settings.parameters).toEqual({ topK: 3 });
    expect(notes.sort()).toEqual([
      "candidateCount: this page has no such parameter.",
      "safetySettings: this page has no such setting.",
    ]);
  });
});
