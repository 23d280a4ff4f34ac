import { describe, expect, it } from "vitest";
import type { Reply } from "#lib/canonical/reply.ts";
import { withFlatOutput } from "#lib/contract/openai-responses/flat-output.ts";
import type { ResponsesReply } from "#lib/contract/openai-responses/wire.ts";
import { openAiResponses } from "#lib/dialects/openai-responses/index.ts";
import { errors } from "#lib/http/errors.ts";
import { identity, plain } from "./answers.ts";

const said: Reply = { choices: [{ content: [{ type: "text", text: "a" }], finish: { unified: "stop" } }] };
const write = (reply: Reply, request: Record<string, unknown> = {}) =>
  openAiResponses.writeReply(
    reply,
    identity,
    openAiResponses.parseRequest({ model: "m", input: "hi", ...request }),
  ) as ResponsesReply;

describe("writing a reply", () => {
  it("has every field that SDKs require, with the API's defaults", () => {
    expect(write(said)).toEqual({
      id: "resp_1",
      object: "response",
      created_at: 7,
      status: "completed",
      completed_at: null,
      error: null,
      incomplete_details: null,
      model: "m",
      output: [
        {
          id: "msg_1_0",
          type: "message",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "a", annotations: [], logprobs: [] }],
          text: "a",
        },
        { id: "ot_1_0", type: "output_text", text: "a" },
      ],
      output_text: "a",
      background: false,
      frequency_penalty: 0,
      instructions: null,
      max_output_tokens: null,
      max_tool_calls: null,
      metadata: {},
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: "default",
      store: true,
      temperature: 1,
      text: { format: { type: "text" }, verbosity: "medium" },
      tool_choice: "auto",
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: "disabled",
      user: null,
      usage: null,
    });
  });

  it("tells when a response was completed, and nothing of one that was cut", () => {
    const at = (reply: Reply) =>
      openAiResponses.writeReply(
        reply,
        { ...identity, readTime: () => 9 },
        openAiResponses.parseRequest({ model: "m", input: "hi" }),
      ).completed_at;
    expect(at(said)).toBe(9);
    expect(at({ choices: [{ content: [], finish: { unified: "length" } }] })).toBeNull();
  });

  it("has items alone, as the API itself writes them, for a client that reads no flat elements", () => {
    const wire = withFlatOutput(openAiResponses.parseRequest({ model: "m", input: "hi" }), false);
    const { output, output_text } = openAiResponses.writeReply(said, identity, wire) as ResponsesReply;
    expect(output?.map((item) => Object.keys(item).sort())).toEqual([["content", "id", "role", "status", "type"]]);
    expect(output_text).toBe("a");
  });

  it("shows the request's settings", () => {
    const settings = {
      instructions: "be brief",
      temperature: 0,
      top_p: 0.5,
      max_output_tokens: 20,
      metadata: { a: "b" },
      parallel_tool_calls: false,
      previous_response_id: "resp_0",
      store: false,
      tool_choice: "none",
      text: { format: { type: "json_object" }, verbosity: "low" },
      service_tier: "flex",
      truncation: "auto",
      user: "u",
    };
    expect(write(said, { ...settings, reasoning: { effort: "low" } })).toMatchObject({
      ...settings,
      reasoning: { effort: "low", summary: null },
    });
    expect(write(said, { conversation: "conv_1" })).toMatchObject({ conversation: { id: "conv_1" } });
    expect(write(said, { tools: [{ type: "function", name: "f" }] })).toMatchObject({
      tools: [{ type: "function", name: "f", parameters: null, strict: null }],
    });
  });

  it("has one flat element for each text, after all real items", () => {
    const content: Reply["choices"][0]["content"] = [
      { type: "text", text: "a" },
      { type: "tool-call", id: "c", name: "f", kind: "function", input: "{}" },
      { type: "text", text: "b" },
    ];
    const { output, output_text } = write({ choices: [{ content }] });
    expect(output?.map(({ type, text }) => [type, text])).toEqual([
      ["message", "a"],
      ["function_call", undefined],
      ["message", "b"],
      ["output_text", "a"],
      ["output_text", "b"],
    ]);
    expect(output_text).toBe("ab");
    expect(new Set(output?.map(({ id }) => id)).size).toBe(5);
  });

  it("splits log probabilities among the texts", () => {
    const token = (text: string) => ({ token: text, logprob: -1, bytes: null, top: [] });
    const { output } = write({
      choices: [
        {
          content: [
            { type: "text", text: "ab" },
            { type: "text", text: "c" },
          ],
          logprobs: { content: [token("a"), token("b"), token("c")] },
        },
      ],
    });
    const tokens = output
      ?.slice(0, 2)
      .map(({ content }) => (content as { logprobs: { token: string }[] }[])[0]?.logprobs);
    expect(tokens?.map((list) => list?.map(({ token: text }) => text))).toEqual([["a", "b"], ["c"]]);
    expect(tokens?.[1]).toEqual([{ token: "c", bytes: [99], logprob: -1, top_logprobs: [] }]);
  });

  it("counts all prompt and output tokens, and keeps this API's own counts", () => {
    const anthropic = {
      inputTokens: 30,
      cachedInputTokens: 20,
      outputTokens: 5,
      raw: { input_tokens: 10, output_tokens: 5 },
    };
    expect(write({ ...said, usage: anthropic }).usage).toEqual({
      input_tokens: 30,
      input_tokens_details: { cached_tokens: 20, cache_write_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 35,
    });
    const raw = { input_tokens: 1, output_tokens: 2, total_tokens: 3, new_detail: 1 };
    expect(write({ ...said, usage: { inputTokens: 1, outputTokens: 2, raw } }).usage).toBe(raw);
  });
});

describe("reading a reply", () => {
  it("a refusal, a file citation and log probabilities are the same when read and written again", () => {
    const json = {
      id: "resp_1",
      object: "response",
      created_at: 7,
      model: "m",
      status: "incomplete",
      incomplete_details: { reason: "max_messages" },
      output: [
        {
          type: "message",
          id: "msg_up",
          role: "assistant",
          status: "incomplete",
          phase: "final_answer",
          content: [
            {
              type: "output_text",
              text: "a",
              annotations: [{ type: "file_citation", file_id: "f", filename: "a.pdf", index: 1 }],
              logprobs: [{ token: "a", bytes: [97], logprob: -1, top_logprobs: [] }],
            },
            { type: "refusal", refusal: "No." },
          ],
        },
      ],
      usage: null,
    };
    const reply = openAiResponses.readReply(json);
    expect(reply.choices[0]).toMatchObject({
      finish: { unified: "other", raw: "max_messages" },
      sources: [{ title: "a.pdf" }],
      logprobs: { content: [{ token: "a" }] },
    });
    const written = openAiResponses.writeReply(reply, identity, plain) as ResponsesReply;
    expect({ ...written, output: written.output?.slice(0, 1) }).toMatchObject(json);
    expect(written.output?.[0]).toEqual({ ...json.output[0], text: "a" });
  });

  it.each([
    [
      "a failed response",
      { status: "failed", error: { code: "rate_limit_exceeded", message: "slow" }, output: [] },
      429,
      "slow",
    ],
    ["an error with a good status", { error: { message: "no" } }, 502, "no"],
    ["another object", { choices: [] }, 502, errors.responsesReplyWithoutOutput().message],
    ["no object", null, 502, errors.responsesReplyWithoutOutput().message],
  ])("%s is an error", (_, json, status, message) => {
    expect(() => openAiResponses.readReply(json)).toThrow(expect.objectContaining({ status, message }));
  });
});
