import { describe, expect, it } from "vitest";
import { readRetryAfter } from "#lib/upstreams/retry-rule.ts";

describe("reading how long to wait before a retry", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  it.each([
    ["seconds", { "retry-after": "3" }, 3_000],
    ["milliseconds first", { "retry-after": "3", "retry-after-ms": "250" }, 250],
    ["a date", { "retry-after": "Thu, 01 Jan 2026 00:00:05 GMT" }, 5_000],
    ["a date that has passed", { "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    ["nothing", {}, undefined],
    ["nonsense", { "retry-after": "soon" }, undefined],
  ])("%s", (_, headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});
