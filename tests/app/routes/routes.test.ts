import { describe, expect, it } from "vitest";
import { countAttempts } from "#app/(playground)/routes/_model/count-attempts.ts";
import {
  describeShare,
  describeState,
  describeSuccess,
  listSettings,
} from "#app/(playground)/routes/_model/describe-route.ts";
import type { LoggedRequest, PricedAttempt } from "#lib/contract/logged-request.ts";
import type { ModelRoute } from "#lib/contract/route-state.ts";

const attempt = (model: string, status: number, fields: Partial<PricedAttempt> = {}): PricedAttempt => ({
  ...{ model, status, lane: "relay", ms: 1, dropped: [], error: status < 400 ? null : "busy" },
  ...{ price: null, cost: null },
  ...fields,
});
const request = (id: string, attempts: PricedAttempt[], status = 200): LoggedRequest =>
  ({ id, time: Number(id), status, error: status < 400 ? null : "broke off", attempts }) as LoggedRequest;

describe("the attempts of a route", () => {
  it("are counted by model, with the newest failure", () => {
    const counts = countAttempts([
      request("3", [attempt("a/x", 503), attempt("b/y", 200)]),
      request("2", [attempt("a/x", 429, { error: "slow down" }), attempt("b/y", 200)]),
      request("1", [attempt("a/x", 200)]),
    ]);
    expect(counts.get("a/x")).toEqual({
      requests: 3,
      failures: 2,
      lastFailure: { time: 3, status: 503, error: "busy", requestId: "3" },
    });
    expect(describeSuccess(counts.get("a/x"))).toBe("33% of 3 succeeded");
    expect(describeSuccess(counts.get("b/y"))).toBe("100% of 2 succeeded");
    expect(describeSuccess(undefined)).toBeUndefined();
  });

  it("fail when their response broke off, and do not count when nothing was sent", () => {
    const broken = countAttempts([request("1", [attempt("a/x", 200)], 502)]).get("a/x");
    expect(broken?.lastFailure).toMatchObject({ status: 502, error: "broke off" });
    const cancelled = countAttempts([request("1", [attempt("a/x", 200)], 499)]).get("a/x");
    expect(cancelled?.failures).toBe(0);
    expect(countAttempts([request("1", [attempt("a/x", 503, { lane: null })])]).size).toBe(0);
  });
});

describe("a route in words", () => {
  const usual: ModelRoute = {
    ...{ name: "fast", targets: [], on: [503], aliases: [], first_token_ms: null, timeout_ms: null },
    ...{ sticky: false, order: "loss", on_loss: "allow" },
  };

  it("lists what is not usual", () => {
    expect(listSettings(usual)).toEqual([]);
    expect(listSettings({ ...usual, first_token_ms: 8_000, sticky: true, on_loss: ["seed", "logprobs"] })).toEqual([
      "First content within 8.0 s",
      "A conversation stays on its model",
      "Refuses the loss of seed, logprobs",
    ]);
  });

  it.each([
    [{ available: true, share: 0.5, state: "closed" as const, retry_in_ms: null }, "In use"],
    [{ available: true, share: 0, state: "closed" as const, retry_in_ms: null }, "Weight 0"],
    [{ available: true, share: 1, state: "open" as const, retry_in_ms: 8_400 }, "Out of use, 9 s"],
    [{ available: true, share: null, state: "half-open" as const, retry_in_ms: null }, "Trying again"],
    [{ available: false, share: 1, state: "open" as const, retry_in_ms: 1 }, "Not connected"],
  ])("names the state %j", (target, words) => {
    expect(describeState(target).words).toBe(words);
  });

  it("names a model's share", () => {
    expect([0.75, 1 / 3, null].map((share) => describeShare({ share }))).toEqual(["75%", "33.3%", "Fallback"]);
  });
});
