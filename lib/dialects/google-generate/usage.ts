/** `usageMetadata` on the wire (wire-formats §4.7). Thoughts are counted beside the candidates, not among them. */
import type { Usage } from "#lib/canonical/part.ts";
import { setCount } from "#lib/canonical/set-count.ts";

type WireUsage = {
  promptTokenCount?: unknown;
  toolUsePromptTokenCount?: unknown;
  cachedContentTokenCount?: unknown;
  candidatesTokenCount?: unknown;
  thoughtsTokenCount?: unknown;
  totalTokenCount?: unknown;
};

export function readUsage(raw: Record<string, unknown>): Usage {
  const wire = raw as WireUsage;
  const usage: Usage = { raw };
  setCount(usage, "inputTokens", sum(wire.promptTokenCount, wire.toolUsePromptTokenCount));
  setCount(usage, "outputTokens", sum(wire.candidatesTokenCount, wire.thoughtsTokenCount));
  setCount(usage, "cachedInputTokens", count(wire.cachedContentTokenCount));
  setCount(usage, "reasoningTokens", count(wire.thoughtsTokenCount));
  // The API leaves a count of zero out.
  const total = count(wire.totalTokenCount);
  if (usage.outputTokens === undefined && usage.inputTokens !== undefined && total !== undefined)
    usage.outputTokens = Math.max(0, total - usage.inputTokens);
  return usage;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function sum(one: unknown, other: unknown): number | undefined {
  const first = count(one);
  const second = count(other);
  return first === undefined && second === undefined ? undefined : (first ?? 0) + (second ?? 0);
}

export function writeUsage(usage: Usage): Record<string, unknown> {
  // An upstream of this dialect counted: its own object has more fields.
  if (usage.raw && ("promptTokenCount" in usage.raw || "totalTokenCount" in usage.raw)) return usage.raw;
  const input = usage.inputTokens ?? 0;
  const output = usage.outputTokens ?? 0;
  const { reasoningTokens, cachedInputTokens } = usage;
  return {
    promptTokenCount: input,
    candidatesTokenCount: Math.max(0, output - (reasoningTokens ?? 0)),
    totalTokenCount: input + output,
    ...(reasoningTokens !== undefined ? { thoughtsTokenCount: reasoningTokens } : {}),
    ...(cachedInputTokens !== undefined ? { cachedContentTokenCount: cachedInputTokens } : {}),
  };
}
