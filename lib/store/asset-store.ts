import type { Kysely } from "kysely";
import type { QuotaGuard } from "./quota/quota-guard.ts";
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

    async removeExpired(now) {
      const removed = await db.deleteFrom("assets").where("expiresAt", "<=", now).returning("id").execute();
      return removed.map(({ id }) => id);
    },
  };
}
