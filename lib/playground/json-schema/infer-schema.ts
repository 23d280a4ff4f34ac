/** Infers a schema from a sample value. */
import { fields } from "../dialects/json-fields.ts";

type Schema = { [word: string]: unknown };

/** Closes every object and requires all its properties, as strict modes expect. */
export function inferSchema(value: unknown): Schema {
  if (value === null) return { type: "null" };
  if (Array.isArray(value)) return value.length === 0 ? { type: "array" } : { type: "array", items: merge(value) };
  const given = fields(value);
  if (given) return closed(given, Object.keys(given));
  if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number" };
  return typeof value === "string" ? inferString(value) : { type: typeof value };
}

function closed(properties: { [name: string]: unknown }, required: string[]): Schema {
  const schemas = Object.entries(properties).map(([name, value]) => [name, inferSchema(value)]);
  return { type: "object", properties: Object.fromEntries(schemas), required, additionalProperties: false };
}

function inferString(text: string): Schema {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return { type: "string", format: "date-time" };
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { type: "string", format: "date" };
  return { type: "string" };
}

/** Merges the schemas of a list's entries into one. */
function merge(entries: readonly unknown[]): Schema {
  const objects = entries.map(fields);
  if (objects.every((entry) => entry !== undefined)) {
    const names = [...new Set(objects.flatMap((entry) => Object.keys(entry)))];
    const required = names.filter((name) => objects.every((entry) => name in entry));
    const properties = names.map((name) => {
      const values = objects.filter((entry) => name in entry).map((entry) => entry[name]);
      return [name, merge(values)];
    });
    return { type: "object", properties: Object.fromEntries(properties), required, additionalProperties: false };
  }
  if (entries.every(Array.isArray)) return inferSchema(entries.flat());
  if (entries.length > 1 && entries.every((entry) => typeof entry === "string")) {
    const [first, ...rest] = entries.map(inferString);
    return rest.every(({ format }) => format === first?.format) ? (first ?? {}) : { type: "string" };
  }
  const schemas = new Map(entries.map(inferSchema).map((schema) => [JSON.stringify(schema), schema]));
  // A whole number is a number too.
  if (schemas.has('{"type":"number"}')) schemas.delete('{"type":"integer"}');
  const [only, ...others] = schemas.values();
  return others.length === 0 ? (only ?? {}) : { anyOf: [...schemas.values()] };
}
