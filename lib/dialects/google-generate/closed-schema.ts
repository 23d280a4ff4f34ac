/**
 * Schemas of closed objects (`additionalProperties: false`), which this API's Schema has no word for and its field for
 * plain JSON Schema has (wire-formats §4.4).
 */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { inlineReferences, isObject, type SchemaObject } from "./inline-references.ts";

/** Keywords of the field for plain JSON Schema; it ignores every other. */
const KEYWORDS = new Set([
  ...["type", "format", "title", "description", "enum", "items", "prefixItems", "minItems", "maxItems"],
  ...["minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties", "required", "propertyOrdering"],
]);

/** Models older than the field, by their names. */
const OLDER = /gemini-(?:pro|1\.|2\.0)/;

/**
 * Returns the schema for the field for plain JSON Schema when it has a closed object and nothing is lost there; undefined
 * otherwise.
 * @param path of the schema in the request, for errors
 * @throws GatewayError 400 for a schema that refers to itself or to a missing definition
 */
export function findClosedSchema(
  schema: JsonSchema,
  { model, path }: { model: string; path: string },
): JsonSchema | undefined {
  if (typeof schema === "boolean" || OLDER.test(model)) return undefined;
  const { $schema: _, ...inlined } = inlineReferences(schema, path) as SchemaObject;
  return hasClosedObject(inlined) && isHeld(inlined) ? inlined : undefined;
}

function hasClosedObject(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  return schema.additionalProperties === false || listSubschemas(schema).some(hasClosedObject);
}

function isHeld(schema: unknown): boolean {
  if (typeof schema === "boolean") return true;
  if (!isObject(schema)) return false;
  const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number";
  const hasHeldEnum = schema.enum === undefined || (Array.isArray(schema.enum) && schema.enum.every(isPlain));
  return hasHeldEnum && Object.keys(schema).every((key) => KEYWORDS.has(key)) && listSubschemas(schema).every(isHeld);
}

function listSubschemas({
  properties,
  items,
  prefixItems,
  anyOf,
  oneOf,
  additionalProperties,
}: SchemaObject): unknown[] {
  const named = isObject(properties) ? Object.values(properties) : [];
  const lists = [prefixItems, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...named, ...lists, items, additionalProperties].filter((one) => one !== undefined);
}
