/** Converts database faults into errors for clients; other errors of queries are bugs of ours, and pass unchanged. */
import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createStorageError, type StorageFault } from "#lib/http/storage-fault.ts";

/** Faults by SQLite's primary result codes (its manual, Result and Error Codes). */
const SQLITE_FAULTS: Record<number, StorageFault> = {
  3: "read-only", // PERM
  5: "locked", // BUSY
  6: "locked", // LOCKED
  7: "failing", // NOMEM
  8: "read-only", // READONLY
  10: "failing", // IOERR
  11: "failing", // CORRUPT
  13: "full", // FULL
  14: "unreachable", // CANTOPEN
  15: "locked", // PROTOCOL
  26: "failing", // NOTADB
};

/** Faults by Postgres' SQLSTATE or its class (Postgres' manual, appendix A). */
const POSTGRES_FAULTS: Record<string, StorageFault> = {
  "08": "unreachable",
  "25006": "read-only",
  "28": "unreachable",
  "3D": "unreachable",
  "40": "locked",
  "53": "failing",
  "53100": "full",
  "53300": "unreachable",
  "55P03": "locked",
  "57": "unreachable",
  "58": "failing",
  XX001: "failing",
  XX002: "failing",
};
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns undefined for an error of the statement itself. */
type Classify = (error: Error) => StorageFault | undefined;

/**
 * node:sqlite puts the extended result code in `errcode`; its low byte is the primary code. An error without one comes
 * from the thread.
 */
export const classifySqlite: Classify = (error) =>
  "errcode" in error && typeof error.errcode === "number" ? SQLITE_FAULTS[error.errcode & 0xff] : faultOfDriver(error);

/** An error without an SQLSTATE comes from the connection. */
export const classifyPostgres: Classify = (error) => {
  const code = "code" in error && "severity" in error ? String(error.code) : "";
  if (!SQLSTATE.test(code)) return faultOfDriver(error) && "unreachable";
  return POSTGRES_FAULTS[code] ?? POSTGRES_FAULTS[code.slice(0, 2)];
};

function faultOfDriver(error: Error): StorageFault | undefined {
  return error instanceof TypeError || error instanceof RangeError ? undefined : "failing";
}

/** Returns the same result; throws database faults as GatewayErrors of 503 or 507. */
export async function watchFaults<Result>(work: Promise<Result>, classify: Classify): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const fault = error instanceof Error && !GatewayError.isInstance(error) && classify(error);
    throw fault ? createStorageError(fault, error) : error;
  }
}

/** Returns the same dialect, with database faults as GatewayErrors of 503 or 507. */
export function withStoreFaults(dialect: Dialect, classify: Classify): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), classify),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function watchDriver(driver: Driver, classify: Classify): Driver {
  /** Driver's connection behind each wrapped one. */
  const own = new WeakMap<DatabaseConnection, DatabaseConnection>();
  const ownOf = (connection: DatabaseConnection) => own.get(connection) ?? connection;

  const watch = <Result>(work: Promise<Result>) => watchFaults(work, classify);

  return {
    init: (options) => watch(driver.init(options)),
    async acquireConnection(options) {
      const connection = await watch(driver.acquireConnection(options));
      const watched: DatabaseConnection = {
        executeQuery: (query, queryOptions) => watch(connection.executeQuery(query, queryOptions)),
        streamQuery: (query, chunkSize, queryOptions) => connection.streamQuery(query, chunkSize, queryOptions),
      };
      own.set(watched, connection);
      return watched;
    },
    beginTransaction: (connection, settings) => watch(driver.beginTransaction(ownOf(connection), settings)),
    commitTransaction: (connection) => watch(driver.commitTransaction(ownOf(connection))),
    rollbackTransaction: (connection) => watch(driver.rollbackTransaction(ownOf(connection))),
    releaseConnection: (connection, options) => watch(driver.releaseConnection(ownOf(connection), options)),
    destroy: (options) => driver.destroy(options),
  };
}
