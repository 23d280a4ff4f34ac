/** Creates the table of conversations with an index of their words, and the counters of changes. */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { countConversations } from "../quota/storage-triggers.ts";

export async function createConversations(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await db.schema
    .createTable("conversations")
    .addColumn("number", isPostgres ? "bigserial" : "integer", (column) =>
      isPostgres ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("folder", "text", (column) => column.notNull())
    .addColumn("tags", "text")
    .addColumn("revision", "bigint", (column) => column.notNull())
    .addColumn("change_number", "bigint", (column) => column.notNull())
    .addColumn("bytes", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addColumn("deleted_at", "bigint")
    .addColumn("purge_at", "bigint")
    // Last, so that lists do not read past them.
    .addColumn("search_words", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addUniqueConstraint("conversations_id", ["key_id", "id"])
    .execute();
  await db.schema
    .createIndex("conversations_updated_at")
    .on("conversations")
    .columns(["key_id", "updated_at", "id"])
    .execute();
  await db.schema
    .createIndex("conversations_changes")
    .on("conversations")
    .columns(["key_id", "change_number"])
    .execute();
  await sql`create index conversations_purge_at on conversations (purge_at) where purge_at is not null`.execute(db);
  await db.schema
    .createTable("conversation_owners")
    .addColumn("key_id", "text", (column) => column.primaryKey().notNull())
    .addColumn("last_change", "bigint", (column) => column.notNull())
    .execute();
  await countConversations(db);
  for (const statement of isPostgres ? POSTGRES_SEARCH : SQLITE_SEARCH) await sql.raw(statement).execute(db);
}

/** Lexemes are the words as they are: no parser of Postgres decides what a word is. */
const POSTGRES_SEARCH = [
  `alter table conversations add column search tsvector
    generated always as (array_to_tsvector(string_to_array(search_words, ' '))) stored`,
  "create index conversations_search on conversations using gin (search)",
];

const INDEX = `insert into conversation_search (rowid, owner, words)
  values (new.number, lower(hex(new.key_id)), new.search_words);`;
const REMOVE = "delete from conversation_search where rowid = old.number;";

/**
 * The index has the owner as a word, so that a search does not read what others have. The tokenizer `ascii` takes every
 * character beyond ASCII as part of a word; the words are split before.
 */
const SQLITE_SEARCH = [
  `create virtual table conversation_search using fts5 (owner, words, content = '', contentless_delete = 1,
    detail = column, tokenize = 'ascii', prefix = '2 3')`,
  `create trigger conversations_indexed after insert on conversations begin ${INDEX} end`,
  `create trigger conversations_reindexed after update of search_words on conversations begin ${REMOVE} ${INDEX} end`,
  `create trigger conversations_unindexed after delete on conversations begin ${REMOVE} end`,
];

/** Creates the table of tombstones. */
export async function createConversationTombstones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("conversation_tombstones")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("page", "text", (column) => column.notNull())
    .addColumn("change_number", "bigint", (column) => column.notNull())
    .addColumn("removed_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("conversation_tombstones_primary_key", ["key_id", "id"])
    .execute();
  await db.schema
    .createIndex("conversation_tombstones_changes")
    .on("conversation_tombstones")
    .columns(["key_id", "change_number"])
    .execute();
  await db.schema
    .createIndex("conversation_tombstones_removed_at")
    .on("conversation_tombstones")
    .column("removed_at")
    .execute();
}
