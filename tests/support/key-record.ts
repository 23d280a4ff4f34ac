import { NO_POLICY } from "#lib/contract/key-policy.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { KeyRecord } from "#lib/store/store.ts";

/** The record of an active key without limits, with what a test wants different. */
export function keyRecord(secret: string, different: Partial<KeyRecord> = {}): KeyRecord {
  return {
    id: "key_1",
    name: "App",
    prefix: secret.slice(0, 4),
    hash: hashSecret(secret),
    scopes: ["inference"],
    createdAt: 0,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    disabledAt: null,
    group: null,
    policy: NO_POLICY,
    tags: [],
    previousHash: null,
    previousExpiresAt: null,
    personId: null,
    ...different,
  };
}
