import { describe, expect, it } from "vitest";
import { redactAddress, redactHeaders } from "#lib/upstreams/redact-headers.ts";
import { createRedactor } from "#lib/upstreams/redactor.ts";

describe("shown headers", () => {
  it("contain everything but credentials", () => {
    const secret = [
      ...["authorization", "Proxy-Authorization", "cookie", "set-cookie", "x-api-key", "x-goog-api-key", "api-key"],
      ...["x-provider-api-key", "x-auth-token", "x-amz-security-token", "x-client-secret", "openai-organization"],
    ];
    const shown = ["content-type", "anthropic-beta", "x-ratelimit-remaining-tokens", "x-request-id", "x-stainless-os"];
    const headers = Object.fromEntries([...secret, ...shown].map((name) => [name, "value"]));
    expect(Object.keys(redactHeaders(headers))).toEqual(shown);
  });

  it("hide secret headers by name and by value", () => {
    const headers = { "X-Team": "demo", "x-echo": "you are sk-1", accept: ["a", "b"] };
    expect(redactHeaders(headers, { hidden: new Set(["x-team"]), redact: createRedactor(["sk-1"]) })).toEqual({
      accept: "a, b",
    });
  });

  it("hide keys in URLs", () => {
    expect(redactAddress("/v1/models?key=sk-1&alt=sse&api_key=2&access_token=3")).toBe("/v1/models?alt=sse");
    expect(redactAddress("https://host/path?key=sk-1")).toBe("https://host/path");
    expect(redactAddress("/path")).toBe("/path");
  });
});
