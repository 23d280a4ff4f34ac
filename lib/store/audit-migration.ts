/** Creates the table of the audit log. Triggers refuse changes of its rows; only retention removes them. */
import { type Kysely, PostgresAdapter, sql } from "kysely";

const REFUSAL = "the audit log is only added to";

export async function createAuditLog(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("audit_log")
    .addColumn("time", "bigint", (column) => column.notNull())
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("actor_id", "text", (column) => column.notNull())
    .addColumn("actor_name", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("target_id", "text")
    .addColumn("target_name", "text")
    .addColumn("changes", "text", (column) => column.notNull())
    .addColumn("address", "text")
    .addColumn("request_id", "text")
    .addPrimaryKeyConstraint("audit_log_primary_key", ["time", "id"])
    .execute();
  for (const column of ["actor_id", "action", "target_id"]) {
    await db.schema.createIndex(`audit_log_${column}`).on("audit_log").columns([column, "time", "id"]).execute();
  }
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  if (isPostgres) {
    await run(
      `create function audit_log_fixed() returns trigger language plpgsql as $$ begin raise exception '${REFUSAL}'; end $$`,
    );
    await run(
      "create trigger audit_log_fixed before update on audit_log for each row execute function audit_log_fixed()",
    );
  } else {
    await run(`create trigger audit_log_fixed before update on audit_log begin select raise(abort, '${REFUSAL}'); end`);
  }
}
