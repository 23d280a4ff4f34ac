/** Writes `output_config.format` (wire-formats §3.2). */
import type { JsonSchema, OutputFormat } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";

/** Adds to `dropped` the formats that the API does not have: it has schemas only, always strict. */
export function writeOutputFormat(
  output: OutputFormat | undefined,
  dropped: string[],
): Record<string, unknown> | undefined {
  if (!output || output.type === "text") return undefined;
  if (output.type === "json" || typeof output.schema !== "object") {
    dropped.push("output_config.format");
    return undefined;
  }
  const schema = closeObjects(output.schema);
  const { description } = output;
  return {
    type: "json_schema",
    schema: description !== undefined && schema.description === undefined ? { ...schema, description } : schema,
  };
}

/** Keywords whose values are schemas by name, lists of schemas, or one schema. */
const BY_NAME = new Set(["properties", "$defs", "definitions"]);
const NESTED = new Set(["items", "anyOf", "allOf", "oneOf", "prefixItems"]);

/** Adds `additionalProperties: false` where it is absent: the API refuses an object's schema without it. */
function closeObjects(schema: Record<string, unknown>): Record<string, unknown> {
  const closed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (BY_NAME.has(key) && isRecord(value)) {
      closed[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, closeChild(child)]));
    } else if (NESTED.has(key)) closed[key] = Array.isArray(value) ? value.map(closeChild) : closeChild(value);
    else closed[key] = value;
  }
  if (schema.type === "object" && !("additionalProperties" in schema)) closed.additionalProperties = false;
  return closed;
}

function closeChild(schema: unknown): unknown {
  return isRecord(schema) ? closeObjects(schema) : (schema as JsonSchema);
}
