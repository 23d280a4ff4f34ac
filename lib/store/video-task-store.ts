import { sql } from "kysely";
import type { Backend } from "./backend.ts";
import { endOfLease } from "./database-clock.ts";
import type { QuotaGuard } from "./quota/quota-guard.ts";
import { toRequestLogColumns } from "./request-log-columns.ts";
import type { Store } from "./store.ts";
import type { VideoTaskState } from "./video-task.ts";

const UNFINISHED: VideoTaskState[] = ["queued", "submitting", "in_progress"];

export function createVideoTaskStore(
  { db, clock }: Pick<Backend, "db" | "clock">,
  guard: QuotaGuard,
): Store["videoTasks"] {
  function findByIdempotencyKey({
    keyId,
    idempotencyKey,
    since,
  }: Parameters<Store["videoTasks"]["findByIdempotencyKey"]>[0]) {
    return db
      .selectFrom("videoTasks")
      .selectAll()
      .where("keyId", "=", keyId)
      .where("idempotencyKey", "=", idempotencyKey)
      .where("createdAt", ">=", since)
      .executeTakeFirst();
  }

  return {
    async create(task, { idempotentSince: since }) {
      const { keyId, idempotencyKey } = task;
      if (idempotencyKey !== null) {
        // Older tasks lose the idempotency key, so that it can be used again.
        await db
          .updateTable("videoTasks")
          .set({ idempotencyKey: null })
          .where("keyId", "=", keyId)
          .where("idempotencyKey", "=", idempotencyKey)
          .where("createdAt", "<", since)
          .execute();
      }
      const created = await guard.insert({ keyId, kind: "videos" }, (db) =>
        db
          .insertInto("videoTasks")
          .values(task)
          .onConflict((conflict) => conflict.columns(["keyId", "idempotencyKey"]).doNothing())
          .returning("key")
          .executeTakeFirst(),
      );
      if (created || idempotencyKey === null) return undefined;
      return findByIdempotencyKey({ keyId, idempotencyKey, since });
    },

    find: (key) => db.selectFrom("videoTasks").selectAll().where("key", "=", key).executeTakeFirst(),

    findByIdempotencyKey,

    list({ keyId, model, order, after, limit }) {
      let query = db.selectFrom("videoTasks").selectAll();
      if (keyId !== undefined) query = query.where("keyId", "=", keyId);
      if (model !== undefined) query = query.where("model", "=", model);
      if (after) {
        const beyond = order === "asc" ? ">" : "<";
        query = query.where(({ eb, or, and }) =>
          or([
            eb("createdAt", beyond, after.createdAt),
            and([eb("createdAt", "=", after.createdAt), eb("key", beyond, after.key)]),
          ]),
        );
      }
      return query.orderBy("createdAt", order).orderBy("key", order).limit(limit).execute();
    },

    unfinished: (query) =>
      db
        .selectFrom("videoTasks")
        .selectAll()
        .select(sql<number>`claimed_until - ${clock}`.as("claimLeftMs"))
        .where("completedAt", "is", null)
        .where(({ eb }) => ("of" in query ? eb("upstream", "=", query.of) : eb("upstream", "<>", query.notOf)))
        .orderBy("createdAt")
        .orderBy("key")
        .limit(query.limit)
        .execute(),

    async countUnfinished(keyId) {
      const { count } = await db
        .selectFrom("videoTasks")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("completedAt", "is", null)
        .where("keyId", "=", keyId)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async claim({ key, claimedBy, claimedUntil, fence }, { by, leaseMs }) {
      const [claimed] = await db
        .updateTable("videoTasks")
        .set({ claimedBy: by, claimedUntil: endOfLease(clock, leaseMs), fence: fence + 1 })
        .where("key", "=", key)
        .where("completedAt", "is", null)
        .where("fence", "=", fence)
        // An older version claims without counting.
        .where("claimedUntil", "=", claimedUntil)
        .where(({ eb }) => (claimedBy === null ? eb("claimedBy", "is", null) : eb("claimedBy", "=", claimedBy)))
        .returning("fence")
        .execute();
      return claimed && { by, fence: claimed.fence };
    },

    async renewClaims(by, leaseMs) {
      await db
        .updateTable("videoTasks")
        .set({ claimedUntil: endOfLease(clock, leaseMs) })
        .where("claimedBy", "=", by)
        .where("completedAt", "is", null)
        .execute();
    },

    async releaseClaims(by) {
      await db
        .updateTable("videoTasks")
        .set({ claimedBy: null, claimedUntil: 0 })
        .where("claimedBy", "=", by)
        .where("completedAt", "is", null)
        .execute();
    },

    async update(key, { by, fence }, { progress = 0, ...changes }) {
      const updated = await db
        .updateTable("videoTasks")
        .set(({ eb }) => ({
          ...changes,
          progress: eb.case().when("progress", "<", progress).then(progress).else(eb.ref("progress")).end(),
        }))
        .where("key", "=", key)
        .where("claimedBy", "=", by)
        .where("fence", "=", fence)
        .where("state", "in", UNFINISHED)
        .returning("key")
        .execute();
      return updated.length > 0;
    },

    finish: (key, end, { claim, logRow }) =>
      db.transaction().execute(async (transaction) => {
        let query = transaction
          .updateTable("videoTasks")
          .set({ ...end, claimedBy: null, claimedUntil: 0 })
          .where("key", "=", key)
          .where("state", "in", UNFINISHED);
        if (claim) query = query.where("claimedBy", "=", claim.by).where("fence", "=", claim.fence);
        const finished = await query.returning("key").execute();
        if (finished.length === 0) return false;
        await transaction.insertInto("requestLog").values(toRequestLogColumns(logRow)).execute();
        return true;
      }),

    async setStills(key, stills) {
      await db.updateTable("videoTasks").set({ stills }).where("key", "=", key).execute();
    },

    remove: (key) => db.deleteFrom("videoTasks").where("key", "=", key).returningAll().executeTakeFirst(),

    removeEndedBefore: (time) => db.deleteFrom("videoTasks").where("completedAt", "<", time).returningAll().execute(),
  };
}
