/**
 * Reads a large log into the memory of the usage worker at the start, so that the first view of usage is as quick as the
 * next one.
 */
import { sql } from "kysely";
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
  await askAsViews({ from: first * HOUR_MS, to: Date.now() }, worker);
}

/** Asks what a view asks, so that its code is compiled as well. */
async function askAsViews(query: UsageQuery, worker: Pick<UsageWorker, "answer">): Promise<void> {
  const [, groups] = await worker.answer(query, [{ kind: "models" }, { kind: "groups", by: "key", limit: 10 }]);
  const group = { by: "key", names: (groups as UsageGroups).names } as const;
  const bucket = { size: 24 * HOUR_MS, offset: 0 };
  await worker.answer(query, [
    { kind: "sums", bucket, group, limits: [] },
    { kind: "latencies", of: "firstByteMs", group },
    { kind: "latencies", of: "totalMs", bucket },
  ]);
}
