import type { Kysely } from "kysely";
import { type QuotaGuard, withSweep } from "./quota/quota-guard.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createShareStore(db: Kysely<StoreTables>, guard: QuotaGuard): Store["shares"] {
  return {
    async create(share) {
      const owner = { keyId: share.keyId, kind: "shares" } as const;
      await withSweep(
        () => guard.insert(owner, (db) => db.insertInto("shares").values(share).execute()),
        () => removeExpiredShares(db, Date.now()),
      );
    },
    find: (id) =>
      db.selectFrom("shares").selectAll().where("id", "=", id).where("expiresAt", ">", Date.now()).executeTakeFirst(),
    async remove(id) {
      await db.deleteFrom("shares").where("id", "=", id).execute();
    },
  };
}

export async function removeExpiredShares(db: Kysely<StoreTables>, now: number): Promise<void> {
  await db.deleteFrom("shares").where("expiresAt", "<=", now).execute();
}
