import type { Kysely } from "kysely";
import { type QuotaGuard, withSweep } from "./quota/quota-guard.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** Beginning of the ids of live links, and the text that sorts after all of them. */
export const LIVE_PREFIX = "live_";
const AFTER_LIVE = "live`";

export function createShareStore(db: Kysely<StoreTables>, guard: QuotaGuard): Store["shares"] {
  const findCurrent = (id: string) =>
    db.selectFrom("shares").selectAll().where("id", "=", id).where("expiresAt", ">", Date.now());
  return {
    async create(share) {
      const owner = { keyId: share.keyId, kind: "shares" } as const;
      await withSweep(
        () => guard.insert(owner, (db) => db.insertInto("shares").values(share).execute()),
        () => removeExpiredShares(db, Date.now()),
      );
    },
    find: (id) => findCurrent(id).where("kind", "!=", "live").executeTakeFirst(),
    findLive: (id) => findCurrent(id).where("kind", "=", "live").executeTakeFirst(),
    listLive: ({ keyId, limit }) =>
      db
        .selectFrom("shares")
        .selectAll()
        // Ids of this form alone are read, by the index of ids.
        .where("id", ">=", LIVE_PREFIX)
        .where("id", "<", AFTER_LIVE)
        .where("kind", "=", "live")
        .where("keyId", "=", keyId)
        .where("expiresAt", ">", Date.now())
        .orderBy("createdAt", "desc")
        .orderBy("id")
        .limit(limit)
        .execute(),
    async remove(id) {
      await db.deleteFrom("shares").where("id", "=", id).execute();
    },
  };
}

export async function removeExpiredShares(db: Kysely<StoreTables>, now: number): Promise<void> {
  await db.deleteFrom("shares").where("expiresAt", "<=", now).execute();
}
