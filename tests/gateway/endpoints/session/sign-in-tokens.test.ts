import { expect, it } from "vitest";
import { createSignInTokens } from "#lib/gateway/endpoints/session/sign-in-tokens.ts";

const MINUTE_MS = 60_000;

it("a token works once, within 10 minutes", () => {
  let now = 1_000;
  const tokens = createSignInTokens(() => now);
  const [first, second] = [tokens.issue("admin"), tokens.issue("key_1")];
  expect(Math.abs(first.expiresAt - Date.now() - 10 * MINUTE_MS)).toBeLessThan(MINUTE_MS);
  now += 10 * MINUTE_MS - 1;
  expect(tokens.redeem(first.token)).toBe("admin");
  expect(tokens.redeem(first.token)).toBeUndefined();
  now += 1;
  expect(tokens.redeem(second.token)).toBeUndefined();
  expect(tokens.redeem("unknown")).toBeUndefined();
});

it("keeps the newest 100 tokens", () => {
  const tokens = createSignInTokens();
  const issued = Array.from({ length: 101 }, () => tokens.issue("admin").token);
  expect(issued.map((token) => tokens.redeem(token))).toEqual([undefined, ...Array(100).fill("admin")]);
});
