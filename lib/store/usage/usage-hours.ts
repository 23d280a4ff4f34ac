/**
 * Keeps the table of stored hours complete: each past hour of the request log as a block of columns, from which usage is
 * read. A trigger empties the row of an hour whose log changes; here it is stored again.
 */
import { sql } from "kysely";
import type { Backend } from "../backend.ts";
import { HOUR_MS } from "./row-block.ts";
import type { UsageWorker } from "./usage-worker.ts";

/** Age of an hour's end from which it is stored: rows of slow requests come later than their hour. */
const SETTLED_MS = 600_000;
/** Hours that are prepared by one statement. */
const HOURS = 24;
/** Versions begin at random, so that a row that was removed and created again is never mistaken for the first one. */
const MOST_FIRST_VERSION = 2 ** 40;

export type UsageHours = {
  /** Stores what is missing, newest hour first. Calls during a run share it. */
  store(): Promise<void>;
};

export function createUsageHours({
  backend: { db, clock },
  worker,
  signal,
}: {
  backend: Pick<Backend, "db" | "clock">;
  worker: Pick<UsageWorker, "encode">;
  signal: AbortSignal;
}): UsageHours {
  let running: Promise<void> | undefined;

  async function storeAll(): Promise<void> {
    const missing = await listMissing();
    for (let at = 0; at < missing.length && !signal.aborted; at += HOURS) {
      await storeSome(missing.slice(at, at + HOURS));
    }
  }

  /** Returns the past hours since the oldest row that are not stored, and removes the stored ones before it. */
  async function listMissing(): Promise<number[]> {
    const { rows } = await sql<{ now: number }>`select ${clock} as now`.execute(db);
    const end = Math.floor(((rows[0]?.now ?? 0) - SETTLED_MS) / HOUR_MS);
    const oldest = await db.selectFrom("requestLog").select("time").orderBy("time").limit(1).executeTakeFirst();
    const first = oldest ? Math.floor(oldest.time / HOUR_MS) : end;
    await db.deleteFrom("usageHours").where("hour", "<", first).execute();
    const stored = await db.selectFrom("usageHours").select("hour").where("data", "is not", null).execute();
    const known = new Set(stored.map(({ hour }) => hour));
    const missing: number[] = [];
    for (let hour = end - 1; hour >= first; hour--) if (!known.has(hour)) missing.push(hour);
    return missing;
  }

  /**
   * The row of an hour exists before its log is read, and is filled only while its version is the same: so a change of
   * the log meanwhile is never lost, whichever instance made it.
   */
  async function storeSome(hours: number[]): Promise<void> {
    const version = Math.floor(Math.random() * MOST_FIRST_VERSION);
    await db
      .insertInto("usageHours")
      .values(hours.map((hour) => ({ hour, version, data: null })))
      .onConflict((conflict) => conflict.column("hour").doNothing())
      .execute();
    const rows = await db
      .selectFrom("usageHours")
      .select(["hour", "version"])
      .where("hour", "in", hours)
      .where("data", "is", null)
      .orderBy("hour", "desc")
      .execute();
    for (const row of rows) {
      if (signal.aborted) return;
      const data = await worker.encode(row.hour);
      await db
        .updateTable("usageHours")
        .set({ data: Buffer.from(data.buffer, data.byteOffset, data.byteLength) })
        .where("hour", "=", row.hour)
        .where("version", "=", row.version)
        .execute();
    }
  }

  return {
    store() {
      running ??= storeAll().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}

/** Delay after the start, when there is more to do. */
const FIRST_MS = 5_000;
const INTERVAL_MS = 300_000;

/**
 * Stores missing hours now and then; several instances seldom at the same time.
 * @returns a function that ends it
 */
export function repeatStoring({ store }: UsageHours, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(run, ms * (1 + Math.random())).unref();
  };
  const run = () =>
    void store()
      .catch(onError)
      .then(() => wait(INTERVAL_MS));
  wait(FIRST_MS);
  return () => clearTimeout(timer);
}
