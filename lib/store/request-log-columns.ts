import type { CompiledQuery, Kysely } from "kysely";
import type { LoggedAttempt } from "#lib/contract/logged-request.ts";
import { BLANK_ROW } from "./request-log-row.ts";
import type { RequestLogRow } from "./store.ts";
import type { RequestLogTable, StoreTables } from "./tables.ts";
import { readTags, writeTags } from "./tag-column.ts";

const LONGEST_TEXT = 4_000;
/** Characters of the hashes of a prompt; those beyond it are not compared. */
const LONGEST_PREFIX = 8_000;
/** Calls of hooks in one row, of which the last ones count most. */
const MOST_HOOK_RUNS = 50;

/**
 * Converts a row for the database. One value that the database refuses would block its whole batch for good, and names
 * and messages come from clients and upstreams: so NUL is removed from texts (Postgres refuses it), long texts are cut,
 * and numbers are made finite.
 */
export function toRequestLogColumns(row: RequestLogRow): RequestLogTable {
  return {
    time: Math.round(finite(row.time) ?? 0),
    id: text(row.id) ?? "",
    keyId: text(row.keyId),
    route: text(row.route),
    dialect: text(row.dialect),
    lane: text(row.lane),
    upstream: text(row.upstream),
    model: text(row.model),
    target: text(row.target),
    attempts: row.attempts && writeAttempts(row.attempts),
    status: Math.round(finite(row.status) ?? 0),
    stream: row.stream ? 1 : 0,
    inputTokens: integer(row.inputTokens),
    outputTokens: integer(row.outputTokens),
    cachedTokens: integer(row.cachedTokens),
    cacheWriteTokens: integer(row.cacheWriteTokens),
    reasoningTokens: integer(row.reasoningTokens),
    videoSeconds: finite(row.videoSeconds),
    images: integer(row.images),
    characters: integer(row.characters),
    firstByteMs: finite(row.firstByteMs),
    totalMs: finite(row.totalMs) ?? 0,
    requestBytes: integer(row.requestBytes) ?? 0,
    responseBytes: integer(row.responseBytes) ?? 0,
    error: text(row.error),
    dropped: text(row.dropped),
    emulated: text(row.emulated),
    prompt: text(row.prompt),
    cost: finite(row.cost),
    groupName: text(row.group),
    tags: writeTags(row.tags),
    // A stream in pieces calls a hook often.
    hooks: row.hooks && JSON.stringify(row.hooks.slice(-MOST_HOOK_RUNS)),
    cache: row.cache,
    prefix: row.prefix?.slice(0, LONGEST_PREFIX) ?? null,
  };
}

export function fromRequestLogColumns({
  groupName,
  tags,
  ...columns
}: Omit<RequestLogTable, "prefix"> & Partial<Pick<RequestLogTable, "prefix">>): RequestLogRow {
  return {
    ...columns,
    prefix: columns.prefix ?? null,
    group: groupName,
    tags: readTags(tags),
    lane: columns.lane as RequestLogRow["lane"],
    stream: columns.stream === 1,
    hooks: columns.hooks === null ? null : JSON.parse(columns.hooks),
    cache: columns.cache as RequestLogRow["cache"],
    attempts: columns.attempts === null ? null : JSON.parse(columns.attempts),
  };
}

/** Returns the values of an insert of these rows, in the order of the columns. */
export function toRequestLogParameters(rows: readonly RequestLogRow[]): (string | number | null)[] {
  const parameters: (string | number | null)[] = [];
  for (const row of rows) parameters.push(...Object.values(toRequestLogColumns(row)));
  return parameters;
}

const BLANK_COLUMNS = toRequestLogColumns(BLANK_ROW);

/** Columns that lists read: hashes of prompts have kilobytes, and are read for one request only. */
export const LISTED_COLUMNS = (Object.keys(BLANK_COLUMNS) as (keyof RequestLogTable)[]).filter(
  (column) => column !== "prefix",
);

/**
 * Compiles the query once, to run with other values each time: building a query costs ten times more than running it.
 */
export function compileRequestLogInsert(db: Kysely<StoreTables>, rowCount: number): CompiledQuery {
  return db
    .insertInto("requestLog")
    .values(Array.from({ length: rowCount }, () => BLANK_COLUMNS))
    .onConflict((conflict) => conflict.columns(["time", "id"]).doNothing())
    .compile();
}

const LONGEST_ERROR = 300;
const MOST_DROPPED = 20;

/** Writes as many attempts as fit; each is shortened, and the last ones count most. */
function writeAttempts(attempts: readonly LoggedAttempt[]): string {
  // Written out: a copy of what remains of an object takes longer than the rest of the row.
  const short = attempts.map(({ model, lane, status, ms, dropped, error }) => ({
    model,
    lane,
    status,
    ms: Math.round(finite(ms) ?? 0),
    dropped: dropped.slice(0, MOST_DROPPED),
    error: error === null ? null : error.replaceAll("\0", "\uFFFD").slice(0, LONGEST_ERROR),
  }));
  let json = JSON.stringify(short);
  while (json.length > LONGEST_TEXT && short.length > 1) {
    short.shift();
    json = JSON.stringify(short);
  }
  return json;
}

function text(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const short = value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
  return short.includes("\0") ? short.replaceAll("\0", "\uFFFD") : short;
}

function finite(value: number | null | undefined): number | null {
  return Number.isFinite(value) ? (value as number) : null;
}

function integer(value: number | null | undefined): number | null {
  const number = finite(value);
  return number === null ? null : Math.round(number);
}
