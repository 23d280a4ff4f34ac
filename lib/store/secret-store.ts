import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createSecretStore(db: Kysely<StoreTables>): Store["secrets"] {
  const read = (name: string) => db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();

  return {
    async get(name, make) {
      const known = await read(name);
      if (known) return known.value;
      const value = make();
      // Another instance may be faster: the first value counts.
      await db
        .insertInto("secrets")
        .values({ name, value })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .execute();
      return (await read(name))?.value ?? value;
    },
  };
}
