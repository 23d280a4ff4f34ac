/**
 * Opaque data that one dialect understands and the vocabulary does not: thinking signatures, thought signatures,
 * encrypted reasoning, fields of a newer API version. Keyed by the dialect it was read from and written only by that
 * dialect, so that it returns to its vendor byte for byte and reaches no one else.
 */
export type VendorData = { [dialect: string]: Record<string, unknown> };

/**
 * The fields of `value` that are not in `known`, under `dialect`; undefined when there are none, so that no empty
 * object travels.
 */
export function pickUnknownFields(
  dialect: string,
  value: Record<string, unknown>,
  known: ReadonlySet<string>,
): VendorData | undefined {
  let rest: Record<string, unknown> | undefined;
  for (const key in value) {
    if (known.has(key)) continue;
    rest ??= {};
    rest[key] = value[key];
  }
  return rest && { [dialect]: rest };
}
