import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import { fromRequestLogColumns } from "./request-log-columns.ts";
import type { RequestLogFilter, RequestLogPage, RequestLogQuery } from "./request-log-query.ts";
import { isServedByIndex, selectRows, selectSliceEnd } from "./request-log-select.ts";
import type { RequestLogRow, Store } from "./store.ts";
import type { StoreTables } from "./tables.ts";
import type { WriteBehind } from "./write-behind.ts";

/** Rows read in one turn of the event loop when no index helps: about 5 ms on SQLite. */
const SLICE_ROWS = 2_000;
/** The same for an id, which the primary key itself contains. */
const SLICE_ROWS_BY_ID = 20_000;
/** Limit on slices of one page, and on the time of its search in milliseconds; the next page continues. */
const MOST_SLICES = 100;
const SEARCH_MS = 150;

/** A client may send one id with several requests; of more than these, the others are searched for. */
const RECORDS_OF_ONE_ID = 10;

/** @param searchMs longest search of one page; the first slice is always read */
export function createRequestLog(
  db: Kysely<StoreTables>,
  writeBehind: WriteBehind,
  searchMs = SEARCH_MS,
): Store["requestLog"] {
  async function list({ limit, after, ...filter }: RequestLogQuery): Promise<RequestLogPage> {
    // Writes the buffer, so that a request that has just ended is found. If that fails, the older rows still are.
    await writeBehind.flush().catch(() => {});
    const sliceRows = filter.id === undefined ? SLICE_ROWS : SLICE_ROWS_BY_ID;
    const rows: RequestLogRow[] = [];
    let position = after;
    const endsAt = performance.now() + searchMs;
    for (let slice = 0; slice < MOST_SLICES && (slice === 0 || performance.now() < endsAt); slice++) {
      const range = { after: position };
      const through = isServedByIndex(filter)
        ? undefined
        : await selectSliceEnd(db, filter, { ...range, rows: sliceRows }).executeTakeFirst();
      const wanted = limit + 1 - rows.length;
      const found = await selectRows(db, filter, { ...range, through, limit: wanted }).execute();
      rows.push(...found.map(fromRequestLogColumns));
      const last = rows[limit - 1];
      if (last && rows.length > limit) return { rows: rows.slice(0, limit), next: { time: last.time, id: last.id } };
      if (!through) return { rows, next: undefined };
      position = through;
      await nextTurn();
    }
    return { rows, next: position };
  }

  /** Finds a request whose bodies are stored: their table has an index of ids, and this one's time is the row's. */
  async function findRecorded({
    id,
    ...filter
  }: RequestLogFilter & { id: string }): Promise<RequestLogRow | undefined> {
    await writeBehind.flush().catch(() => {});
    const records = await db
      .selectFrom("requestRecords")
      .select("time")
      .where("id", "=", id)
      .orderBy("time", "desc")
      .limit(RECORDS_OF_ONE_ID)
      .execute();
    for (const { time } of records) {
      const isWanted = time >= (filter.since ?? 0) && time < (filter.until ?? Number.POSITIVE_INFINITY);
      const atThatTime = { ...filter, id, since: time, until: time + 1 };
      const row = isWanted && (await selectRows(db, atThatTime, { limit: 1 }).executeTakeFirst());
      if (row) return fromRequestLogColumns(row);
    }
    return undefined;
  }

  return {
    append: writeBehind.append,
    list,
    async sumCost(keyIds, since) {
      await writeBehind.flush().catch(() => {});
      const row = await db
        .selectFrom("requestLog")
        .select(({ fn }) => fn.sum<number | null>("cost").as("cost"))
        .where("keyId", "in", keyIds)
        .where("time", ">=", since)
        .executeTakeFirst();
      return Number(row?.cost ?? 0);
    },
    async listPrefixes({ keyId, since, through, limit }) {
      await writeBehind.flush().catch(() => {});
      const rows = await db
        .selectFrom("requestLog")
        .select(["id", "time", "upstream", "model", "target", "inputTokens", "cachedTokens", "prefix"])
        .where("keyId", "=", keyId)
        .where("time", ">=", since)
        .where("time", "<=", through)
        .where("prefix", "is not", null)
        .orderBy("time", "desc")
        .orderBy("id", "desc")
        .limit(limit)
        .execute();
      return rows.map(({ prefix, ...row }) => ({ ...row, prefix: prefix ?? "" }));
    },
    async find(filter: RequestLogFilter & { id: string }) {
      const recorded = await findRecorded(filter);
      if (recorded) return recorded;
      let page = await list({ ...filter, limit: 1 });
      while (page.rows.length === 0 && page.next) page = await list({ ...filter, limit: 1, after: page.next });
      return page.rows[0];
    },
  };
}
