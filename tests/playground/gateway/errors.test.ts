import { describe, expect, test } from "vitest";
import { type GatewayFailure, readErrorFrame, readErrorResponse } from "#lib/playground/gateway/errors.ts";
import { chooseAction, getFailureTitle, getQuote, getSentence } from "#lib/playground/gateway/failure-advice.ts";
import { safeNextPath } from "#lib/playground/gateway/gateway-session.ts";

function respond(status: number, body: unknown, headers: Record<string, string> = {}): GatewayFailure {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readErrorResponse({ status, headers: new Headers(headers), body: text });
}
const kindOf = (failure: GatewayFailure, set: string[] = []) => chooseAction(failure, set).kind;

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
    [401, {}, "sign-in"],
    [400, {}, "edit"],
    [404, { code: "model_not_found" }, "connect-provider"],
    [402, {}, "edit"],
    [429, { code: "insufficient_quota" }, "edit"],
    [429, {}, "retry"],
    [503, {}, "retry"],
  ])("status %i %j", (status, extra, expected) => {
    expect(kindOf({ ...respond(status, { error: status, message: "x" }), ...extra })).toBe(expected);
  });

  test("names a limit of the key, and leaves the same code of a provider as it is", () => {
    const failure = { ...respond(402, { error: 402, message: "This key has used its budget of $5 per day." }) };
    const budget: GatewayFailure = { ...failure, code: "budget_exhausted", source: "gateway" };
    expect(getFailureTitle(budget)).toBe("Budget of the key used up");
    expect(getSentence(budget)).toBe("This key has used its budget of $5 per day.");
    expect(getFailureTitle({ ...failure, source: "upstream" })).toBe("Out of credit");
    const limited: GatewayFailure = { ...failure, status: 429, code: "rate_limit_exceeded" };
    expect(getFailureTitle({ ...limited, source: "gateway" })).toBe("Rate limit of the key reached");
    expect(getFailureTitle({ ...limited, source: "upstream" })).toBe("Too many requests");
  });

  test("offers to remove the refused parameter when it is set", () => {
    const failure = respond(400, { error: 400, message: "x", param: "top_p" });
    expect(chooseAction(failure, ["top_p"])).toEqual({ kind: "remove-parameter", parameter: "top_p" });
    expect(kindOf(failure, ["seed"])).toBe("edit");
  });

  test("offers a retry of a failed task, unless its prompt was refused", () => {
    const failure: GatewayFailure = { origin: "task", code: "server_error", message: "x" };
    expect(kindOf(failure)).toBe("retry");
    expect(kindOf({ ...failure, code: "moderation_blocked" })).toBe("edit");
    expect(getFailureTitle(failure)).toBe("Generation failed");
  });

  test("mentions the countdown when there is one", () => {
    const failure = respond(429, { error: 429, message: "x" });
    expect(getSentence(failure)).toContain("Wait a moment");
    expect(getSentence({ ...failure, retryAfter: 2000 })).toContain("Retrying automatically");
  });

  test("says that the provider of a model is not connected", () => {
    const message = 'No provider "openai" is connected. Set OPENAI_API_KEY, add it to the config or choose a model.';
    const failure = { ...respond(404, { error: 404, message, code: "model_not_found" }), source: "gateway" as const };
    expect(getFailureTitle(failure)).toBe("Provider not connected");
    expect(getSentence(failure)).toBe("No provider named openai is connected.");
  });

  test.each([
    [400, "temperature is not supported", "temperature is not supported", undefined],
    [500, "The disk is full.", "Usually temporary. Retry or choose another model.", "The disk is full."],
    [503, "Service Unavailable", "Usually temporary. Retry or choose another model.", undefined],
  ])(
    "status %i with “%s” from the provider: one sentence, and a quote when it says more",
    (status, message, sentence, quote) => {
      const failure: GatewayFailure = { origin: "response", status, source: "upstream", message };
      expect(getSentence(failure)).toBe(sentence);
      expect(getQuote(failure)).toBe(quote);
    },
  );

  test("offers a retry of a lost connection and names it", () => {
    const failure: GatewayFailure = { origin: "network", message: "refused" };
    expect(kindOf(failure)).toBe("retry");
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
    expect(chooseAction(refusal(param, message), set)).toEqual({ kind: "remove-parameter", parameter });
  });

  test("ignores words that only resemble a parameter", () => {
    expect(chooseAction(refusal(undefined, "The mode of this effort is wrong."), ["mode", "effort"])).toEqual({
      kind: "edit",
    });
    expect(chooseAction(refusal("messages[0].content", "Too long."), ["temperature"])).toEqual({ kind: "edit" });
  });
});
