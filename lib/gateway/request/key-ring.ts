/**
 * KeyRing: finds the key or session of a secret by its SHA-256. Results are cached for a few seconds, so that the store
 * is not read for each request; a change on any instance ends that.
 */
import { timingSafeEqual } from "node:crypto";
import { isUnlimited } from "#lib/contract/key-policy.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { KeyRecord, SessionRecord, Store } from "#lib/store/store.ts";
import { WRONG_CREDENTIAL_LIMITS } from "../limits.ts";
import type { AdminKey } from "./admin-key.ts";
import { type FindPerson, isPersonId, limitScopes } from "./people.ts";
import type { Principal, Scope } from "./principal.ts";

export type { Principal, Scope };

export type KeyRing = {
  /**
   * Returns the owner of a key; undefined when it is unknown, revoked or expired.
   * @param connection connection of the request, which nearly always sends one key
   */
  findKey(secret: string, connection?: object): Principal | undefined | Promise<Principal | undefined>;
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
  /** Reads all keys and sessions again at their next use, on all instances: a person or sessions have changed. */
  forgetPeople(): void;
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
  findPerson = async () => undefined,
  onSession = () => {},
  onChange = () => {},
  now = Date.now,
  elapsed = () => performance.now(),
}: {
  store: {
    keys: Pick<Store["keys"], "findByHash" | "findById" | "touch">;
    sessions: Pick<Store["sessions"], "findByHash" | "remove">;
  };
  adminKey: AdminKey;
  /** Absent without sign-in of people. */
  findPerson?: FindPerson | undefined;
  /** Called with a session that was read from the store. */
  onSession?: (session: SessionRecord) => void;
  /** Called after each change in this process, once it is stored. */
  onChange?: () => void;
  now?: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed?: () => number;
}): KeyRing {
  const keys: Cache = { right: new Map(), wrong: new Map() };
  const sessions: Cache = { right: new Map(), wrong: new Map() };
  const adminHash = Buffer.from(adminKey.hash);
  const hashOf = createHashMemory();
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

  /** Returns the owner of a key, and when the rights of the person end whose key it is. */
  async function findOwner(record: KeyRecord | undefined): Promise<{ principal?: Principal; expiresAt?: number }> {
    const principal = toPrincipal(record);
    if (!principal || record?.personId == null) return principal ? { principal } : {};
    const found = await findPerson(record.personId);
    if (!found) return {};
    const person = { ...found.principal.person, isSession: false };
    const scopes = limitScopes(principal.scopes, person.role);
    return { principal: { ...principal, scopes, person }, expiresAt: found.expiresAt };
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

  function refresh(kind: "keys" | "sessions"): void {
    epoch += 1;
    // A session has the rights of its key.
    for (const { right, wrong } of kind === "keys" ? [keys, sessions] : [sessions]) {
      right.clear();
      wrong.clear();
    }
  }

  return {
    findKey(secret, connection) {
      const { hash, bytes } = hashOf(secret, connection);
      if (timingSafeEqual(bytes, adminHash)) return ADMIN;
      const cached = findFresh(keys, hash);
      if (cached) return withTouch(isActive(cached));
      const asked = epoch;
      return store.keys.findByHash(hash).then(async (record) => {
        // The secret before a rotation ends earlier than its key.
        const previousEnd = record?.previousHash === hash ? record.previousExpiresAt : null;
        const { principal, expiresAt } = await findOwner(record);
        return withTouch(
          remember(keys, hash, principal, { asked, expiries: [record?.expiresAt, previousEnd, expiresAt] }),
        );
      });
    },
    async findById(keyId) {
      if (keyId === ADMIN.keyId) return ADMIN;
      if (isPersonId(keyId)) {
        const found = await findPerson(keyId);
        return found && found.expiresAt > now() ? found.principal : undefined;
      }
      const record = await store.keys.findById(keyId);
      const { principal, expiresAt = Number.POSITIVE_INFINITY } = await findOwner(record);
      return Math.min(record?.expiresAt ?? Number.POSITIVE_INFINITY, expiresAt) > now() ? principal : undefined;
    },
    async findSession(token) {
      const hash = hashSecret(token);
      const cached = findFresh(sessions, hash);
      if (cached) return isActive(cached);
      const asked = epoch;
      const session = await store.sessions.findByHash(hash);
      if (!session) return remember(sessions, hash, undefined, { asked });
      onSession(session);
      const { keyId, expiresAt } = session;
      if (keyId === ADMIN.keyId) return remember(sessions, hash, ADMIN, { asked, expiries: [expiresAt] });
      if (isPersonId(keyId)) {
        const found = await findPerson(keyId);
        return remember(sessions, hash, found?.principal, { asked, expiries: [expiresAt, found?.expiresAt] });
      }
      const key = await store.keys.findById(keyId);
      const owner = await findOwner(key);
      const expiries = [expiresAt, key?.expiresAt, owner.expiresAt];
      return remember(sessions, hash, owner.principal, { asked, expiries });
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
    forgetPeople() {
      refresh("keys");
      onChange();
    },
    refresh,
  };
}

type Hashed = { hash: string; bytes: Buffer };

/**
 * Returns a function that hashes secrets, and remembers the last one of each open connection: hashing it again for each
 * request took as long as all other steps of authentication.
 */
function createHashMemory(): (secret: string, connection: object | undefined) => Hashed {
  const last = new WeakMap<object, Hashed & { secret: string }>();
  return (secret, connection) => {
    const known = connection && last.get(connection);
    if (known?.secret === secret) return known;
    const hash = hashSecret(secret);
    const hashed = { hash, bytes: Buffer.from(hash), secret };
    if (connection) last.set(connection, hashed);
    return hashed;
  };
}
