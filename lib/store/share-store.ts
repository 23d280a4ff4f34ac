import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createShareStore(db: Kysely<StoreTables>): Store["shares"] {
  return {
    async create(share) {
      await db.insertInto("shares").values(share).execute();
    },
    find: (id) =>
      db.selectFrom("shares").selectAll().where("id", "=", id).where("expiresAt", ">", Date.now()).executeTakeFirst(),
    async remove(id) {
      await db.deleteFrom("shares").where("id", "=", id).execute();
    },
  };
}
