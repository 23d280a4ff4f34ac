/** This API's Schema (wire-formats §4.4) → JSON Schema. */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isObject, type SchemaObject } from "./inline-references.ts";

const COUNTS = new Set(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]);
/** Fields that are converted separately from the others. */
const DROPPED_KEYWORDS = new Set(["nullable", "type", "propertyOrdering", "example"]);

export function fromGoogleSchema(schema: SchemaObject): JsonSchema {
  const result: SchemaObject = {};
  const type = typeof schema.type === "string" ? schema.type.toLowerCase() : undefined;
  if (type !== undefined && type !== "type_unspecified") result.type = type;
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED_KEYWORDS.has(key)) continue;
    if (COUNTS.has(key)) result[key] = Number(value);
    else if (key === "items" && isObject(value)) result.items = fromGoogleSchema(value);
    else if (key === "anyOf" && Array.isArray(value)) result.anyOf = value.filter(isObject).map(fromGoogleSchema);
    else if (key === "properties" && isObject(value))
      result.properties = fromProperties(value, schema.propertyOrdering);
    // The format `enum` only announces the `enum` beside it.
    else if (key !== "format" || value !== "enum") result[key] = value;
  }
  if (schema.example !== undefined) result.examples = [schema.example];
  return schema.nullable === true ? orNull(result) : result;
}

/** Orders the properties by `propertyOrdering`, if set. */
function fromProperties(properties: SchemaObject, ordering: unknown): SchemaObject {
  const names = Object.keys(properties);
  const first = Array.isArray(ordering) ? ordering.filter((name) => Object.hasOwn(properties, name)) : [];
  const ordered = [...new Set([...first, ...names])];
  return Object.fromEntries(
    ordered.map((name) => {
      const schema = properties[name];
      return [name, isObject(schema) ? fromGoogleSchema(schema) : schema];
    }),
  );
}

function orNull(schema: SchemaObject): SchemaObject {
  if (typeof schema.type === "string" && schema.type !== "null") {
    const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
    return { ...schema, type: [schema.type, "null"], ...values };
  }
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: "null" }] };
  return schema;
}
