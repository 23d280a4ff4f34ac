import { describe, expect, it } from "vitest";
import { anthropicMessages } from "#lib/dialects/anthropic-messages/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { expectGatewayError } from "./expect-refusal.ts";
import { eventsOf } from "./wire-events.ts";

const { writeErrorBody, writeStreamError, readError, readReply, readReplyUsage, readStreamTail } = anthropicMessages;

describe("errors", () => {
  it.each([
    [400, undefined, "invalid_request_error"],
    [401, undefined, "authentication_error"],
    [402, undefined, "billing_error"],
    [404, undefined, "not_found_error"],
    [413, undefined, "request_too_large"],
    [422, undefined, "invalid_request_error"],
    [429, undefined, "rate_limit_error"],
    [500, undefined, "api_error"],
    [502, "upstream_error", "api_error"],
    [503, undefined, "overloaded_error"],
    [504, undefined, "timeout_error"],
    [529, undefined, "overloaded_error"],
  ])("status %i with the type %s is a %s", (status, type, expected) => {
    const error = new GatewayError({ status, message: "m", param: "p", ...(type ? { type } : {}) });
    expect(writeErrorBody(error, "req_1")).toMatchObject({
      type: "error",
      error: { type: expected, message: "m", param: "p" },
      message: "m",
      request_id: "req_1",
    });
    expect(eventsOf(writeStreamError(error))).toMatchObject([
      { type: "error", error: { type: expected, message: "m", code: status }, message: "m" },
    ]);
  });

  it.each([
    [
      { type: "error", error: { type: "overloaded_error", message: "busy" } },
      { type: "overloaded_error", message: "busy" },
    ],
    [{ error: { message: "m", code: "c", param: "p" } }, { message: "m", code: "c", param: "p" }],
    [{ error: "plain" }, { message: "plain" }],
    [{ message: "plain" }, { message: "plain" }],
    [{ detail: [{ loc: ["body"] }] }, { message: '[{"loc":["body"]}]' }],
    ["text", undefined],
    [{}, undefined],
  ])("reads %j", (json, expected) => {
    expect(readError(json)).toEqual(expected);
  });

  it.each([null, "x", {}, { content: "x" }])("rejects %j as a reply", (json) => {
    expect(expectGatewayError(() => readReply(json))).toMatchObject({ status: 502, code: "upstream_malformed" });
  });
});

describe("what the relay lane reads", () => {
  const delta = `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":5}}\n\n`;
  const stop = `event: message_stop\ndata: {"type":"message_stop"}\n\n`;
  const said = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"{\\"type\\":\\"message_stop\\"}"}}\n\n`;

  it.each([
    ["whole", said + delta + stop, true],
    ["cut before message_stop", said + delta, false],
    ["cut in its text, which speaks of the end", said, false],
    [
      "failed, and says so",
      `event: error\ndata: {"type":"error","error":{"type":"api_error","message":"m"}}\n\n`,
      true,
    ],
  ])("a stream that is %s", (_, tail, complete) => {
    expect(readStreamTail(tail).complete).toBe(complete);
  });

  it("the usage of a stream, all prompt tokens counted", () => {
    expect(readStreamTail(said + delta + stop).usage).toMatchObject({
      inputTokens: 7,
      cachedInputTokens: 4,
      outputTokens: 5,
    });
    expect(readStreamTail(said).usage).toBeUndefined();
  });

  it("the usage of a reply, not a tool input's field of that name", () => {
    const reply = {
      usage: { input_tokens: 1, output_tokens: 2 },
      content: [{ type: "tool_use", input: { usage: { input_tokens: 9 } } }],
      context_management: {},
    };
    expect(readReplyUsage(Buffer.from(JSON.stringify(reply)))).toMatchObject({ inputTokens: 1, outputTokens: 2 });
    expect(readReplyUsage(Buffer.from(`{"content":[]}`))).toBeUndefined();
    expect(readReplyUsage(Buffer.from("not JSON"))).toBeUndefined();
  });
});
