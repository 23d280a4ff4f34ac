/** Adds up the store's sums, each with one price. */
import type { UsageTotal } from "#lib/contract/usage-reply.ts";
import type { PriceList } from "#lib/gateway/routing/price-list.ts";
import type { UsageSums } from "#lib/store/usage/usage.ts";

type Prices = Pick<PriceList, "computeTotalCost">;

/** Total of one group in one bucket. */
export type UsageCell = Pick<UsageSums, "start" | "group" | "isOther"> & { total: UsageTotal };

/** Adds up each group in each bucket. */
export function addUpCells(rows: readonly UsageSums[], prices: Prices): UsageCell[] {
  const starts = new Map<number | null, Map<string | null | undefined, UsageCell>>();
  for (const row of rows) {
    const { start, group, isOther } = row;
    const groups = starts.get(start) ?? new Map<string | null | undefined, UsageCell>();
    starts.set(start, groups);
    // No name is that of all others.
    const name = isOther ? undefined : group;
    const cell = groups.get(name) ?? { start, group, isOther, total: createTotal() };
    groups.set(name, cell);
    addRow(cell.total, row, prices);
  }
  return [...starts.values()].flatMap((groups) => [...groups.values()]);
}

/** Adds up cells. */
export function addUp(cells: readonly UsageCell[]): UsageTotal {
  const sum = createTotal();
  for (const { total } of cells) {
    for (const field of FIELDS) sum[field] += total[field];
    sum.cost.amount += total.cost.amount;
    sum.cost.about ||= total.cost.about;
    sum.cost.known_requests += total.cost.known_requests;
    sum.cost.unknown_requests += total.cost.unknown_requests;
  }
  return sum;
}

const FIELDS = [
  ...(["requests", "errors", "input_tokens", "output_tokens"] as const),
  ...(["cached_tokens", "reasoning_tokens", "video_seconds"] as const),
];

function createTotal(): UsageTotal {
  return {
    requests: 0,
    errors: 0,
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    reasoning_tokens: 0,
    video_seconds: 0,
    cost: { amount: 0, about: false, known_requests: 0, unknown_requests: 0 },
  };
}

function addRow(total: UsageTotal, row: UsageSums, prices: Prices): void {
  total.requests += row.requests;
  total.errors += row.errors;
  total.input_tokens += row.inputTokens;
  total.output_tokens += row.outputTokens;
  total.cached_tokens += row.cachedTokens;
  total.reasoning_tokens += row.reasoningTokens;
  total.video_seconds += row.videoSeconds;
  addCost(total.cost, row, prices);
}

function addCost(sum: UsageTotal["cost"], row: UsageSums, prices: Prices): void {
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
