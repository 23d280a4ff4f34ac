import type { Kysely } from "kysely";
import { createAssetStore } from "./asset-store.ts";
import type { Backend } from "./backend.ts";
import { createFileStore } from "./file-store.ts";
import { createKeyStore } from "./key-store.ts";
import { openSqlite } from "./open-sqlite.ts";
import { createProbe } from "./probe.ts";
import { createRequestLog } from "./request-log.ts";
import { removeOldRequests } from "./request-log-retention.ts";
import { createResponseStore } from "./response-store.ts";
import { createSecretStore } from "./secret-store.ts";
import { createSessionStore } from "./session-store.ts";
import { createShareStore } from "./share-store.ts";
import type { Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";
import { createUploadStore } from "./upload-store.ts";
import { createUsageStore } from "./usage-store.ts";
import { createVideoTaskStore } from "./video-task-store.ts";
import { createWriteBehind } from "./write-behind.ts";

const HOUR_MS = 3_600_000;
const POSTGRES_URL = /^postgres(ql)?:\/\//;

type OpenStoreOptions = {
  /** `postgres://…`; SQLite when absent. */
  databaseUrl?: string | undefined;
  /** Folder of the SQLite file, made with mode 0700 when it is missing. */
  dataDir: string;
  /** How long a request-log row waits at most, in milliseconds. */
  flushIntervalMs?: number;
  /** How long rows of the request log are kept; for ever when absent. */
  requestLogDays?: number | undefined;
  /** Where trouble in the background is told; standard error by default. */
  log?: (line: string) => void;
};

type BackendOptions = Pick<OpenStoreOptions, "databaseUrl" | "dataDir"> & { log: (line: string) => void };

/**
 * Opens the store and brings its schema up to date. What waits in memory is written at `close`, and with SQLite also
 * when the process exits without it.
 * @throws when the database cannot be opened or written
 */
export async function openStore({
  databaseUrl,
  dataDir,
  flushIntervalMs = 1_000,
  requestLogDays,
  log = console.error,
}: OpenStoreOptions): Promise<Store> {
  const backend = await openBackend({ databaseUrl, dataDir, log });
  const { db } = backend;
  const writeBehind = createWriteBehind({ backend, flushIntervalMs, log });
  process.on("exit", writeBehind.flushAtExit);
  const responses = createResponseStore(db, log);
  const closed = new AbortController();
  let sweeping = removeOld();
  const sweeper = setInterval(() => {
    sweep(db).catch((error) => log(`Expired rows could not be removed: ${error}`));
    sweeping = sweeping.then(removeOld);
  }, HOUR_MS).unref();

  async function removeOld(): Promise<void> {
    if (requestLogDays === undefined) return;
    const before = Date.now() - requestLogDays * 24 * HOUR_MS;
    try {
      await removeOldRequests(db, { before, signal: closed.signal });
    } catch (error) {
      if (!closed.signal.aborted) log(`Old rows of the request log could not be removed: ${error}`);
    }
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    clearInterval(sweeper);
    closed.abort();
    writeBehind.stop();
    try {
      await sweeping;
      await Promise.all([writeBehind.flush(), responses.stop()]);
    } finally {
      process.off("exit", writeBehind.flushAtExit);
      await backend.close();
    }
  }

  return {
    keys: createKeyStore(db, writeBehind),
    sessions: createSessionStore(db),
    requestLog: createRequestLog(db, writeBehind),
    usage: createUsageStore(backend.reader, writeBehind.flush),
    files: createFileStore(db),
    uploads: createUploadStore(db),
    assets: createAssetStore(db),
    videoTasks: createVideoTaskStore(db),
    secrets: createSecretStore(db),
    shares: createShareStore(db),
    responses: responses.store,
    flush: writeBehind.flush,
    check: createProbe(backend),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Opens the database and writes to it once, so that a start on a read-only disk fails and says so. */
async function openBackend({ databaseUrl, dataDir, log }: BackendOptions): Promise<Backend> {
  let backend: Backend | undefined;
  try {
    backend = await (databaseUrl ? loadPostgres({ databaseUrl, log }) : openSqlite({ dataDir }));
    await sweep(backend.db);
    return backend;
  } catch (error) {
    await backend?.close();
    const place = databaseUrl ? "Postgres (DATABASE_URL)" : dataDir;
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new Error(`The store in ${place} cannot be opened: ${reason}`, { cause: error });
  }
}

/** Loaded only where it is used: a start on SQLite is about 40 ms shorter without it. */
async function loadPostgres(options: { databaseUrl: string; log: (line: string) => void }): Promise<Backend> {
  if (!POSTGRES_URL.test(options.databaseUrl)) throw new Error("expected a URL that begins with postgres://");
  const { openPostgres } = await import("./open-postgres.ts");
  return openPostgres(options);
}

/** Removes sessions, shares and responses that expired, and probe rows of instances that are gone. */
async function sweep(db: Kysely<StoreTables>): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("sessions").where("expiresAt", "<=", now).execute();
  await db.deleteFrom("shares").where("expiresAt", "<=", now).execute();
  await db.deleteFrom("responseItems").where("expiresAt", "<=", now).execute();
  await db.deleteFrom("responses").where("expiresAt", "<=", now).execute();
  await db
    .deleteFrom("probe")
    .where("time", "<", now - 24 * HOUR_MS)
    .execute();
}
