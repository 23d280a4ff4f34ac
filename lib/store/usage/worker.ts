/** Thread that adds up the request log, on its own connection, so that no stream waits for it. */
import { workerData } from "node:worker_threads";
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import { type Answerer, createAnswerer } from "./answer-questions.ts";
import { encodeBlock } from "./block-codec.ts";
import { type BlockReader, createBlockReader } from "./read-blocks.ts";
import { openUsageDatabase, type UsageDatabase, type UsageDatabaseOptions } from "./usage-database.ts";
import type { UsageTask, UsageTaskResult } from "./usage-worker.ts";

let database: UsageDatabase | undefined;
let reader: BlockReader | undefined;
let answer: Answerer | undefined;

serveTasks<UsageTask, UsageTaskResult, never>(async (task) => {
  try {
    database ??= await openUsageDatabase(workerData as UsageDatabaseOptions);
    reader ??= createBlockReader(database);
    answer ??= createAnswerer(reader);
    if (task.type === "answer") return { result: { answers: await answer(task.query, task.questions) } };
    const data = encodeBlock(await reader.readHour(task.hour));
    return { result: { data }, bytes: [data] };
  } catch (error) {
    const fault = error instanceof Error && database?.classify(error);
    if (!fault) throw error;
    return { result: { fault, reason: error.message } };
  }
});
