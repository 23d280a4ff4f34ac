/** Thread that adds up the request log, on its own connection, so that no stream waits for it. */
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { encodeBlock } from "./block-codec.ts";
import { createTally } from "./create-tally.ts";
import { createSelection } from "./place-rows.ts";
import { type BlockReader, createBlockReader } from "./read-blocks.ts";
import { selectRows } from "./select-rows.ts";
import type { UsageQuery, UsageQuestion } from "./usage.ts";
import { openUsageDatabase, type UsageDatabase, type UsageDatabaseOptions } from "./usage-database.ts";
import type { UsageTask, UsageTaskResult } from "./usage-worker.ts";

let database: UsageDatabase | undefined;
let reader: BlockReader | undefined;

serveTasks<UsageTask, UsageTaskResult, never>(async (task) => {
  try {
    database ??= await openUsageDatabase(workerData as UsageDatabaseOptions);
    reader ??= createBlockReader(database);
    if (task.type === "answer") return { result: { answers: await answer(reader, task) } };
    const data = encodeBlock(await reader.readHour(task.hour));
    return { result: { data }, bytes: [data] };
  } catch (error) {
    const fault = error instanceof Error && database?.classify(error);
    if (!fault) throw error;
    return { result: { fault, reason: error.message } };
  }
});

async function answer(
  blocks: BlockReader,
  { query, questions }: { query: UsageQuery; questions: UsageQuestion[] },
): Promise<unknown[]> {
  const tallies = questions.map(createTally);
  let all = new Uint32Array(0);
  await blocks.read(query, (block) => {
    if (all.length < block.count) all = Uint32Array.from({ length: block.count }, (_, row) => row);
    const rows = selectRows(block, query, all);
    if (rows.length === 0) return;
    const selection = createSelection(block, rows);
    for (const tally of tallies) tally.add(block, selection);
  });
  return tallies.map((tally) => tally.finish());
}
