/** `usage` on the wire (wire-formats §3.5): its `input_tokens` exclude tokens read from or written to a cache. */
import type { Usage } from "#lib/canonical/part.ts";

type WireUsage = {
  input_tokens?: unknown;
  output_tokens?: unknown;
  cache_creation_input_tokens?: unknown;
  cache_read_input_tokens?: unknown;
  output_tokens_details?: { thinking_tokens?: unknown } | null;
};

export function readUsage(raw: Record<string, unknown>): Usage {
  const wire = raw as WireUsage;
  const usage: Usage = { raw };
  const uncached = count(wire.input_tokens);
  const cached = count(wire.cache_read_input_tokens);
  const written = count(wire.cache_creation_input_tokens);
  const output = count(wire.output_tokens);
  const reasoning = count(wire.output_tokens_details?.thinking_tokens);
  if (uncached !== undefined) usage.inputTokens = uncached + (cached ?? 0) + (written ?? 0);
  if (cached !== undefined) usage.cachedInputTokens = cached;
  if (written !== undefined) usage.cacheWriteInputTokens = written;
  if (output !== undefined) usage.outputTokens = output;
  if (reasoning !== undefined) usage.reasoningTokens = reasoning;
  return usage;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Both counters are always there: SDKs require them. */
export function writeUsage(usage: Usage): Record<string, unknown> {
  // An upstream of this dialect counted: its own object has more fields.
  if (usage.raw && isOwn(usage.raw)) return usage.raw;
  const { inputTokens = 0, cachedInputTokens: cached, cacheWriteInputTokens: written, reasoningTokens } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - (cached ?? 0) - (written ?? 0)),
    ...(written !== undefined ? { cache_creation_input_tokens: written } : {}),
    ...(cached !== undefined ? { cache_read_input_tokens: cached } : {}),
    output_tokens: usage.outputTokens ?? 0,
    ...(reasoningTokens !== undefined ? { output_tokens_details: { thinking_tokens: reasoningTokens } } : {}),
  };
}

/** True for this API's object: another API uses the same two names, but always adds their sum. */
function isOwn(raw: Record<string, unknown>): boolean {
  return (
    "input_tokens" in raw && "output_tokens" in raw && !("total_tokens" in raw) && !("input_tokens_details" in raw)
  );
}

/** Merges counters: later ones replace earlier ones, and null means absent. */
export function mergeUsage(
  earlier: Record<string, unknown>,
  later: Record<string, unknown> | null | undefined,
): Record<string, unknown> {
  const merged = { ...earlier };
  for (const key in later) if (later[key] != null || !(key in merged)) merged[key] = later[key];
  return merged;
}

const CUMULATIVE = new Set(["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"]);

/** Returns the `usage` of `message_delta`: the counters, and fields that `message_start` did not have. */
export function diffUsage(started: Record<string, unknown>, ended: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(ended).filter(([key, value]) => CUMULATIVE.has(key) || !isSame(started[key], value));
  return Object.fromEntries(entries);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
