/** `usage` on the wire (wire-formats §14.4). Thoughts and the tokens of tools are counted beside input and output. */
import type { Usage } from "#lib/canonical/part.ts";
import { setCount } from "#lib/canonical/set-count.ts";

type WireUsage = {
  total_input_tokens?: unknown;
  total_tool_use_tokens?: unknown;
  total_cached_tokens?: unknown;
  total_output_tokens?: unknown;
  total_thought_tokens?: unknown;
};

export function readUsage(raw: Record<string, unknown>): Usage {
  const wire = raw as WireUsage;
  const usage: Usage = { raw };
  setCount(usage, "inputTokens", sum(wire.total_input_tokens, wire.total_tool_use_tokens));
  setCount(usage, "outputTokens", sum(wire.total_output_tokens, wire.total_thought_tokens));
  setCount(usage, "cachedInputTokens", wire.total_cached_tokens);
  setCount(usage, "reasoningTokens", wire.total_thought_tokens);
  return usage;
}

function sum(one: unknown, other: unknown): number | undefined {
  const counts = [one, other].filter((value) => typeof value === "number");
  return counts.length === 0 ? undefined : counts.reduce((total, count) => total + count, 0);
}

export function writeUsage(usage: Usage): Record<string, unknown> {
  // An upstream of this dialect counted: its own object has more fields.
  if (usage.raw && "total_input_tokens" in usage.raw) return usage.raw;
  const { inputTokens = 0, outputTokens = 0, reasoningTokens = 0, cachedInputTokens } = usage;
  return {
    total_input_tokens: inputTokens,
    total_output_tokens: Math.max(0, outputTokens - reasoningTokens),
    ...(usage.reasoningTokens !== undefined ? { total_thought_tokens: reasoningTokens } : {}),
    ...(cachedInputTokens !== undefined ? { total_cached_tokens: cachedInputTokens } : {}),
    total_tokens: inputTokens + outputTokens,
  };
}
