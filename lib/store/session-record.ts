/** Sessions of browsers, and the tokens of sign-in links that begin one. Times are Unix milliseconds. */

/** Signed-in browser. The cookie holds a random token; only its SHA-256 is stored. */
export type SessionRecord = {
  hash: string;
  /** Key that the session acts for, or "admin" for the admin key. */
  keyId: string;
  createdAt: number;
  expiresAt: number;
};

/** Token of a sign-in link; only its SHA-256 is stored. */
export type SignInTokenRecord = {
  hash: string;
  /** Key that a browser signs in with, or "admin". */
  keyId: string;
  expiresAt: number;
};

export type SignInTokenStore = {
  /** Stores a token; beyond 100 the oldest are removed. */
  create(token: SignInTokenRecord): Promise<void>;
  /** Removes a token and returns it: of several callers, one gets it. */
  take(hash: string): Promise<SignInTokenRecord | undefined>;
};
