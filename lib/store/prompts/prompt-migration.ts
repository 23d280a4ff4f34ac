/** Creates the tables of prompts, whose changes are counted for the caches of instances, and the column of the log. */
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { countPrompts } from "../quota/storage-triggers.ts";

const COUNT = "update change_versions set version = version + 1 where name = 'prompts'";

export async function createPrompts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("prompts")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("visibility", "text", (column) => column.notNull())
    .addColumn("team", "text")
    .addColumn("latest_version", "bigint", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("updated_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("prompts_primary_key", ["key_id", "id"])
    .addUniqueConstraint("prompts_name", ["key_id", "name"])
    .execute();
  // A call names its prompt without the owner.
  await db.schema.createIndex("prompts_id").on("prompts").column("id").execute();
  await db.schema.createIndex("prompts_by_name").on("prompts").column("name").execute();
  await db.schema.createIndex("prompts_updated_at").on("prompts").columns(["updated_at", "id"]).execute();
  await db.schema
    .createTable("prompt_versions")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("prompt_id", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("definition", "text", (column) => column.notNull())
    .addColumn("note", "text", (column) => column.notNull())
    .addColumn("author_id", "text", (column) => column.notNull())
    .addColumn("author_name", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("prompt_versions_primary_key", ["key_id", "prompt_id", "version"])
    .execute();
  await db.schema
    .createTable("prompt_labels")
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("prompt_id", "text", (column) => column.notNull())
    .addColumn("label", "text", (column) => column.notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("prompt_labels_primary_key", ["key_id", "prompt_id", "label"])
    .execute();
  await countPrompts(db);
  await countChanges(db);
  await db.schema.alterTable("request_log").addColumn("prompt", "text").execute();
}

async function countChanges(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run("insert into change_versions (name, version) values ('prompts', 0)");
  if (isPostgres) {
    await run(
      `create function prompts_versioned() returns trigger language plpgsql as $$ begin ${COUNT}; return null; end $$`,
    );
  }
  for (const table of ["prompts", "prompt_labels"]) {
    if (isPostgres) {
      await run(
        `create trigger ${table}_versioned after insert or update or delete on ${table}
          for each statement execute function prompts_versioned()`,
      );
      continue;
    }
    for (const event of ["insert", "update", "delete"]) {
      await run(`create trigger ${table}_versioned_${event} after ${event} on ${table} begin ${COUNT}; end`);
    }
  }
}
