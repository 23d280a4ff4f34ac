import type { Expression, Kysely, SqlBool } from "kysely";
import type { QuotaGuard } from "./quota/quota-guard.ts";
import { removeExpiredRows } from "./remove-expired.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createFileStore(db: Kysely<StoreTables>, guard: QuotaGuard): Store["files"] {
  return {
    async create(file) {
      const owner = { keyId: file.keyId, kind: "files" } as const;
      await guard.insert(owner, (db) => db.insertInto("files").values(file).execute());
    },

    find: (id) =>
      db
        .selectFrom("files")
        .selectAll()
        .where("id", "=", id)
        .where(({ eb }) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", Date.now())]))
        .executeTakeFirst(),

    list({ keyId, purpose, ids, order, after, limit }) {
      return db
        .selectFrom("files")
        .selectAll()
        .where(({ eb, and, or }) => {
          const conditions: Expression<SqlBool>[] = [
            or([eb("expiresAt", "is", null), eb("expiresAt", ">", Date.now())]),
          ];
          if (keyId !== undefined) conditions.push(eb("keyId", "=", keyId));
          if (purpose !== undefined) conditions.push(eb("purpose", "=", purpose));
          if (ids !== undefined) conditions.push(eb("id", "in", ids));
          if (after !== undefined) {
            const beyond = order === "asc" ? ">" : "<";
            const { createdAt, id } = after;
            conditions.push(
              or([eb("createdAt", beyond, createdAt), and([eb("createdAt", "=", createdAt), eb("id", beyond, id)])]),
            );
          }
          return and(conditions);
        })
        .orderBy("createdAt", order)
        .orderBy("id", order)
        .limit(limit)
        .execute();
    },

    async expire(id, now) {
      const expired = await db
        .updateTable("files")
        .set({ expiresAt: now })
        .where("id", "=", id)
        .where(({ eb }) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]))
        .returning("id")
        .execute();
      return expired.length > 0;
    },

    async expireBefore(time) {
      const now = Date.now();
      await db
        .updateTable("files")
        .set({ expiresAt: now })
        .where("createdAt", "<", time)
        .where(({ eb }) => eb.or([eb("expiresAt", "is", null), eb("expiresAt", ">", now)]))
        .execute();
    },

    async remove(id) {
      const removed = await db.deleteFrom("files").where("id", "=", id).returning("id").execute();
      return removed.length > 0;
    },

    removeExpired: (now, removeBlob) => removeExpiredRows(db, "files", { now, removeBlob }),
  };
}
