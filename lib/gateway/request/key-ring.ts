/**
 * KeyRing: finds the key or session of a secret by its SHA-256. Results are cached for a few seconds, so that the store
 * is not read for each request; a change on any instance ends that.
 */
import { timingSafeEqual } from "node:crypto";
import { isUnlimited, type KeyPolicy } from "#lib/contract/key-policy.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { KeyRecord, KeyScope, Store } from "#lib/store/store.ts";
import { WRONG_CREDENTIAL_LIMITS } from "../limits.ts";
import type { AdminKey } from "./admin-key.ts";

export type Principal = {
  /** Id of the key, or "admin". */
  keyId: string;
  name: string;
  scopes: KeyScope[];
  /** Limits of the key; absent when it has none. */
  policy?: KeyPolicy;
  /** Group whose limits the key shares. */
  group?: string;
  /** Labels of its requests in the log. */
  tags?: readonly string[];
};

export type KeyRing = {
  /** Returns the owner of a key; undefined when it is unknown, revoked or expired. */
  findKey(secret: string): Principal | undefined | Promise<Principal | undefined>;
  /** Returns an active key by its id; undefined when it is unknown, revoked or expired. Reads the store. */
  findById(keyId: string): Promise<Principal | undefined>;
  /** Returns the owner of a session token; undefined when it is unknown or expired. */
  findSession(token: string): Promise<Principal | undefined>;
  forgetSession(token: string): Promise<void>;
  /**
   * Reads a key and its sessions again at their next use in this process. A revoked one stops at once, whatever a
   * running read of the store returns.
   */
  forgetKey(id: string, options?: { isRevoked?: boolean }): void;
  /** Reads all keys and sessions again at their next use: an instance has changed some. */
  refresh(kind: "keys" | "sessions"): void;
};

const FRESH_MS = 5_000;
/** Limit on cached secrets, more than any team has; beyond it the oldest are read again. */
const MOST_CACHED = 10_000;

/** Owner of the admin key. */
export const ADMIN: Principal = { keyId: "admin", name: "Admin key", scopes: ["admin", "inference"] };

type Cached = {
  principal: Principal | undefined;
  /** Unix milliseconds; compared at each use, so that a key works again once a wrong clock is corrected. */
  expiresAt: number;
  /** Time by a monotonic clock. */
  freshUntil: number;
};

/** Wrong secrets are separate, so that guesses evict no key from the cache. */
type Cache = { right: Map<string, Cached>; wrong: Map<string, Cached> };

export function createKeyRing({
  store,
  adminKey,
  onChange = () => {},
  now = Date.now,
  elapsed = () => performance.now(),
}: {
  store: Pick<Store, "keys" | "sessions">;
  adminKey: AdminKey;
  /** Called after each change in this process, once it is stored. */
  onChange?: () => void;
  now?: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
}): KeyRing {
  const keys: Cache = { right: new Map(), wrong: new Map() };
  const sessions: Cache = { right: new Map(), wrong: new Map() };
  const adminHash = Buffer.from(adminKey.hash);
  /** Keys that this process revoked: a running read of the store may not see it yet. */
  const revoked = new Set<string>();
  /** Changes with each refresh: what the store returned for an earlier question may be older. */
  let epoch = 0;

  /** @param expiries expiries of the key or session; null for none */
  function remember(
    { right, wrong }: Cache,
    hash: string,
    principal: Principal | undefined,
    { asked, expiries = [] }: { asked: number; expiries?: (number | null | undefined)[] },
  ): Principal | undefined {
    const place = principal ? right : wrong;
    const most = principal ? MOST_CACHED : WRONG_CREDENTIAL_LIMITS.cached;
    // A revoked key was right before.
    if (!principal) right.delete(hash);
    if (place.size >= most) place.delete(place.keys().next().value as string);
    const expiresAt = Math.min(...expiries.filter((expiry) => typeof expiry === "number"));
    const cached = { principal, expiresAt, freshUntil: elapsed() + FRESH_MS };
    if (asked === epoch) place.set(hash, cached);
    return isActive(cached);
  }

  function findFresh({ right, wrong }: Cache, hash: string): Cached | undefined {
    const cached = right.get(hash) ?? wrong.get(hash);
    return cached && cached.freshUntil > elapsed() ? cached : undefined;
  }

  function isActive({ principal, expiresAt }: Cached): Principal | undefined {
    return expiresAt > now() ? principal : undefined;
  }

  function toPrincipal(record: KeyRecord | undefined): Principal | undefined {
    if (!record || record.revokedAt !== null || record.disabledAt !== null || revoked.has(record.id)) return undefined;
    const { id, name, scopes, policy, group, tags } = record;
    return {
      ...{ keyId: id, name, scopes },
      ...(isUnlimited(policy) ? {} : { policy }),
      ...(group === null ? {} : { group }),
      ...(tags.length === 0 ? {} : { tags }),
    };
  }

  function withTouch(principal: Principal | undefined): Principal | undefined {
    if (principal) store.keys.touch(principal.keyId, now());
    return principal;
  }

  return {
    findKey(secret) {
      const hash = hashSecret(secret);
      if (timingSafeEqual(Buffer.from(hash), adminHash)) return ADMIN;
      const cached = findFresh(keys, hash);
      if (cached) return withTouch(isActive(cached));
      const asked = epoch;
      return store.keys.findByHash(hash).then((record) => {
        // The secret before a rotation ends earlier than its key.
        const previousEnd = record?.previousHash === hash ? record.previousExpiresAt : null;
        return withTouch(
          remember(keys, hash, toPrincipal(record), { asked, expiries: [record?.expiresAt, previousEnd] }),
        );
      });
    },
    async findById(keyId) {
      if (keyId === ADMIN.keyId) return ADMIN;
      const record = await store.keys.findById(keyId);
      return record && (record.expiresAt ?? Number.POSITIVE_INFINITY) > now() ? toPrincipal(record) : undefined;
    },
    async findSession(token) {
      const hash = hashSecret(token);
      const cached = findFresh(sessions, hash);
      if (cached) return isActive(cached);
      const asked = epoch;
      const session = await store.sessions.findByHash(hash);
      if (!session) return remember(sessions, hash, undefined, { asked });
      const { keyId, expiresAt } = session;
      if (keyId === ADMIN.keyId) return remember(sessions, hash, ADMIN, { asked, expiries: [expiresAt] });
      const key = await store.keys.findById(keyId);
      return remember(sessions, hash, toPrincipal(key), { asked, expiries: [expiresAt, key?.expiresAt] });
    },
    async forgetSession(token) {
      const hash = hashSecret(token);
      sessions.right.delete(hash);
      await store.sessions.remove(hash);
      onChange();
    },
    forgetKey(id, { isRevoked = true } = {}) {
      if (isRevoked) revoked.add(id);
      // A key that was disabled is known as a wrong one, without its id.
      else for (const { wrong } of [keys, sessions]) wrong.clear();
      for (const { right } of [keys, sessions]) {
        for (const [hash, { principal }] of right) if (principal?.keyId === id) right.delete(hash);
      }
      onChange();
    },
    refresh(kind) {
      epoch += 1;
      // A session has the rights of its key.
      for (const { right, wrong } of kind === "keys" ? [keys, sessions] : [sessions]) {
        right.clear();
        wrong.clear();
      }
    },
  };
}
