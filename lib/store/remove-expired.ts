import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.ts";

/** Limit on the rows of one statement. */
const BATCH = 200;
/** Blobs that are removed at once. */
const AT_ONCE = 8;

/**
 * Removes rows that have expired, each after its blob: a blob without a row would never be removed.
 * @param now Unix milliseconds
 * @param removeBlob called for each id; when it fails, its row and the following ones stay for a later call
 * @returns the removed ids
 */
export async function removeExpiredRows(
  db: Kysely<StoreTables>,
  table: "files" | "uploads" | "assets",
  { now, removeBlob }: { now: number; removeBlob: (id: string) => Promise<void> },
): Promise<string[]> {
  const removed: string[] = [];
  for (;;) {
    const rows = await db.selectFrom(table).select("id").where("expiresAt", "<=", now).limit(BATCH).execute();
    const ids = rows.map(({ id }) => id);
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      await Promise.all(ids.slice(start, start + AT_ONCE).map(removeBlob));
    }
    if (ids.length === 0) return removed;
    const gone = await db
      .deleteFrom(table)
      .where("id", "in", ids)
      .where("expiresAt", "<=", now)
      .returning("id")
      .execute();
    removed.push(...gone.map(({ id }) => id));
    if (ids.length < BATCH || gone.length === 0) return removed;
  }
}
