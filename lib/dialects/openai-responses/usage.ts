/** `usage` on the wire (wire-formats §2.4). */
import type { Usage } from "#lib/canonical/part.ts";
import { setCount } from "#lib/canonical/set-count.ts";

type WireUsage = {
  input_tokens?: unknown;
  input_tokens_details?: { cached_tokens?: unknown; cache_write_tokens?: unknown } | null;
  output_tokens?: unknown;
  output_tokens_details?: { reasoning_tokens?: unknown } | null;
};

export function readUsage(raw: Record<string, unknown>): Usage {
  const wire = raw as WireUsage;
  const usage: Usage = { raw };
  setCount(usage, "inputTokens", wire.input_tokens);
  setCount(usage, "outputTokens", wire.output_tokens);
  setCount(usage, "cachedInputTokens", wire.input_tokens_details?.cached_tokens);
  setCount(usage, "cacheWriteInputTokens", wire.input_tokens_details?.cache_write_tokens);
  setCount(usage, "reasoningTokens", wire.output_tokens_details?.reasoning_tokens);
  return usage;
}

/** Writes an unknown count as 0 where the API's SDKs require a number. */
export function writeUsage(usage: Usage): Record<string, unknown> {
  // An upstream of this dialect counted: its own object has more fields. Anthropic's has the same two names.
  if (usage.raw && "input_tokens" in usage.raw && "total_tokens" in usage.raw) return usage.raw;
  const input = usage.inputTokens ?? 0;
  const output = usage.outputTokens ?? 0;
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.cachedInputTokens ?? 0,
      cache_write_tokens: usage.cacheWriteInputTokens ?? 0,
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: input + output,
  };
}
