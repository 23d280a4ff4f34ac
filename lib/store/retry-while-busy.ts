import { setTimeout as sleep } from "node:timers/promises";

const SQLITE_BUSY = 5;
const PATIENCE_MS = 5_000;
const PAUSE_MS = 10;

/**
 * Repeats an SQLite operation while another connection holds the lock, for at most five seconds. SQLite's own busy
 * timeout would wait too, but synchronously: it would stop the event loop and every stream on it.
 */
export async function retryWhileBusy<Result>(operation: () => Result): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw error;
    }
    await sleep(PAUSE_MS);
  }
}

/**
 * True for the error of an operation that met another connection's lock. node:sqlite puts the extended result code in
 * `errcode`; its low byte is the primary code.
 */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return typeof error.errcode === "number" && (error.errcode & 0xff) === SQLITE_BUSY;
}
