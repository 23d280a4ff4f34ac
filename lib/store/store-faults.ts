/** Converts database faults into errors for clients; other errors of queries are bugs of ours, and pass unchanged. */
import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { createStorageError } from "#lib/http/storage-fault.ts";
import type { ClassifyFault } from "./classify-fault.ts";

/** Returns the same result; throws database faults as GatewayErrors of 503 or 507. */
export async function watchFaults<Result>(work: Promise<Result>, classify: ClassifyFault): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const fault = error instanceof Error && !GatewayError.isInstance(error) && classify(error);
    throw fault ? createStorageError(fault, error) : error;
  }
}

/** Returns the same dialect, with database faults as GatewayErrors of 503 or 507. */
export function withStoreFaults(dialect: Dialect, classify: ClassifyFault): Dialect {
  return {
    createDriver: () => watchDriver(dialect.createDriver(), classify),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  };
}

function watchDriver(driver: Driver, classify: ClassifyFault): Driver {
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
