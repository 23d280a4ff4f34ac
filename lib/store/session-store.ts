import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createSessionStore(db: Kysely<StoreTables>): Store["sessions"] {
  return {
    async create(session) {
      await db.insertInto("sessions").values(session).execute();
    },
    findByHash: (hash) =>
      db
        .selectFrom("sessions")
        .selectAll()
        .where("hash", "=", hash)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst(),
    async remove(hash) {
      await db.deleteFrom("sessions").where("hash", "=", hash).execute();
    },
  };
}
