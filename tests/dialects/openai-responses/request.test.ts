/** Law 2 for requests: what is read into a Call is written as it was. */
import { describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";

function read(request: Record<string, unknown>): Call {
  return openAiResponses.readRequest(openAiResponses.parseRequest({ model: "m", ...request }));
}

function roundTrip(request: Record<string, unknown>): Record<string, unknown> {
  const call = read(request);
  const written = openAiResponses.writeRequest(call);
  expect(call.dropped).toEqual([]);
  return written;
}

const user = { role: "user", content: "hi" };

/**
 * The short list of what may differ, each in a test of its own below: `type: "message"` of a client's message; a lone
 * text is the string that it means; ids and statuses of the client's own items; an assistant's text without an id is a
 * string; a function without parameters takes an empty object; null is not set; store, background,
 * previous_response_id, conversation and stream_options are the gateway's own business and do not travel.
 */
const requests: Record<string, Record<string, unknown>> = {
  "plain text": { input: "hi" },
  instructions: { instructions: "be brief", input: "hi" },
  "system items beside instructions": {
    instructions: "be brief",
    input: [{ role: "system", content: "be kind" }, { role: "developer", content: "be quick" }, user],
  },
  sampling: { input: "hi", temperature: 0.2, top_p: 0.9, max_output_tokens: 20 },
  logprobs: { input: "hi", include: ["reasoning.encrypted_content", "message.output_text.logprobs"], top_logprobs: 3 },
  "top_logprobs alone": { input: "hi", top_logprobs: 2 },
  steering: {
    input: "hi",
    reasoning: { effort: "high", summary: "auto", context: "all_turns" },
    text: { format: { type: "json_object" }, verbosity: "low" },
    metadata: { team: "a" },
    user: "u1",
    safety_identifier: "s1",
    prompt_cache_key: "k1",
    service_tier: "ultrafast",
    parallel_tool_calls: false,
  },
  "fields that only this convention has": {
    input: "hi",
    truncation: "auto",
    max_tool_calls: 3,
    prompt_cache_retention: "24h",
    prompt: { id: "pmpt_1", version: "2", variables: { name: "ada" } },
    context_management: [{ type: "compaction" }],
    include: ["file_search_call.results"],
    vendor_extension: { deep: [1, { a: null }] },
  },
  "images and files": {
    input: [
      {
        role: "user",
        content: [
          { type: "input_text", text: "look", prompt_cache_breakpoint: { mode: "explicit" } },
          { type: "input_image", image_url: "https://example.com/a.png", detail: "low" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA" },
          { type: "input_image", file_id: "file-1" },
          { type: "input_file", file_id: "file-2" },
          { type: "input_file", file_url: "https://example.com/a.pdf" },
          { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" },
          { type: "input_video", video_url: "https://example.com/a.mp4" },
        ],
      },
    ],
  },
  tools: {
    input: "hi",
    tools: [
      { type: "function", name: "f", description: "d", parameters: { type: "object" }, strict: true },
      { type: "function", name: "g", parameters: {}, defer_loading: true },
      { type: "custom", name: "c", description: "d", format: { type: "text" } },
      { type: "web_search", filters: {} },
      { type: "mcp", server_label: "s", server_url: "https://example.com" },
    ],
    tool_choice: { type: "function", name: "f" },
  },
  "allowed tools": {
    input: "hi",
    tools: [{ type: "custom", name: "c" }],
    tool_choice: { type: "allowed_tools", mode: "required", tools: [{ type: "custom", name: "c" }] },
  },
  "allowed hosted tools": {
    input: "hi",
    tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "mcp", server_label: "s" }] },
  },
  "a hosted tool as the choice": { input: "hi", tool_choice: { type: "file_search" } },
  "a tool conversation with reasoning": {
    input: [
      user,
      {
        type: "reasoning",
        id: "rs_1",
        summary: [
          { type: "summary_text", text: "one" },
          { type: "summary_text", text: "two" },
        ],
        encrypted_content: "gAAAA",
      },
      {
        type: "message",
        id: "msg_1",
        role: "assistant",
        status: "completed",
        phase: "commentary",
        content: [{ type: "output_text", text: "I look.", annotations: [], logprobs: [] }],
      },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", arguments: "{not json", status: "completed" },
      { type: "custom_tool_call", id: "ctc_1", call_id: "call_2", name: "c", input: "free text" },
      { type: "function_call_output", call_id: "call_1", output: "12°" },
      { type: "custom_tool_call_output", call_id: "call_2", output: [{ type: "input_text", text: "done" }] },
      { type: "reasoning", id: "rs_2", summary: [], content: [{ type: "reasoning_text", text: "so" }] },
      {
        type: "message",
        id: "msg_2",
        role: "assistant",
        status: "completed",
        content: [
          { type: "output_text", text: "It is 12°.", annotations: [{ type: "file_citation", file_id: "f" }] },
          { type: "refusal", refusal: "No more." },
          { type: "output_audio", data: "AAAA" },
        ],
      },
      user,
      { role: "assistant", content: "first" },
      { role: "assistant", content: "second" },
    ],
  },
  "a result whose call is elsewhere": {
    input: [{ type: "custom_tool_call_output", call_id: "call_9", output: "x" }],
  },
  "hosted items stay in order": {
    input: [
      user,
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "computer_call", id: "cu_1", call_id: "call_3", action: { type: "click" } },
      { type: "computer_call_output", call_id: "call_3", output: { type: "computer_screenshot", file_id: "f" } },
      { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true },
      { type: "item_reference", id: "msg_9" },
      { type: "image_generation_call", id: "ig_1", status: "completed", result: "AAAA", output_format: "webp" },
      { type: "made_up_next_year", x: 1 },
      user,
    ],
  },
  "structured output": {
    input: "hi",
    text: { format: { type: "json_schema", name: "n", description: "d", schema: { type: "object" }, strict: true } },
  },
  streaming: { input: "hi", stream: true },
  "what goes on elsewhere": { prompt: { id: "pmpt_1" } },
};

describe("a request is the same when read and written again", () => {
  it.each(Object.entries(requests))("%s", (_, fields) => {
    expect(roundTrip(fields)).toEqual({ model: "m", ...fields });
  });

  it("a message's type is not needed", () => {
    expect(roundTrip({ input: [{ type: "message", ...user }, user] }).input).toEqual([user, user]);
  });

  it("one text message is written as a string", () => {
    expect(roundTrip({ input: [user] }).input).toBe("hi");
  });

  it("items of a client have no ids upstream", () => {
    const output = { type: "function_call_output", call_id: "call_1", output: "x" };
    const input = [
      { ...user, type: "message", id: "msg_1", status: "completed" },
      { ...output, id: "fco_1", status: "completed" },
    ];
    expect(roundTrip({ input }).input).toEqual([user, output]);
  });

  it("an assistant's text without an id is a string", () => {
    const content = [{ type: "output_text", text: "hello" }];
    expect(roundTrip({ input: [user, { role: "assistant", content }] }).input).toEqual([
      user,
      { role: "assistant", content: "hello" },
    ]);
  });

  it("a function without parameters takes an empty object", () => {
    const tools = [{ type: "function", name: "f", parameters: null, strict: null }];
    expect(roundTrip({ input: "hi", tools }).tools).toEqual([
      { type: "function", name: "f", parameters: { type: "object", properties: {} } },
    ]);
  });

  it("a field that is null is not set", () => {
    const nothing = { temperature: null, tools: null, text: null, reasoning: null, include: null, truncation: null };
    expect(roundTrip({ input: "hi", ...nothing })).toEqual({ model: "m", input: "hi" });
  });

  it("fields that the gateway handles itself are not sent and not reported", () => {
    const own = { store: true, previous_response_id: "resp_1", background: true };
    expect(roundTrip({ input: "hi", stream: true, stream_options: {}, ...own })).toEqual({
      model: "m",
      input: "hi",
      stream: true,
    });
  });
});

describe("reading", () => {
  it("joins the items of one assistant turn into one message", () => {
    const { messages } = read({
      input: [
        user,
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "hm" }] },
        { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "a" }] },
        { type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
        { type: "function_call", call_id: "c2", name: "g", arguments: "{}" },
        { type: "function_call_output", call_id: "c2", output: "2" },
        { type: "function_call_output", call_id: "c1", output: "1" },
      ],
    });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
    expect(messages[1]?.content).toMatchObject([
      { type: "reasoning", text: "hm" },
      { type: "text", text: "a" },
      { type: "tool-call", id: "c1", name: "f" },
      { type: "tool-call", id: "c2", name: "g" },
    ]);
  });

  it("ignores a flat element beside its message, and reads it as text without one", () => {
    const flat = { type: "output_text", text: "a", id: "ot_1" };
    const message = {
      type: "message",
      id: "msg_1",
      role: "assistant",
      text: "a",
      content: [{ ...flat, id: undefined }],
    };
    expect(read({ input: [user, message, flat, user] }).messages).toMatchObject([
      user,
      { role: "assistant", content: [{ type: "text", text: "a" }] },
      user,
    ]);
    expect(read({ input: [user, flat] }).messages).toEqual([user, { role: "assistant", content: "a" }]);
  });

  it("a response of the gateway, sent back whole, has each text once", () => {
    const reply = { choices: [{ content: [{ type: "text" as const, text: "a" }] }] };
    const identity = { id: "resp_1", created: 1, model: "m" };
    const wire = openAiResponses.parseRequest({ model: "m", input: "hi" });
    const { output } = openAiResponses.writeReply(reply, identity, wire) as { output: unknown[] };
    expect(output).toHaveLength(2);
    const call = read({ input: [user, ...output, user] });
    expect(call.messages).toHaveLength(3);
    expect(call.messages[1]).toMatchObject({ role: "assistant", content: [{ type: "text", text: "a" }] });
  });
});

describe("writing requests of other APIs", () => {
  const foreign = (fields: Partial<Call>): Call => ({
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    stream: false,
    dropped: [],
    ...fields,
  });

  it("stores nothing, and makes the leading system messages the instructions", () => {
    const messages: Call["messages"] = [
      { role: "system", content: "be brief" },
      { role: "developer", content: [{ type: "text", text: "be kind" }] },
      { role: "user", content: "hi" },
      { role: "system", content: "now" },
    ];
    expect(openAiResponses.writeRequest(foreign({ messages }))).toEqual({
      model: "m",
      instructions: "be brief\n\nbe kind",
      input: [user, { role: "system", content: "now" }],
      store: false,
    });
  });

  it("system text alone is the input", () => {
    const messages: Call["messages"] = [{ role: "system", content: "say hi" }];
    expect(openAiResponses.writeRequest(foreign({ messages })).input).toEqual([{ role: "system", content: "say hi" }]);
  });

  it("writes strict: false, because the default here is true", () => {
    const { tools } = openAiResponses.writeRequest(foreign({ tools: [{ kind: "function", name: "f" }] }));
    expect(tools).toEqual([
      { type: "function", name: "f", parameters: { type: "object", properties: {} }, strict: false },
    ]);
  });

  it("requests encrypted reasoning, because nothing is stored", () => {
    expect(openAiResponses.writeRequest(foreign({ reasoning: { effort: "low" } }))).toMatchObject({
      reasoning: { effort: "low" },
      include: ["reasoning.encrypted_content"],
    });
  });

  it("reports fields that this API lacks", () => {
    const call = foreign({
      messages: [
        {
          role: "user",
          name: "ada",
          content: [{ type: "file", mediaType: "audio/wav", data: { kind: "base64", base64: "A" } }],
        },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm" },
            { type: "text", text: "a" },
          ],
        },
        { role: "tool", callId: "c", content: "x", isError: true },
      ],
      tools: [{ kind: "hosted", dialect: "anthropic-messages", name: "bash", value: {} }],
      stop: ["x"],
      seed: 1,
      topK: 4,
      choices: 2,
      logitBias: {},
      frequencyPenalty: 1,
      presencePenalty: 1,
      reasoning: { budgetTokens: 1024 },
      modalities: ["text", "audio"],
      vendor: { "openai-chat": { prediction: {}, max_tokens: 5 } },
    });
    const written = openAiResponses.writeRequest(call);
    expect(call.dropped.sort()).toEqual(
      [
        "input[0].name",
        "input[0].content[0]",
        "input[1].reasoning",
        "input[2].is_error",
        "tools.bash",
        "stop",
        "seed",
        "top_k",
        "n",
        "logit_bias",
        "frequency_penalty",
        "presence_penalty",
        "reasoning.budget_tokens",
        "modalities",
        "prediction",
      ].sort(),
    );
    expect(written.input).toEqual([
      { role: "user", content: "" },
      { role: "assistant", content: "a" },
      { type: "function_call_output", call_id: "c", output: "x" },
    ]);
  });
});
