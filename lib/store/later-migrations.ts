/** Changes of the schema from 0011 on; see migrations.ts. */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { countRecords, countStorage } from "./quota/storage-triggers.ts";

/** Creates sums of each key's stored data by kind, which triggers maintain, and the columns that they need. */
export async function createStorageUse(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("storage_use")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("items", "bigint", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("storage_use_primary_key", ["key_id", "kind"])
    .execute();
  await db.schema
    .alterTable("assets")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("images"))
    .execute();
  await sql`update assets set kind = 'videos' where media_type like 'video/%'`.execute(db);
  await db.schema
    .alterTable("uploads")
    .addColumn("reserved_bytes", "bigint", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update uploads set reserved_bytes = coalesce(expected_bytes, received_bytes)`.execute(db);
  // Expired rows of a key that has reached its quota are removed at once.
  await db.schema.createIndex("files_expires_at").on("files").column("expires_at").execute();
  await countStorage(db);
}

/** Creates the table of providers that were connected in the browser. Their API keys are sealed. */
export async function createProviderTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("providers")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("preset", "text")
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("sealed_key", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .execute();
}

/** Adds the model that answered a request to an alias or a route, and the attempts of a route. */
export async function addRouteAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_log").addColumn("target", "text").execute();
  await db.schema.alterTable("request_log").addColumn("attempts", "text").execute();
}

/** Adds limits, groups and rotation of keys, and the cost of a request at its time, which budgets sum up. */
export async function addKeyLimits(db: Kysely<unknown>): Promise<void> {
  const columns = [
    ["disabled_at", "bigint"],
    ["group_name", "text"],
    ["policy", "text"],
    ["tags", "text"],
    ["previous_hash", "text"],
    ["previous_expires_at", "bigint"],
  ] as const;
  for (const [name, type] of columns) await db.schema.alterTable("api_keys").addColumn(name, type).execute();
  await db.schema.createIndex("api_keys_previous_hash").on("api_keys").column("previous_hash").execute();
  await db.schema.alterTable("request_log").addColumn("cost", "double precision").execute();
}

/** Adds the labels of requests and the group of their key, also of videos, whose end is logged later. */
export async function addRequestTags(db: Kysely<unknown>): Promise<void> {
  for (const table of ["request_log", "video_tasks"]) {
    await db.schema.alterTable(table).addColumn("group_name", "text").execute();
    await db.schema.alterTable(table).addColumn("tags", "text").execute();
  }
}

/** Adds the amounts that have prices beside tokens and seconds. */
export async function addRequestUnits(db: Kysely<unknown>): Promise<void> {
  for (const column of ["images", "characters"])
    await db.schema.alterTable("request_log").addColumn(column, "bigint").execute();
}

/**
 * Adds the signs of life of instances, the tokens of claims on tasks, and the facts with which another instance goes on
 * with a background response.
 */
export async function addLeases(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("instances")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("alive_until", "bigint", (column) => column.notNull())
    .execute();
  for (const table of ["video_tasks", "responses"]) {
    await db.schema
      .alterTable(table)
      .addColumn("fence", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable("responses").addColumn("job", "text").execute();
  // Few responses run in the background.
  await sql`create index responses_running on responses (alive_at) where alive_at is not null`.execute(db);
}

/** Creates the table of recorded requests: apart from the log, whose lists would otherwise read past the bodies. */
export async function createRequestRecords(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("request_records")
    .addColumn("time", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("payload", isPostgres ? "bytea" : "blob", (column) => column.notNull())
    .addPrimaryKeyConstraint("request_records_primary_key", ["time", "id"])
    .execute();
  await db.schema.createIndex("request_records_by_id").on("request_records").columns(["id", "key_id"]).execute();
  await countRecords(db);
}

/** Adds the calls of hooks, and whether the response came from the cache. */
export async function addRequestChecks(db: Kysely<unknown>): Promise<void> {
  for (const column of ["hooks", "cache"])
    await db.schema.alterTable("request_log").addColumn(column, "text").execute();
}

/** Adds the fields of a request that the gateway emulated. */
export async function addEmulated(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_log").addColumn("emulated", "text").execute();
}

/** Adds the hashes of prompts. */
export async function addPromptPrefixes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_log").addColumn("prefix", "text").execute();
}
