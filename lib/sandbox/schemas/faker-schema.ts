/** Rewrites what json-schema-faker 0.6 misreads into what it understands; Ajv still judges by the original. */
import { type JsonSchema as FakerSchema, generateSync } from "json-schema-faker";
import type { JsonSchema } from "#lib/canonical/call.ts";
import { isRecord } from "#lib/contract/is-record.ts";

export function prepareForFaker(schema: JsonSchema, seed: number): JsonSchema {
  return isRecord(schema) ? prepareObject(schema, seed) : schema;
}

/** Keywords whose value is a map of schemas by name, not a schema. */
const MAPS = new Set(["properties", "$defs", "definitions", "patternProperties", "dependentSchemas"]);
const LITERALS = new Set(["const", "enum", "default", "examples", "required"]);

function prepareObject(schema: Record<string, unknown>, seed: number): Record<string, unknown> {
  const prepared: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (LITERALS.has(keyword)) prepared[keyword] = value;
    else if (MAPS.has(keyword) && isRecord(value)) {
      prepared[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, child]) => [name, prepareAny(child, seed)]),
      );
    } else prepared[keyword] = prepareAny(value, seed);
  }
  nameProperties(prepared, seed);
  avoidNegatedBounds(prepared);
  // Tuples as draft 7 writes them.
  if (Array.isArray(prepared.items)) {
    prepared.prefixItems = prepared.items;
    prepared.items = prepared.additionalItems ?? {};
  }
  return prepared;
}

function prepareAny(value: unknown, seed: number): unknown {
  if (Array.isArray(value)) return value.map((item) => prepareAny(item, seed));
  return isRecord(value) ? prepareObject(value, seed) : value;
}

/** Tries at a name. */
const MOST_NAMES = 4_000;

/**
 * The generator invents names that neither `propertyNames` nor `patternProperties` allow: it gets names that they do.
 */
function nameProperties(schema: Record<string, unknown>, seed: number): void {
  const known = isRecord(schema.properties) ? schema.properties : {};
  const missing = Number(schema.minProperties ?? 0) - Object.keys(known).length;
  const patterns = isRecord(schema.patternProperties) ? Object.entries(schema.patternProperties) : [];
  const byName = isRecord(schema.propertyNames) ? schema.propertyNames : undefined;
  if (patterns.length === 0 && byName === undefined) return;
  const properties = { ...known };
  for (
    let index = 0;
    Object.keys(properties).length - Object.keys(known).length < missing && index < Math.min(missing * 8, MOST_NAMES);
    index++
  ) {
    const [pattern, child] = patterns[index % Math.max(patterns.length, 1)] ?? [
      undefined,
      schema.additionalProperties ?? {},
    ];
    const source = byName ? { type: "string", ...byName } : { type: "string", pattern };
    const name = generateSync(source as FakerSchema, { seed: seed + index });
    if (typeof name !== "string") continue;
    // A pattern like `^x-` gives the same name again and again; most are open at the end.
    properties[name in properties ? `${name}${String.fromCharCode(97 + (index % 26))}` : name] ??= child;
  }
  const added = Object.keys(properties).filter((name) => !(name in known));
  schema.properties = properties;
  schema.required = [...(Array.isArray(schema.required) ? schema.required : []), ...added];
  schema.additionalProperties = false;
  delete schema.patternProperties;
  delete schema.propertyNames;
  delete schema.minProperties;
}

/** `not: {minimum: 5}` is an upper bound; the generator only rolls dice against it. */
function avoidNegatedBounds(schema: Record<string, unknown>): void {
  if (!isRecord(schema.not)) return;
  const { minimum, maximum } = schema.not;
  if (typeof minimum === "number" && maximum === undefined) schema.exclusiveMaximum ??= minimum;
  if (typeof maximum === "number" && minimum === undefined) schema.exclusiveMinimum ??= maximum;
}
