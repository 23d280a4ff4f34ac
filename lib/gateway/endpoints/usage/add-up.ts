/** Adds up the store's sums, each with one price. */
import type { UsageTotal } from "#lib/contract/usage-reply.ts";
import type { PriceList } from "#lib/gateway/routing/price-list.ts";
import type { UsageSums } from "#lib/store/usage.ts";

export function addUp(rows: readonly UsageSums[], prices: Pick<PriceList, "computeTotalCost">): UsageTotal {
  const total: UsageTotal = {
    requests: 0,
    errors: 0,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    reasoning_tokens: 0,
    video_seconds: 0,
    cost: { amount: 0, about: false, known_requests: 0, unknown_requests: 0 },
  };
  for (const row of rows) {
    total.requests += row.requests;
    total.errors += row.errors;
    total.input_tokens += row.inputTokens;
    total.output_tokens += row.outputTokens;
    total.cached_tokens += row.cachedTokens;
    total.reasoning_tokens += row.reasoningTokens;
    total.video_seconds += row.videoSeconds;
    addCost(total.cost, row, prices);
  }
  return total;
}

function addCost(sum: UsageTotal["cost"], row: UsageSums, prices: Pick<PriceList, "computeTotalCost">): void {
  // No upstream call, or no tokens: the cost is zero.
  if (row.upstream === null) return;
  const cost = prices.computeTotalCost(row);
  if (!cost) {
    sum.unknown_requests += row.requests;
    return;
  }
  sum.known_requests += row.requests;
  sum.amount += cost.amount;
  sum.about ||= cost.about;
}
