/** API keys as they are stored. */
import type { KeyPolicy } from "#lib/contract/key-policy.ts";

export type KeyScope = "admin" | "inference" | "publish" | "metrics";

/** API key as stored: only the SHA-256 of the secret, never the secret. Times are Unix milliseconds. */
export type KeyRecord = {
  id: string;
  name: string;
  /** First characters of the secret, to recognise it in a list. */
  prefix: string;
  /** SHA-256 of the secret, lower-case hex. */
  hash: string;
  scopes: KeyScope[];
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  /** A disabled key works again once it is enabled. */
  disabledAt: number | null;
  /** Name of the group whose limits it shares. */
  group: string | null;
  policy: KeyPolicy;
  tags: string[];
  /** Hash of the secret before the last rotation, which works until `previousExpiresAt`. */
  previousHash: string | null;
  previousExpiresAt: number | null;
  /** Person whose key it is; null for a key of the gateway. */
  personId: string | null;
};

/** Fields of a key that can change. */
export type KeyChanges = Partial<Pick<KeyRecord, "name" | "expiresAt" | "disabledAt" | "group" | "policy" | "tags">>;

export type KeyStore = {
  /** Creates a key; `secret` is returned once and cannot be read again. */
  create(
    options: { name: string; scopes?: KeyScope[]; personId?: string | null } & Omit<KeyChanges, "name" | "disabledAt">,
  ): Promise<{ record: KeyRecord; secret: string }>;
  /** Returns undefined when there is no such key. */
  update(id: string, changes: KeyChanges): Promise<KeyRecord | undefined>;
  /**
   * Gives a key a new secret; the one before works for `overlapMs` more. Undefined when there is no such key.
   */
  rotate(id: string, overlapMs: number): Promise<{ record: KeyRecord; secret: string } | undefined>;
  list(): Promise<KeyRecord[]>;
  /** Returns the keys of a person, also those that are revoked. */
  listOfPerson(personId: string): Promise<KeyRecord[]>;
  /** Revokes a key by its id, or by a prefix of exactly one key. Returns undefined when there is none. */
  revoke(idOrPrefix: string): Promise<KeyRecord | undefined>;
  /** Finds revoked and expired keys too: the caller decides what they may do. */
  findByHash(hash: string): Promise<KeyRecord | undefined>;
  /** Finds the key of a session, also when it is revoked or expired. */
  findById(id: string): Promise<KeyRecord | undefined>;
  /** Records the use of a key. Buffered and written with the request log. */
  touch(id: string, at: number): void;
};
