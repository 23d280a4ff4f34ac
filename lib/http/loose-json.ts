/** Reading JSON of others, of which only a part is understood: what is not as expected is as if it were not there. */

export function asObject(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** One that says something. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A share of 100, as a number or with a `%` behind it. */
export function asPercent(value: unknown): number | undefined {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return typeof number === "number" && number >= 0 && number <= 100 ? number : undefined;
}
