/** Metadata entry that the sandbox reads: `"sandbox_tokens_per_second": "20"`; `"0"` turns pacing off. */
import type { Call } from "#lib/canonical/call.ts";
import { errors } from "#lib/http/errors.ts";

export const TOKENS_PER_SECOND_KEY = "sandbox_tokens_per_second";

/** Returns undefined when the call does not set it. */
export function readTokensPerSecond(call: Call): number | undefined {
  const value = call.metadata?.[TOKENS_PER_SECOND_KEY];
  if (value === undefined) return undefined;
  const rate = value.trim() === "" ? Number.NaN : Number(value);
  if (rate >= 0) return rate;
  throw errors.tokenRateInvalid({ param: `metadata.${TOKENS_PER_SECOND_KEY}`, got: value });
}
