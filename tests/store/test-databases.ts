import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { inject } from "vitest";
import type { SharedPostgres } from "./shared-postgres.ts";

/** An empty database of one test, and a way into it that is not the store's. */
export type TestDatabase = {
  options: { dataDir: string; databaseUrl?: string };
  execute(sql: string): Promise<Record<string, unknown>[]>;
  remove(): Promise<void>;
};

export type TestDatabases = { name: string; create(): Promise<TestDatabase> };

/** SQLite, and Postgres where there is one; says in one line why when there is none. */
export async function startTestDatabases(): Promise<TestDatabases[]> {
  const postgres = (await (await fetch(inject("sharedPostgres"))).json()) as SharedPostgres;
  if ("failed" in postgres) throw new Error(postgres.failed);
  const sqlite = { name: "SQLite", create: createSqlite };
  if ("missing" in postgres) {
    console.warn(`The store is tested on SQLite only: ${postgres.missing}.`);
    return [sqlite];
  }
  return [sqlite, { name: "Postgres", create: () => createPostgres(postgres.url) }];
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), "parlance-store-"));
}

async function createSqlite(): Promise<TestDatabase> {
  const dataDir = join(makeFolder(), "data");
  return {
    options: { dataDir },
    async execute(sql) {
      const database = new DatabaseSync(join(dataDir, "parlance.db"), { timeout: 5_000 });
      try {
        return database.prepare(sql).all();
      } finally {
        database.close();
      }
    },
    remove: async () => rmSync(join(dataDir, ".."), { recursive: true, force: true }),
  };
}

let databaseCount = 0;

async function createPostgres(serverUrl: string): Promise<TestDatabase> {
  databaseCount += 1;
  const name = `store_test_${process.pid}_${databaseCount}`;
  await query(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const dataDir = makeFolder();
  return {
    options: { dataDir, databaseUrl: url.href },
    execute: (sql) => query(url.href, sql),
    async remove() {
      await query(serverUrl, `drop database ${name} with (force)`);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function query(connectionString: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
