import { type Kysely, PostgresAdapter, sql } from "kysely";

const HOUR_MS = 3_600_000;

/**
 * Creates the table of stored hours of the request log, and the triggers that empty the row of an hour when rows of it
 * are removed, or come after its end. They are triggers, so that they also hold for instances of the version before.
 */
export async function createUsageHours(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const run = (statement: string) => sql.raw(statement).execute(db);
  await db.schema
    .createTable("usage_hours")
    .addColumn("hour", "bigint", (column) => column.primaryKey().notNull())
    .addColumn("version", "bigint", (column) => column.notNull())
    .addColumn("data", isPostgres ? "bytea" : "blob")
    .execute();
  if (isPostgres) await createPostgresTriggers(run);
  else await createSqliteTriggers(run);
}

type Run = (statement: string) => Promise<unknown>;

/** SQLite has one writer at a time: an hour without a row is being stored by nobody. */
async function createSqliteTriggers(run: Run): Promise<void> {
  const change = (row: string) =>
    `update usage_hours set version = version + 1, data = null where hour = cast(${row}.time as integer) / ${HOUR_MS};`;
  await run(`create trigger request_log_late after insert on request_log
    when new.time < unixepoch() / 3600 * ${HOUR_MS} begin ${change("new")} end`);
  await run(`create trigger request_log_removed after delete on request_log begin ${change("old")} end`);
}

/**
 * Creates the row where there is none: its lock makes an instance that stores the hour wait for the end of this
 * transaction. In order of the hours, so that two transactions do not wait for each other.
 */
async function createPostgresTriggers(run: Run): Promise<void> {
  const change = (rows: string, condition: string) => `insert into usage_hours (hour, version)
    select distinct on (time / ${HOUR_MS}) time / ${HOUR_MS}, (random() * 1e12)::bigint from ${rows}
    where ${condition} order by 1
    on conflict (hour) do update set version = usage_hours.version + 1, data = null`;
  const isLate = `time < floor(extract(epoch from clock_timestamp()) / 3600) * ${HOUR_MS}`;
  for (const [trigger, event, table, condition] of [
    ["request_log_late", "insert", "referencing new table as changed", isLate],
    ["request_log_removed", "delete", "referencing old table as changed", "true"],
  ]) {
    await run(`create function ${trigger}() returns trigger language plpgsql as $$
      begin ${change("changed", `${condition}`)}; return null; end $$`);
    await run(`create trigger ${trigger} after ${event} on request_log ${table}
      for each statement execute function ${trigger}()`);
  }
}
