import { hashSecret } from "#lib/store/hash-secret.ts";
import type { SessionRecord } from "#lib/store/store.ts";

/** The record of a browser's session, with what a test wants different. */
export function sessionRecord(token: string, different: Partial<SessionRecord> = {}): SessionRecord {
  return {
    ...{ hash: hashSecret(token), keyId: "key_1", createdAt: 0, expiresAt: Number.MAX_SAFE_INTEGER },
    ...{ lastSeenAt: null, address: null, userAgent: null, providerSession: null },
    ...different,
  };
}
