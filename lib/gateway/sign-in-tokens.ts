/** The token in the sign-in link that the server prints: good for one browser, for a day, in this process only. */
import { randomBytes } from "node:crypto";
import { hashSecret } from "#lib/store/hash-secret.ts";

const LIFE_MS = 24 * 60 * 60_000;

export type SignInTokens = {
  issue(): string;
  /** True once for a token that was issued and has not expired. */
  redeem(token: string): boolean;
};

export function createSignInTokens(now: () => number = Date.now): SignInTokens {
  const expiry = new Map<string, number>();
  return {
    issue() {
      const token = randomBytes(24).toString("base64url");
      expiry.set(hashSecret(token), now() + LIFE_MS);
      return token;
    },
    redeem(token) {
      const hash = hashSecret(token);
      const until = expiry.get(hash);
      expiry.delete(hash);
      return until !== undefined && until > now();
    },
  };
}
