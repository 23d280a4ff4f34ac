import { describe, expect, it } from "vitest";
import { createRedactor } from "#lib/upstreams/redactor.ts";
import { readRetryAfter } from "#lib/upstreams/retry-rule.ts";
import { selectResponseHeaders } from "#lib/upstreams/select-response-headers.ts";

describe("reading retry delays", () => {
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
    ["a fraction", { "retry-after": "1.5" }, 1_500],
    ["seconds behind milliseconds that cannot be read", { "retry-after": "3", "retry-after-ms": "-1" }, 3_000],
    ...["soon", "abc", "abc 1", "-5", "+5", "0x10", "1e3", "NaN", "Infinity", "", " ", "5s", "9".repeat(30)].map(
      (value): [string, Record<string, string>, undefined] => [
        `nonsense: "${value}"`,
        { "retry-after": value },
        undefined,
      ],
    ),
  ])("%s", (_, headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});

describe("the retry delay for a client", () => {
  const asItIs = createRedactor([]);

  it("seconds are unchanged", () => {
    expect(selectResponseHeaders({ "retry-after": "3" }, asItIs)).toEqual({ "retry-after": "3" });
  });

  it("a date of the upstream's clock becomes seconds", () => {
    const date = "Thu, 01 Jan 2026 01:00:00 GMT";
    const passed = selectResponseHeaders({ "retry-after": "Thu, 01 Jan 2026 01:00:05 GMT", date }, asItIs);
    expect(passed).toEqual({ "retry-after": "5" });
  });

  it.each(["soon", "abc", "-5", "", "1e3", "9".repeat(30)])("%j, which cannot be read, is dropped", (value) => {
    expect(selectResponseHeaders({ "retry-after": value, "retry-after-ms": value }, asItIs)).toEqual({});
  });

  it("a fraction becomes whole seconds", () => {
    expect(selectResponseHeaders({ "retry-after": "0.2", "retry-after-ms": "200" }, asItIs)).toEqual({
      "retry-after": "1",
      "retry-after-ms": "200",
    });
  });
});
