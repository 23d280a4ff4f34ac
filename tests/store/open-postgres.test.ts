/** Connections to Postgres that break while they are in use. */
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openPostgres } from "#lib/store/open-postgres.ts";
import { startTestDatabases } from "./test-databases.ts";

it("a connection that breaks between two queries of a transaction fails it, and nothing else", async (context) => {
  const postgres = (await startTestDatabases()).find(({ name }) => name === "Postgres");
  if (postgres === undefined) return context.skip("no Postgres here");
  const database = await postgres.create();
  const lines: string[] = [];
  const databaseUrl = database.options.databaseUrl ?? "";
  const backend = await openPostgres({ databaseUrl, log: (line) => lines.push(line) });
  try {
    const writing = backend.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await database.execute(`select pg_terminate_backend(${rows[0]?.pid})`);
      // An error event that nobody heard would end the process meanwhile.
      await delay(100);
      await sql`select 1`.execute(transaction);
    });
    await expect(writing).rejects.toMatchObject({ status: 503 });
    expect((await sql<{ one: number }>`select 1 as one`.execute(backend.db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await backend.close();
    await database.remove();
  }
});
