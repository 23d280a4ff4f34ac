import type { Pool } from "pg";
import { createPostgresPool } from "../postgres-pool.ts";
import type { SharedBackend, TakeReply } from "./counter-backend.ts";

/** Fewer than the store has: each call takes well under a millisecond. */
const MOST_CONNECTIONS = 4;
/** Longest wait for a connection, and for a call, which is given up with its connection then. */
const CALL_TIMEOUT_MS = 5_000;

/**
 * Connects counters to the database of the store, on connections of their own, which wait for no other query.
 * @throws when the server cannot be reached within `connectMs`, or refuses
 */
export async function connectPostgresCounters({
  databaseUrl,
  connectMs,
}: {
  databaseUrl: string;
  connectMs: number;
}): Promise<SharedBackend> {
  // An idle connection that breaks is replaced. That of a server that is gone shows at the next call.
  const pool = createPostgresPool(databaseUrl, () => {}, {
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CALL_TIMEOUT_MS,
    query_timeout: CALL_TIMEOUT_MS,
  });
  try {
    await Promise.race([pool.query("select 1"), failAfter(connectMs)]);
  } catch (error) {
    void pool.end();
    throw error;
  }
  const run = <T>(name: string, input: object) => call<T>(pool, name, input);
  return {
    take: (instance, take) => run<TakeReply>("counters_take", { instance, ...take }),
    settle: (instance, settlement) => run("counters_settle", { instance, ...settlement }),
    raise: (raise) => run("counters_raise", raise),
    join: (options) => run("counters_join", options),
    renew: (lease) => run<boolean>("counters_renew", lease),
    leave: (instance) => run("counters_leave", { instance }),
    async close({ isBroken }) {
      const ended = pool.end();
      if (isBroken) ended.catch(() => {});
      else await ended;
    },
  };
}

async function call<T>(pool: Pool, name: string, input: object): Promise<T> {
  const { rows } = await pool.query<{ reply: T }>(`select ${name}($1::jsonb) as reply`, [JSON.stringify(input)]);
  return rows[0]?.reply as T;
}

function failAfter(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms).unref();
  });
}
