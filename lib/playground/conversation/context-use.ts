/** Share of a model's context that a conversation uses, from the token counts of its last response. */

import { formatContext } from "../models/models.ts";
import { measure } from "../streams/metrics.ts";
import type { Turn } from "./transcript.ts";

export type ContextUse = {
  /** "12.4K of 128K", with "~" where a count is estimated. */
  words: string;
  /** Share of the context, 0 to 1. */
  share: number;
  /** `tight`: little is left. `full`: the next response may not fit. */
  level: "roomy" | "tight" | "full";
};

const TIGHT = 0.8;
const FULL = 0.95;

/** Returns undefined while a count or the context length is unknown. */
export function contextUse(last: Turn | undefined, contextWindow: number | undefined): ContextUse | undefined {
  if (last?.role !== "assistant" || last.edited || last.state === "streaming" || !contextWindow) return undefined;
  const { inputTokens, outputTokens = 0, estimated } = measure(last.answer, last.timings);
  if (inputTokens === undefined) return undefined;
  const used = inputTokens + outputTokens;
  const share = Math.min(1, used / contextWindow);
  const words = `${estimated ? "~" : ""}${formatUsed(used)} of ${formatContext(contextWindow)}`;
  return { words, share, level: share > FULL ? "full" : share > TIGHT ? "tight" : "roomy" };
}

function formatUsed(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  return tokens < 100_000 ? `${+(tokens / 1000).toFixed(1)}K` : formatContext(tokens);
}
