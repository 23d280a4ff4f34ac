/** Counts the changes of what instances cache, in the table `change_versions`, by triggers. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

type Counted = { table: string; kind: string; events: string[] };

const KEY_COLUMNS = [
  ...["name", "hash", "scopes", "expires_at", "revoked_at", "disabled_at"],
  ...["group_name", "policy", "tags", "previous_hash", "previous_expires_at"],
];

/** The time of a key's last use is no change; a new key or session is in no cache. */
const COUNTED: Counted[] = [
  { table: "api_keys", kind: "keys", events: [`update of ${KEY_COLUMNS.join(", ")}`, "delete"] },
  { table: "sessions", kind: "sessions", events: ["delete"] },
  { table: "providers", kind: "providers", events: ["insert", "update", "delete"] },
];

/** Creates the versions, and the table of sign-in links, which any instance may redeem. */
export async function createSharedState(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("change_versions")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("sign_in_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey().notNull())
    .addColumn("key_id", "text", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const { table, kind, events } of COUNTED) {
    await run(`insert into change_versions (name, version) values ('${kind}', 0)`);
    const note = `update change_versions set version = version + 1 where name = '${kind}'`;
    const trigger = `${table}_versioned`;
    if (isPostgres) {
      await run(
        `create function ${trigger}() returns trigger language plpgsql as $$ begin ${note}; return null; end $$`,
      );
      // Per statement, not per row: removing many rows counts once.
      await run(
        `create trigger ${trigger} after ${events.join(" or ")} on ${table}
          for each statement execute function ${trigger}()`,
      );
    } else {
      for (const event of events) {
        const [name = ""] = event.split(" ");
        await run(`create trigger ${trigger}_${name} after ${event} on ${table} begin ${note}; end`);
      }
    }
  }
}
