/** Requests refused before reading: wrong fields, and tool calls without results (spec, POST /v1/messages, rule 3). */
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { expectGatewayError } from "./expect-refusal.ts";

const user = { role: "user", content: "hi" };
const base = { model: "m", max_tokens: 4096, messages: [user] };
const weather = { name: "weather", input_schema: { type: "object" } };

const toolUse = (id: string) => ({ type: "tool_use", id, name: "f", input: {} });
const toolResult = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "1" });
const conversation = (...contents: unknown[]) => ({
  ...base,
  messages: [user, ...contents.map((content, index) => ({ role: index % 2 ? "user" : "assistant", content }))],
});

describe("every tool_use needs exactly one tool_result, before other content", () => {
  it.each([
    ["missing", conversation([toolUse("a"), toolUse("b")], [toolResult("a")]), "messages[2].content", '"b"'],
    ["missing, text instead", conversation([toolUse("a")], "hi"), "messages[2].content", '"a"'],
    ["missing at the end", conversation([toolUse("a")]), "messages[1].content[0]", '"a"'],
    [
      "doubled",
      conversation([toolUse("a")], [toolResult("a"), toolResult("a")]),
      "messages[2].content[1].tool_use_id",
      '"a"',
    ],
    [
      "unknown",
      conversation([toolUse("a")], [toolResult("a"), toolResult("x")]),
      "messages[2].content[1].tool_use_id",
      '"x"',
    ],
    ["of no turn at all", conversation("hi", [toolResult("x")]), "messages[2].content[0].tool_use_id", '"x"'],
    [
      "after text",
      conversation([toolUse("a")], [{ type: "text", text: "t" }, toolResult("a")]),
      "messages[2].content[1].tool_use_id",
      '"a"',
    ],
    ["one turn late", conversation([toolUse("a")], "hi", "ok", [toolResult("a")]), "messages[2].content", '"a"'],
    [
      "for two calls of one id",
      conversation([toolUse("a"), toolUse("a")], [toolResult("a")]),
      "messages[1].content[1].id",
      '"a"',
    ],
  ])("a result %s is refused with its id", (_, request, param, id) => {
    const error = expectGatewayError(() => anthropicMessages.parseRequest(request));
    expect(error).toMatchObject({ status: 400, param });
    expect(error.message).toContain(id);
  });

  it("results may be in several messages of one turn, in any order", () => {
    const request = {
      ...base,
      messages: [
        user,
        { role: "assistant", content: [toolUse("a")] },
        { role: "assistant", content: [toolUse("b")] },
        { role: "user", content: [toolResult("b")] },
        { role: "user", content: [toolResult("a"), { type: "text", text: "t" }] },
      ],
    };
    expect(() => anthropicMessages.parseRequest(request)).not.toThrow();
  });
});

const block = (value: unknown) => ({ messages: [{ role: "user", content: [value] }] });
const answer = (value: unknown) => ({ messages: [user, { role: "assistant", content: [value] }] });

describe("a wrong body is refused with the field's name", () => {
  it.each<[Record<string, unknown>, string]>([
    [{ max_tokens: undefined }, "max_tokens"],
    [{ max_tokens: -1 }, "max_tokens"],
    [{ max_tokens: 1.5 }, "max_tokens"],
    [{ messages: [] }, "messages"],
    [{ messages: [{ role: "tool", content: "x" }] }, "messages[0].role"],
    [{ messages: [{ role: "user", content: "" }] }, "messages[0].content"],
    [{ messages: [{ role: "user", content: [] }] }, "messages[0].content"],
    [{ messages: [{ role: "user" }] }, "messages[0].content"],
    [{ system: 5 }, "system"],
    [{ system: [{ type: "image" }] }, "system[0].type"],
    [{ temperature: 1.5 }, "temperature"],
    [{ top_p: -0.1 }, "top_p"],
    [{ top_k: 0.5 }, "top_k"],
    [{ stop_sequences: "a" }, "stop_sequences"],
    [{ service_tier: "flex" }, "service_tier"],
    [{ thinking: { type: "enabled" } }, "thinking.budget_tokens"],
    [{ thinking: { type: "enabled", budget_tokens: 100 } }, "thinking.budget_tokens"],
    [{ thinking: { type: "enabled", budget_tokens: 5000 } }, "thinking.budget_tokens"],
    [{ thinking: { type: "on" } }, "thinking.type"],
    [{ output_config: { effort: "minimal" } }, "output_config.effort"],
    [{ output_config: { format: { type: "json" } } }, "output_config.format.type"],
    [{ cache_control: { type: "ephemeral", ttl: "2h" } }, "cache_control.ttl"],
    [{ metadata: { user_id: 5 } }, "metadata.user_id"],
    [{ tools: [{ name: "a b", input_schema: { type: "object" } }] }, "tools[0].name"],
    [{ tools: [{ name: "a" }] }, "tools[0].input_schema"],
    [{ tools: [{ name: "a", input_schema: { type: "string" } }] }, "tools[0].input_schema.type"],
    [{ tool_choice: { type: "any" } }, "tool_choice"],
    [{ tools: [weather], tool_choice: { type: "tool", name: "x" } }, "tool_choice"],
    [{ tools: [weather], tool_choice: { type: "required" } }, "tool_choice.type"],
    [block({ type: "text" }), "messages[0].content[0].text"],
    [
      block({ type: "image", source: { type: "base64", media_type: "image/bmp", data: "AA" } }),
      "messages[0].content[0].source.media_type",
    ],
    [
      block({ type: "image", source: { type: "base64", media_type: "image/png", data: "data:image/png;base64,AA" } }),
      "messages[0].content[0].source.data",
    ],
    [block({ type: "image", source: { type: "url", url: "ftp://x" } }), "messages[0].content[0].source.url"],
    [block({ type: "image", source: { type: "path" } }), "messages[0].content[0].source.type"],
    [block({ type: "tool_use", id: "a", name: "f", input: {} }), "messages[0].content[0].type"],
    [answer({ type: "tool_use", id: "a", name: "f", input: "{}" }), "messages[1].content[0].input"],
    [answer({ type: "thinking", thinking: "x" }), "messages[1].content[0].signature"],
    [answer({ type: "tool_result", tool_use_id: "a" }), "messages[1].content[0].type"],
  ])("%j", (fields, param) => {
    const error = expectGatewayError(() => anthropicMessages.parseRequest({ ...base, ...fields }));
    expect(error).toMatchObject({ status: 400, param });
  });
});
