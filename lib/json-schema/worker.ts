/** Worker that checks JSON against clients' schemas. */
import { serveTasks } from "#lib/workers/serve-tasks.ts";
import type { CheckResult, CheckTask } from "./check-json.ts";
import { compileSchema, type SchemaValidator } from "./schema-validator.ts";

serveTasks<CheckTask, CheckResult, never>(async ({ schema, text }) => {
  let validator: SchemaValidator;
  try {
    validator = compileSchema(schema);
  } catch (error) {
    return { result: { fault: error instanceof Error ? error.message : String(error) } };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { result: { problem: `it is not JSON (${error instanceof Error ? error.message : String(error)})` } };
  }
  return { result: validator.isValid(value) ? {} : { problem: validator.reason() } };
});
