/** Tokens of sign-in links, each valid for one browser, for minutes, in this process only. */
import { randomBytes } from "node:crypto";
import { hashSecret } from "#lib/store/hash-secret.ts";

/** Links are printed to terminals and logs, which others may read later. */
const LIFE_MS = 10 * 60_000;
/** Limit on unopened links; beyond it the oldest expires. */
const MOST_TOKENS = 100;

export type SignInTokens = {
  /** @param keyId key that a browser signs in with */
  issue(keyId: string): SignInToken;
  /** Returns the key's id, once; undefined for a token that is unknown, used or expired. */
  redeem(token: string): string | undefined;
};

/** `expiresAt` in Unix milliseconds. */
export type SignInToken = { token: string; expiresAt: number };

/** @param elapsed milliseconds of a monotonic clock */
export function createSignInTokens(elapsed: () => number = () => performance.now()): SignInTokens {
  /** Tokens by hash, oldest first. */
  const issued = new Map<string, { keyId: string; until: number }>();
  return {
    issue(keyId) {
      const token = randomBytes(24).toString("base64url");
      for (const [hash, entry] of issued) {
        if (entry.until > elapsed() && issued.size < MOST_TOKENS) break;
        issued.delete(hash);
      }
      issued.set(hashSecret(token), { keyId, until: elapsed() + LIFE_MS });
      return { token, expiresAt: Date.now() + LIFE_MS };
    },
    redeem(token) {
      const hash = hashSecret(token);
      const entry = issued.get(hash);
      issued.delete(hash);
      return entry !== undefined && entry.until > elapsed() ? entry.keyId : undefined;
    },
  };
}
