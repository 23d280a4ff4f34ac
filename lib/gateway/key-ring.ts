/**
 * KeyRing: who a secret belongs to. Secrets are looked up by their SHA-256; answers are kept in memory for a few seconds,
 * so that no request waits for the store twice and a revoked key stops working soon on every instance.
 */
import { timingSafeEqual } from "node:crypto";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { KeyRecord, KeyScope, Store } from "#lib/store/store.ts";
import type { AdminKey } from "./admin-key.ts";

export type Principal = {
  /** The key's id, or "admin". */
  keyId: string;
  name: string;
  scopes: KeyScope[];
};

export type KeyRing = {
  /** Whose key this is; undefined when it is nobody's, revoked or expired. */
  findKey(secret: string): Principal | undefined | Promise<Principal | undefined>;
  /** Who signed in with this session token. */
  findSession(token: string): Promise<Principal | undefined>;
  forgetSession(token: string): Promise<void>;
  /** Of a key that was revoked: it and its sessions are nobody's from now on. */
  forgetKey(id: string): void;
};

const FRESH_MS = 5_000;
/** More secrets than any team has; beyond it the oldest are asked for again. */
const LARGEST = 10_000;

/** Whoever has the admin key. */
export const ADMIN: Principal = { keyId: "admin", name: "Admin key", scopes: ["admin", "inference"] };

type Cached = { principal: Principal | undefined; until: number };

export function createKeyRing({
  store,
  adminKey,
  now = Date.now,
}: {
  store: Pick<Store, "keys" | "sessions">;
  adminKey: AdminKey;
  now?: () => number;
}): KeyRing {
  const adminHash = Buffer.from(adminKey.hash);
  const keys = new Map<string, Cached>();
  const sessions = new Map<string, Cached>();
  /** Revoked by this process: an answer of the store that is on its way may not know it yet. */
  const revoked = new Set<string>();

  /** @param expiries the times from which the principal is nobody; null where there is none */
  function remember(
    cache: Map<string, Cached>,
    hash: string,
    principal: Principal | undefined,
    ...expiries: (number | null | undefined)[]
  ): Principal | undefined {
    if (cache.size >= LARGEST) cache.delete(cache.keys().next().value as string);
    const ends = principal ? expiries.filter((expiry) => typeof expiry === "number") : [];
    cache.set(hash, { principal, until: Math.min(now() + FRESH_MS, ...ends) });
    return principal;
  }

  function toPrincipal(record: KeyRecord | undefined): Principal | undefined {
    if (
      !record ||
      record.revokedAt !== null ||
      revoked.has(record.id) ||
      (record.expiresAt !== null && record.expiresAt <= now())
    )
      return undefined;
    return { keyId: record.id, name: record.name, scopes: record.scopes };
  }

  return {
    findKey(secret) {
      const hash = hashSecret(secret);
      if (timingSafeEqual(Buffer.from(hash), adminHash)) return ADMIN;
      const cached = keys.get(hash);
      if (cached && cached.until > now()) {
        if (cached.principal) store.keys.touch(cached.principal.keyId, now());
        return cached.principal;
      }
      return store.keys.findByHash(hash).then((record) => {
        const principal = toPrincipal(record);
        if (principal) store.keys.touch(principal.keyId, now());
        return remember(keys, hash, principal, record?.expiresAt);
      });
    },
    async findSession(token) {
      const hash = hashSecret(token);
      const cached = sessions.get(hash);
      if (cached && cached.until > now()) return cached.principal;
      const session = await store.sessions.findByHash(hash);
      if (!session) return remember(sessions, hash, undefined);
      if (session.keyId === ADMIN.keyId) return remember(sessions, hash, ADMIN, session.expiresAt);
      const key = await store.keys.findById(session.keyId);
      return remember(sessions, hash, toPrincipal(key), session.expiresAt, key?.expiresAt);
    },
    async forgetSession(token) {
      const hash = hashSecret(token);
      sessions.delete(hash);
      await store.sessions.remove(hash);
    },
    forgetKey(id) {
      revoked.add(id);
      for (const cache of [keys, sessions]) {
        for (const [hash, { principal }] of cache) if (principal?.keyId === id) cache.delete(hash);
      }
    },
  };
}
