/**
 * The store of the chaos run: a Postgres that is killed and started again. A SQLite is killed with its gateways only.
 */
import type { TestPostgres } from "../store/start-postgres.ts";

export type UnrulyStore = {
  /** False where the store is no process of ours. */
  canBeKilled: boolean;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it takes connections. */
  isUp(): Promise<void>;
  wasAwaySince(time: number): boolean;
  /**
   * Since when rows that a gateway has not written by this time may have waited for the store, in Unix milliseconds.
   */
  rowsWaitSince(time: number): number;
};

/** Rows that waited while the database was away are written this much later. */
const CATCH_UP_MS = 3_000;

export function createUnrulyStore(postgres: TestPostgres | undefined): UnrulyStore {
  let up = Promise.resolve();
  let hasStarted = () => {};
  /** When rows began to wait, unless they have been written since. */
  let awaySince = Number.POSITIVE_INFINITY;
  let backAt = 0;
  return {
    canBeKilled: Boolean(postgres?.kill && postgres.restart),
    async kill() {
      if (Date.now() > backAt + CATCH_UP_MS) awaySince = Date.now();
      backAt = Number.POSITIVE_INFINITY;
      ({ promise: up, resolve: hasStarted } = Promise.withResolvers<void>());
      await postgres?.kill?.();
    },
    async start() {
      await postgres?.restart?.();
      backAt = Date.now();
      hasStarted();
    },
    isUp: () => up,
    wasAwaySince: (time) => backAt >= time,
    rowsWaitSince: (time) => (time < backAt + CATCH_UP_MS ? Math.min(time, awaySince) : time),
  };
}
