import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { migrations } from "./migrations.ts";

/**
 * Brings the schema up to date; does nothing when it is. Instances that start together wait for each other: Postgres
 * by the migrator's advisory lock, SQLite by `begin immediate`.
 * @throws the error of the migration that failed; nothing of it remains
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
