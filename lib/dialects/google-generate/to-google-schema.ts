/**
 * JSON Schema → this API's Schema, a subset of OpenAPI's with upper-case types (wire-formats §4.4). A schema that it
 * cannot express goes into the API's field for plain JSON Schema, which only newer models support, so Schema is first.
 */
import type { JsonSchema } from "#lib/canonical/call.ts";
import { inlineReferences, isObject, type SchemaObject } from "./inline-references.ts";

/** `json` in place of `schema` when Schema cannot express it; neither for an empty schema. */
export type WrittenSchema = { schema?: SchemaObject; json?: SchemaObject };

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);
const FORMATS: Record<string, readonly string[]> = {
  string: ["date-time"],
  number: ["float", "double"],
  integer: ["int32", "int64"],
};
/** Keywords that do not restrict values, or only as a model does by itself. */
const ANNOTATIONS = new Set([
  ...["$schema", "$id", "$anchor", "$comment", "title", "examples", "deprecated", "readOnly", "writeOnly", "strict"],
  ...["contentEncoding", "contentMediaType", "discriminator", "xml", "externalDocs"],
]);
/** Int64 in the API's definition, which its JSON writes as text. */
const COUNTS = new Set([...["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"]]);
const SAME = new Set(["description", "minimum", "maximum", "pattern", "default", "propertyOrdering"]);
/** Keywords that neither field supports: they are dropped and reported. */
const UNSUPPORTED_KEYWORDS = new Set([
  ...["multipleOf", "uniqueItems", "not", "if", "then", "else", "contains", "minContains", "maxContains"],
  ...["dependentRequired", "dependentSchemas", "propertyNames", "unevaluatedProperties", "unevaluatedItems"],
]);

/** Thrown and caught in this file: this schema needs the other field. */
class NeedsJsonSchema extends Error {}

/**
 * @param path of the schema in the request, for errors and dropped keywords
 * @param dropped grows by the paths of dropped keywords
 * @throws GatewayError 400 for a schema that refers to itself or to a missing definition
 */
export function toGoogleSchema(schema: JsonSchema, path: string, dropped: string[]): WrittenSchema {
  if (typeof schema === "boolean" || Object.keys(schema).length === 0) return {};
  const inlined = inlineReferences(schema, path);
  const droppedPaths: string[] = [];
  try {
    const written = convert(inlined, path, droppedPaths);
    dropped.push(...droppedPaths);
    return { schema: written };
  } catch (error) {
    if (!(error instanceof NeedsJsonSchema)) throw error;
    return { json: toPlainJsonSchema(inlined) as SchemaObject };
  }
}

/** True for a schema of an object without properties: this dialect omits such a schema. */
export function isEmptyObject(schema: JsonSchema): boolean {
  return (
    isObject(schema) &&
    (schema.type === "object" || schema.type === undefined) &&
    Object.keys(isObject(schema.properties) ? schema.properties : {}).length === 0 &&
    !isObject(schema.additionalProperties) &&
    !["anyOf", "oneOf", "allOf", "$ref", "patternProperties", "items", "enum"].some((key) => key in schema)
  );
}

function convert(schema: unknown, path: string, dropped: string[]): SchemaObject {
  if (!isObject(schema)) throw new NeedsJsonSchema();
  const union = readUnion(schema);
  if (union) return convertUnion(schema, union, path, dropped);
  const type = readType(schema);
  const written: SchemaObject = { type: type.toUpperCase() };
  for (const [key, value] of Object.entries(schema)) writeKeyword({ written, schema, type, key, value, path, dropped });
  if (type === "array" && written.items === undefined) throw new NeedsJsonSchema();
  if (type === "object") {
    const properties = written.properties as SchemaObject | undefined;
    if (!properties || Object.keys(properties).length === 0) throw new NeedsJsonSchema();
    if (Array.isArray(written.required))
      written.required = written.required.filter((name) => Object.hasOwn(properties, String(name)));
  }
  return written;
}

function writeKeyword({
  written,
  schema,
  type,
  key,
  value,
  path,
  dropped,
}: {
  written: SchemaObject;
  schema: SchemaObject;
  type: string;
  key: string;
  value: unknown;
  path: string;
  dropped: string[];
}): void {
  if (key === "type" || ANNOTATIONS.has(key) || key.startsWith("x-")) return;
  const at = `${path}.${key}`;
  if (COUNTS.has(key)) written[key] = String(value);
  else if (SAME.has(key)) written[key] = value;
  else if (key === "required") {
    if (Array.isArray(value)) written.required = value;
  } else if (key === "enum" || key === "const") writeEnum(written, key === "enum" ? value : [value], type);
  else if (key === "format") {
    if (FORMATS[type]?.includes(String(value))) written.format = value;
    else dropped.push(at);
  } else if (key === "exclusiveMinimum" || key === "exclusiveMaximum") {
    const bound = key === "exclusiveMinimum" ? "minimum" : "maximum";
    const step = key === "exclusiveMinimum" ? 1 : -1;
    if (typeof value !== "number" || schema[bound] !== undefined) dropped.push(at);
    else if (type === "integer" && Number.isInteger(value)) written[bound] = value + step;
    else {
      // The nearest bound that Schema can express.
      written[bound] = value;
      dropped.push(at);
    }
  } else if (key === "properties" && isObject(value)) {
    const named = Object.entries(value).map(([name, one]) => [name, convert(one, `${at}.${name}`, dropped)]);
    written.properties = Object.fromEntries(named);
  } else if (key === "items") written.items = convert(value, at, dropped);
  else if (key === "nullable") {
    if (value === true) written.nullable = true;
  } else if (key === "additionalProperties") {
    // Objects are closed unless their schema is nothing but open.
    if (isObject(value) && Object.keys(value).length > 0) throw new NeedsJsonSchema();
  } else if (UNSUPPORTED_KEYWORDS.has(key)) dropped.push(at);
  else throw new NeedsJsonSchema();
}

function writeEnum(written: SchemaObject, values: unknown, type: string): void {
  if (!Array.isArray(values) || type !== "string") throw new NeedsJsonSchema();
  const texts = values.filter((value) => value !== null);
  if (!texts.every((value) => typeof value === "string")) throw new NeedsJsonSchema();
  if (texts.length < values.length) written.nullable = true;
  written.enum = texts;
}

function readType(schema: SchemaObject): string {
  if (typeof schema.type === "string" && TYPES.has(schema.type)) return schema.type;
  if (schema.type !== undefined) throw new NeedsJsonSchema();
  if (isObject(schema.properties)) return "object";
  if (schema.items !== undefined) return "array";
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  if (values.some((value) => typeof value === "string")) return "string";
  throw new NeedsJsonSchema();
}

/** The alternatives of a schema: of `anyOf`, of `oneOf`, or one for each of several types. */
function readUnion(schema: SchemaObject): unknown[] | undefined {
  if (Array.isArray(schema.anyOf)) return schema.anyOf;
  if (Array.isArray(schema.oneOf)) return schema.oneOf;
  if (!Array.isArray(schema.type)) return undefined;
  return schema.type.map((type) => (type === "null" ? { type } : { ...withoutDescription(schema), type }));
}

function withoutDescription({ description: _, ...rest }: SchemaObject): SchemaObject {
  return rest;
}

function convertUnion(schema: SchemaObject, union: unknown[], path: string, dropped: string[]): SchemaObject {
  const { anyOf, oneOf, type, ...siblings } = schema;
  if (anyOf || oneOf) {
    const constraint = Object.keys(siblings).some(
      (key) => !ANNOTATIONS.has(key) && key !== "description" && key !== "default" && key !== "nullable",
    );
    if (constraint || (anyOf && oneOf)) throw new NeedsJsonSchema();
  }
  const others = union.filter((one) => !(isObject(one) && one.type === "null"));
  const nullable = others.length < union.length || siblings.nullable === true ? { nullable: true } : {};
  const description = typeof siblings.description === "string" ? { description: siblings.description } : {};
  const fallback = "default" in siblings ? { default: siblings.default } : {};
  if (union.length === 0) throw new NeedsJsonSchema();
  if (others.length === 0) return { type: "NULL", ...description };
  const at = (index: number) => (type === undefined ? `${path}.${anyOf ? "anyOf" : "oneOf"}[${index}]` : path);
  const written = others.map((one, index) => convert(one, at(index), dropped));
  if (written.length === 1) return { ...written[0], ...description, ...fallback, ...nullable };
  return { anyOf: written, ...description, ...fallback, ...nullable };
}

/** Replaces `const` by `enum` and removes `$schema`: the API's JSON Schema field supports neither. */
function toPlainJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(toPlainJsonSchema);
  if (!isObject(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === "$schema") return [];
    if (key === "const") return [["enum", [value]]];
    if (key === "enum" || key === "default" || key === "examples" || key === "required") return [[key, value]];
    if ((key === "properties" || key === "patternProperties") && isObject(value)) {
      const named = Object.entries(value).map(([name, one]) => [name, toPlainJsonSchema(one)]);
      return [[key, Object.fromEntries(named)]];
    }
    return [[key, toPlainJsonSchema(value)]];
  });
  return Object.fromEntries(entries);
}
