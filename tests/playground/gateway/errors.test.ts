import { describe, expect, test } from "vitest";
import { type GatewayFailure, readErrorFrame, readErrorResponse } from "#lib/playground/gateway/errors.ts";
import { getAdvice, getFailureTitle, listActions } from "#lib/playground/gateway/failure-advice.ts";
import { safeNextPath } from "#lib/playground/gateway/gateway-session.ts";

function respond(status: number, body: unknown, headers: Record<string, string> = {}): GatewayFailure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readErrorResponse({ status, headers: new Headers(headers), body: text });
}
const kinds = (failure: GatewayFailure, set: string[] = []) => listActions(failure, set).map((action) => action.kind);

describe("reading an error", () => {
  test("reads every field of the gateway's error", () => {
    const body = {
      error: 400,
      message: "Too hot.",
      type: "invalid_request_error",
      param: "temperature",
      request_id: "r",
    };
    expect(respond(400, body)).toMatchObject({
      status: 400,
      message: "Too hot.",
      param: "temperature",
      requestId: "r",
    });
  });

  test("reads native envelopes and a proxy's HTML", () => {
    expect(respond(502, { error: { message: "Bad", type: "server_error" } }).message).toBe("Bad");
    expect(respond(502, "<html>nginx</html>").message).toBe("<html>nginx</html>");
    expect(respond(502, "").message).toBe("HTTP status 502");
  });

  test("Retry-After is read in seconds, and as a date against the server's clock", () => {
    expect(respond(429, {}, { "retry-after": "7" }).retryAfter).toBe(7000);
    const skewed = { date: "Sat, 01 Jan 2000 00:00:00 GMT", "retry-after": "Sat, 01 Jan 2000 00:00:30 GMT" };
    expect(respond(429, {}, skewed).retryAfter).toBe(30_000);
  });

  test("recognises error frames only", () => {
    expect(readErrorFrame({ choices: [] })).toBeUndefined();
    expect(readErrorFrame({ type: "error", error: { message: "x", code: 503 } })).toMatchObject({
      status: 503,
      message: "x",
    });
  });
});

describe("what a card offers", () => {
  test.each([
    [401, {}, ["sign-in"]],
    [400, {}, ["edit"]],
    [404, { code: "model_not_found" }, ["connect-provider", "edit"]],
    [402, {}, ["edit"]],
    [429, { code: "insufficient_quota" }, ["edit"]],
    [429, {}, ["retry", "edit"]],
    [503, {}, ["retry", "edit"]],
  ])("status %i %j", (status, extra, expected) => {
    expect(kinds({ ...respond(status, { error: status, message: "x" }), ...extra })).toEqual(expected);
  });

  test("offers to remove the refused parameter when it is set", () => {
    const failure = respond(400, { error: 400, message: "x", param: "top_p" });
    expect(listActions(failure, ["top_p"])[0]).toEqual({ kind: "remove-parameter", parameter: "top_p" });
    expect(kinds(failure, ["seed"])).toEqual(["edit"]);
  });

  test("offers a retry of a failed task, unless its prompt was refused", () => {
    const failure: GatewayFailure = { origin: "task", code: "server_error", message: "x" };
    expect(kinds(failure)).toEqual(["retry", "edit"]);
    expect(kinds({ ...failure, code: "moderation_blocked" })).toEqual(["edit"]);
    expect(getAdvice({ ...failure, code: "moderation_blocked" })).toContain("Change the prompt");
    expect(getFailureTitle(failure)).toBe("Generation failed");
  });

  test("mentions the countdown when there is one", () => {
    const failure = respond(429, { error: 429, message: "x" });
    expect(getAdvice(failure)).toContain("Wait a moment");
    expect(getAdvice({ ...failure, retryAfter: 2000 })).toContain("Retrying automatically");
  });

  test("offers a retry of a lost connection and names it", () => {
    const failure: GatewayFailure = { origin: "network", message: "refused" };
    expect(kinds(failure)).toEqual(["retry", "edit"]);
    expect(getFailureTitle(failure)).toBe("No connection to the gateway");
  });
});

test.each([
  ["/chat?session=1", "/chat?session=1"],
  ["https://evil.example", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  [null, "/"],
])("after signing in, %s leads to %s", (next, path) => expect(safeNextPath(next)).toBe(path));

describe("the parameter that was refused", () => {
  const refusal = (param: string | undefined, message: string) =>
    ({ origin: "response", status: 400, param, message }) as const;
  test.each([
    ["OpenAI", "temperature", "Unsupported value.", "temperature"],
    ["OpenAI, nested", "text.format.schema", "Invalid schema.", "format"],
    [
      "OpenAI, in words only",
      undefined,
      "Unsupported parameter: 'reasoning_effort' is not supported.",
      "reasoning_effort",
    ],
    ["Responses", "reasoning.effort", "Unsupported value.", "effort"],
    ["Anthropic", undefined, "thinking.budget_tokens: Input should be greater than or equal to 1024", "budget_tokens"],
    [
      "Anthropic, a pair",
      undefined,
      "`temperature` and `top_p` cannot both be specified for this model.",
      "temperature",
    ],
    ["Anthropic, unquoted", undefined, "max_tokens must be greater than thinking.", "max_tokens"],
    ["Anthropic, of a group", "output_config.format.schema", "Invalid.", "format"],
    ["Google", "generationConfig.topK", "Invalid value.", "topK"],
    ["Google, in its other case", undefined, "Invalid value at 'generation_config.top_k' (TYPE_FLOAT)", "topK"],
    ["Google, by another name", "generationConfig.responseJsonSchema", "Unknown keyword.", "responseFormat"],
    ["Google, of a group", "toolConfig.functionCallingConfig", "Not supported.", "mode"],
  ])("%s", (_case, param, message, parameter) => {
    const set = [
      "temperature",
      "top_p",
      "format",
      "reasoning_effort",
      "effort",
      "budget_tokens",
      "max_tokens",
      "topK",
      "responseFormat",
      "mode",
    ];
    expect(listActions(refusal(param, message), set)[0]).toEqual({ kind: "remove-parameter", parameter });
  });

  test("ignores words that only resemble a parameter", () => {
    expect(listActions(refusal(undefined, "The mode of this effort is wrong."), ["mode", "effort"])).toEqual([
      { kind: "edit" },
    ]);
    expect(listActions(refusal("messages[0].content", "Too long."), ["temperature"])).toEqual([{ kind: "edit" }]);
  });
});
