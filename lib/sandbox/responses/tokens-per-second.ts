/** Metadata entry that the sandbox reads: `"sandbox_tokens_per_second": "20"`; `"0"` turns pacing off. */
import type { Call } from "#lib/canonical/call.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";

export const TOKENS_PER_SECOND_KEY = "sandbox_tokens_per_second";

/** Returns undefined when the call does not set it. */
export function readTokensPerSecond(call: Call): number | undefined {
  const value = call.metadata?.[TOKENS_PER_SECOND_KEY];
  if (value === undefined) return undefined;
  const rate = value.trim() === "" ? Number.NaN : Number(value);
  if (rate >= 0) return rate;
  throw new GatewayError({
    status: 400,
    message: `metadata.${TOKENS_PER_SECOND_KEY} is "${value}"; expected a number of at least 0, as a string.`,
    param: `metadata.${TOKENS_PER_SECOND_KEY}`,
  });
}
