/** Worker for the clients' schemas: clients choose the patterns and sizes that validators and generators run on. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { FillResult } from "./fill-schema.ts";
import { type FillTask, generateValues } from "./generate-value.ts";

serveTasks<FillTask, FillResult, never>(async (task) => {
  try {
    return { result: { values: generateValues(task) } };
  } catch (error) {
    return { result: { reason: error instanceof Error ? error.message : String(error) } };
  }
});
