/** Usage of hours that are not stored: only minutes whose rows have changed are read again. And the start with a large log. */
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Backend } from "#lib/store/backend.ts";
import { openPostgres } from "#lib/store/open-postgres.ts";
import { openSqlite } from "#lib/store/open-sqlite.ts";
import { type BlockReader, createBlockReader } from "#lib/store/usage/read-blocks.ts";
import { createUsageHours } from "#lib/store/usage/usage-hours.ts";
import { createUsageWorker, type UsageWorker } from "#lib/store/usage/usage-worker.ts";
import { warmUsage } from "#lib/store/usage/warm-usage.ts";
import { requestLogRow } from "./request-log-row.ts";
import { startTestDatabases, type TestDatabase } from "./test-databases.ts";

const databases = await startTestDatabases();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Start of this hour or of the last one, so that there are minutes after it. */
const START = Math.floor((Date.now() - HOUR / 2) / HOUR) * HOUR;

describe.each(databases)("usage on $name", ({ create }) => {
  let database: TestDatabase;
  let backend: Backend;
  beforeEach(async () => {
    database = await create();
    const { databaseUrl, dataDir } = database.options;
    backend = await (databaseUrl
      ? openPostgres({ databaseUrl, log: () => {} })
      : openSqlite({ dataDir, log: () => {} }));
  });
  afterEach(async () => {
    await backend.close();
    await database.remove();
  });

  const write = (rows: { id: string; time: number }[]) =>
    backend.write({ rows: rows.map((row) => requestLogRow(row)), records: [], touches: [] });

  /** Reads a range, and returns the number of its rows and of the rows that came from the log for it. */
  async function count(
    reader: BlockReader,
    range: { from: number; to: number },
  ): Promise<{ all: number; read: number }> {
    let all = 0;
    rowsRead = 0;
    for (const part of await reader.listParts(range)) {
      await reader.readPart(part, await reader.fetch(part), (block) => {
        all += block.count;
      });
    }
    return { all, read: rowsRead };
  }
  let rowsRead = 0;

  function createReader(): BlockReader {
    const isPostgres = database.options.databaseUrl !== undefined;
    return createBlockReader({
      classify: () => undefined,
      async read<Row>(text: string, parameters: readonly (number | string)[]) {
        let number = 0;
        const statement = isPostgres ? text.replaceAll("?", () => `$${++number}`) : text;
        const { rows } = await backend.db.executeQuery<Row>(CompiledQuery.raw(statement, [...parameters]));
        if (text.includes("key_id")) rowsRead += rows.length;
        return rows;
      },
    });
  }

  test("reads minutes again whose rows have changed, and no others", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: `req_${index}`, time: START + index * 3_000 }));
    await write(rows);
    const reader = createReader();
    const range = { from: START, to: START + 15 * MINUTE };
    expect(await count(reader, range)).toEqual({ all: 300, read: 300 });
    expect(await count(reader, range)).toEqual({ all: 300, read: 0 });
    await write([{ id: "late", time: START + 4 * MINUTE + 5 }]);
    expect(await count(reader, range)).toEqual({ all: 301, read: 21 });
    expect(await count(reader, range)).toEqual({ all: 301, read: 0 });
    await backend.db
      .deleteFrom("requestLog")
      .where("time", "<", START + MINUTE)
      .execute();
    expect(await count(reader, range)).toEqual({ all: 281, read: 0 });
    // One comes as another one goes.
    await backend.db.deleteFrom("requestLog").where("id", "=", "late").execute();
    await write([{ id: "later", time: START + 4 * MINUTE + 6 }]);
    expect(await count(reader, range)).toEqual({ all: 281, read: 21 });
  });

  test("reads the minutes at the edges of a range in part", async () => {
    await write(Array.from({ length: 120 }, (_, index) => ({ id: `req_${index}`, time: START + index * 1_000 })));
    const reader = createReader();
    expect(await count(reader, { from: START + 30_000, to: START + 90_000 })).toEqual({ all: 60, read: 60 });
    expect(await count(reader, { from: START, to: START + 120_000 })).toEqual({ all: 120, read: 120 });
    expect(await count(reader, { from: START + 30_000, to: START + 120_000 })).toEqual({ all: 90, read: 30 });
    expect(await count(reader, { from: START + 1_000, to: START + 2_000 })).toEqual({ all: 1, read: 1 });
  });

  test("begins with what a view asks when the stored log is large, and with nothing when it is small", async () => {
    const asked: string[] = [];
    const watched = (worker: UsageWorker): Pick<UsageWorker, "answer" | "stay"> => ({
      stay: () => asked.push("stay"),
      async answer(query, questions) {
        asked.push(...questions.map(({ kind }) => kind));
        return worker.answer(query, questions);
      },
    });
    const worker = createUsageWorker(backend.usageDatabase);
    try {
      const hour = START / HOUR - 3;
      await write(Array.from({ length: 50 }, (_, index) => ({ id: `req_${index}`, time: hour * HOUR + index })));
      await createUsageHours({ backend, worker, signal: new AbortController().signal }).store();
      await warmUsage(backend, watched(worker));
      expect(asked).toEqual([]);
      // Bytes after the columns are read by nobody.
      await backend.db
        .updateTable("usageHours")
        .set({ data: Buffer.concat([await worker.encode(hour), Buffer.alloc(3_000_000)]) })
        .where("hour", "=", hour)
        .execute();
      await warmUsage(backend, watched(worker));
      const ofView = ["models", "groups", "sums", "latencies", "latencies", "latencies"];
      expect(asked).toEqual(["stay", ...ofView, ...ofView]);
    } finally {
      await worker.close();
    }
  });
});
