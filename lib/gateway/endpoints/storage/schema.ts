/** Path and query of `/api/storage`. */
import { z } from "zod";
import { fieldRules } from "#lib/contract/errors/field-rules.ts";
import { CLEARABLE_KINDS, type ClearableKind } from "#lib/contract/storage.ts";
import { errors } from "#lib/http/errors.ts";
import { parseAge } from "#lib/store/parse-expiry.ts";

export const clearQuery = z.strictObject({
  older_than: z
    .string()
    .refine((text) => parseAge(text, Date.now()) !== undefined, fieldRules.age)
    .describe(
      "Age of the youngest data to remove, such as `30d`, `12h`, `8w` or `1y`, or a past date, such as `2026-01-31`.",
    ),
});

/** Returns the time in Unix milliseconds. */
export function readBefore({ older_than: age }: z.output<typeof clearQuery>): number {
  const now = Date.now();
  return parseAge(age, now) ?? now;
}

/** @throws GatewayError 404 */
export function readKind(name = ""): ClearableKind {
  const kind = CLEARABLE_KINDS.find((clearable) => clearable === name);
  if (!kind) throw errors.storageKindNotFound({ kind: name, kinds: CLEARABLE_KINDS });
  return kind;
}
