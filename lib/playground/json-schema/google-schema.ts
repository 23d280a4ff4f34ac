/** Converts Google's Schema, a subset of OpenAPI's with upper-case types (wire-formats §4.4), to JSON Schema. */
import { type Fields, fields } from "../dialects/json-fields.ts";

/** Keywords of a Schema; any other needs the field for JSON Schema. */
const WORDS = new Set([
  "type",
  "format",
  "title",
  "description",
  "nullable",
  "enum",
  "items",
  "minItems",
  "maxItems",
  "properties",
  "required",
  "minProperties",
  "maxProperties",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "anyOf",
  "propertyOrdering",
  "default",
  "example",
]);

/** Returns true when a schema is valid as Google's Schema. */
export function isGoogleSchema(schema: unknown): boolean {
  const given = fields(schema);
  if (!given) return schema === undefined;
  return (
    Object.keys(given).every((name) => WORDS.has(name)) &&
    (given.type === undefined || typeof given.type === "string") &&
    (given.enum === undefined ||
      (Array.isArray(given.enum) && given.enum.every((entry) => typeof entry === "string"))) &&
    (given.items === undefined || isGoogleSchema(given.items)) &&
    (!Array.isArray(given.anyOf) || given.anyOf.every(isGoogleSchema)) &&
    Object.values(fields(given.properties) ?? {}).every(isGoogleSchema)
  );
}

/** Returns the equivalent JSON Schema; a JSON Schema is returned unchanged. */
export function fromGoogleSchema(schema: unknown): unknown {
  const given = fields(schema);
  if (!given) return schema;
  const { nullable, propertyOrdering: _order, ...rest } = given;
  const read: Fields = { ...rest };
  if (typeof given.type === "string") {
    const type = given.type.toLowerCase();
    if (type === "type_unspecified") delete read.type;
    else read.type = nullable === true ? [type, "null"] : type;
  }
  if (nullable === true && Array.isArray(given.enum)) read.enum = [...given.enum, null];
  // Redundant: only says that there is an enum.
  if (given.format === "enum") delete read.format;
  // 64-bit counts are strings in Google's JSON.
  for (const name of ["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"])
    if (typeof given[name] === "string") read[name] = Number(given[name]);
  if (given.items !== undefined) read.items = fromGoogleSchema(given.items);
  if (Array.isArray(given.anyOf)) {
    read.anyOf = given.anyOf.map(fromGoogleSchema);
    if (nullable === true && given.type === undefined)
      read.anyOf = [...given.anyOf.map(fromGoogleSchema), { type: "null" }];
  }
  const properties = fields(given.properties);
  if (properties)
    read.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, fromGoogleSchema(property)]),
    );
  return read;
}
