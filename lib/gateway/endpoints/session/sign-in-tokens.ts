/** Tokens of sign-in links, each valid for one browser, for minutes, on every instance. */
import { randomBytes } from "node:crypto";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { Store } from "#lib/store/store.ts";

/** Links are printed to terminals and logs, which others may read later. */
const LIFE_MS = 10 * 60_000;
/** Limit on the tokens whose age this process measures itself. */
const MOST_TOKENS = 100;

export type SignInTokens = {
  /** @param keyId key that a browser signs in with */
  issue(keyId: string): Promise<SignInToken>;
  /** Returns the key's id, once; undefined for a token that is unknown, used or expired. */
  redeem(token: string): Promise<string | undefined>;
};

/** `expiresAt` in Unix milliseconds. */
export type SignInToken = { token: string; expiresAt: number };

/**
 * @param now Unix milliseconds, by a clock that all instances share
 * @param elapsed milliseconds of a monotonic clock, which counts for the tokens of this process
 */
export function createSignInTokens(
  store: Store["signInTokens"],
  { now, elapsed = () => performance.now() }: { now: () => number; elapsed?: () => number },
): SignInTokens {
  /** Ends of this process's tokens by hash, oldest first. */
  const ends = new Map<string, number>();
  return {
    async issue(keyId) {
      const token = randomBytes(24).toString("base64url");
      const hash = hashSecret(token);
      const expiresAt = now() + LIFE_MS;
      if (ends.size >= MOST_TOKENS) ends.delete(ends.keys().next().value as string);
      ends.set(hash, elapsed() + LIFE_MS);
      await store.create({ hash, keyId, expiresAt });
      return { token, expiresAt };
    },
    async redeem(token) {
      const hash = hashSecret(token);
      const end = ends.get(hash);
      ends.delete(hash);
      const found = await store.take(hash);
      if (!found) return undefined;
      const isActive = end === undefined ? found.expiresAt > now() : end > elapsed();
      return isActive ? found.keyId : undefined;
    },
  };
}
