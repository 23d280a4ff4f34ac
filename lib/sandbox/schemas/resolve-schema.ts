/** Resolves the schema of one value: follows local references, and picks one branch of a choice. */
import { isRecord } from "#lib/contract/is-record.ts";
import { lookUpReference } from "#lib/json-schema/look-up-reference.ts";
import type { FieldQuestion } from "../text/field-candidates.ts";

export type PlainSchema = Record<string, unknown>;

const LONGEST_CHAIN = 16;

/** @param value current value, which selects the branch of `anyOf` or `oneOf` */
export function resolveSchema(schema: unknown, { root, value }: { root: unknown; value: unknown }): PlainSchema {
  let current: PlainSchema = isRecord(schema) ? schema : {};
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (typeof current.$ref === "string") {
      const { $ref, ...beside } = current;
      current = { ...lookUpReference($ref, root), ...beside };
    } else if (Array.isArray(current.allOf)) {
      const { allOf, ...beside } = current;
      current = [...allOf, beside].filter(isRecord).reduce(mergeSchemas, {});
    } else if (Array.isArray(current.anyOf) || Array.isArray(current.oneOf)) {
      const { anyOf, oneOf, ...beside } = current;
      const branches = (Array.isArray(anyOf) ? anyOf : (oneOf as unknown[])).map((branch) => followRefs(branch, root));
      const branch = branches.find((candidate) => describes(candidate, value)) ?? branches[0] ?? {};
      current = mergeSchemas(branch, beside);
    } else break;
  }
  return current;
}

/** The type that a value of this schema has when it is not null. */
export function typeOf(schema: PlainSchema, value: unknown): string | undefined {
  const { type } = schema;
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.find((candidate) => candidate !== "null");
  if (isRecord(schema.properties)) return "object";
  if (Array.isArray(value)) return "array";
  return value === null || value === undefined ? undefined : typeof value;
}

function followRefs(schema: unknown, root: unknown): PlainSchema {
  let current = isRecord(schema) ? schema : {};
  for (let step = 0; step < LONGEST_CHAIN && typeof current.$ref === "string"; step++)
    current = lookUpReference(current.$ref, root);
  return current;
}

function mergeSchemas(left: PlainSchema, right: PlainSchema): PlainSchema {
  const merged = { ...left, ...right };
  if (isRecord(left.properties) && isRecord(right.properties))
    merged.properties = { ...left.properties, ...right.properties };
  return merged;
}

/** A null may become anything else; an object belongs to the branch whose constants it has. */
function describes(branch: PlainSchema, value: unknown): boolean {
  if (branch.type === "null") return false;
  if (value === null || value === undefined) return true;
  if (isRecord(value)) {
    const properties = isRecord(branch.properties) ? branch.properties : {};
    const constantsAgree = Object.entries(properties).every(
      ([name, child]) => !isRecord(child) || child.const === undefined || child.const === value[name],
    );
    return constantsAgree && Object.keys(value).every((name) => name in properties);
  }
  if (Array.isArray(branch.enum)) return branch.enum.includes(value);
  if (branch.const !== undefined) return branch.const === value;
  const type = typeOf(branch, value);
  if (Array.isArray(value)) return type === "array";
  return type === typeof value || (type === "integer" && Number.isInteger(value));
}

/** @returns the field that a property of this name and schema stands for */
export function describeField(name: string, { description, format }: PlainSchema): FieldQuestion {
  return {
    name,
    ...(typeof description === "string" && { description }),
    ...(typeof format === "string" && { format }),
  };
}
