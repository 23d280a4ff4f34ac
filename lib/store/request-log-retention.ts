/** Removes old rows of the request log, in batches so small that no other write waits long for one. */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.ts";

/** About 5 ms on SQLite, in which other writes wait. */
const BATCH_ROWS = 250;
/** Time of the database for other writes between two batches: 25 million rows go in a night. */
const PAUSE_MS = 100;

/**
 * @param before Unix milliseconds: rows of earlier requests go
 * @param signal ends it after the batch under way
 * @returns how many went
 */
export async function removeOldRequests(
  db: Kysely<StoreTables>,
  { before, signal }: { before: number; signal: AbortSignal },
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const last = await db
      .selectFrom("requestLog")
      .select("time")
      .where("time", "<", before)
      .orderBy("time")
      .limit(1)
      .offset(BATCH_ROWS - 1)
      .executeTakeFirst();
    // Rows of one moment go together, so that every batch gets on.
    const [result] = await db
      .deleteFrom("requestLog")
      .where("time", last ? "<=" : "<", last ? last.time : before)
      .execute();
    removed += Number(result?.numDeletedRows ?? 0n);
    if (!last) break;
    await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
  return removed;
}
