import type { Worker } from "node:worker_threads";
import type { QueryResult } from "kysely";
import { startWorker } from "#lib/workers/start-worker.ts";
import { isBusy } from "../retry-while-busy.ts";
import type { SqliteInsert, SqliteStatement } from "../sqlite-statements.ts";
import {
  type Synchronous,
  type WriterData,
  type WriterRequest,
  type WriterThread,
  watchWriterThread,
} from "./writer-thread.ts";

export type SqliteTransaction = {
  run(statement: SqliteStatement): Promise<QueryResult<unknown>>;
  commit(): Promise<void>;
  /** Lets the next writer proceed, whatever happens. */
  rollBack(): Promise<void>;
};

/** Writer of one process, which runs writes in the order of the calls. Each waits for the transaction before it. */
export type SqliteWriter = {
  /** Opens the file, which is created if needed. @throws the reason why it cannot be opened or written */
  open(): Promise<void>;
  run(statement: SqliteStatement): Promise<QueryResult<unknown>>;
  /** Runs all inserts and statements in one transaction, or none of them. */
  runTogether(statements: SqliteStatement[], inserts?: readonly SqliteInsert[]): Promise<void>;
  begin(): Promise<SqliteTransaction>;
  /** Rolls back an open transaction, for an exit at which its caller cannot end it. Returns at once. */
  abandon(): void;
  /** Waits for the writes before it, and closes the file. */
  close(): Promise<void>;
};

/** A write that waited this long behind one that met a lock fails with the same error, so that waits do not add up. */
const PATIENCE_MS = 1_000;

/** Exclusive use of the thread by one caller, until `release`. */
type Turn = WriterThread & { release(): void };

/**
 * Starts the thread that writes an SQLite file. When the thread ends, that is logged, waiting writes are rejected, and
 * the next write starts another thread.
 */
export function createSqliteWriter({
  path,
  synchronous = "full",
  log,
  start = () => startWorker("store/writer", { workerData: { path, synchronous } satisfies WriterData }),
}: {
  path: string;
  synchronous?: Synchronous | undefined;
  log: (line: string) => void;
  start?: () => Worker;
}): SqliteWriter {
  let thread: WriterThread | undefined;
  let lastTurn: Promise<void> = Promise.resolve();
  let closed = false;
  /** Error of the previous write, if it met a lock of another process. */
  let metLock: unknown;

  function openThread(): WriterThread {
    const opening = watchWriterThread(start(), (reason) => {
      if (thread !== opening) return;
      thread = undefined;
      log(`${reason.message} The next write starts it again.`);
    });
    opening.opened.catch(() => {
      if (thread === opening) thread = undefined;
    });
    thread = opening;
    return opening;
  }

  async function waitForTurn(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = lastTurn;
    lastTurn = promise;
    await before;
    return resolve;
  }

  async function askWatched(current: WriterThread, request: WriterRequest): Promise<QueryResult<unknown>> {
    try {
      const result = await current.ask(request);
      metLock = undefined;
      return result;
    } catch (error) {
      metLock = isBusy(error) ? error : undefined;
      throw error;
    }
  }

  async function takeTurn(): Promise<Turn> {
    const arrived = performance.now();
    const release = await waitForTurn();
    try {
      if (closed) throw new Error("The store is closed.");
      if (metLock && performance.now() - arrived >= PATIENCE_MS) throw metLock;
      const current = thread ?? openThread();
      await current.opened;
      return { ...current, ask: (request) => askWatched(current, request), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async function withTurn<Result>(use: (turn: Turn) => Promise<Result>): Promise<Result> {
    const turn = await takeTurn();
    try {
      return await use(turn);
    } finally {
      turn.release();
    }
  }

  return {
    open: () => withTurn(async () => {}),
    run: (statement) => withTurn((turn) => turn.ask({ type: "run", statement })),
    runTogether: (statements, inserts = []) =>
      withTurn(async (turn) => {
        await turn.ask({ type: "run-together", statements, inserts: JSON.stringify(inserts) });
      }),

    async begin() {
      const turn = await takeTurn();
      const run = (statement: SqliteStatement) => turn.ask({ type: "run", statement });
      try {
        // Locks at the beginning: in WAL mode a read that turns into a write cannot wait for the lock.
        await run({ sql: "begin immediate", parameters: [] });
      } catch (error) {
        turn.release();
        throw error;
      }
      return {
        run,
        async commit() {
          await run({ sql: "commit", parameters: [] });
          turn.release();
        },
        async rollBack() {
          try {
            await turn.ask({ type: "roll-back" });
          } finally {
            turn.release();
          }
        },
      };
    },

    abandon() {
      thread?.ask({ type: "roll-back" }).catch(() => {});
    },

    async close() {
      const release = await waitForTurn();
      closed = true;
      release();
      await thread?.ask({ type: "close" });
      thread = undefined;
    },
  };
}
