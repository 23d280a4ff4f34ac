/** Headers of limits: OpenAI's `x-ratelimit-…`, and `RateLimit` of the IETF (draft-ietf-httpapi-ratelimit-headers). */

/** State of one limit after a request. */
export type LimitState = { unit: "requests" | "tokens"; limit: number; remaining: number; resetMs: number };

const WINDOW_SECONDS = 60;

/** @param states one for each unit */
export function writeLimitHeaders(states: readonly LimitState[]): Record<string, string> {
  const headers: Record<string, string> = {};
  if (states.length === 0) return headers;
  for (const { unit, limit, remaining, resetMs } of states) {
    headers[`x-ratelimit-limit-${unit}`] = String(limit);
    headers[`x-ratelimit-remaining-${unit}`] = String(remaining);
    headers[`x-ratelimit-reset-${unit}`] = `${(resetMs / 1_000).toFixed(3)}s`;
  }
  headers["ratelimit-policy"] = states.map(({ unit, limit }) => `"${unit}";q=${limit};w=${WINDOW_SECONDS}`).join(", ");
  headers.ratelimit = states
    .map(({ unit, remaining, resetMs }) => `"${unit}";r=${remaining};t=${Math.ceil(resetMs / 1_000)}`)
    .join(", ");
  return headers;
}

/** Keeps the state with the least left of each unit: that of the key, or of its group. */
export function addLimitState(states: readonly LimitState[], state: LimitState): LimitState[] {
  const other = states.find(({ unit }) => unit === state.unit);
  if (!other) return [...states, state];
  return state.remaining < other.remaining ? states.map((one) => (one === other ? state : one)) : [...states];
}
