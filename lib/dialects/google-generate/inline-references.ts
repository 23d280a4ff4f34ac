/**
 * Replaces every `$ref` of a JSON Schema by its target, and merges `allOf` when its branches do not contradict each
 * other: upstreams of this dialect support neither reliably.
 */
import { errors } from "#lib/http/errors.ts";

export type SchemaObject = Record<string, unknown>;

/** Keywords whose value is one schema, a list of schemas, or schemas by name. */
const ONE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);
const MANY = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const NAMED = new Set(["properties", "patternProperties"]);
const DEFINITIONS = new Set(["$defs", "definitions"]);
const DEEPEST = 100;
/** Bound on the result: definitions that use each other twice grow by powers of two. */
const LARGEST = 20_000;

/**
 * @param path of the schema in the request, for errors
 * @throws GatewayError 400 with the path for a schema that refers to itself or to a missing definition
 */
export function inlineReferences(root: SchemaObject, path: string): SchemaObject {
  let size = 0;

  function visit(schema: unknown, at: string, open: readonly string[], depth: number): unknown {
    if (Array.isArray(schema)) return schema.map((one, index) => visit(one, `${at}[${index}]`, open, depth));
    if (!isObject(schema)) return schema;
    if (depth > DEEPEST)
      throw errors.schemaNotSupported({ param: at, problem: `is nested deeper than ${DEEPEST} levels` });
    if (++size > LARGEST)
      throw errors.schemaNotSupported({
        param: at,
        problem: `has more than ${LARGEST} schemas in it once its references are written out`,
      });
    if (typeof schema.$ref === "string") {
      const { $ref, ...siblings } = schema;
      if (open.includes($ref as string))
        throw errors.schemaNotSupported({ param: at, problem: `refers to itself (${$ref})` });
      const target = resolve(root, $ref as string);
      if (target === undefined)
        throw errors.schemaNotSupported({ param: at, problem: `refers to ${$ref}, which is not in the schema` });
      const inlined = visit(target, at, [...open, $ref as string], depth + 1);
      if (!isObject(inlined)) return inlined;
      return { ...inlined, ...(visit(siblings, at, open, depth + 1) as SchemaObject) };
    }
    const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      const inside = `${at}.${key}`;
      if (DEFINITIONS.has(key)) return [];
      if (ONE.has(key) || MANY.has(key)) return [[key, visit(value, inside, open, depth + 1)]];
      if (NAMED.has(key) && isObject(value)) {
        const named = Object.entries(value).map(([name, one]) => [
          name,
          visit(one, `${inside}.${name}`, open, depth + 1),
        ]);
        return [[key, Object.fromEntries(named)]];
      }
      return [[key, value]];
    });
    return mergeAllOf(Object.fromEntries(entries));
  }
  return visit(root, path, ["#"], 0) as SchemaObject;
}

/** Returns the schema unchanged when two branches differ in a keyword. */
function mergeAllOf(schema: SchemaObject): SchemaObject {
  const { allOf, ...merged } = schema;
  if (!Array.isArray(allOf)) return schema;
  /** Properties and required names of all branches, gathered in one object and one set: there may be thousands. */
  const properties: SchemaObject = { ...(isObject(merged.properties) ? merged.properties : {}) };
  const required = new Set<unknown>(Array.isArray(merged.required) ? merged.required : []);
  for (const branch of allOf) {
    if (!isObject(branch)) return schema;
    for (const [key, value] of Object.entries(branch)) {
      const present = merged[key];
      if (key === "properties" && isObject(present) && isObject(value)) {
        if (Object.keys(value).some((name) => name in properties && !same(properties[name], value[name])))
          return schema;
        merged[key] = Object.assign(properties, value);
      } else if (key === "required" && Array.isArray(present) && Array.isArray(value)) {
        for (const name of value) required.add(name);
      } else if (present === undefined) {
        merged[key] = value;
        if (key === "properties" && isObject(value)) Object.assign(properties, value);
        if (key === "required" && Array.isArray(value)) for (const name of value) required.add(name);
      } else if (key !== "description" && key !== "title" && !same(present, value)) return schema;
    }
  }
  if (Array.isArray(merged.required)) merged.required = [...required];
  return merged;
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** `#/$defs/Name` and any other pointer into the same schema; `#` is the schema itself. */
function resolve(root: SchemaObject, reference: string): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let target: unknown = root;
  for (const step of reference.split("/").slice(1)) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

export function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
