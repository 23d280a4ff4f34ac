/** Metrics of the usage page and their formats. */
import type { UsageTotal } from "#lib/contract/usage-reply.ts";
import { formatCost } from "#lib/playground/models/cost.ts";
import { createOnce } from "#lib/playground/shell/create-once.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import type { SummedMetric } from "./usage-view.ts";

export const METRIC_NAMES: Record<SummedMetric, string> = {
  requests: "Requests",
  tokens: "Tokens",
  cost: "Cost",
  errors: "Errors",
};

export function getAmount(sums: UsageTotal, metric: SummedMetric): number {
  switch (metric) {
    case "requests":
      return sums.requests;
    case "tokens":
      return sums.input_tokens + sums.output_tokens;
    case "cost":
      return sums.cost.amount;
    case "errors":
      return sums.errors;
    default:
      return metric satisfies never;
  }
}

/** Formats exactly: "1,204", "$0.31". */
export function formatValue(value: number, metric: SummedMetric): string {
  return metric === "cost" ? formatCost({ amount: value, about: false }) : formatCount(Math.round(value));
}

/** Formats with three digits at most: "940", "12.4K", "3.1M". */
export function formatShort(value: number, metric: SummedMetric): string {
  if (metric === "cost") return value >= 1_000 ? `$${shorten(value)}` : `$${+value.toPrecision(3)}`;
  return shorten(value);
}

const short = createOnce(() => new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 }));
function shorten(value: number): string {
  return short().format(value);
}

/** Returns the cost, or undefined when no request has a known price: a sum of nothing would look like a price. */
export function knownCost({ cost }: UsageTotal): string | undefined {
  if (cost.known_requests === 0 && cost.unknown_requests > 0) return undefined;
  return formatCost(cost);
}

/** Explains why the cost is missing or incomplete; undefined when it is complete. */
export function costGap({ cost }: UsageTotal): string | undefined {
  const { known_requests: known, unknown_requests: unknown } = cost;
  if (unknown === 0) return undefined;
  const count = unknown === 1 ? "1 request has" : `${formatCount(unknown)} requests have`;
  return known === 0 ? "Unknown price" : `${count} no known price`;
}

/** Returns the share of failed requests; undefined without requests. */
export function errorRate({ requests, errors }: UsageTotal): number | undefined {
  return requests === 0 ? undefined : errors / requests;
}

export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0%";
  if (percent < 0.1) return "<0.1%";
  return `${percent < 10 ? +percent.toFixed(1) : Math.round(percent)}%`;
}

export type Change = { text: string; direction: "up" | "down" | "same" };

/** Returns the change from the period before; undefined when there is nothing to compare with. */
export function calculateChange(now: number | undefined, before: number | undefined): Change | undefined {
  if (now === undefined || before === undefined || before === 0) return undefined;
  const change = (now - before) / before;
  if (Math.abs(change) < 0.005) return { text: "no change", direction: "same" };
  const size = Math.abs(change) >= 9.995 ? `×${formatCount(Math.round(now / before))}` : formatShare(Math.abs(change));
  return { text: size, direction: change > 0 ? "up" : "down" };
}
