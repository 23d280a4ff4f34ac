import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createUploadStore(db: Kysely<StoreTables>): Store["uploads"] {
  return {
    async create(upload) {
      await db
        .insertInto("uploads")
        .values({ ...upload, claimedUntil: 0 })
        .execute();
    },

    find: (id) =>
      db
        .selectFrom("uploads")
        .select(["id", "keyId", "filename", "displayName", "mediaType", "expectedBytes"])
        .select(["receivedBytes", "createdAt", "expiresAt"])
        .where("id", "=", id)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst(),

    async claim(id, { until }) {
      const claimed = await db
        .updateTable("uploads")
        .set({ claimedUntil: until })
        .where("id", "=", id)
        .where("claimedUntil", "<", Date.now())
        .returning("id")
        .execute();
      return claimed.length > 0;
    },

    async release(id, receivedBytes) {
      await db.updateTable("uploads").set({ claimedUntil: 0, receivedBytes }).where("id", "=", id).execute();
    },

    async remove(id) {
      await db.deleteFrom("uploads").where("id", "=", id).execute();
    },

    async removeExpired(now) {
      const removed = await db.deleteFrom("uploads").where("expiresAt", "<=", now).returning("id").execute();
      return removed.map(({ id }) => id);
    },
  };
}
