/** The waits that wrong credentials bring: how they grow, end and are forgotten. */
import { beforeEach, expect, test } from "vitest";
import { WRONG_CREDENTIAL_LIMITS as LIMITS } from "#lib/gateway/limits.ts";
import { type CredentialThrottle, createCredentialThrottle } from "#lib/gateway/request/credential-throttle.ts";

let time: number;
let throttle: CredentialThrottle;
beforeEach(() => {
  time = 1_800_000_000_000;
  throttle = createCredentialThrottle({ addressOf: ({ peerAddress }) => peerAddress, now: () => time });
});

/** Seconds to wait; 0 for a failure that is an ordinary one. */
function fail(peerAddress?: string): number {
  try {
    throttle.count({ headers: {}, peerAddress });
    return 0;
  } catch (error) {
    return Number((error as { headers: Record<string, string> }).headers["retry-after"]);
  }
}

function failFreely(address: string): void {
  for (let count = 0; count < LIMITS.perAddress.free; count++) expect(fail(address)).toBe(0);
}

test("each failure after the free ones doubles the wait, up to the longest", () => {
  failFreely("a");
  const waits: number[] = [];
  for (let count = 0; count < 12; count++) {
    const wait = fail("a");
    waits.push(wait);
    time += wait * 1_000;
    expect(fail("a")).toBe(0);
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
});

test("requests during a wait do not extend it", () => {
  failFreely("a");
  for (let count = 0; count < 1_000; count++) expect(fail("a")).toBe(1);
  time += 1_000;
  expect(fail("a")).toBe(0);
});

test("a series is forgotten after a while without failures", () => {
  failFreely("a");
  time += LIMITS.forgetMs + 2_000;
  failFreely("a");
});

test("failures of many addresses throttle all", () => {
  for (let count = 0; count < LIMITS.inTotal.free; count++) expect(fail(`address ${count}`)).toBe(0);
  expect(fail("another")).toBe(1);
  expect(fail()).toBe(1);
});

test("each cookie counts once", () => {
  const send = (token: string) => throttle.countSession({ headers: {}, peerAddress: "a" }, token);
  for (let count = 0; count < 100; count++) send("ended");
  for (let count = 1; count < LIMITS.perAddress.free; count++) send(`guess ${count}`);
  expect(() => send("one more guess")).toThrow("Wait 1 s");
  send("ended");
});
