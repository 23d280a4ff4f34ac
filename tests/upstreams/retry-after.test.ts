import { describe, expect, it } from "vitest";
import { passedHeaders } from "#lib/upstreams/passed-headers.ts";
import { readRetryAfter } from "#lib/upstreams/retry-rule.ts";

describe("reading how long to wait before a retry", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each([
    ["seconds", { "retry-after": "3" }, 3_000],
    ["milliseconds first", { "retry-after": "3", "retry-after-ms": "250" }, 250],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000],
    [
      "a date by a clock that is an hour fast",
      { "retry-after": "Thu, 01 Jan 2026 01:00:05 GMT", date: "Thu, 01 Jan 2026 01:00:00 GMT" },
      5_000,
    ],
    ["a date that has passed", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    ["nothing", {}, undefined],
    ["nonsense", { "retry-after": "soon" }, undefined],
  ])("%s", (_, headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});

describe("what a client is told of it", () => {
  it("seconds stay as they are", () => {
    expect(passedHeaders({ "retry-after": "3" })).toEqual({ "retry-after": "3" });
  });

  it("a date becomes seconds: the client knows our clock, and it was by the upstream's", () => {
    const date = "Thu, 01 Jan 2026 01:00:00 GMT";
    const passed = passedHeaders({ "retry-after": "Thu, 01 Jan 2026 01:00:05 GMT", date });
    expect(passed).toEqual({ "retry-after": "5" });
  });

  it("what cannot be read is left to the client", () => {
    expect(passedHeaders({ "retry-after": "soon" })).toEqual({ "retry-after": "soon" });
  });
});
