import { NO_QUOTAS, type Quotas } from "#lib/config/quotas.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import { createAlertStore } from "./alert-store.ts";
import { createAssetStore } from "./asset-store.ts";
import { createAuditStore } from "./audit-store.ts";
import type { Backend } from "./backend.ts";
import { createBatchStore } from "./batch-store.ts";
import type { Versions } from "./bus/watch-changes.ts";
import { createConversationStore } from "./conversations/conversation-store.ts";
import { createStorageMeter } from "./create-storage-meter.ts";
import { ENDED_KEY_MS, removeDataOfEndedKeys } from "./ended-keys.ts";
import { createEvaluationStore } from "./evaluations/evaluation-store.ts";
import { createFileStore } from "./file-store.ts";
import { createInstanceStore } from "./instance-store.ts";
import { createKeyStore } from "./key-store.ts";
import { createMcpSignInStore } from "./mcp-sign-ins/mcp-sign-in-store.ts";
import { openSqlite } from "./open-sqlite.ts";
import { createPeopleStore } from "./people/people-store.ts";
import { createProbe } from "./probe.ts";
import { createPromptStore } from "./prompts/prompt-store.ts";
import { createProviderStore } from "./provider-store.ts";
import { createQuotaGuard } from "./quota/quota-guard.ts";
import { createReservations } from "./quota/reservations.ts";
import { createRequestLog } from "./request-log.ts";
import { removeOldRequests } from "./request-log-retention.ts";
import { removeExcessRecords, removeOldRecords } from "./request-record-retention.ts";
import { createRequestRecordStore } from "./request-record-store.ts";
import { createResponseStore, removeExpiredResponses } from "./response-store.ts";
import { createSecretStore } from "./secret-store.ts";
import { createSessionStore } from "./session-store.ts";
import { createShareStore, removeExpiredShares } from "./share-store.ts";
import { createSharedClock, type SharedClock } from "./shared-clock.ts";
import type { Store } from "./store.ts";
import { createUploadStore } from "./upload-store.ts";
import { createUsageHours, repeatStoring } from "./usage/usage-hours.ts";
import { createUsageStore } from "./usage/usage-store.ts";
import { createUsageWorker } from "./usage/usage-worker.ts";
import { warmUsage } from "./usage/warm-usage.ts";
import { createVideoTaskStore } from "./video-task-store.ts";
import { createWriteBehind } from "./write-behind.ts";
import type { Synchronous } from "./writer/writer-thread.ts";

const HOUR_MS = 3_600_000;
/** Time without use after which a sign-in to an MCP server ends. */
const MCP_SIGN_IN_MS = 90 * 24 * HOUR_MS;
/** Half a second: including the commit, rows are on the disk within a second. */
const FLUSH_INTERVAL_MS = 500;
/** Time between two looks at the size of all request records, while some are added. */
const RECORD_SWEEP_MS = 5_000;
const POSTGRES_URL = /^postgres(ql)?:\/\//;

type OpenStoreOptions = {
  /** Postgres URL (`postgres://…`); SQLite when absent. */
  databaseUrl?: string | undefined;
  /** Folder of the SQLite file, created with mode 0700 when it is missing. */
  dataDir: string;
  /** Durability of SQLite commits, by default `full`; a Postgres server has its own setting. */
  synchronous?: Synchronous | undefined;
  /** Longest time in milliseconds that a request log row is buffered before it is written. */
  flushIntervalMs?: number;
  /** Retention of request log rows; unlimited when absent. */
  requestLogDays?: number | undefined;
  /** Retention of audit log entries; unlimited when absent. */
  auditDays?: number | undefined;
  /** Retention of request records in days, and limit on the bytes of all; unlimited when absent. */
  records?: { days: number; bytes: number } | undefined;
  /** Limits on the data that one key stores; none when absent. */
  quotas?: Quotas;
  /** Log for background errors; standard error by default. */
  log?: (line: string) => void;
};

type BackendOptions = Pick<OpenStoreOptions, "databaseUrl" | "dataDir" | "synchronous"> & {
  log: (line: string) => void;
};

/**
 * Opens the store and migrates its schema. Buffered rows are written at `close`, and with SQLite also when the process
 * exits without it.
 * @throws when the database cannot be opened or written
 */
export async function openStore({
  databaseUrl,
  dataDir,
  synchronous,
  flushIntervalMs = FLUSH_INTERVAL_MS,
  requestLogDays,
  auditDays,
  records,
  quotas = NO_QUOTAS,
  log = console.error,
}: OpenStoreOptions): Promise<Store> {
  const backend = await openBackend({ databaseUrl, dataDir, synchronous, log });
  const { db, clock } = backend;
  const sharedClock = createSharedClock();
  const { now } = sharedClock;
  const readVersions = createVersionReader(backend, databaseUrl === undefined ? undefined : sharedClock);
  if (databaseUrl !== undefined) await readVersions().catch(() => {});
  const writeBehind = createWriteBehind({ backend, flushIntervalMs, log });
  process.on("exit", writeBehind.flushAtExit);
  const guard = createQuotaGuard(db, quotas);
  const reserve = createReservations(guard, quotas);
  const responses = createResponseStore(backend, reserve);
  const audit = createAuditStore(db, now);
  const mcpSignIns = createMcpSignInStore(db, now);
  const evaluations = createEvaluationStore(backend, guard);
  const conversations = createConversationStore(backend, guard, now);
  const prompts = createPromptStore(db, guard, now);
  const closed = new AbortController();
  const usageWorker = createUsageWorker(backend.usageDatabase);
  const usageHours = createUsageHours({ backend, worker: usageWorker, signal: closed.signal });
  const noteSlowUsage = (error: unknown) => {
    if (!closed.signal.aborted) log(`Usage could not be summed up, and is read more slowly: ${describeReason(error)}`);
  };
  const stopStoring = repeatStoring(usageHours, noteSlowUsage);
  const warming = warmUsage(backend, usageWorker).catch(noteSlowUsage);
  let sweeping = removeOld();
  let hasNewRecords = true;
  let sweepingRecords: Promise<void> = Promise.resolve();
  const recordSweeper = setInterval(() => {
    if (hasNewRecords) sweepRecords();
  }, RECORD_SWEEP_MS).unref();
  const sweeper = setInterval(() => {
    const unused = mcpSignIns.removeUnused(now() - MCP_SIGN_IN_MS);
    Promise.all([sweep(backend), evaluations.removeExpired(Date.now()), conversations.removePurged(), unused]).catch(
      (error) => log(`Expired rows could not be removed: ${error}`),
    );
    sweeping = sweeping.then(removeOld);
    sweepRecords();
  }, HOUR_MS).unref();

  async function removeOld(): Promise<void> {
    const { signal } = closed;
    const remove = async (title: string, days: number | undefined, removal: (before: number) => Promise<unknown>) => {
      if (days === undefined || signal.aborted) return;
      await removal(now() - days * 24 * HOUR_MS).catch((error) => {
        if (!signal.aborted) log(`Old rows of the ${title} log could not be removed: ${error}`);
      });
    };
    await remove("request", requestLogDays, (before) => removeOldRequests(db, { before, signal }));
    await remove("audit", auditDays, (before) => audit.removeBefore(before, signal));
    await removeDataOfEndedKeys({ db, prompts }, { before: now() - ENDED_KEY_MS, signal }).catch((error) => {
      if (!signal.aborted) log(`Data of keys that have ended could not be removed: ${error}`);
    });
  }

  function sweepRecords(): void {
    hasNewRecords = false;
    sweepingRecords = sweepingRecords.then(removeRecords);
  }

  async function removeRecords(): Promise<void> {
    if (!records || closed.signal.aborted) return;
    const { signal } = closed;
    try {
      await removeOldRecords(db, { before: now() - records.days * 24 * HOUR_MS, signal });
      await removeExcessRecords(db, { limit: records.bytes, signal });
    } catch (error) {
      if (!signal.aborted) log(`Old recorded requests could not be removed: ${error}`);
    }
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    clearInterval(sweeper);
    clearInterval(recordSweeper);
    stopStoring();
    closed.abort();
    writeBehind.stop();
    try {
      await Promise.all([sweeping, sweepingRecords, usageWorker.close(), warming]);
      await Promise.all([writeBehind.flush(), responses.settle()]);
    } finally {
      process.off("exit", writeBehind.flushAtExit);
      await backend.close();
    }
  }

  return {
    keys: createKeyStore(db, writeBehind, now),
    ...createSessionStore(db, now),
    requestLog: createRequestLog(db, writeBehind),
    requestRecords: {
      ...createRequestRecordStore(db, writeBehind),
      append(row) {
        hasNewRecords = true;
        writeBehind.appendRecord(row);
      },
    },
    usage: createUsageStore({ worker: usageWorker, hours: usageHours, flush: writeBehind.flush }),
    files: createFileStore(db, guard),
    uploads: createUploadStore(db, guard),
    assets: createAssetStore(db, guard),
    videoTasks: createVideoTaskStore({ db, clock }, guard),
    instances: createInstanceStore(db, clock),
    people: createPeopleStore(db, now),
    prompts,
    audit,
    now,
    readVersions,
    alerts: createAlertStore(backend),
    batches: createBatchStore(db),
    secrets: createSecretStore(db),
    shares: createShareStore(db, guard),
    evaluations,
    conversations,
    mcpSignIns,
    providers: createProviderStore(db),
    storage: createStorageMeter(backend, {
      async removeRequests(before, signal) {
        await removeOldRequests(db, { before, signal });
      },
      removeRecords: (before, signal) => removeOldRecords(db, { before, signal }),
      removeEvaluations: evaluations.removeCreatedBefore,
    }),
    responses: responses.store,
    quotas: { requireRoom: guard.requireRoom, reserve },
    flush: writeBehind.flush,
    logQueue: writeBehind,
    check: createProbe(backend),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

/** Opens the database and writes to it once, so that a start on a read-only disk fails with an error. */
async function openBackend({ databaseUrl, dataDir, synchronous, log }: BackendOptions): Promise<Backend> {
  let backend: Backend | undefined;
  try {
    backend = await (databaseUrl ? loadPostgres({ databaseUrl, log }) : openSqlite({ dataDir, synchronous, log }));
    await sweep(backend);
    return backend;
  } catch (error) {
    await backend?.close();
    const place = databaseUrl ? "Postgres (DATABASE_URL)" : dataDir;
    throw new Error(`The store in ${place} cannot be opened: ${describeReason(error)}`, { cause: error });
  }
}

/** Loaded on demand: a start on SQLite is about 40 ms shorter without it. */
async function loadPostgres(options: { databaseUrl: string; log: (line: string) => void }): Promise<Backend> {
  if (!POSTGRES_URL.test(options.databaseUrl)) throw new Error("expected a URL that begins with postgres://");
  const { openPostgres } = await import("./open-postgres.ts");
  return openPostgres(options);
}

/** Removes expired sessions, shares and responses, and probe rows of ended instances. */
async function sweep({ db, clock }: Pick<Backend, "db" | "clock">): Promise<void> {
  const now = Date.now();
  await db.deleteFrom("sessions").where("expiresAt", "<=", clock).execute();
  await removeExpiredShares(db, now);
  await removeExpiredResponses(db, now);
  await db
    .deleteFrom("probe")
    .where("time", "<", now - 24 * HOUR_MS)
    .execute();
}

/** @param sharedClock is measured at each reading; absent where the machine's clock is the database's */
function createVersionReader(
  { db, clock }: Pick<Backend, "db" | "clock">,
  sharedClock: SharedClock | undefined,
): () => Promise<Versions> {
  return async () => {
    const query = db.selectFrom("changeVersions").select(["name", "version"]);
    const sentAt = performance.now();
    const rows = await (sharedClock ? query.select(clock.as("time")) : query).execute();
    const [first] = rows;
    if (sharedClock && first && "time" in first)
      sharedClock.note(Number(first.time), { sentAt, receivedAt: performance.now() });
    return Object.fromEntries(rows.map(({ name, version }) => [name, version]));
  };
}
