/** Building blocks shared by the schemas of all JSON dialects. */
import { z } from "zod";
import { fieldRules } from "./errors/field-rules.ts";

/**
 * An optional field: upstreams and SDKs also write `null` for one that is not set (wire-formats §1.1).
 * @param description of the field, for the OpenAPI document
 */
export function optional<Schema extends z.ZodType>(schema: Schema, description?: string) {
  const field = schema.nullish();
  return description === undefined ? field : field.describe(description);
}

/**
 * An object of a type that is not checked: another vendor's extension, or newer than this gateway. It is not changed.
 * @param rule the rule for a known type that is not allowed here
 */
export function otherType(known: readonly string[], rule = fieldRules.value(known)) {
  return z.looseObject({
    type: z
      .string()
      // Aborts, or zod would report this branch instead of the one that the client meant.
      .refine((type) => !known.includes(type), { error: rule, abort: true })
      .meta({ not: { enum: known } }),
  });
}

/** The client's own pairs, returned unchanged. */
export const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, { error: fieldRules.atMostPairs(16) })
  .meta({ maxProperties: 16 });

/**
 * JSON Schema for "at least one of these fields", which zod can only refine. Written as a negation, since client
 * generators read alternatives of fields as alternatives of types.
 */
export function atLeastOneOf(fields: readonly string[]) {
  const absent = { enum: [null, []] };
  return { not: { properties: Object.fromEntries(fields.map((field) => [field, absent])) } };
}

/** A number in a query, which is text there. */
export function queryNumber(least: number, most: number) {
  const error = fieldRules.integerBetween(least, most);
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** A whole number that may be more than JavaScript's safe integers: an int64 on the wire. */
export const wholeNumber = z
  .number()
  .refine(Number.isInteger, { error: fieldRules.integer })
  .meta({ type: "integer", format: "int64" });
