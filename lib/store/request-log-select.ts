/** Queries of the request log, each served by an index. */
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { LISTED_COLUMNS } from "./request-log-columns.ts";
import type { RequestLogFilter, RequestLogPosition } from "./request-log-query.ts";
import type { RequestLogTable, StoreTables } from "./tables.ts";

/** Range of rows for a query, newest first. */
export type Range = {
  /** Only rows after this one. */
  after?: RequestLogPosition | undefined;
  /** No rows after this one. */
  through?: RequestLogPosition | undefined;
};

/** Returns true when an index holds the matching rows next to each other, so that a page costs only its own rows. */
export function isServedByIndex({
  id,
  dialect,
  lane,
  upstream,
  model,
  status,
  ofModels,
  tag,
  group,
  keyId,
  keyIds,
}: RequestLogFilter): boolean {
  if (keyIds) return false;
  if (id ?? dialect ?? lane ?? upstream ?? model ?? ofModels ?? tag ?? group) return false;
  return status === undefined || (keyId === undefined && status.from === 400 && status.to >= 599);
}

export function selectRows(db: Kysely<StoreTables>, filter: RequestLogFilter, range: Range & { limit: number }) {
  const { id, dialect, lane, upstream, model, tag, group, status, cancelled, ofModels } = filter;
  let query = inOrder(db, filter, range).select(LISTED_COLUMNS).limit(range.limit);
  for (const [column, value] of Object.entries({ id, dialect, lane, upstream, model, groupName: group })) {
    if (value !== undefined) query = query.where(column as "id", "=", value);
  }
  if (tag !== undefined) query = query.where(hasTag(tag));
  if (status) query = query.where("status", ">=", status.from).where("status", "<=", status.to);
  // A literal, so that the planner can use the index of failures.
  if (status && status.from >= 400) query = query.where(sql<SqlBool>`status >= 400`);
  if (cancelled === false) query = query.where("status", "<>", 499);
  if (ofModels) {
    // The row of a finished video has no route.
    query = query
      .where("dialect", "is not", null)
      .where(({ or, eb }) => or([eb("route", "is", null), eb("route", "like", "POST %")]));
  }
  return query;
}

/** Returns the position of the row that ends a slice of `rows` rows. */
export function selectSliceEnd(db: Kysely<StoreTables>, filter: RequestLogFilter, range: Range & { rows: number }) {
  return inOrder(db, filter, range)
    .select(["time", "id"])
    .limit(1)
    .offset(range.rows - 1);
}

function inOrder(
  db: Kysely<StoreTables>,
  { keyId, keyIds, since, until }: RequestLogFilter,
  { after, through }: Range,
) {
  let query = db.selectFrom("requestLog");
  if (keyId !== undefined) query = query.where("keyId", "=", keyId);
  if (keyIds) query = query.where("keyId", "in", keyIds);
  if (since !== undefined) query = query.where("time", ">=", since);
  if (until !== undefined) query = query.where("time", "<", until);
  if (after) query = query.where((eb) => compare(eb, "<", after));
  if (through) query = query.where((eb) => compare(eb, ">=", through));
  return query.orderBy("time", "desc").orderBy("id", "desc");
}

function compare(
  eb: ExpressionBuilder<{ requestLog: RequestLogTable }, "requestLog">,
  operator: "<" | ">=",
  { time, id }: RequestLogPosition,
): ExpressionWrapper<{ requestLog: RequestLogTable }, "requestLog", SqlBool> {
  return eb(eb.refTuple("time", "id"), operator, eb.tuple(time, id));
}

/** Matches rows with a label, by `replace`: in a pattern of `like`, the underscore of a label is any character. */
function hasTag(tag: string): RawBuilder<SqlBool> {
  // A label as it stands in the column, which has each between commas.
  const mark = sql<string>`cast(${`,${tag},`} as text)`;
  return sql<SqlBool>`replace(tags, ${mark}, '') <> tags`;
}
