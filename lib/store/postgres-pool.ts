import { Pool, type PoolConfig, types } from "pg";

const CONNECT_TIMEOUT_MS = 5_000;
const INT8 = 20;

/** @param onBroken called when an idle connection breaks */
export function createPostgresPool(databaseUrl: string, onBroken: (error: Error) => void, limits: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: "parlance",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // pg returns int8 as text. Our times and sizes are far below 2^53; set here and not for every user of pg.
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    ...limits,
  });
  // A broken connection is replaced at the next query. Without a listener it would end the process: the pool's own
  // listener only covers idle connections, not one that a request holds and that breaks between two queries.
  pool.on("error", onBroken);
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
