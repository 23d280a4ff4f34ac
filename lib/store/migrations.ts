import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createAlertTable } from "./alert-store.ts";
import { createAuditLog } from "./audit-migration.ts";
import { createBatchTable } from "./batch-store.ts";
import { createSharedState } from "./change-triggers.ts";
import { createConversations, createConversationTombstones } from "./conversations/conversation-migration.ts";
import { createCounterFunctions } from "./counters/postgres-functions.ts";
import { createEvaluations } from "./evaluations/evaluation-migration.ts";
import {
  addEmulated,
  addKeyLimits,
  addLeases,
  addPromptPrefixes,
  addRequestChecks,
  addRequestTags,
  addRequestUnits,
  addRouteAttempts,
  createProviderTable,
  createRequestRecords,
  createStorageUse,
} from "./later-migrations.ts";
import { createMcpSignIns } from "./mcp-sign-ins/mcp-sign-in-store.ts";
import { createPeople } from "./people/people-migration.ts";
import { createPrompts } from "./prompts/prompt-migration.ts";
import { countPresets } from "./quota/storage-triggers.ts";
import { createUsageHours } from "./usage/usage-hours-table.ts";

/**
 * Every change of the schema, oldest first; they run in the order of their names. A released migration is never edited.
 * Except for triggers, only types and statements that SQLite and Postgres share.
 */
export const migrations: Record<string, Migration> = {
  "0001-keys-sessions-request-log": { up: createFirstTables },
  "0002-files": { up: createFileTables },
  "0003-responses": { up: createResponseTables },
  "0004-assets": { up: createAssetTables },
  "0005-video-tasks": { up: createVideoTaskTable },
  "0006-request-log": { up: extendRequestLog },
  "0007-shares": { up: createShareTable },
  "0008-shared-pages": { up: extendShares },
  "0009-upload-claims": { up: extendUploads },
  "0010-response-instances": { up: extendResponses },
  "0011-storage-use": { up: createStorageUse },
  "0012-providers": { up: createProviderTable },
  "0013-route-attempts": { up: addRouteAttempts },
  "0014-key-limits": { up: addKeyLimits },
  "0015-request-tags": { up: addRequestTags },
  "0016-counters": { up: createCounterFunctions },
  "0017-request-units": { up: addRequestUnits },
  "0018-leases": { up: addLeases },
  "0019-shared-state": { up: createSharedState },
  "0020-audit-log": { up: createAuditLog },
  "0021-request-records": { up: createRequestRecords },
  "0022-alerts": { up: createAlertTable },
  "0023-usage-hours": { up: createUsageHours },
  "0024-request-checks": { up: addRequestChecks },
  "0025-people": { up: createPeople },
  "0026-emulated-fields": { up: addEmulated },
  "0027-prompts": { up: createPrompts },
  "0028-evaluations": { up: createEvaluations },
  "0029-prompt-prefixes": { up: addPromptPrefixes },
  "0030-batches": { up: createBatchTable },
  "0031-conversations": { up: createConversations },
  "0032-conversation-tombstones": { up: createConversationTombstones },
  "0033-mcp-sign-ins": { up: createMcpSignIns },
  "0034-preset-quota": { up: countPresets },
};

async function createFirstTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("api_keys")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("prefix", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("last_used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();

  // The only index is (time, id): it gives the order of reading, makes a row that is written twice the same row, and
  // grows only at its right edge. An index on the random id alone made each insert up to five times slower.
  await db.schema
    .createTable("request_log")
    .addColumn("time", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("key_id", "text")
    .addColumn("dialect", "text")
    .addColumn("lane", "text")
    .addColumn("upstream", "text")
    .addColumn("model", "text")
    .addColumn("status", "integer", (column) => column.notNull())
    .addColumn("stream", "integer", (column) => column.notNull())
    .addColumn("input_tokens", "bigint")
    .addColumn("output_tokens", "bigint")
    .addColumn("cached_tokens", "bigint")
    .addColumn("reasoning_tokens", "bigint")
    .addColumn("first_byte_ms", "double precision")
    .addColumn("total_ms", "double precision", (column) => column.notNull())
    .addColumn("request_bytes", "bigint", (column) => column.notNull())
    .addColumn("response_bytes", "bigint", (column) => column.notNull())
    .addColumn("error", "text")
    .addColumn("dropped", "text")
    .addPrimaryKeyConstraint("request_log_primary_key", ["time", "id"])
    .execute();

  await db.schema
    .createTable("probe")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("time", "bigint", (column) => column.notNull())
    .execute();
}

async function createFileTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("files")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("filename", "text", (column) => column.notNull())
    .addColumn("display_name", "text")
    .addColumn("media_type", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("sha256", "text", (column) => column.notNull())
    .addColumn("purpose", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint")
    .execute();
  await db.schema.createIndex("files_by_owner").on("files").columns(["key_id", "created_at", "id"]).execute();

  await db.schema
    .createTable("uploads")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("filename", "text", (column) => column.notNull())
    .addColumn("display_name", "text")
    .addColumn("media_type", "text")
    .addColumn("expected_bytes", "bigint")
    .addColumn("received_bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .execute();
}

async function createResponseTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("responses")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("previous_id", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("alive_at", "bigint")
    .addColumn("response", "text", (column) => column.notNull())
    .addColumn("input", "text", (column) => column.notNull())
    .execute();
  // Times only grow, so these indexes grow at their right edge; they are for the removal of expired rows.
  await db.schema.createIndex("responses_expires_at").on("responses").column("expires_at").execute();

  await db.schema
    .createTable("response_items")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("item_id", "text", (column) => column.notNull())
    .addColumn("response_id", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("response_items_primary_key", ["key_id", "item_id"])
    .execute();
  await db.schema.createIndex("response_items_expires_at").on("response_items").column("expires_at").execute();
}

async function createAssetTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assets")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("media_type", "text", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("assets_expires_at").on("assets").column("expires_at").execute();

  await db.schema
    .createTable("secrets")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
}

async function createVideoTaskTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("video_tasks")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("progress", "integer", (column) => column.notNull())
    .addColumn("dialect", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("upstream", "text", (column) => column.notNull())
    .addColumn("call", "text", (column) => column.notNull())
    .addColumn("remixed_from", "text")
    .addColumn("reference", "text")
    .addColumn("raw", "text")
    .addColumn("outputs", "text", (column) => column.notNull())
    .addColumn("stills", "text", (column) => column.notNull())
    .addColumn("error", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("started_at", "bigint")
    .addColumn("completed_at", "bigint")
    .addColumn("expires_at", "bigint")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("idempotency_key", "text")
    .addColumn("request_hash", "text")
    .addColumn("claimed_by", "text")
    .addColumn("claimed_until", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("video_tasks_by_owner")
    .on("video_tasks")
    .columns(["key_id", "created_at", "key"])
    .execute();
  // Unfinished tasks have no end time: few rows, next to each other in the index.
  await db.schema.createIndex("video_tasks_by_end").on("video_tasks").columns(["completed_at", "created_at"]).execute();
  await db.schema
    .createIndex("video_tasks_idempotency")
    .on("video_tasks")
    .columns(["key_id", "idempotency_key"])
    .unique()
    .execute();
  await db.schema.alterTable("request_log").addColumn("video_seconds", "double precision").execute();
}

/**
 * An index by key, since a key sees only its own requests; it doubles the time of an insert to 5 µs. And one of
 * failures only. None by id: random inserts into a large index would take ten times as long.
 */
async function extendRequestLog(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("request_log").addColumn("route", "text").execute();
  await db.schema.alterTable("request_log").addColumn("cache_write_tokens", "bigint").execute();
  await db.schema.createIndex("request_log_by_key").on("request_log").columns(["key_id", "time", "id"]).execute();
  await sql`create index request_log_failures on request_log (time, id) where status >= 400`.execute(db);
}

async function createShareTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("shares")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("payload", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("shares_expires_at").on("shares").column("expires_at").execute();
}

/** Adds shared pages to links: a page's payload is its JSON. */
async function extendShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("shares")
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("link"))
    .execute();
  await db.schema
    .alterTable("shares")
    .addColumn("is_public", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}

async function extendUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("uploads").addColumn("claimed_by", "text").execute();
}

/** Adds the instance that runs a background response. */
async function extendResponses(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("responses").addColumn("run_by", "text").execute();
}
