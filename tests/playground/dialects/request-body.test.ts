import { describe, expect, test } from "vitest";
import { findParameterProblems } from "#lib/playground/chat/chat-parameters.ts";
import type { ResponseChoice } from "#lib/playground/conversation/model-response.ts";
import type { AssistantTurn, Turn } from "#lib/playground/conversation/transcript.ts";
import { buildChatBody, type ChatSettings, EMPTY_SETTINGS } from "#lib/playground/dialects/request-body.ts";
import { PARAMETERS } from "#lib/playground/parameters/parameter-list.ts";
import { CHAT_TOOLS } from "#lib/playground/tools/notations/chat-tools.ts";

const common = { createdAt: 0, parent: null };
const question: Turn = { ...common, id: "q", role: "user", text: "Hello", attachments: [] };

function answer(choice: Partial<ResponseChoice>): AssistantTurn {
  return {
    ...common,
    id: "a",
    role: "assistant",
    model: "sandbox/guide",
    state: "complete",
    accepted: true,
    answer: { choices: [{ text: "", reasoning: "", refusal: "", toolCalls: [], logprobs: [], ...choice }] },
    chosen: 0,
    timings: {},
    route: { dropped: [] },
  };
}

function build(turns: Turn[], settings: Partial<ChatSettings> = {}) {
  return buildChatBody({
    model: "sandbox/guide",
    settings: { ...EMPTY_SETTINGS, ...settings },
    turns,
    readDataUrl: async (attachment) => `data:${attachment.mediaType};base64,AAAA`,
  });
}

describe("the request body", () => {
  test("omits unset parameters", async () => {
    expect(await build([question])).toEqual({
      model: "sandbox/guide",
      messages: [{ role: "user", content: "Hello" }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("includes each set parameter, even 0 and false", async () => {
    const body = await build([question], {
      parameters: { temperature: 0, logprobs: false, stop: ["END"], user: "u1", max_completion_tokens: 9 },
    });
    expect(body).toMatchObject({
      temperature: 0,
      logprobs: false,
      stop: ["END"],
      user: "u1",
      max_completion_tokens: 9,
    });
    expect(body).not.toHaveProperty("top_p");
  });

  test("can send the first value of every parameter", async () => {
    const parameters = Object.fromEntries(PARAMETERS.map((parameter) => [parameter.name, parameter.initial]));
    expect(findParameterProblems({ system: "", parameters, toolsText: CHAT_TOOLS.example })).toEqual({});
    const body = await build([question], { parameters, toolsText: CHAT_TOOLS.example });
    for (const { name, initial } of PARAMETERS) {
      // A list or a text that is still empty is not sent.
      if (initial === "" || (Array.isArray(initial) && initial.length === 0)) expect(body).not.toHaveProperty(name);
      else expect(body).toHaveProperty(name);
    }
  });

  test("sends a schema as an object in json_schema", async () => {
    const response_format = {
      type: "json_schema",
      name: "city",
      schemaText: '{"type":"object"}',
      strict: true,
    } as const;
    expect(await build([question], { parameters: { response_format } })).toMatchObject({
      response_format: { type: "json_schema", json_schema: { name: "city", schema: { type: "object" }, strict: true } },
    });
  });

  test("forces a tool by name", async () => {
    const settings = { toolsText: CHAT_TOOLS.example, parameters: { tool_choice: "function:get_weather" } };
    const body = await build([question], settings);
    expect(body.tool_choice).toEqual({ type: "function", function: { name: "get_weather" } });
    expect(body.tools).toEqual(JSON.parse(CHAT_TOOLS.example));
  });

  test("sends images and files before the text", async () => {
    const picture = { sha256: "1", name: "a.png", mediaType: "image/png", size: 3, width: 1, height: 1 };
    const paper = { sha256: "2", name: "b.pdf", mediaType: "application/pdf", size: 3 };
    const turn: Turn = { ...question, attachments: [picture, paper] };
    expect((await build([turn])).messages).toEqual([
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          { type: "file", file: { filename: "b.pdf", file_data: "data:application/pdf;base64,AAAA" } },
          { type: "text", text: "Hello" },
        ],
      },
    ]);
  });

  test("sends calls and their results in the API's format", async () => {
    const call = { id: "c1", name: "get_weather", kind: "function", arguments: '{"city":"Oslo"}' } as const;
    const results: Turn = {
      ...common,
      id: "t",
      role: "tool",
      results: [{ callId: "c1", name: "get_weather", content: "7" }],
    };
    const { messages } = await build([question, answer({ toolCalls: [call] }), results], { system: "Be brief." });
    expect(messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "7" },
    ]);
  });

  test("omits failed responses without content", async () => {
    expect((await build([question, { ...answer({}), answer: { choices: [] } }])).messages).toHaveLength(1);
  });
});

describe("what cannot be sent", () => {
  test.each([
    ["a number out of range", { temperature: 3 }, "", "temperature"],
    ["a fraction where a whole number is meant", { seed: 1.5 }, "", "seed"],
    [
      "a broken schema",
      { response_format: { type: "json_schema" as const, name: "a", schemaText: "{" } },
      "",
      "response_format",
    ],
    ["top_logprobs alone", { top_logprobs: 3 }, "", "top_logprobs"],
    ["a tool choice without tools", { tool_choice: "auto" }, "", "tool_choice"],
    ["tools that are no array", {}, "{}", "tools"],
    ["a tool without a name", {}, '[{"type":"function","function":{}}]', "tools"],
  ])("%s is named", (_case, parameters, toolsText, name) => {
    expect(Object.keys(findParameterProblems({ system: "", parameters, toolsText }))).toEqual([name]);
  });
});
