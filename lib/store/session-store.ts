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
        await db
          .insertInto("sessions")
          .values({ lastSeenAt: null, address: null, userAgent: null, providerSession: null, ...session })
          .execute();
      },
      findByPrefix: (prefix) =>
        db
          .selectFrom("sessions")
          .selectAll()
          .where("hash", ">=", prefix)
          .where("hash", "<", `${prefix}g`)
          .where("expiresAt", ">", now())
          .executeTakeFirst(),
      list({ keyId, limit, after }) {
        let query = db
          .selectFrom("sessions")
          .selectAll()
          .where("expiresAt", ">", now())
          .orderBy("createdAt", "desc")
          .orderBy("hash", "desc")
          .limit(limit);
        if (keyId !== undefined) query = query.where("keyId", "=", keyId);
        if (after) {
          const { createdAt, hash } = after;
          query = query.where((eb) => eb(eb.refTuple("createdAt", "hash"), "<", eb.tuple(createdAt, hash)));
        }
        return query.execute();
      },
      async removeAll(of) {
        const [column, value] =
          "keyId" in of ? (["keyId", of.keyId] as const) : (["providerSession", of.providerSession] as const);
        await db.deleteFrom("sessions").where(column, "=", value).execute();
      },
      async touch(hash) {
        await db.updateTable("sessions").set({ lastSeenAt: now() }).where("hash", "=", hash).execute();
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
