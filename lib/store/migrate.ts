import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";

/**
 * Migrates the schema; does nothing when it is up to date. Instances that start together wait for each other: on
 * Postgres by the migrator's advisory lock, on SQLite by `begin immediate`.
 * @throws the error of the failed migration, which is rolled back
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
