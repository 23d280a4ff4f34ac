/** Requests: write(read(x)) = x for what the vocabulary holds, and the names of what another API drops. */
import { describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { googleInteractions } from "#lib/dialects/google-interactions/index.ts";

const parse = (body: object) => googleInteractions.parseRequest({ model: "gemini-3.8-flash", ...body });
const read = (body: object) => googleInteractions.readRequest(parse(body));

const tool = {
  type: "function",
  name: "get_tide",
  description: "Tides of a port.",
  parameters: { type: "object", properties: { port: { type: "string" } }, required: ["port"] },
};
const user = { type: "user_input", content: [{ type: "text", text: "Wann ist Ebbe?" }] };
const thought = { type: "thought", summary: [{ type: "text", text: "Look it up." }], signature: "c2lnbmVk" };
const call = { type: "function_call", id: "c1", name: "get_tide", arguments: { port: "Husum" } };
const result = { type: "function_result", call_id: "c1", name: "get_tide", result: "06:12" };

/** Bodies that are written as they were read. */
const whole: Record<string, object> = {
  "a text": { input: "Moin" },
  content: {
    input: [
      { type: "text", text: "Was ist das?" },
      { type: "image", data: "iVBORw0KGgo=", mime_type: "image/png", resolution: "high" },
      { type: "document", uri: "https://example.org/a.pdf", mime_type: "application/pdf" },
    ],
  },
  "a conversation with calls": { input: [user, thought, call, result], tools: [tool] },
  "a result that is an object": { input: [user, call, { ...result, result: { low: "06:12", high: "12:25" } }] },
  "a result with a picture": {
    input: [
      user,
      call,
      {
        ...result,
        result: [
          { type: "text", text: "see" },
          { type: "image", data: "iVBORw0KGgo=", mime_type: "image/png" },
        ],
        is_error: false,
      },
    ],
  },
  "steps of a hosted tool": {
    input: [user, { type: "google_search_call", id: "g", arguments: { queries: ["ebbe"] }, signature: "eA==" }, user],
    tools: [{ type: "google_search" }, tool],
  },
  settings: {
    system_instruction: "Sprich Platt.",
    input: "Moin",
    generation_config: {
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      stop_sequences: ["ENDE"],
      max_output_tokens: 64,
      thinking_level: "low",
      thinking_summaries: "auto",
    },
    service_tier: "flex",
    safety_settings: [{ type: "harassment", threshold: "block_none" }],
    labels: { team: "kueste" },
  },
  "a schema": {
    input: "Moin",
    response_format: { type: "text", mime_type: "application/json", schema: { type: "object", properties: {} } },
  },
  "an image of a shape": {
    input: "Leuchtturm",
    response_format: [{ type: "text" }, { type: "image", aspect_ratio: "16:9" }],
  },
  "a tool that must be called": {
    input: "Moin",
    tools: [tool],
    generation_config: { tool_choice: { allowed_tools: { mode: "any", tools: ["get_tide"] } } },
  },
  "a checked choice": { input: "Moin", tools: [tool], generation_config: { tool_choice: "validated" } },
};

describe("a request", () => {
  it.each(Object.entries(whole))("with %s is written as it was read", (_, body) => {
    const call = read(body);
    expect(googleInteractions.writeRequest(call)).toEqual({ model: "gemini-3.8-flash", store: false, ...body });
    expect(call.dropped).toEqual([]);
  });

  it("never asks the upstream to store it", () => {
    expect(googleInteractions.writeRequest(read({ input: "a", store: true }))).toMatchObject({ store: false });
  });

  it("of the older form has the same meaning", () => {
    const schema = { type: "object", properties: { low: { type: "string" } } };
    expect(read({ input: "a", response_mime_type: "application/json", response_format: schema }).output).toEqual({
      type: "json-schema",
      name: "response",
      schema,
    });
    expect(read({ input: "a", response_modalities: ["TEXT", "IMAGE"] }).modalities).toEqual(["text", "image"]);
  });

  it("takes null for a field that is not set", () => {
    const call = read({
      input: "a",
      tools: null,
      generation_config: { temperature: null, tool_choice: null },
      stream: null,
    });
    expect(call).toMatchObject({ messages: [{ role: "user", content: "a" }], stream: false });
    expect(call.temperature).toBeUndefined();
  });
});

describe("for an upstream of another API", () => {
  it("the conversation is the same", () => {
    const body = dialects["openai-chat"].writeRequest(read({ input: [user, call, result], tools: [tool] }));
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "Wann ist Ebbe?" }] },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "get_tide", arguments: '{"port":"Husum"}' } }],
      },
      { role: "tool", tool_call_id: "c1", name: "get_tide", content: "06:12" },
    ]);
  });

  it("fields that only Google has are named", () => {
    const call = read({ input: "a", labels: { a: "b" }, safety_settings: [{ type: "harassment", threshold: "off" }] });
    dialects["anthropic-messages"].writeRequest(call);
    expect(call.dropped).toEqual(expect.arrayContaining(["labels", "safety_settings"]));
  });
});

describe("of another API, for an upstream of this one", () => {
  it("chat's settings have their places, and the others are named", () => {
    const chat = dialects["openai-chat"];
    const call = chat.readRequest(
      chat.parseRequest({
        model: "m",
        messages: [
          { role: "system", content: "Kurz." },
          { role: "user", content: "Moin" },
        ],
        reasoning_effort: "high",
        max_completion_tokens: 9,
        frequency_penalty: 1,
        logit_bias: { "1": 2 },
        response_format: { type: "json_object" },
      }),
    );
    expect(googleInteractions.writeRequest(call)).toEqual({
      model: "m",
      system_instruction: "Kurz.",
      input: "Moin",
      generation_config: { max_output_tokens: 9, thinking_level: "high", thinking_summaries: "auto" },
      response_format: { type: "text", mime_type: "application/json" },
      store: false,
    });
    expect(call.dropped.sort()).toEqual(["frequency_penalty", "logit_bias"]);
  });
});
