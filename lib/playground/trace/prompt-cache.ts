/** The comparison of a request's prompt with the one before it, loaded from the request log, and in words. */
import type { RequestWithRecord } from "#lib/contract/logged-request.ts";
import type { PrefixBreak, PromptCacheComparison } from "#lib/contract/prompt-cache.ts";
import { formatCost } from "../models/cost.ts";
import { formatCount } from "../streams/metrics.ts";

/** Tries to read a request that has just ended, whose row may still be written. */
const ATTEMPTS = 4;
const PAUSE_MS = 400;

/** @returns null when the log does not have the request, or nothing to compare it with */
export async function loadPromptCache(
  id: string,
  { signal, send = fetch }: { signal: AbortSignal; send?: typeof fetch },
): Promise<PromptCacheComparison | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await send(`/api/requests/${encodeURIComponent(id)}`, { credentials: "same-origin", signal });
      if (response.ok) return ((await response.json()) as RequestWithRecord).prompt_cache;
      if (response.status !== 404 || attempt === ATTEMPTS) return null;
    } catch {
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS));
    if (signal.aborted) return null;
  }
}

/** Says where the prompt left the earlier one, and why. */
export function describeBreak({ cause, part, index, was }: PrefixBreak, { model }: { model: string | null }): string {
  const number = (index ?? 0) + 1;
  const place = part === null ? "" : `${PLACES[part]} ${number}`;
  switch (cause) {
    case "model":
      return model === null ? "Another model." : `Another model: it was ${model}.`;
    case "tool_order":
      return was === null || was < 0
        ? "The tools are in another order."
        : `The tools are in another order: tool ${number} was tool ${was + 1}.`;
    case "tools":
      return `Tool ${number} was changed, added or removed.`;
    case "system":
      return `The system text changed, in ${place}.`;
    case "timestamp":
      return `A date, a time or an ID changed in ${place}. Put it at the end of the prompt.`;
    case "cache_marks":
      return `The cache mark of ${place} is gone.`;
    case "message":
      return `Message ${number} changed.`;
    default:
      return cause satisfies never;
  }
}

const PLACES = { tools: "tool", system: "system text", messages: "message" };

/** Says what the break cost; undefined while nothing was lost or nothing is known. */
export function describeLoss({ lost_tokens, lost_cost }: PromptCacheComparison): string | undefined {
  if (!lost_tokens) return undefined;
  const tokens = `About ${formatCount(lost_tokens)} tokens were read again at the full price`;
  if (lost_cost === null) return `${tokens}.`;
  return `${tokens}: ${formatCost({ amount: lost_cost, about: true })} more than from the cache.`;
}
