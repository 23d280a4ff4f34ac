import { sql } from "kysely";
import type { Backend } from "../backend.ts";
import { endOfLease } from "../database-clock.ts";
import { type QuotaGuard, withSweep } from "../quota/quota-guard.ts";
import { createCellStore } from "./cell-store.ts";
import type { EvaluationStore } from "./evaluation-record.ts";

/** Columns without the rows, which may have megabytes. */
const HEAD = [
  ...(["id", "keyId", "name", "state", "stopped", "definition", "rowCount", "columnCount", "concurrency"] as const),
  ...(["createdAt", "updatedAt", "endedAt", "expiresAt", "claimedBy", "claimedUntil", "fence"] as const),
];

/** Evaluations of one removal; each may have thousands of cells. */
const BATCH = 20;

export function createEvaluationStore(
  backend: Pick<Backend, "db" | "clock" | "reader">,
  guard: QuotaGuard,
): EvaluationStore {
  const { db, clock } = backend;

  const remove = (ids: readonly string[]) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom("evaluationCells").where("evaluationId", "in", ids).execute();
      await transaction.deleteFrom("evaluations").where("id", "in", ids).execute();
    });

  async function removeExpired(now: number): Promise<void> {
    for (;;) {
      const rows = await db.selectFrom("evaluations").select("id").where("expiresAt", "<=", now).limit(BATCH).execute();
      if (rows.length > 0) await remove(rows.map(({ id }) => id));
      if (rows.length < BATCH) return;
    }
  }

  return {
    ...createCellStore(backend, guard),

    create: (record) =>
      withSweep(
        async () => {
          await guard.insert({ keyId: record.keyId, kind: "evaluations" }, (db) =>
            db.insertInto("evaluations").values(record).execute(),
          );
        },
        () => removeExpired(Date.now()),
      ),

    find: (id) =>
      db
        .selectFrom("evaluations")
        .select(HEAD)
        .where("id", "=", id)
        .where("expiresAt", ">", Date.now())
        .executeTakeFirst(),

    async readDataset(id) {
      const row = await db.selectFrom("evaluations").select("dataset").where("id", "=", id).executeTakeFirst();
      return row?.dataset;
    },

    async list({ keyId, after, limit }) {
      let query = db
        .selectFrom("evaluations")
        .select(HEAD)
        .select(({ selectFrom }) =>
          selectFrom("evaluationCells")
            .select(({ fn }) => fn.countAll<number>().as("done"))
            .whereRef("evaluationId", "=", "evaluations.id")
            .as("done"),
        )
        .where("expiresAt", ">", Date.now());
      if (keyId !== undefined) query = query.where("keyId", "=", keyId);
      if (after) {
        const { createdAt, id } = after;
        query = query.where((eb) => eb(eb.refTuple("createdAt", "id"), "<", eb.tuple(createdAt, id)));
      }
      const rows = await query.orderBy("createdAt", "desc").orderBy("id", "desc").limit(limit).execute();
      return rows.map((row) => ({ ...row, done: Number(row.done ?? 0) }));
    },

    async update(id, changes) {
      const updated = await db.updateTable("evaluations").set(changes).where("id", "=", id).returning("id").execute();
      return updated.length > 0;
    },

    async remove(id) {
      await remove([id]);
    },

    listRunning: (limit) =>
      db
        .selectFrom("evaluations")
        .select(HEAD)
        .select(sql<number>`claimed_until - ${clock}`.as("claimLeftMs"))
        .where("state", "=", "running")
        .orderBy("createdAt")
        .orderBy("id")
        .limit(limit)
        .execute(),

    async claim({ id, fence, claimedBy, claimedUntil }, { by, leaseMs }) {
      const [claimed] = await db
        .updateTable("evaluations")
        .set({ claimedBy: by, claimedUntil: endOfLease(clock, leaseMs), fence: fence + 1 })
        .where("id", "=", id)
        .where("state", "=", "running")
        .where("fence", "=", fence)
        // A renewal since then is a sign of life.
        .where("claimedUntil", "=", claimedUntil)
        .where(({ eb }) => (claimedBy === null ? eb("claimedBy", "is", null) : eb("claimedBy", "=", claimedBy)))
        .returning("fence")
        .execute();
      return claimed && { by, fence: claimed.fence };
    },

    async renewClaims(by, leaseMs) {
      await db
        .updateTable("evaluations")
        .set({ claimedUntil: endOfLease(clock, leaseMs) })
        .where("claimedBy", "=", by)
        .execute();
    },

    async release(id, { by, fence }) {
      await db
        .updateTable("evaluations")
        .set({ claimedBy: null, claimedUntil: 0 })
        .where("id", "=", id)
        .where("claimedBy", "=", by)
        .where("fence", "=", fence)
        .execute();
    },

    async finish(id, { by, fence }, end) {
      const finished = await db
        .updateTable("evaluations")
        .set({ ...end, updatedAt: Date.now(), claimedBy: null, claimedUntil: 0 })
        .where("id", "=", id)
        .where("claimedBy", "=", by)
        .where("fence", "=", fence)
        .where("state", "=", "running")
        .returning("id")
        .execute();
      return finished.length > 0;
    },

    removeExpired,

    async removeCreatedBefore(time, signal) {
      while (!signal.aborted) {
        const rows = await db
          .selectFrom("evaluations")
          .select("id")
          .where("createdAt", "<", time)
          .where("state", "<>", "running")
          .limit(BATCH)
          .execute();
        if (rows.length > 0) await remove(rows.map(({ id }) => id));
        if (rows.length < BATCH) return;
      }
    },
  };
}
