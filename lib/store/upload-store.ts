import type { Kysely, Updateable } from "kysely";
import type { QuotaGuard } from "./quota/quota-guard.ts";
import { removeExpiredRows } from "./remove-expired.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

export function createUploadStore(db: Kysely<StoreTables>, guard: QuotaGuard): Store["uploads"] {
  const change = (id: string, changes: Updateable<StoreTables["uploads"]>) =>
    db.updateTable("uploads").set(changes).where("id", "=", id);
  /** Returns true when the row existed and was changed. */
  const hasChanged = async (update: ReturnType<typeof change>) => (await update.returning("id").execute()).length > 0;

  return {
    async create(upload) {
      const row = { ...upload, claimedBy: null, claimedUntil: 0 };
      const owner = { keyId: upload.keyId, kind: "uploads" } as const;
      await guard.insert(owner, (db) => db.insertInto("uploads").values(row).execute());
    },

    find: (id) =>
      db
        .selectFrom("uploads")
        .select(["id", "keyId", "filename", "displayName", "mediaType", "expectedBytes"])
        .select(["receivedBytes", "reservedBytes", "createdAt", "expiresAt"])
        .where("id", "=", id)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst(),

    claim: (id, { by, now, until }) =>
      hasChanged(change(id, { claimedBy: by, claimedUntil: until }).where("claimedUntil", "<", now)),

    async findClaim(id) {
      const row = await db.selectFrom("uploads").select("claimedBy").where("id", "=", id).executeTakeFirst();
      return row?.claimedBy ?? undefined;
    },

    takeOver: (id, { from, by, until }) =>
      hasChanged(change(id, { claimedBy: by, claimedUntil: until }).where("claimedBy", "=", from)),

    renewClaim: (id, { by, until, expiresAt }) =>
      hasChanged(change(id, { claimedUntil: until, expiresAt }).where("claimedBy", "=", by)),

    async release(id, { by, receivedBytes }) {
      await change(id, { claimedBy: null, claimedUntil: 0, receivedBytes }).where("claimedBy", "=", by).execute();
    },

    async remove(id) {
      await db.deleteFrom("uploads").where("id", "=", id).execute();
    },

    finish: (id, file) =>
      db.transaction().execute(async (transaction) => {
        await transaction.insertInto("files").values(file).execute();
        await transaction.deleteFrom("uploads").where("id", "=", id).execute();
        await guard.requireWithin({ keyId: file.keyId, kind: "files" }, transaction);
      }),

    removeExpired: (now, removeBlob) => removeExpiredRows(db, "uploads", { now, removeBlob }),
  };
}
