import { type Kysely, sql } from "kysely";
import type { AlertRecord, AlertStore } from "./alert-record.ts";
import { type DatabaseClock, endOfLease } from "./database-clock.ts";
import type { StoreTables } from "./tables.ts";

/** Creates the outbox. An occasion is raised by several instances, and stored once for each webhook. */
export async function createAlertTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("alerts")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("url", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("occasion", "text", (column) => column.notNull())
    .addColumn("data", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("next_at", "bigint", (column) => column.notNull())
    .addColumn("attempts", "bigint", (column) => column.notNull())
    .addColumn("delivered_at", "bigint")
    .addColumn("failed_at", "bigint")
    .addColumn("error", "text")
    .execute();
  await db.schema.createIndex("alerts_occasion").on("alerts").columns(["url", "occasion"]).unique().execute();
  await db.schema.createIndex("alerts_created_at").on("alerts").column("created_at").execute();
  await sql`create index alerts_due on alerts (next_at) where delivered_at is null and failed_at is null`.execute(db);
}

/** @param reader connection for reading many rows */
export function createAlertStore({
  db,
  clock,
  reader,
}: {
  db: Kysely<StoreTables>;
  clock: DatabaseClock;
  reader: Kysely<StoreTables>;
}): AlertStore {
  return {
    async add(alerts) {
      let added = 0;
      for (const alert of alerts) {
        const rest = { attempts: 0, deliveredAt: null, failedAt: null, error: null };
        const { numInsertedOrUpdatedRows: rows } = await db
          .insertInto("alerts")
          .values({ ...alert, ...rest, createdAt: clock, nextAt: clock })
          .onConflict((conflict) => conflict.columns(["url", "occasion"]).doNothing())
          .executeTakeFirst();
        added += Number(rows ?? 0);
      }
      return added;
    },

    async claimDue({ limit, leaseMs }) {
      const due = await db
        .selectFrom("alerts")
        .selectAll()
        .where("deliveredAt", "is", null)
        .where("failedAt", "is", null)
        .where("nextAt", "<=", clock)
        .orderBy("nextAt")
        .limit(limit)
        .execute();
      const claimed: AlertRecord[] = [];
      for (const alert of due) {
        // One of several instances that have read the same attempt changes it.
        const { numUpdatedRows } = await db
          .updateTable("alerts")
          .set({ attempts: alert.attempts + 1, nextAt: endOfLease(clock, leaseMs) })
          .where("id", "=", alert.id)
          .where("attempts", "=", alert.attempts)
          .executeTakeFirst();
        if (numUpdatedRows > 0) claimed.push({ ...alert, attempts: alert.attempts + 1 });
      }
      return claimed;
    },

    async markDelivered(id) {
      await db.updateTable("alerts").set({ deliveredAt: clock, error: null }).where("id", "=", id).execute();
    },

    async markFailed(id, { error, retryMs }) {
      const next = retryMs === undefined ? { failedAt: clock } : { nextAt: endOfLease(clock, retryMs) };
      await db
        .updateTable("alerts")
        .set({ ...next, error })
        .where("id", "=", id)
        .execute();
    },

    list: (limit) =>
      db.selectFrom("alerts").selectAll().orderBy("createdAt", "desc").orderBy("id").limit(limit).execute(),

    async countFailures(since) {
      const row = await reader
        .selectFrom("requestLog")
        .select(({ fn }) => fn.countAll<number>().as("requests"))
        .select(sql<number | null>`sum(case when status >= 500 then 1 else 0 end)`.as("failures"))
        .where("time", ">=", since)
        .where("model", "is not", null)
        .executeTakeFirst();
      return { requests: Number(row?.requests ?? 0), failures: Number(row?.failures ?? 0) };
    },

    async removeBefore(time) {
      await db.deleteFrom("alerts").where("createdAt", "<", time).execute();
    },
  };
}
