import type { SignInTokenRecord, Store } from "#lib/store/store.ts";

/** Tokens of sign-in links in memory, as the store has them. */
export function createTokenTable(): Store["signInTokens"] {
  const rows = new Map<string, SignInTokenRecord>();
  return {
    create: async (token) => void rows.set(token.hash, token),
    async take(hash) {
      const found = rows.get(hash);
      rows.delete(hash);
      return found;
    },
  };
}
