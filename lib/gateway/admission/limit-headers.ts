/** Headers of limits: OpenAI's `x-ratelimit-…`, and `RateLimit` of the IETF (draft-ietf-httpapi-ratelimit-headers). */

type Unit = "requests" | "tokens";

/** Texts of one limit, which the headers of each request repeat. */
export type LimitTexts = { unit: Unit; limit: string; policy: string };

/** State of one limit after a request. */
export type LimitState = { texts: LimitTexts; remaining: number; resetMs: number };

/** States that the headers show: of each unit the one with the least left, the key's or its group's. */
export type LimitStates = { requests?: LimitState; tokens?: LimitState };

const WINDOW_SECONDS = 60;

/** Adds the headers of both units to those of a response. */
export function addLimitHeaders(headers: Record<string, string | string[]>, { requests, tokens }: LimitStates): void {
  if (requests) {
    headers["x-ratelimit-limit-requests"] = requests.texts.limit;
    headers["x-ratelimit-remaining-requests"] = `${requests.remaining}`;
    headers["x-ratelimit-reset-requests"] = formatReset(requests);
  }
  if (tokens) {
    headers["x-ratelimit-limit-tokens"] = tokens.texts.limit;
    headers["x-ratelimit-remaining-tokens"] = `${tokens.remaining}`;
    headers["x-ratelimit-reset-tokens"] = formatReset(tokens);
  }
  const first = requests ?? tokens;
  if (!first) return;
  const second = requests && tokens;
  const { policy } = first.texts;
  headers["ratelimit-policy"] = second ? `${policy}, ${second.texts.policy}` : policy;
  headers.ratelimit = second ? `${writeRest(first)}, ${writeRest(second)}` : writeRest(first);
}

/** Texts of the milliseconds within a second: dividing writes the digits of a fraction anew for each response. */
const FRACTIONS = Array.from({ length: 1_000 }, (_, ms) => `.${String(ms).padStart(3, "0")}s`);

function formatReset({ resetMs }: LimitState): string {
  return `${Math.trunc(resetMs / 1_000)}${FRACTIONS[resetMs % 1_000]}`;
}

/** Writes the texts of a limit, once for all requests. */
export function writeLimitTexts(unit: Unit, limit: number): LimitTexts {
  return { unit, limit: `${limit}`, policy: `"${unit}";q=${limit};w=${WINDOW_SECONDS}` };
}

function writeRest({ texts, remaining, resetMs }: LimitState): string {
  return `"${texts.unit}";r=${remaining};t=${Math.ceil(resetMs / 1_000)}`;
}

/** Notes a state, unless another one of its unit has less left. */
export function addLimitState(states: LimitStates, state: LimitState): void {
  const { unit } = state.texts;
  const other = states[unit];
  if (!other || state.remaining < other.remaining) states[unit] = state;
}
