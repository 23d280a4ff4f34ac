/** Law 2 for requests: what is read into a Call is written as it was. */
import { describe, expect, it } from "vitest";
import type { Call } from "#lib/canonical/call.ts";
import {
  anthropicMessages,
  parseCountTokensRequest,
  readCountTokensRequest,
} from "#lib/dialects/anthropic-messages/index.ts";

const user = { role: "user", content: "hi" };
const base = { model: "m", max_tokens: 4096, messages: [user] };

function read(request: Record<string, unknown>): Call {
  return anthropicMessages.readRequest(anthropicMessages.parseRequest(request));
}

/**
 * The short list of what may differ, each for a reason that the API itself gives: null is "not set"; a system turn that
 * opens `messages` is written as `system`; a user turn that goes on after its tool results is one turn; an empty text
 * block and unsigned thinking are refused by the API and left out; an object's schema is closed; `content: ""` of a
 * tool result is left out; temperature and top_k go where thinking refuses them.
 */
function roundTrip(request: Record<string, unknown>): Record<string, unknown> {
  const call = read(request);
  const written = anthropicMessages.writeRequest(call);
  expect(call.dropped).toEqual([]);
  return written;
}

const cached = { cache_control: { type: "ephemeral", ttl: "1h" } };
const weather = { name: "weather", input_schema: { type: "object", properties: { city: { type: "string" } } } };

const requests: Record<string, Record<string, unknown>> = {
  "plain text": {},
  "max_tokens of 0": { max_tokens: 0 },
  "system as a string": { system: "be brief" },
  "system as blocks": {
    system: [
      { type: "text", text: "be brief", ...cached },
      { type: "text", text: "be kind" },
    ],
  },
  "instructions in the midst of the conversation": {
    system: "a",
    messages: [user, { role: "system", content: "now in French" }, { role: "assistant", content: "Oui." }, user],
  },
  "turns of one role behind each other": {
    messages: [
      user,
      user,
      { role: "assistant", content: "a" },
      { role: "assistant", content: [{ type: "text", text: "b" }] },
    ],
  },
  sampling: { temperature: 0.2, top_p: 0.9, top_k: 40, stop_sequences: ["a", "\n\nHuman:"] },
  stream: { stream: true },
  "service tier auto": { service_tier: "auto" },
  "service tier standard_only": { service_tier: "standard_only" },
  metadata: { metadata: { user_id: "u1" } },
  "metadata that is newer than this gateway": { metadata: { user_id: "u1", team: "x" } },
  "thinking with a budget": { thinking: { type: "enabled", budget_tokens: 2048 } },
  "thinking with a budget and an effort": {
    thinking: { type: "enabled", budget_tokens: 2048 },
    output_config: { effort: "high" },
  },
  "adaptive thinking": { thinking: { type: "adaptive" } },
  "adaptive thinking with an effort": { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
  "adaptive thinking with the default effort named": {
    thinking: { type: "adaptive" },
    output_config: { effort: "high" },
  },
  "thinking shown": { thinking: { type: "adaptive", display: "summarized" } },
  "thinking disabled": { thinking: { type: "disabled" } },
  "thinking disabled with an effort": { thinking: { type: "disabled" }, output_config: { effort: "low" } },
  "thinking between tools": { thinking: { type: "between_tools" } },
  "an effort alone": { output_config: { effort: "max" } },
  "structured output": {
    output_config: {
      effort: "medium",
      format: {
        type: "json_schema",
        schema: { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
      },
      task_budget: { tokens: 5 },
    },
  },
  "fields that only this convention has": {
    cache_control: { type: "ephemeral" },
    container: { id: "c1", skills: [{ type: "anthropic", skill_id: "pptx" }] },
    context_management: { edits: [{ type: "clear_tool_uses_20250919" }] },
    mcp_servers: [{ type: "url", url: "https://example.com", name: "m" }],
    inference_geo: "eu",
    speed: "fast",
  },
  tools: {
    tools: [
      { ...weather, description: "d", strict: true, ...cached, input_examples: [{ city: "Bonn" }] },
      { type: "custom", name: "no_parameters", input_schema: { type: "object" } },
      { type: "web_search_20250305", name: "web_search", max_uses: 3 },
      { type: "mcp_toolset", mcp_server_name: "m" },
    ],
    tool_choice: { type: "tool", name: "weather", disable_parallel_tool_use: true },
  },
  "any tool, in parallel": { tools: [weather], tool_choice: { type: "any", disable_parallel_tool_use: false } },
  "auto, one tool at a time": { tools: [weather], tool_choice: { type: "auto", disable_parallel_tool_use: true } },
  "no tool": { tools: [weather], tool_choice: { type: "none" } },
  "images and documents": {
    messages: [
      {
        role: "user",
        content: [
          { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw==" }, ...cached },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
          { type: "image", source: { type: "file", file_id: "file_1" }, transformations: { oversized_image: "error" } },
          {
            type: "document",
            source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
            title: "a.pdf",
            context: "c",
            citations: { enabled: true },
          },
          { type: "document", source: { type: "text", media_type: "text/plain", data: "Grüße 🌍" } },
          { type: "document", source: { type: "content", content: [{ type: "text", text: "x" }] }, title: "t" },
          { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
          { type: "document", source: { type: "file", file_id: "file_2" } },
          { type: "text", text: "look", ...cached },
          { type: "container_upload", file_id: "file_3" },
          { type: "search_result", source: "s", title: "t", content: [{ type: "text", text: "x" }] },
        ],
      },
    ],
  },
  "a tool conversation": {
    messages: [
      user,
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "c2ln" },
          { type: "redacted_thinking", data: "b3BhcXVl" },
          { type: "text", text: "I look." },
          { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Bonn" }, ...cached },
          { type: "tool_use", id: "toolu_2", name: "weather", input: {}, caller: { type: "direct" } },
          { type: "tool_use", id: "toolu_3", name: "weather", input: { INVALID_JSON: '{"city": "Bo' } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_2", content: "no city", is_error: true },
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [
              { type: "text", text: "12°", ...cached },
              { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "/9j/4A==" } },
              { type: "document", source: { type: "text", media_type: "text/plain", data: "d" } },
              { type: "tool_reference", tool_name: "weather" },
            ],
            is_error: false,
            ...cached,
          },
          { type: "tool_result", tool_use_id: "toolu_3" },
          { type: "text", text: "go on" },
        ],
      },
      { role: "assistant", content: "It is" },
    ],
  },
  "tools that ran at the upstream, and citations": {
    messages: [
      user,
      {
        role: "assistant",
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } },
          { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ type: "web_search_result" }] },
          {
            type: "text",
            text: "It is so.",
            citations: [{ type: "web_search_result_location", url: "https://example.com", encrypted_index: "e" }],
          },
        ],
      },
      user,
    ],
  },
};

describe("a request is the same when read and written again", () => {
  it.each(Object.entries(requests))("%s", (_, fields) => {
    const request = { ...base, ...fields };
    expect(roundTrip(request)).toEqual(request);
  });

  it("a field that is null is not set", () => {
    const nothing = { system: null, tools: null, thinking: null, output_config: null, metadata: null, top_p: null };
    expect(roundTrip({ ...base, ...nothing })).toEqual(base);
  });

  it("text after tool results belongs to the same user turn", () => {
    const call = { role: "assistant", content: [{ type: "tool_use", id: "t", name: "f", input: {} }] };
    const result = { type: "tool_result", tool_use_id: "t", content: "1" };
    const written = roundTrip({ ...base, messages: [user, call, { role: "user", content: [result] }, user] });
    expect(written.messages).toEqual([user, call, { role: "user", content: [result, { type: "text", text: "hi" }] }]);
  });
});

describe("reading into the vocabulary", () => {
  it("tool results become separate messages, with errors marked", () => {
    const call = read({ ...base, ...requests["a tool conversation"] });
    expect(call.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "tool",
      "user",
      "assistant",
    ]);
    expect(call.messages[2]).toEqual({ role: "tool", callId: "toolu_2", content: "no city", isError: true });
  });

  it.each([
    [{ thinking: { type: "enabled", budget_tokens: 2000 } }, { budgetTokens: 2000 }],
    [{ thinking: { type: "adaptive" } }, { effort: "high" }],
    [{ thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }, { effort: "xhigh" }],
    [{ thinking: { type: "disabled" } }, { effort: "none" }],
    [{ output_config: { effort: "low" } }, { effort: "low" }],
  ])("%j requests reasoning %j", (fields, reasoning) => {
    expect(read({ ...base, ...fields }).reasoning).toEqual(reasoning);
  });

  it("count_tokens takes the same body without max_tokens", () => {
    const wire = parseCountTokensRequest({ model: "m", messages: [user], system: "s", tools: [weather] });
    const call = readCountTokensRequest(wire);
    expect(call.messages).toHaveLength(2);
    expect(call.tools).toHaveLength(1);
    expect(call.maxOutputTokens).toBeUndefined();
  });
});
