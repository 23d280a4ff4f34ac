/**
 * Checks an object of which most fields are absent, as requests are: zod's own check of one costs as much for each field
 * that the schema knows as for each that the object has.
 */
import type { z } from "zod";
import { cacheByObject } from "./cache-by-object.ts";

type Field = { name: string; place: number; type: z.core.$ZodType };

/** Fields of a schema whose other fields pass as they are. */
type LooseObject = {
  fields: ReadonlyMap<string, Field>;
  /** Fields that must be present, or whose absence means another value. */
  expected: readonly string[];
  checks: readonly z.core.$ZodCheck[];
};

/**
 * Returns the value as zod gives it: the fields of the schema in its order, then the others. Undefined for a value that is
 * not valid, and where the schema is not a loose object: zod has the answer then.
 */
export function checkPresent(
  schema: z.ZodType,
  value: unknown,
  context: z.core.ParseContextInternal,
): Record<string, unknown> | undefined {
  const object = findLooseObject(schema);
  if (object === null || typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given = value as Record<string, unknown>;
  for (const name of object.expected) if (given[name] === undefined) return undefined;
  const present: Field[] = [];
  const others: string[] = [];
  for (const name of Object.keys(given)) {
    // Assigned, it would become the prototype.
    if (name === "__proto__") return undefined;
    const field = object.fields.get(name);
    if (field) present.push(field);
    else others.push(name);
  }
  present.sort((one, other) => one.place - other.place);
  const result: Record<string, unknown> = {};
  for (const { name, type } of present) {
    const checked = type._zod.run({ value: given[name], issues: [] }, context);
    if (checked instanceof Promise || checked.issues.length > 0) return undefined;
    result[name] = checked.value;
  }
  for (const name of others) result[name] = given[name];
  const payload: z.core.ParsePayload = { value: result, issues: [] };
  for (const check of object.checks) {
    if (check._zod.check(payload as never) instanceof Promise || payload.issues.length > 0) return undefined;
  }
  return payload.value as Record<string, unknown>;
}

/** Returns null for a schema of another kind. */
const findLooseObject = cacheByObject((schema: z.ZodType): LooseObject | null => {
  const definition = schema._zod.def as z.core.$ZodTypeDef & Partial<z.core.$ZodObjectDef>;
  const { type, shape, catchall, checks = [] } = definition;
  if (type !== "object" || shape === undefined || catchall?._zod.def.type !== "unknown") return null;
  if (checks.some(({ _zod }) => _zod.def.when !== undefined)) return null;
  const fields = Object.entries(shape).map(([name, type], place): Field => ({ name, place, type }));
  const expected = fields.filter(({ type: { _zod } }) => _zod.optin !== "optional" || _zod.optout !== "optional");
  return {
    fields: new Map(fields.map((field) => [field.name, field])),
    expected: expected.map(({ name }) => name),
    checks,
  };
});
