/**
 * Running sums for quotas: `storage_use` has the rows and bytes of each key by kind. Triggers maintain it, so that it
 * is correct for every writer, and after a crash.
 */

import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { QuotaKind } from "#lib/config/quotas.ts";

type CountedTable = {
  table: string;
  /** SQL of a row's kind, count and bytes. @param row `new.`, `old.` or nothing, before each column */
  kind: (row: string) => string;
  count: (row: string) => string;
  bytes: (row: string) => string;
  /** Columns that the number of bytes depends on. */
  changing?: string[];
};

/** Minimum bytes of an asset. A released migration applies it: it never changes. */
const SMALLEST_ASSET = 4_096;

const one = () => "1";
const kind = (name: string) => () => `'${name}'`;

const COUNTED: CountedTable[] = [
  { table: "files", kind: kind("files"), count: one, bytes: (row) => `${row}bytes` },
  { table: "uploads", kind: kind("uploads"), count: one, bytes: (row) => `${row}reserved_bytes` },
  {
    table: "responses",
    kind: kind("responses"),
    count: one,
    bytes: (row) => `octet_length(${row}response) + octet_length(${row}input)`,
    changing: ["response", "input"],
  },
  { table: "shares", kind: kind("shares"), count: one, bytes: (row) => `octet_length(${row}payload)` },
  { table: "video_tasks", kind: kind("videos"), count: one, bytes: (row) => `octet_length(${row}call)` },
  {
    table: "assets",
    kind: (row) => `${row}kind`,
    // Assets of a video task or a shared page count with it; only their bytes count here.
    count: (row) => `case when ${row}kind = 'images' then 1 else 0 end`,
    // A file uses at least one block of the disk.
    bytes: (row) => `case when ${row}bytes < ${SMALLEST_ASSET} then ${SMALLEST_ASSET} else ${row}bytes end`,
  },
];

const ADD = `on conflict (key_id, kind) do update
  set items = storage_use.items + excluded.items, bytes = storage_use.bytes + excluded.bytes`;

/** Kind of request records, of which keys have no quota. */
export const RECORD_KIND = "records";
export type CountedKind = QuotaKind | typeof RECORD_KIND;

const RECORDS: CountedTable = {
  table: "request_records",
  kind: kind(RECORD_KIND),
  count: one,
  bytes: (row) => `${row}bytes`,
};

const EVALUATIONS: CountedTable[] = [
  {
    table: "evaluations",
    kind: kind("evaluations"),
    count: one,
    bytes: (row) => `octet_length(${row}definition) + octet_length(${row}dataset)`,
  },
  // Cells count with their evaluation; only their bytes count here.
  { table: "evaluation_cells", kind: kind("evaluations"), count: () => "0", bytes: (row) => `${row}bytes` },
];

/** Conversations with their trash. Searches read a copy of their words. */
const CONVERSATIONS: CountedTable = {
  table: "conversations",
  kind: kind("conversations"),
  count: one,
  bytes: (row) => `octet_length(${row}content) + octet_length(${row}search_words)`,
  changing: ["content", "search_words"],
};

/** The same, with presets apart: they have a quota of their own. */
const CONVERSATIONS_AND_PRESETS: CountedTable = {
  ...CONVERSATIONS,
  kind: (row) => `case when ${row}kind = 'preset' then 'presets' else 'conversations' end`,
  changing: ["kind", "content", "search_words"],
};

/** Counts the stored rows, and installs the triggers that continue the count. */
export async function countStorage(db: Kysely<unknown>): Promise<void> {
  await countTables(db, COUNTED);
}

/** Prompts, with the bytes of their versions. */
const PROMPTS: CountedTable[] = [
  { table: "prompts", kind: kind("prompts"), count: one, bytes: () => "0" },
  {
    table: "prompt_versions",
    kind: kind("prompts"),
    count: () => "0",
    bytes: (row) => `octet_length(${row}definition)`,
  },
];

/** The same for prompts. */
export async function countPrompts(db: Kysely<unknown>): Promise<void> {
  await countTables(db, PROMPTS);
}

/** The same for conversations. */
export async function countConversations(db: Kysely<unknown>): Promise<void> {
  await countTables(db, [CONVERSATIONS]);
}

/** Counts presets apart from conversations, with which they were counted before. */
export async function countPresets(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const name of ["stored", "removed", "changed"].map((event) => `conversations_${event}`))
    await run(db, isPostgres ? `drop function ${name} cascade` : `drop trigger ${name}`);
  await run(db, "delete from storage_use where kind = 'conversations'");
  await countTables(db, [CONVERSATIONS_AND_PRESETS]);
}

/** The same for request records. */
export async function countRecords(db: Kysely<unknown>): Promise<void> {
  await countTables(db, [RECORDS]);
}

/** The same for evaluations and their cells. */
export async function countEvaluations(db: Kysely<unknown>): Promise<void> {
  await countTables(db, EVALUATIONS);
}

async function countTables(db: Kysely<unknown>, tables: readonly CountedTable[]): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const counted of tables) {
    await run(db, sumsOf(counted, counted.table, { sign: "" }));
    const statements = isPostgres ? postgresTriggers(counted) : sqliteTriggers(counted);
    for (const statement of statements) await run(db, statement);
  }
}

async function run(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}

/** Adds the sums of many rows in the order of their keys, so that two such statements cannot deadlock. */
function sumsOf({ kind, count, bytes }: CountedTable, rows: string, { sign }: { sign: "" | "-" }): string {
  return `insert into storage_use (key_id, kind, items, bytes)
    select key_id, ${kind("")}, ${sign}cast(sum(${count("")}) as bigint), ${sign}cast(sum(${bytes("")}) as bigint)
    from ${rows} where true group by 1, 2 order by 1, 2 ${ADD}`;
}

function sqliteTriggers(counted: CountedTable): string[] {
  const { table, kind, count, bytes, changing } = counted;
  const add = (row: "new." | "old.", sign: "" | "-") =>
    `insert into storage_use (key_id, kind, items, bytes)
      values (${row}key_id, ${kind(row)}, ${sign}(${count(row)}), ${sign}(${bytes(row)})) ${ADD};`;
  const trigger = (name: string, event: string, ...statements: string[]) =>
    `create trigger ${table}_${name} after ${event} on ${table} begin ${statements.join(" ")} end`;
  return [
    trigger("stored", "insert", add("new.", "")),
    trigger("removed", "delete", add("old.", "-")),
    ...(changing ? [trigger("changed", `update of ${changing.join(", ")}`, add("old.", "-"), add("new.", ""))] : []),
  ];
}

/** Per statement, not per row: removing thousands of rows writes each sum once. */
function postgresTriggers(counted: CountedTable): string[] {
  const { table, kind, changing, count, bytes } = counted;
  const trigger = (name: string, event: string, tables: string, body: string) => [
    `create function ${table}_${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger ${table}_${name} after ${event} on ${table} referencing ${tables}
      for each statement execute function ${table}_${name}()`,
  ];
  const change = `insert into storage_use (key_id, kind, items, bytes)
    select key_id, kind, cast(sum(number) as bigint), cast(sum(size) as bigint) from (
      select key_id, ${kind("")} as kind, ${count("")} as number, ${bytes("")} as size from new_rows
      union all select key_id, ${kind("")}, -(${count("")}), -(${bytes("")}) from old_rows
    ) as changes group by 1, 2 having sum(number) <> 0 or sum(size) <> 0 order by 1, 2 ${ADD}`;
  const both = "old table as old_rows new table as new_rows";
  return [
    ...trigger("stored", "insert", "new table as new_rows", sumsOf(counted, "new_rows", { sign: "" })),
    ...trigger("removed", "delete", "old table as old_rows", sumsOf(counted, "old_rows", { sign: "-" })),
    ...(changing ? trigger("changed", "update", both, change) : []),
  ];
}
