"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import {
  type Change,
  calculateChange,
  costGap,
  errorRate,
  formatShare,
  formatShort,
  getAmount,
  knownCost,
} from "#app/(playground)/usage/_model/usage-numbers.ts";
import { METRICS, type UsageMetric, type UsageRange } from "#app/(playground)/usage/_model/usage-view.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";

type Card = { label: string; number: string; exact?: string; change: Change | undefined; note?: string | undefined };

const BEFORE: Record<UsageRange, string> = {
  today: "than yesterday at this time",
  "7d": "than the 7 days before",
  "30d": "than the 30 days before",
  "90d": "than the 90 days before",
  custom: "than the time before",
};

/** Five large numbers. The selected one is charted. */
export function MetricCards({
  total,
  before,
  range,
  metric,
  onChoose,
}: {
  total: UsageReply["total"] | undefined;
  before: UsageReply["total"] | undefined;
  range: UsageRange;
  metric: UsageMetric;
  onChoose: (metric: UsageMetric) => void;
}) {
  return (
    <div role="radiogroup" aria-label="Chart metric" className="grid grid-cols-2 lg:grid-cols-5">
      {METRICS.map((name) => {
        const card = total && describeMetric(name, total, before);
        return (
          <label
            key={name}
            className={clsx(
              "relative flex min-w-0 cursor-pointer flex-col gap-0.5 border-b px-4 pt-3.5 pb-4 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-ring sm:px-5",
              "max-lg:last:col-span-2 not-last:max-lg:odd:border-r lg:not-last:border-r",
              name === metric ? "bg-background" : "hover:bg-foreground/[0.025]",
            )}
          >
            <input
              type="radio"
              name="usage-metric"
              checked={name === metric}
              onChange={() => onChoose(name)}
              className="sr-only"
            />
            {name === metric && (
              <span
                aria-hidden
                className="absolute inset-x-0 -bottom-px h-0.5 bg-accent forced-color-adjust-none forced-colors:bg-[Highlight]"
              />
            )}
            <span className="text-[13px] text-muted-foreground">{LABELS[name]}</span>
            <span
              title={card?.exact}
              className="truncate font-medium text-[26px] leading-8 tracking-[-0.03em] tabular-nums sm:text-[30px] sm:leading-9"
            >
              {card?.number ?? <span className="my-1.5 block h-6 w-24 rounded-lg bg-foreground/[0.06]" />}
            </span>
            <span className="flex min-h-4 flex-wrap items-center gap-x-2 text-muted-foreground text-xs leading-4">
              {card?.change && (
                <ChangeText change={card.change} than={BEFORE[range]} bad={name === "errors" || name === "latency"} />
              )}
              {card?.note && <span>{card.note}</span>}
            </span>
          </label>
        );
      })}
    </div>
  );
}

const LABELS: Record<UsageMetric, string> = {
  requests: "Requests",
  tokens: "Tokens",
  cost: "Cost",
  errors: "Error rate",
  latency: "Latency p50",
};

/** Formats a number in full when there is room for it. */
function formatLarge(count: number): string {
  return count < 100_000 ? formatCount(count) : formatShort(count, "requests");
}

function describeMetric(name: UsageMetric, total: UsageReply["total"], before: UsageReply["total"] | undefined): Card {
  const label = LABELS[name];
  if (name === "latency") {
    const [now, then] = [total.latency.total_ms, before?.latency.total_ms];
    return {
      label,
      number: now ? formatDuration(now.p50) : "—",
      change: calculateChange(now?.p50, then?.p50),
      note: now ? `p95 ${formatDuration(now.p95)}` : undefined,
    };
  }
  const value = getAmount(total, name);
  const change = calculateChange(value, before && getAmount(before, name));
  switch (name) {
    case "requests":
      return { label, number: formatLarge(value), exact: formatCount(value), change };
    case "tokens":
      return {
        label,
        number: formatLarge(value),
        exact: formatCount(value),
        change,
        note: `${formatShort(total.input_tokens, name)} in, ${formatShort(total.output_tokens, name)} out`,
      };
    case "cost": {
      const cost = knownCost(total);
      const comparable = cost !== undefined && total.cost.unknown_requests === 0 && before?.cost.unknown_requests === 0;
      return { label, number: cost ?? "—", change: comparable ? change : undefined, note: costGap(total) };
    }
    case "errors": {
      const rate = errorRate(total);
      return {
        label,
        number: rate === undefined ? "—" : formatShare(rate),
        change: calculateChange(rate, before && errorRate(before)),
        note: total.errors > 0 ? `${formatCount(total.errors)} failed` : undefined,
      };
    }
    default:
      return name satisfies never;
  }
}

/** Change since the period before. More requests are neutral; more errors are bad. */
function ChangeText({ change, than, bad }: { change: Change; than: string; bad: boolean }) {
  const { direction, text } = change;
  if (direction === "same") return <span title={`No more and no less ${than}`}>±0%</span>;
  const Arrow = direction === "up" ? ArrowUp : ArrowDown;
  return (
    <span
      title={`${text} ${direction === "up" ? "more" : "less"} ${than}`}
      className={clsx(
        "flex items-center gap-0.5 tabular-nums",
        bad && (direction === "up" ? "text-destructive" : "text-success"),
      )}
    >
      <Arrow aria-hidden className="size-3" />
      {text}
      <span className="sr-only">
        {direction === "up" ? " more " : " less "}
        {than}
      </span>
    </span>
  );
}
