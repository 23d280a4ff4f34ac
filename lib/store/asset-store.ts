import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createAssetStore(db: Kysely<StoreTables>): Store["assets"] {
  return {
    async create(asset) {
      await db.insertInto("assets").values(asset).execute();
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
