import { type Kysely, sql } from "kysely";
import { type DatabaseClock, endOfLease } from "./database-clock.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";

/** Time that the row of an ended instance is stored: until then others know for certain that it has ended. */
const REMEMBERED_MS = 24 * 3_600_000;

export function createInstanceStore(db: Kysely<StoreTables>, clock: DatabaseClock): Store["instances"] {
  return {
    async renew(id, leaseMs) {
      const aliveUntil = endOfLease(clock, leaseMs);
      await db
        .insertInto("instances")
        .values({ id, aliveUntil })
        .onConflict((conflict) => conflict.column("id").doUpdateSet({ aliveUntil }))
        .execute();
    },

    async end(id) {
      await db.updateTable("instances").set({ aliveUntil: clock }).where("id", "=", id).execute();
    },

    async findSilence(id) {
      const row = await db
        .selectFrom("instances")
        .select(sql<number>`${clock} - alive_until`.as("silence"))
        .where("id", "=", id)
        .executeTakeFirst();
      return row?.silence;
    },

    async listSilent(silenceMs) {
      await db
        .deleteFrom("instances")
        .where("aliveUntil", "<", sql<number>`${clock} - ${sql.lit(REMEMBERED_MS)}`)
        .execute();
      const rows = await db
        .selectFrom("instances")
        .select("id")
        .where("aliveUntil", "<", sql<number>`${clock} - ${sql.lit(silenceMs)}`)
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
