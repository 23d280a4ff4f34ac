import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Backend } from "./backend.ts";
import { classifyPostgres } from "./classify-fault.ts";
import { POSTGRES_CLOCK } from "./database-clock.ts";
import { compileKeyTouch } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { createPostgresPool } from "./postgres-pool.ts";
import { compileRequestLogInsert, toRequestLogParameters } from "./request-log-columns.ts";
import { compileRecordInsert, toRecordParameters } from "./request-record-store.ts";
import { withStoreFaults } from "./store-faults.ts";
import type { StoreTables } from "./tables.ts";

const QUERY_TIMEOUT_MS = 10_000;
const MOST_CONNECTIONS = 10;
/** Limit for which a statement takes well under a millisecond to serialise. */
const ROWS_PER_INSERT = 100;

/**
 * Opens a Postgres database and migrates its schema.
 * @param databaseUrl `postgres://user:password@host:port/database`, with the options of libpq in its query
 * @throws when the server cannot be reached or refuses; the message never contains the password
 */
export async function openPostgres({
  databaseUrl,
  log,
}: {
  databaseUrl: string;
  log: (line: string) => void;
}): Promise<Backend> {
  await migrateOnOwnConnections(databaseUrl, log);
  const pool = createPostgresPool(databaseUrl, logBroken(log), {
    max: MOST_CONNECTIONS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  const db = new Kysely<StoreTables>({
    dialect: withStoreFaults(new PostgresDialect({ pool }), classifyPostgres),
    plugins: [new CamelCasePlugin()],
  });
  const inserts = new Map<number, CompiledQuery>();
  const recordInsert = compileRecordInsert(db);

  function insertOf(rowCount: number): CompiledQuery {
    const known = inserts.get(rowCount);
    if (known) return known;
    const query = compileRequestLogInsert(db, rowCount);
    inserts.set(rowCount, query);
    return query;
  }

  return {
    db,
    clock: POSTGRES_CLOCK,
    reader: db,
    usageDatabase: { databaseUrl },
    writeTogether: (queries) =>
      db.transaction().execute(async (transaction) => {
        for (const query of queries) await transaction.executeQuery(query);
      }),
    async write({ rows, records, touches }) {
      await db.transaction().execute(async (transaction) => {
        for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
          const some = rows.slice(start, start + ROWS_PER_INSERT);
          await transaction.executeQuery({
            ...insertOf(some.length),
            parameters: toRequestLogParameters(some),
          });
        }
        // pg sends a Buffer as bytes, and any other array as a list.
        const owned = records.toSorted((a, b) => (a.keyId < b.keyId ? -1 : 1));
        for (const { payload, ...row } of owned) {
          const parameters = toRecordParameters({ ...row, payload: toBuffer(payload) });
          await transaction.executeQuery({ ...recordInsert, parameters });
        }
        // Same order in all instances: two that update the same keys in different orders would deadlock.
        const ordered = touches.toSorted((a, b) => (a.id < b.id ? -1 : 1));
        for (const touch of ordered) await transaction.executeQuery(compileKeyTouch(transaction, touch));
      });
    },
    checkPlace: async () => {},
    close: () => db.destroy(),
  };
}

function toBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}

/** Without a query timeout: an instance that starts may wait long for another one that is migrating. */
async function migrateOnOwnConnections(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: createPostgresPool(databaseUrl, logBroken(log), { max: 2 }) }),
  });
  try {
    await migrate(db);
  } finally {
    await db.destroy();
  }
}

function logBroken(log: (line: string) => void): (error: Error) => void {
  return (error) => log(`An idle connection to Postgres broke: ${error.message}`);
}
