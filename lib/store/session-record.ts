/** Sessions of browsers, and the tokens of sign-in links that begin one. Times are Unix milliseconds. */

/** Signed-in browser. The cookie holds a random token; only its SHA-256 is stored. */
export type SessionRecord = {
  hash: string;
  /** Key or person that the session acts for, or "admin" for the admin key. */
  keyId: string;
  createdAt: number;
  expiresAt: number;
  lastSeenAt: number | null;
  /** Network address that signed in. */
  address: string | null;
  userAgent: string | null;
  /** Id of the session at the identity provider, which may end it. */
  providerSession: string | null;
};

type OptionalField = "lastSeenAt" | "address" | "userAgent" | "providerSession";
export type NewSession = Omit<SessionRecord, OptionalField> & Partial<Pick<SessionRecord, OptionalField>>;

export type SessionPosition = Pick<SessionRecord, "createdAt" | "hash">;

export type SessionStore = {
  create(session: NewSession): Promise<void>;
  findByHash(hash: string): Promise<SessionRecord | undefined>;
  /** Finds a session by the first characters of its hash, which are its id on screen. */
  findByPrefix(prefix: string): Promise<SessionRecord | undefined>;
  /** Returns active sessions, the newest first. */
  list(query: {
    keyId?: string | undefined;
    limit: number;
    after?: SessionPosition | undefined;
  }): Promise<SessionRecord[]>;
  remove(hash: string): Promise<void>;
  /** Removes all sessions of a key or person, or of one session at the identity provider. */
  removeAll(of: { keyId: string } | { providerSession: string }): Promise<void>;
  /** Records the use of a session. */
  touch(hash: string): Promise<void>;
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
