/**
 * Reads a large log into the memory of the usage worker at the start, so that the first view of usage is as quick as the
 * next one.
 */
import { sql } from "kysely";
import { DEFAULT_GROUPS } from "#lib/contract/usage-groupings.ts";
import type { Backend } from "../backend.ts";
import { HOUR_MS } from "./row-block.ts";
import type { UsageGroups, UsageQuery } from "./usage.ts";
import type { UsageWorker } from "./usage-worker.ts";

/** Bytes of stored hours from which a log is large: about 100,000 rows, a view of which takes a tenth of a second. */
const LARGE_BYTES = 2_000_000;
/** Bytes of stored hours that fit into the worker's memory. */
const MOST_BYTES = 24_000_000;

/** Does nothing for a small log, for which no worker needs to run. */
export async function warmUsage(
  { db }: Pick<Backend, "db">,
  worker: Pick<UsageWorker, "answer" | "stay">,
): Promise<void> {
  const { rows } = await sql<{ hour: number; bytes: number }>`select hour, length(data) as bytes from usage_hours
    where data is not null order by hour desc`.execute(db);
  let bytes = 0;
  let first = Number.NaN;
  for (const row of rows) {
    bytes += Number(row.bytes);
    if (bytes > MOST_BYTES) break;
    first = Number(row.hour);
  }
  if (bytes < LARGE_BYTES || Number.isNaN(first)) return;
  worker.stay();
  const to = Date.now();
  const query = { from: Math.max(first * HOUR_MS, to - LONGEST_VIEW_MS), to };
  for (const by of GROUPINGS) await askAsView(query, by, worker);
}

/** Groupings of the first views: of one's own key, and the one that the page begins with. */
const GROUPINGS = ["key", "model"] as const;
const LONGEST_VIEW_MS = 30 * 24 * HOUR_MS;

/**
 * Asks exactly what a view of all days asks, so that its code is compiled, and that what whole days say to it is
 * remembered. A day has the same rows in a shorter view.
 */
async function askAsView(
  query: UsageQuery,
  by: (typeof GROUPINGS)[number],
  worker: Pick<UsageWorker, "answer">,
): Promise<void> {
  const [, groups] = await worker.answer(query, [{ kind: "models" }, { kind: "groups", by, limit: DEFAULT_GROUPS }]);
  const group = { by, names: (groups as UsageGroups).names } as const;
  const bucket = { size: 24 * HOUR_MS, offset: 0 };
  await worker.answer(query, [
    { kind: "sums", bucket, group, limits: [] },
    { kind: "latencies", of: "firstByteMs", group },
    { kind: "latencies", of: "totalMs", group },
    { kind: "latencies", of: "totalMs", bucket },
  ]);
}
