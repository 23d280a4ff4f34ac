import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import { Pool, type PoolConfig, types } from "pg";
import type { Backend } from "./backend.ts";
import { compileKeyTouch } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { compileRequestLogInsert, toRequestLogParameters } from "./request-log-columns.ts";
import { classifyPostgres, withStoreFaults } from "./store-faults.ts";
import type { StoreTables } from "./tables.ts";

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 10;
/** A statement of this size takes well under a millisecond to prepare for the wire. */
const ROWS_PER_INSERT = 100;
const INT8 = 20;

/**
 * Opens a Postgres database and brings its schema up to date.
 * @param databaseUrl `postgres://user:password@host:port/database`, with the options of libpq in its query
 * @throws when the server cannot be reached or refuses; the message never holds the password
 */
export async function openPostgres({
  databaseUrl,
  log,
}: {
  databaseUrl: string;
  log: (line: string) => void;
}): Promise<Backend> {
  await migrateOnOwnConnections(databaseUrl, log);
  const pool = createPool(databaseUrl, log, { max: MOST_CONNECTIONS, query_timeout: QUERY_TIMEOUT_MS });
  const db = new Kysely<StoreTables>({
    dialect: withStoreFaults(new PostgresDialect({ pool }), classifyPostgres),
    plugins: [new CamelCasePlugin()],
  });
  const inserts = new Map<number, CompiledQuery>();

  function insertOf(rowCount: number): CompiledQuery {
    const known = inserts.get(rowCount);
    if (known) return known;
    const query = compileRequestLogInsert(db, rowCount);
    inserts.set(rowCount, query);
    return query;
  }

  return {
    db,
    reader: db,
    writeTogether: (queries) =>
      db.transaction().execute(async (transaction) => {
        for (const query of queries) await transaction.executeQuery(query);
      }),
    async write({ rows, touches }) {
      await db.transaction().execute(async (transaction) => {
        for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
          const some = rows.slice(start, start + ROWS_PER_INSERT);
          await transaction.executeQuery({
            ...insertOf(some.length),
            parameters: toRequestLogParameters(some),
          });
        }
        // One order for all instances: two that update the same keys in different orders would lock each other out.
        const ordered = touches.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        for (const touch of ordered) await transaction.executeQuery(compileKeyTouch(transaction, touch));
      });
    },
    checkPlace: async () => {},
    close: () => db.destroy(),
  };
}

/** Without the limit on a query's time: an instance that starts may wait long for another one that is migrating. */
async function migrateOnOwnConnections(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPool(databaseUrl, log, { max: 2 }) }),
  });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

function createPool(databaseUrl: string, log: (line: string) => void, limits: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: "parlance",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: {
      // pg gives int8 as text. Our times and sizes lie far below 2^53; set here and not for every user of pg.
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
    },
    ...limits,
  });
  // A connection that breaks is replaced at the next query. Without a listener it would end the process: the pool's own
  // hears of idle connections alone, not of one that a request has and that breaks between two queries.
  pool.on("error", (error) => log(`An idle connection to Postgres broke: ${error.message}`));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
