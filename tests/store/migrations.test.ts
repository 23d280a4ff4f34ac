/** Changes of the schema during an update: instances of the version before work on the new schema meanwhile. */
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "#lib/store/migrations.ts";
import { openStore } from "#lib/store/open-store.ts";
import type { StoreTables } from "#lib/store/tables.ts";
import { videoTask } from "../support/video-task.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();
const postgres = databases.filter(({ name }) => name === "Postgres");
/** The first migration that runs beside instances of the version before. */
const FIRST_ADDITIVE = "0018";

describe.each(databases)("on $name", ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
  });
  afterEach(() => database.remove());

  test("instances that start at once migrate an empty database together", async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(database.options)));
    await stores[0]?.videoTasks.create(videoTask(), { idempotentSince: 0 });
    for (const store of stores) expect(await store.videoTasks.countUnfinished("key_1")).toBe(1);
    await Promise.all(stores.map((store) => store.close()));
    const rows = await database.execute("select name from kysely_migration order by name");
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  });

  test("a version opens a database that a later one has migrated", async () => {
    await (await openStore(database.options)).close();
    await database.execute("insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')");
    const store = await openStore(database.options);
    await store.videoTasks.create(videoTask(), { idempotentSince: 0 });
    await store.close();
    const rows = await database.execute("select name from kysely_migration where name > '9'");
    expect(rows, "the later version still knows what it did").toHaveLength(1);
  });
});

describe.each(postgres)("each migration on $name", ({ create }) => {
  type Column = { tableName: string; columnName: string; dataType: string; isNullable: string; hasDefault: boolean };

  test("only adds: no column goes or changes, and new ones need no value", async () => {
    const database = await create();
    const pool = new pg.Pool({ connectionString: database.options.databaseUrl });
    const db = new Kysely<StoreTables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const listColumns = async () => {
      const { rows } = await sql<Column>`select table_name, column_name, data_type, is_nullable,
        column_default is not null as has_default from information_schema.columns where table_schema = 'public'`.execute(
        db,
      );
      return new Map(rows.map((row) => [`${row.tableName}.${row.columnName}`, row]));
    };
    const problems: string[] = [];
    const names = Object.keys(migrations);
    await migrator.migrateTo(names.findLast((name) => name < FIRST_ADDITIVE) as string);
    for (const name of names.filter((one) => one >= FIRST_ADDITIVE)) {
      const before = await listColumns();
      const tables = new Set([...before.values()].map(({ tableName }) => tableName));
      const { error } = await migrator.migrateTo(name);
      expect(error).toBeUndefined();
      const after = await listColumns();
      for (const [path, { dataType, isNullable }] of before) {
        const now = after.get(path);
        if (!now) problems.push(`${name} removes ${path}`);
        else if (now.dataType !== dataType || (isNullable === "YES" && now.isNullable !== "YES"))
          problems.push(`${name} changes ${path}`);
      }
      for (const [path, { tableName, isNullable, hasDefault }] of after) {
        const isNew = tables.has(tableName) && !before.has(path);
        if (isNew && isNullable !== "YES" && !hasDefault) problems.push(`${name}: ${path} needs a default`);
      }
    }
    expect(problems).toEqual([]);
    await db.destroy();
    await database.remove();
  });
});
