/** Sessions of browsers, and the tokens of the sign-in links that begin them. */
import type { Kysely } from "kysely";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** Limit on unopened links; beyond it the oldest expires. */
const MOST_TOKENS = 100;

/** @param now Unix milliseconds by the database's clock */
export function createSessionStore(
  db: Kysely<StoreTables>,
  now: () => number,
): Pick<Store, "sessions" | "signInTokens"> {
  return {
    sessions: {
      async create(session) {
        await db.insertInto("sessions").values(session).execute();
      },
      findByHash: (hash) =>
        db
          .selectFrom("sessions")
          .selectAll()
          .where("hash", "=", hash)
          .where("expiresAt", ">", now())
          .executeTakeFirst(),
      async remove(hash) {
        await db.deleteFrom("sessions").where("hash", "=", hash).execute();
      },
    },
    signInTokens: {
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
          .where((where) => where.or([where("hash", "not in", newest), where("expiresAt", "<=", now())]))
          .execute();
      },
      // One statement: of two instances, one gets the row.
      take: (hash) => db.deleteFrom("signInTokens").where("hash", "=", hash).returningAll().executeTakeFirst(),
    },
  };
}
