/** Errors that packages of the AI SDK throw, as errors for the client. */
import {
  APICallError,
  InvalidPromptError,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { errors } from "undici";
import { describe, expect, it } from "vitest";
import { readFailure } from "#lib/upstreams/ai-sdk/failure.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";

const SECRET = "sk-0123456789";
const bridge = {
  id: "mine",
  package: "some-package",
  redact: createRedactor([SECRET]),
  largestResponse: 64 * 1024 * 1024,
  timeouts: { connectMs: 1, firstByteMs: 2, idleMs: 3, totalMs: 4 },
};
const call = { url: "http://host/v1", requestBodyValues: {} };
const withCode = (code: string) => Object.assign(new Error(code), { code });

describe("failures of a call", () => {
  it.each([401, 404, 422, 429, 500, 529])("a refusal keeps its status %i and its text, and no key", (statusCode) => {
    const headers = { "retry-after": "3", "set-cookie": "a=b", "x-request-id": "up-1" };
    const thrown = new APICallError({ ...call, message: `no: ${SECRET}`, statusCode, responseHeaders: headers });
    const { error, retry } = readFailure(thrown, bridge, false);
    expect(error).toMatchObject({ status: statusCode, message: "no: [redacted]" });
    expect(error.headers).toEqual({
      "retry-after": "3",
      "x-upstream-request-id": "up-1",
      "x-gateway-error-source": "upstream",
    });
    expect(retry !== undefined).toBe(statusCode === 429 || statusCode >= 500);
  });

  it("a reply that the package cannot read is a 502 with a shortened message", () => {
    const thrown = new APICallError({ ...call, message: `Invalid JSON: ${"x".repeat(1_000)}`, statusCode: 200 });
    const { error, retry } = readFailure(thrown, bridge, false);
    expect(error).toMatchObject({ status: 502, code: "upstream_malformed" });
    expect(error.message.length).toBeLessThan(400);
    expect(retry).toBeUndefined();
  });

  it("a failed connection is a 502 that names the upstream, and is retried", () => {
    const thrown = new APICallError({ ...call, message: "Cannot connect", cause: withCode("ECONNREFUSED") });
    const { error, retry } = readFailure(thrown, bridge, false);
    expect(error).toMatchObject({ status: 502, code: "upstream_unreachable" });
    expect(error.message).toContain('"mine" could not be reached (ECONNREFUSED)');
    expect(retry).toEqual({});
  });

  it.each([
    [
      new UnsupportedFunctionalityError({ functionality: "audio" }),
      400,
      /^Provider "mine" does not support this request: .*audio/,
    ],
    [new InvalidPromptError({ prompt: 1, message: "two systems" }), 400, /two systems/],
    [new NoSuchModelError({ modelId: "x", modelType: "languageModel" }), 404, /x/],
    [new LoadAPIKeyError({ message: "API key is missing" }), 502, /^Provider "mine" lacks a setting: API key/],
    [
      new TypeValidationError({ value: 1, cause: "no" }),
      502,
      /^Provider "mine" sent a response that its package cannot read/,
    ],
    [new TypeError("x is undefined"), 502, /^The package "some-package" failed: x is undefined\.$/],
  ])("%s", (thrown, status, message) => {
    const { error, retry } = readFailure(thrown, bridge, false);
    expect(error.status).toBe(status);
    expect(error.message).toMatch(message);
    expect(retry).toBeUndefined();
  });
});

describe("failures in the middle of a response", () => {
  it.each([
    ["as it is", new errors.ResponseExceededMaxSizeError()],
    ["as fetch has it", new TypeError("terminated", { cause: new errors.ResponseExceededMaxSizeError() })],
    [
      "as the SDK has it",
      new APICallError({
        ...call,
        message: "Failed to process successful response",
        statusCode: 200,
        cause: new errors.ResponseExceededMaxSizeError(),
      }),
    ],
  ])("a response that is too large is reported as such, %s", (_, thrown) => {
    expect(readFailure(thrown, bridge, true)).toEqual({
      error: expect.objectContaining({
        status: 502,
        code: "upstream_malformed",
        message: 'Provider "mine" sent a response larger than 64 MB. Request less output.',
      }),
    });
  });

  it.each([
    ["a cut connection", new TypeError("terminated", { cause: withCode("UND_ERR_SOCKET") }), "upstream_truncated"],
    ["a body that broke off", new TypeError("terminated"), "upstream_truncated"],
  ])("%s is truncation, and is not retried", (_, thrown, code) => {
    const { error, retry } = readFailure(thrown, bridge, true);
    expect(error).toMatchObject({ status: 502, code });
    expect(retry).toBeUndefined();
  });

  it.each([
    ["a text", "overloaded", "overloaded"],
    ["an object", { message: `busy ${SECRET}` }, "busy [redacted]"],
    ["an object in an object", { error: { message: "busy", type: "x" } }, "busy"],
    ["nothing", undefined, 'Provider "mine" failed and gave no reason. Retry the request.'],
  ])("an error that is %s keeps its message", (_, thrown, message) => {
    expect(readFailure(thrown, bridge, true).error).toMatchObject({ status: 502, message });
  });
});
