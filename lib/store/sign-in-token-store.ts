import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** Limit on unopened links; beyond it the oldest expires. */
const MOST_TOKENS = 100;

export function createSignInTokenStore(db: Kysely<StoreTables>): Store["signInTokens"] {
  return {
    async create(token) {
      await db.insertInto("signInTokens").values(token).execute();
      const newest = db
        .selectFrom("signInTokens")
        .select("hash")
        .orderBy("expiresAt", "desc")
        .orderBy("hash")
        .limit(MOST_TOKENS);
      await db
        .deleteFrom("signInTokens")
        .where((where) => where.or([where("hash", "not in", newest), where("expiresAt", "<=", Date.now())]))
        .execute();
    },
    // One statement: of two instances, one gets the row.
    take: (hash) => db.deleteFrom("signInTokens").where("hash", "=", hash).returningAll().executeTakeFirst(),
  };
}
