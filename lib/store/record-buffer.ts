/** RecordBuffer: request records that wait for their write, with a limit on their bytes. */
import type { RequestRecordRow } from "./request-record-row.ts";

/** Bytes of one transaction. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Limit on the bytes that wait; beyond it the oldest records are dropped. */
const MOST_BYTES = 64 * 1024 * 1024;

export type RecordBuffer = {
  readonly length: number;
  /** Returns true in `isBatch` when a whole transaction waits. */
  add(rows: readonly RequestRecordRow[]): { isBatch: boolean };
  /** Takes the records of one transaction, oldest first. */
  take(): RequestRecordRow[];
  /** Returns records of a failed transaction. */
  putBack(rows: RequestRecordRow[]): void;
};

export function createRecordBuffer(log: (line: string) => void): RecordBuffer {
  let waiting: RequestRecordRow[] = [];
  let bytes = 0;
  const sum = (rows: readonly RequestRecordRow[]) => rows.reduce((total, row) => total + row.bytes, 0);

  function dropOldest(): void {
    let count = 0;
    for (; bytes > MOST_BYTES && count < waiting.length; count++) bytes -= waiting[count]?.bytes ?? 0;
    if (count === 0) return;
    waiting = waiting.slice(count);
    log(`The store cannot be written fast enough: ${count} recorded requests were dropped.`);
  }

  return {
    get length() {
      return waiting.length;
    },
    add(rows) {
      waiting.push(...rows);
      bytes += sum(rows);
      dropOldest();
      return { isBatch: bytes >= BATCH_BYTES };
    },
    take() {
      let count = 0;
      for (let taken = 0; count < waiting.length && taken < BATCH_BYTES; count++) taken += waiting[count]?.bytes ?? 0;
      const batch = waiting.splice(0, count);
      bytes -= sum(batch);
      return batch;
    },
    putBack(rows) {
      waiting = rows.concat(waiting);
      bytes += sum(rows);
      dropOldest();
    },
  };
}
