/** Removes old rows of the request log, in batches so small that no other write waits long. */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.ts";

/** About 5 ms on SQLite, during which other writes wait. */
const BATCH_ROWS = 250;
/** Time for other writes between two batches: 25 million rows are removed in a night. */
const PAUSE_MS = 100;

/**
 * @param before Unix milliseconds: rows of earlier requests are removed
 * @param signal ends the removal after the running batch
 * @returns the number of removed rows
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
    // Rows with the same time are removed together, so that every batch makes progress.
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
