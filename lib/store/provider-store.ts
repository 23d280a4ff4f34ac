import type { Kysely } from "kysely";
import type { ProviderStore } from "./provider-record.ts";
import type { StoreTables } from "./tables.ts";

export function createProviderStore(db: Kysely<StoreTables>): ProviderStore {
  return {
    list: () => db.selectFrom("providers").selectAll().orderBy("createdAt").orderBy("id").execute(),
    async put(provider) {
      const { id: _, createdAt: __, ...changes } = provider;
      await db
        .insertInto("providers")
        .values(provider)
        .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
        .execute();
    },
    async remove(id) {
      const { numDeletedRows } = await db.deleteFrom("providers").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
