import { describe, expect, it } from "vitest";
import { googleGenerate } from "#lib/dialects/google-generate/index.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

describe("errors as this API's SDK reads them", () => {
  it("name the status, the field and the retry time", () => {
    const error = new GatewayError({
      status: 429,
      message: "Slow down.",
      param: "contents",
      headers: { "retry-after": "34" },
    });
    expect(googleGenerate.writeErrorBody(error, "req-1")).toEqual({
      error: {
        code: 429,
        message: "Slow down.",
        status: "RESOURCE_EXHAUSTED",
        details: [
          { "@type": "type.googleapis.com/google.rpc.RequestInfo", requestId: "req-1" },
          {
            "@type": "type.googleapis.com/google.rpc.BadRequest",
            fieldViolations: [{ field: "contents", description: "Slow down." }],
          },
          { "@type": "type.googleapis.com/google.rpc.RetryInfo", computeRetryDelay: "34s" },
        ],
      },
    });
  });

  it.each([
    [400, "INVALID_ARGUMENT"],
    [401, "UNAUTHENTICATED"],
    [404, "NOT_FOUND"],
    [413, "INVALID_ARGUMENT"],
    [503, "UNAVAILABLE"],
    [507, "INTERNAL"],
  ])("%i is %s, in a reply and in a stream", (status, name) => {
    const error = new GatewayError({ status, message: "m" });
    expect(googleGenerate.writeErrorBody(error, "r")).toMatchObject({ error: { code: status, status: name } });
    const event = googleGenerate.writeStreamError(error);
    expect(event).toMatch(/^data: \{.*\}\n\n$/);
    expect(JSON.parse(event.slice(6))).toMatchObject({ type: "error", message: "m", error: { code: status } });
  });
});

describe("errors of an upstream", () => {
  const reason = { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" };
  const violation = { fieldViolations: [{ field: "contents[0].parts", description: "d" }] };
  it.each<[string, unknown, object | undefined]>([
    [
      "the envelope",
      { error: { code: 400, message: "m", status: "INVALID_ARGUMENT" } },
      { message: "m", code: "INVALID_ARGUMENT" },
    ],
    [
      "details",
      { error: { code: 400, message: "m", status: "INVALID_ARGUMENT", details: [reason, violation] } },
      { message: "m", code: "API_KEY_INVALID", param: "contents[0].parts" },
    ],
    [
      "when to come back",
      { error: { code: 429, message: "m", details: [{ "@type": "…RetryInfo", computeRetryDelay: "34.4s" }] } },
      { message: "m", retryAfterMs: 34_400 },
    ],
    ["a delay that is none", { error: { message: "m", details: [{ computeRetryDelay: "soon" }] } }, { message: "m" }],
    ["an array of one", [{ error: { message: "m" } }], { message: "m" }],
    ["text", { error: "m" }, { message: "m" }],
    ["a message alone", { message: "m" }, { message: "m" }],
    ["nothing", {}, undefined],
    ["no object", "m", undefined],
  ])("%s", (_, json, expected) => {
    expect(googleGenerate.readError(json)).toEqual(expected);
  });

  it.each([
    ["no reply", null],
    ["no candidates", { usageMetadata: {} }],
    ["another convention's reply", { choices: [] }],
  ])("%s is an upstream error", (_, json) => {
    expect(() => googleGenerate.readReply(json)).toThrow(expect.objectContaining({ status: 502 }));
  });
});
