import { setImmediate as nextTurn } from "node:timers/promises";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { Backend, Batch } from "./backend.ts";
import { createRecordBuffer } from "./record-buffer.ts";
import type { RequestRecordRow } from "./request-record-row.ts";
import type { RequestLogRow } from "./store.ts";

/** Rows per transaction; serialising them for SQLite's writer takes about 1 ms of the event loop. */
const BATCH_ROWS = 500;
/** Limit on buffered rows while the database does not respond, about 25 MB; the oldest are dropped first. */
const MOST_ROWS = 50_000;

export type WriteBehind = {
  /** Rows that wait for their write. */
  readonly waitingRows: number;
  /** Rows that were dropped since the start, because too many waited. */
  readonly lostRows: number;
  append(row: RequestLogRow): void;
  appendRecord(row: RequestRecordRow): void;
  touch(id: string, at: number): void;
  /** Resolves when everything that was buffered before the call is written; rejects when a write fails. */
  flush(): Promise<void>;
  /**
   * Writes the buffer, and again the running batch, whose end nobody would see, without returning to the event loop.
   * Does nothing when the database does not support that.
   */
  flushAtExit(): void;
  /** Stops the timer and accepts nothing more. */
  stop(): void;
};

/**
 * Buffers request log rows, their records and key uses and writes them in batches, so that a request only pays for a push into an
 * array. Batches never overlap. A failed batch goes back to the front and is retried at the next interval.
 */
export function createWriteBehind({
  backend,
  flushIntervalMs,
  log,
}: {
  backend: Pick<Backend, "write" | "writeAtExit">;
  flushIntervalMs: number;
  log: (line: string) => void;
}): WriteBehind {
  let rows: RequestLogRow[] = [];
  const records = createRecordBuffer(log);
  const touches = new Map<string, number>();
  let underWay: Batch | undefined;
  let timer: NodeJS.Timeout | undefined;
  let draining: Promise<void> | undefined;
  let stopped = false;
  let failing = false;
  let lost = 0;
  let lostInAll = 0;

  function append(row: RequestLogRow): void {
    if (stopped) return;
    rows.push(row);
    if (rows.length === BATCH_ROWS) setImmediate(flushInBackground);
    else if (rows.length > MOST_ROWS) dropOldest();
    arm();
  }

  function appendRecord(row: RequestRecordRow): void {
    if (stopped) return;
    if (records.add([row]).isBatch) setImmediate(flushInBackground);
    arm();
  }

  function isWaiting(): boolean {
    return rows.length > 0 || touches.size > 0 || records.length > 0;
  }

  function touch(id: string, at: number): void {
    if (stopped) return;
    touches.set(id, at);
    arm();
  }

  function arm(): void {
    timer ??= setTimeout(onTimer, flushIntervalMs).unref();
  }

  function onTimer(): void {
    timer = undefined;
    flushInBackground();
  }

  function flushInBackground(): void {
    if (draining === undefined && !stopped) flush().catch(() => {});
  }

  /** A running drain may have taken its last batch already: later rows need one after it. */
  function flush(): Promise<void> {
    const current = (draining ?? Promise.resolve()).catch(() => {}).then(drain);
    draining = current;
    const clear = () => {
      if (draining === current) draining = undefined;
    };
    current.then(clear, clear);
    return current;
  }

  async function drain(): Promise<void> {
    while (isWaiting()) {
      const batch = take();
      underWay = batch;
      try {
        await backend.write(batch);
      } catch (error) {
        putBack(batch);
        noteFailure(error);
        if (!stopped) arm();
        throw error;
      } finally {
        underWay = undefined;
      }
      noteSuccess();
      if (rows.length > 0) await nextTurn();
    }
  }

  function flushAtExit(): void {
    if (!backend.writeAtExit) return;
    try {
      if (underWay) backend.writeAtExit(underWay);
      while (isWaiting()) backend.writeAtExit(take());
    } catch (error) {
      noteFailure(error);
    }
  }

  function take(): Batch {
    const batch: Batch = { rows: rows.splice(0, BATCH_ROWS), records: records.take(), touches: [] };
    for (const [id, at] of touches) {
      if (batch.touches.length === BATCH_ROWS) break;
      batch.touches.push({ id, at });
      touches.delete(id);
    }
    return batch;
  }

  function putBack(batch: Batch): void {
    rows = batch.rows.concat(rows);
    records.putBack(batch.records);
    if (rows.length > MOST_ROWS) dropOldest();
    for (const { id, at } of batch.touches) {
      if (!touches.has(id)) touches.set(id, at);
    }
  }

  /** Drops one batch more than necessary, so that a full buffer is not moved for each new row. */
  function dropOldest(): void {
    const surplus = Math.max(0, rows.length - MOST_ROWS) + BATCH_ROWS;
    if (lost === 0) log("The store still cannot be written and its buffer is full: the oldest log rows are dropped.");
    const dropped = rows.splice(0, surplus).length;
    lost += dropped;
    lostInAll += dropped;
  }

  function noteFailure(error: unknown): void {
    if (failing) return;
    failing = true;
    log(`The store cannot be written (${describeReason(error)}). Request-log rows wait in memory and are tried again.`);
  }

  function noteSuccess(): void {
    if (!failing) return;
    log(`The store can be written again; ${lost === 0 ? "no" : lost} request-log rows were lost.`);
    failing = false;
    lost = 0;
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
  }

  return {
    get waitingRows() {
      return rows.length + (underWay?.rows.length ?? 0);
    },
    get lostRows() {
      return lostInAll;
    },
    ...{ append, appendRecord, touch, flush, flushAtExit, stop },
  };
}
