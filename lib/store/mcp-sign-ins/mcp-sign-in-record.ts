/** Sign-ins to MCP servers as they are stored: one of each owner with each server. Times are Unix milliseconds. */

export type McpSignInRecord = {
  /** Key or person that signed in, or "admin". */
  ownerId: string;
  /** Id of the server: its URL, or its name in the config file. */
  serverId: string;
  /** Hash of the `state` of a sign-in under way; null when there is none. */
  stateHash: string | null;
  /** Sign-in under way, sealed. */
  sealedPending: string | null;
  pendingUntil: number | null;
  /** Tokens and the client's registration, sealed; null before the first sign-in has ended. */
  sealedGrant: string | null;
  /** Number of grants so far: a write with an older one changes nothing. */
  version: number;
  /** Time until which one instance renews the tokens. */
  renewingUntil: number;
  usedAt: number;
};

export type McpSignInOwner = Pick<McpSignInRecord, "ownerId" | "serverId">;

export type McpSignInStore = {
  find(of: McpSignInOwner): Promise<McpSignInRecord | undefined>;
  /** Writes a sign-in under way, in place of another one of the same owner and server. */
  begin(of: McpSignInOwner, pending: { stateHash: string; sealedPending: string; pendingUntil: number }): Promise<void>;
  /** Ends a sign-in under way: of several callers, also of several instances, one gets it. */
  take(stateHash: string): Promise<McpSignInRecord | undefined>;
  /** Writes the tokens of a finished sign-in. @returns false when the owner or the sign-in was removed meanwhile */
  grant(of: McpSignInOwner, sealedGrant: string): Promise<boolean>;
  /** Lets one instance renew the tokens for some time. @returns false while another one does */
  claim(of: McpSignInRecord, forMs: number): Promise<boolean>;
  /** Ends a claim that renewed nothing. */
  release(of: McpSignInRecord): Promise<void>;
  /** Writes other tokens in place of those of this version. @returns false when they have changed or were removed */
  replace(of: McpSignInRecord, sealedGrant: string): Promise<boolean>;
  /** @returns false when there was none, or when it has changed since the given record */
  remove(of: McpSignInOwner & Partial<Pick<McpSignInRecord, "version">>): Promise<boolean>;
  /** Notes that the tokens are in use. */
  touch(of: McpSignInOwner): Promise<void>;
  /** Removes sign-ins that nobody has used since. */
  removeUnused(before: number): Promise<void>;
};
