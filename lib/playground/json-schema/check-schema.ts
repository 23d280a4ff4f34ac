/**
 * Checks a JSON Schema itself for constructs that validators and upstreams refuse, or that do not mean what they seem
 * to.
 */
import { type Fields, fields } from "../dialects/json-fields.ts";
import type { JsonRemark } from "../json-text/lint-json.ts";
import type { JsonPath } from "../json-text/parse-json-text.ts";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];
const COUNTS = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const SCHEMAS = ["items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"];
const MAPS = ["properties", "$defs", "definitions", "patternProperties"];

export type SchemaRules = {
  /** OpenAI's strict mode: every object is closed, and all its properties are required. */
  strict?: boolean;
};

/** @param path of the schema in the text */
export function checkSchema(schema: unknown, { strict = false }: SchemaRules = {}, path: JsonPath = []): JsonRemark[] {
  const remarks: JsonRemark[] = [];
  visit(schema, path);
  return remarks;

  function visit(value: unknown, at: JsonPath): void {
    if (typeof value === "boolean") return;
    const given = fields(value);
    if (!given) {
      remarks.push({ path: at, message: "A schema must be an object, true or false." });
      return;
    }
    checkType(given, at);
    checkProperties(given, at);
    checkNumbers(given, at);
    checkOthers(given, at);
    for (const name of MAPS)
      for (const [key, inner] of Object.entries(fields(given[name]) ?? {})) visit(inner, [...at, name, key]);
    for (const name of LISTS) visitList(given[name], [...at, name]);
    for (const name of SCHEMAS) {
      if (Array.isArray(given[name])) visitList(given[name], [...at, name]);
      else if (given[name] !== undefined) visit(given[name], [...at, name]);
    }
  }

  function visitList(list: unknown, at: JsonPath): void {
    if (list === undefined) return;
    if (!Array.isArray(list) || list.length === 0)
      remarks.push({ path: at, message: `“${at.at(-1)}” is a list with at least one schema.` });
    else for (const [index, inner] of list.entries()) visit(inner, [...at, index]);
  }

  function checkType({ type }: Fields, at: JsonPath): void {
    if (type === undefined) return;
    for (const name of Array.isArray(type) ? type : [type]) {
      if (typeof name === "string" && TYPES.includes(name.toLowerCase())) continue;
      const message = `${JSON.stringify(name)} is not a type. Use ${TYPES.slice(0, -1).join(", ")} or null.`;
      remarks.push({ path: [...at, "type"], message });
    }
  }

  function checkProperties(given: Fields, at: JsonPath): void {
    for (const name of MAPS) {
      if (given[name] !== undefined && !fields(given[name]))
        remarks.push({ path: [...at, name], message: `“${name}” is an object that has a schema for each name.` });
    }
    const { required, type } = given;
    const names = Object.keys(fields(given.properties) ?? {});
    if (required !== undefined && !Array.isArray(required))
      remarks.push({ path: [...at, "required"], message: "“required” is a list of names." });
    const listed: unknown[] = Array.isArray(required) ? required : [];
    for (const [index, name] of listed.entries()) {
      if (names.includes(String(name))) continue;
      const message = `“${String(name)}” is required but not in the properties.`;
      remarks.push({ path: [...at, "required", index], message, severity: "warning" });
    }
    if (!strict || type !== "object") return;
    if (given.additionalProperties !== false)
      remarks.push({
        path: at,
        message: "Strict mode needs “additionalProperties”: false in every object.",
        severity: "warning",
      });
    for (const name of names.filter((other) => !listed.includes(other)))
      remarks.push({
        path: [...at, "properties", name],
        named: true,
        message: `Strict mode needs every property in “required”: “${name}” is missing.`,
        severity: "warning",
      });
  }

  function checkNumbers(given: Fields, at: JsonPath): void {
    for (const name of [...NUMBERS, ...COUNTS]) {
      const limit = given[name];
      if (limit === undefined) continue;
      const counted = COUNTS.includes(name);
      const value = counted && typeof limit === "string" ? Number(limit) : limit;
      const fits = typeof value === "number" && (!counted || (Number.isInteger(value) && value >= 0));
      if (!fits)
        remarks.push({
          path: [...at, name],
          message: `“${name}” is ${counted ? "a whole number from 0 on" : "a number"}.`,
        });
    }
    for (const name of ["imum", "Length", "Items", "Properties"]) {
      const [least, most] = [Number(given[`min${name}`]), Number(given[`max${name}`])];
      if (least > most)
        remarks.push({ path: [...at, `max${name}`], message: `“max${name}” is less than “min${name}”.` });
    }
  }

  function checkOthers(given: Fields, at: JsonPath): void {
    const { enum: values, pattern, $ref: reference } = given;
    if (values !== undefined && (!Array.isArray(values) || values.length === 0))
      remarks.push({ path: [...at, "enum"], message: "“enum” is a list with at least one value." });
    if (pattern !== undefined && !isPattern(pattern))
      remarks.push({ path: [...at, "pattern"], message: "“pattern” is not a valid regular expression." });
    if (typeof reference === "string" && reference.startsWith("#") && !resolves(reference))
      remarks.push({ path: [...at, "$ref"], message: `“${reference}” points to nothing.` });
  }

  function resolves(reference: string): boolean {
    let value: unknown = schema;
    for (const step of reference.split("/").slice(1)) {
      const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
      value = Array.isArray(value) ? value[Number(name)] : fields(value)?.[name];
    }
    return value !== undefined;
  }
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== "string") return false;
  try {
    return new RegExp(pattern, "u") !== undefined;
  } catch {
    return false;
  }
}
