import { PostgresAdapter, sql } from "kysely";
import type { ClearableKind } from "#lib/contract/storage.ts";
import type { ConversationKind } from "#lib/contract/stored-conversation.ts";
import type { Backend } from "./backend.ts";
import type { CountedKind } from "./quota/storage-triggers.ts";
import type { StorageMeter, StorageOwner } from "./storage-meter.ts";

const OWNERS_PER_KIND = 5;
/** Rows of one statement, so that other writes wait for milliseconds. */
const BATCH = 200;
/** Limit on the estimated bytes of a log row, with its part of the indexes. */
const LARGEST_LOG_ROW = 2_048;
/** Below this number Postgres counts the rows, above it estimates them. */
const COUNTED_ROWS = 100_000;

export function createStorageMeter(
  { db, reader }: Pick<Backend, "db" | "reader">,
  {
    removeRequests,
    removeRecords,
    removeEvaluations,
  }: Pick<StorageMeter, "removeRequests" | "removeRecords" | "removeEvaluations">,
): StorageMeter {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;

  async function readOne(text: string): Promise<number | null> {
    const { rows } = await sql<{ value: number | string | null }>`${sql.raw(text)}`.execute(reader);
    const value = rows[0]?.value;
    return value === null || value === undefined ? null : Number(value);
  }

  async function countLog(): Promise<number> {
    const estimate = isPostgres
      ? ((await readOne("select reltuples as value from pg_class where oid = 'request_log'::regclass")) ?? 0)
      : 0;
    return estimate >= COUNTED_ROWS ? estimate : ((await readOne("select count(*) as value from request_log")) ?? 0);
  }

  async function readUsed(): Promise<{ bytes: number; used: number }> {
    if (isPostgres) {
      const bytes = (await readOne("select pg_database_size(current_database()) as value")) ?? 0;
      return { bytes, used: bytes };
    }
    const [pages, free, size] = [
      await readOne("select page_count as value from pragma_page_count()"),
      await readOne("select freelist_count as value from pragma_freelist_count()"),
      await readOne("select page_size as value from pragma_page_size()"),
    ].map((value) => value ?? 0) as [number, number, number];
    return { bytes: pages * size, used: (pages - free) * size };
  }

  async function remove(table: "responses" | "shares", before: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      let old = db.selectFrom(table).select("id").where("createdAt", "<", before).limit(BATCH);
      // A response that is running would be an error for its reader.
      if (table === "responses") old = old.where(sql<boolean>`alive_at is null`);
      const ids = (await old.execute()).map(({ id }) => id);
      if (ids.length > 0) await db.deleteFrom(table).where("id", "in", ids).execute();
      if (ids.length < BATCH) return;
    }
  }

  return {
    async measure() {
      const sums = await reader
        .selectFrom("storageUse")
        .select([
          "kind",
          ({ fn }) => fn.sum<number>("items").as("items"),
          ({ fn }) => fn.sum<number>("bytes").as("bytes"),
        ])
        .groupBy("kind")
        .execute();
      const of = (kind: CountedKind) => {
        const sum = sums.find((row) => row.kind === kind);
        return { items: Number(sum?.items ?? 0), bytes: Number(sum?.bytes ?? 0) };
      };
      const [{ bytes, used }, logRows] = [await readUsed(), await countLog()];
      const logBytes = isPostgres
        ? await readOne("select pg_total_relation_size('request_log') + pg_total_relation_size('usage_hours') as value")
        : Math.min(
            logRows * LARGEST_LOG_ROW,
            Math.max(
              0,
              used -
                (["responses", "shares", "records", "evaluations", "conversations", "presets"] as const).reduce(
                  (sum, kind) => sum + of(kind).bytes,
                  0,
                ),
            ),
          );
      const amount = async (kind: CountedKind, oldest: string) => ({ ...of(kind), oldest_at: await readOne(oldest) });
      return {
        engine: isPostgres ? "postgres" : "sqlite",
        bytes,
        isLogEstimated: !isPostgres,
        owners: await readOwners(),
        kinds: {
          requests: {
            items: logRows,
            bytes: logBytes,
            oldest_at: await readOne("select min(time) as value from request_log"),
          },
          records: await amount("records", "select min(time) as value from request_records"),
          files: await amount("files", "select min(created_at) as value from files"),
          images: await amount("images", "select min(created_at) as value from assets where kind = 'images'"),
          videos: await amount("videos", "select min(created_at) as value from video_tasks"),
          // All live equally long, and their rows are large: the first to expire is the oldest.
          responses: await amount("responses", firstToExpire("responses")),
          shares: await amount("shares", firstToExpire("shares")),
          prompts: await amount("prompts", "select min(created_at) as value from prompts"),
          evaluations: await amount("evaluations", firstToExpire("evaluations")),
          conversations: await amount("conversations", oldestOf("conversation")),
          presets: await amount("presets", oldestOf("preset")),
          uploads: await amount("uploads", "select min(created_at) as value from uploads"),
          sessions: {
            items: (await readOne("select count(*) as value from sessions")) ?? 0,
            bytes: null,
            oldest_at: await readOne("select min(created_at) as value from sessions"),
          },
          audit: {
            items: (await readOne("select count(*) as value from audit_log")) ?? 0,
            bytes: null,
            oldest_at: await readOne("select min(time) as value from audit_log"),
          },
        },
      };
    },

    async count(kind, before) {
      const { from, bytes, created } = COUNTED[kind];
      const { rows } = await sql<{ items: number; bytes: number | string | null; oldest: number | null }>`
        select count(*) as items, ${sql.raw(bytes)} as bytes, min(${sql.raw(created)}) as oldest
        from ${sql.raw(from)} and ${sql.raw(created)} < ${before}`.execute(reader);
      const [row] = rows;
      const amount = Number(row?.items ?? 0);
      const size = row?.bytes ?? null;
      return {
        items: amount,
        bytes: size === null ? (amount === 0 ? 0 : null) : Number(size),
        oldest_at: row?.oldest === null || row?.oldest === undefined ? null : Number(row.oldest),
      };
    },

    removeRequests,
    removeRecords,
    removeEvaluations,
    removeResponses: (before, signal) => remove("responses", before, signal),
    removeShares: (before, signal) => remove("shares", before, signal),
  };

  /** Reads the keys with the most bytes of each kind. */
  async function readOwners(): Promise<StorageOwner[]> {
    const rows = await reader
      .selectFrom("storageUse")
      .select(["kind", "keyId", "items", "bytes"])
      .where("items", ">", 0)
      .orderBy("bytes", "desc")
      .execute();
    return [...Map.groupBy(rows, ({ kind }) => kind).values()].flatMap((owners) => owners.slice(0, OWNERS_PER_KIND));
  }
}

const oldestOf = (kind: ConversationKind) =>
  `select min(created_at) as value from conversations where kind = '${kind}'`;
const firstToExpire = (table: string) => `select created_at as value from ${table} order by expires_at limit 1`;

/** Parts of the query that counts old data; `from` ends with a condition. */
const COUNTED: Record<ClearableKind, { from: string; bytes: string; created: string }> = {
  requests: { from: "request_log where true", bytes: "null", created: "time" },
  records: { from: "request_records where true", bytes: "sum(bytes)", created: "time" },
  files: { from: "files where true", bytes: "sum(bytes)", created: "created_at" },
  images: { from: "assets where kind = 'images'", bytes: "sum(bytes)", created: "created_at" },
  // Their bytes are in assets, which the task names in JSON.
  videos: { from: "video_tasks where completed_at is not null", bytes: "null", created: "completed_at" },
  responses: {
    from: "responses where alive_at is null",
    bytes: "sum(octet_length(response) + octet_length(input))",
    created: "created_at",
  },
  evaluations: {
    from: "evaluations where state <> 'running'",
    bytes: "sum(octet_length(definition) + octet_length(dataset))",
    created: "created_at",
  },
  shares: { from: "shares where true", bytes: "sum(octet_length(payload))", created: "created_at" },
};
