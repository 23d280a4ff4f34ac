/** Building blocks shared by the schemas of all JSON dialects. */
import { z } from "zod";

/**
 * A field that need not be set: upstreams and SDKs write `null` for that (wire-formats §1.1).
 * @param description of the field, for the OpenAPI document
 */
export function optional<Schema extends z.ZodType>(schema: Schema, description?: string) {
  const field = schema.nullish();
  return description === undefined ? field : field.describe(description);
}

/**
 * An object of another type than those that are checked: another vendor's extension, or newer than this gateway. It is
 * kept as it is.
 * @param expected what the error says of a type that is known but may not stand here
 */
export function otherType(known: readonly string[], expected = `one of ${known.join(", ")}`) {
  return z.looseObject({
    type: z
      .string()
      // Aborts, or zod would report this branch instead of the one that the client meant.
      .refine((type) => !known.includes(type), { error: expected, abort: true })
      .meta({ not: { enum: known } }),
  });
}

/** Pairs of the client's own, which go back to it as they are. */
export const metadata = z
  .record(z.string().max(64), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, { error: "at most 16 pairs" })
  .meta({ maxProperties: 16 });

/**
 * JSON Schema for "one of these fields at least", which zod can only refine. Said by what must not be, for generators of
 * clients take alternatives of fields for alternatives of types.
 */
export function atLeastOneOf(fields: readonly string[]) {
  const absent = { enum: [null, []] };
  return { not: { properties: Object.fromEntries(fields.map((field) => [field, absent])) } };
}

/** A number in a query, which is text there. */
export function queryNumber(least: number, most: number) {
  const error = `a whole number from ${least} to ${most}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** A whole number that may be more than JavaScript's safe integers: an int64 on the wire. */
export const wholeNumber = z
  .number()
  .refine(Number.isInteger, { error: "a whole number" })
  .meta({ type: "integer", format: "int64" });
