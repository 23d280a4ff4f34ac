/** Removes request records that are too old, or beyond the limit on all of them, in batches. */
import { setTimeout as delay } from "node:timers/promises";
import type { Kysely } from "kysely";
import { RECORD_KIND } from "./quota/storage-triggers.ts";
import type { StoreTables } from "./tables.ts";

/** Records of one statement. Each has some kilobytes, so that other writes wait for milliseconds. */
const BATCH = 50;
/** Time for other writes between two batches. */
const PAUSE_MS = 20;

type RemoveOptions = { signal: AbortSignal };

/** Removes records of requests before a time (Unix milliseconds). */
export async function removeOldRecords(
  db: Kysely<StoreTables>,
  { before, signal }: RemoveOptions & { before: number },
): Promise<void> {
  while (!signal.aborted) {
    const batch = await selectOldest(db).where("time", "<", before).execute();
    await removeThrough(db, batch.at(-1));
    if (batch.length < BATCH) return;
    await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Removes the oldest records until all together have at most `limit` bytes. */
export async function removeExcessRecords(
  db: Kysely<StoreTables>,
  { limit, signal }: RemoveOptions & { limit: number },
): Promise<void> {
  while (!signal.aborted) {
    const excess = (await sumRecords(db)) - limit;
    if (excess <= 0) return;
    let removed = 0;
    let last: { time: number; id: string } | undefined;
    for (const row of await selectOldest(db).execute()) {
      if (removed >= excess) break;
      removed += row.bytes;
      last = row;
    }
    if (!last) return;
    await removeThrough(db, last);
    await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** Returns the bytes of all records, from the sums that triggers keep. */
async function sumRecords(db: Kysely<StoreTables>): Promise<number> {
  const row = await db
    .selectFrom("storageUse")
    .select(({ fn }) => fn.sum<number | null>("bytes").as("bytes"))
    .where("kind", "=", RECORD_KIND)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

function selectOldest(db: Kysely<StoreTables>) {
  return db.selectFrom("requestRecords").select(["time", "id", "bytes"]).orderBy("time").orderBy("id").limit(BATCH);
}

async function removeThrough(db: Kysely<StoreTables>, last: { time: number; id: string } | undefined): Promise<void> {
  if (!last) return;
  await db
    .deleteFrom("requestRecords")
    .where((eb) => eb(eb.refTuple("time", "id"), "<=", eb.tuple(last.time, last.id)))
    .execute();
}
