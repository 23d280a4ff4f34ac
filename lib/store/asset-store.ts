import type { Kysely } from "kysely";
import type { QuotaGuard } from "./quota/quota-guard.ts";
import { removeExpiredRows } from "./remove-expired.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createAssetStore(db: Kysely<StoreTables>, guard: QuotaGuard): Store["assets"] {
  return {
    async create(asset, { overQuota = false } = {}) {
      const insert = (db: Kysely<StoreTables>) => db.insertInto("assets").values(asset).execute();
      await (overQuota ? insert(db) : guard.insert(asset, insert));
    },

    find: (id) =>
      db.selectFrom("assets").selectAll().where("id", "=", id).where("expiresAt", ">", Date.now()).executeTakeFirst(),

    async remove(ids) {
      if (ids.length > 0) await db.deleteFrom("assets").where("id", "in", ids).execute();
    },

    async expireBefore(kind, time) {
      const now = Date.now();
      await db
        .updateTable("assets")
        .set({ expiresAt: now })
        .where("kind", "=", kind)
        .where("createdAt", "<", time)
        .where("expiresAt", ">", now)
        .execute();
    },

    removeExpired: (now, removeBlob) => removeExpiredRows(db, "assets", { now, removeBlob }),
  };
}
