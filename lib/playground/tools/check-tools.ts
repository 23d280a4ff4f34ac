/** Remarks of the tools editor: entries that are not tools in the dialect's notation, and faults of their schemas. */
import { checkSchema } from "../json-schema/check-schema.ts";
import type { JsonRemark } from "../json-text/lint-json.ts";
import { parseTools, type ToolNotation } from "./tools.ts";

export function checkTools(value: unknown, notation: ToolNotation): JsonRemark[] {
  const { tools = [], problem, entry } = parseTools(JSON.stringify(value), notation);
  if (problem) return [{ path: entry === undefined ? [] : [entry], message: problem }];
  return tools.flatMap(({ function: own, schemaPath }) =>
    schemaPath ? checkSchema(own?.schema, { strict: own?.strict }, schemaPath) : [],
  );
}
