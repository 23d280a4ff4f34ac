/** Creates the table of people, whose changes count as those of keys, and adds what sessions and keys have of them. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

/** Columns that decide on the rights of a person's sessions and keys. */
const RIGHTS = ["name", "role", "team", "fixed_role", "fixed_team", "disabled_at", "ended_at"];
const COUNT = "update change_versions set version = version + 1 where name = 'keys'";

export async function createPeople(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("people")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("issuer", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text")
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("team", "text")
    .addColumn("fixed_role", "text")
    .addColumn("fixed_team", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint")
    .addColumn("disabled_at", "bigint")
    .addColumn("ended_at", "bigint")
    .addColumn("verified_at", "bigint", (column) => column.notNull())
    .addColumn("sealed_refresh", "text")
    .addColumn("checked_at", "bigint", (column) => column.notNull())
    .addUniqueConstraint("people_identity", ["issuer", "subject"])
    .execute();
  for (const column of ["last_seen_at", "address", "user_agent", "provider_session"] as const) {
    const type = column === "last_seen_at" ? "bigint" : "text";
    await db.schema.alterTable("sessions").addColumn(column, type).execute();
  }
  await db.schema.createIndex("sessions_key_id").on("sessions").column("key_id").execute();
  await db.schema.alterTable("api_keys").addColumn("person_id", "text").execute();
  await db.schema.createIndex("api_keys_person_id").on("api_keys").column("person_id").execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  const event = `after update of ${RIGHTS.join(", ")} on people`;
  if (isPostgres) {
    await run(
      `create function people_versioned() returns trigger language plpgsql as $$ begin ${COUNT}; return null; end $$`,
    );
    await run(`create trigger people_versioned ${event} for each statement execute function people_versioned()`);
  } else {
    await run(`create trigger people_versioned ${event} begin ${COUNT}; end`);
  }
}
