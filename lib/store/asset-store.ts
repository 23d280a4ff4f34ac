import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createAssetStore(db: Kysely<StoreTables>): Store["assets"] {
  return {
    async create(asset) {
      await db.insertInto("assets").values(asset).execute();
    },

    async removeExpired(now) {
      const removed = await db.deleteFrom("assets").where("expiresAt", "<=", now).returning("id").execute();
      return removed.map(({ id }) => id);
    },
  };
}
