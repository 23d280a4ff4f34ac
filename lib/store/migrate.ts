import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";

/**
 * Migrates the schema; does nothing when it is up to date. Instances that start together wait for each other: on
 * Postgres by the migrator's advisory lock, on SQLite by `begin immediate`. A schema of a later version stays as it is:
 * migrations only add, so that both versions work during an update.
 * @throws the error of the failed migration, which is rolled back
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const later = await listLaterMigrations(db);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations, ...later }) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Returns the migrations that only a later version knows, as ones that are done. */
async function listLaterMigrations(db: Kysely<unknown>): Promise<Record<string, Migration>> {
  const read = sql<{ name: string }>`select name from kysely_migration`.execute(db);
  // An empty database has no such table; any other failure is the migrator's to report.
  const { rows } = await read.catch(() => ({ rows: [] }));
  const last = Object.keys(migrations).at(-1) ?? "";
  const later = rows.filter(({ name }) => name > last);
  return Object.fromEntries(later.map(({ name }) => [name, { up: async () => {} }]));
}
