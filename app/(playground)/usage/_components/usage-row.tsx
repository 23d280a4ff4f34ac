import { clsx } from "clsx";
import { ScrollText } from "lucide-react";
import Link from "next/link";
import {
  costGap,
  errorRate,
  formatShare,
  formatShort,
  knownCost,
} from "#app/(playground)/usage/_model/usage-numbers.ts";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageFilters } from "#app/(playground)/usage/_model/usage-view.ts";
import { ProviderMark } from "#components/ui/provider-mark.tsx";
import type { LimitUse } from "#lib/contract/key-policy.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { describeUsed, findTightest } from "#lib/playground/limits/limit-names.ts";
import { formatCount, formatDuration } from "#lib/playground/streams/metrics.ts";
import { BudgetCell } from "./budget-cell.tsx";
import { groupLabel } from "./group-label.ts";

export const CELL = "h-9 px-2 py-0 text-[13px]";
export const NUMBER = "text-right tabular-nums whitespace-nowrap";
export const NARROW = "max-md:hidden";
export const WIDE = "max-lg:hidden";

/** Share of failures from which the number is red. */
const ALARMING_ERROR_RATE = 0.05;

/** A group. Its name filters everything by it; the icon links to its requests. */
export function UsageRow({
  sums,
  by,
  share,
  bar,
  filters,
  period,
  budgets,
  isOthers = false,
  onFilter,
}: {
  sums: UsageReply["groups"][number];
  by: UsageGrouping;
  /** Share of the total. */
  share: number;
  /** Length relative to the largest group, 0 to 1. */
  bar: number;
  filters: UsageFilters;
  period: UsagePeriod;
  /** Budgets of all groups, when the table has a column for them. */
  budgets?: ReadonlyMap<string, readonly LimitUse[]> | undefined;
  isOthers?: boolean;
  /** Absent when the group is already the filter. */
  onFilter?: ((value: string) => void) | undefined;
}) {
  const { group, errors, latency } = sums;
  const label = groupLabel(sums, by);
  const provider = findProvider(group, by);
  const cost = knownCost(sums);
  const gap = costGap(sums);
  const failed = errorRate(sums) ?? 0;
  const totalTime = latency.total_ms;
  const own = (group !== null && budgets?.get(group)) || [];
  const tightest = findTightest(own);
  return (
    <tr className="[&>td]:border-t hover:[&>td]:bg-foreground/[0.025]">
      <td className={clsx(CELL, "w-full max-w-0 min-w-52 pl-4 max-sm:min-w-24")}>
        <span className="flex items-center gap-3">
          {provider && <ProviderMark provider={provider} className="-mr-1 size-4 text-muted-foreground" />}
          <span className="min-w-0 flex-1">
            {group !== null && onFilter ? (
              <button
                type="button"
                title={`Only ${label}`}
                onClick={() => onFilter(group)}
                className="block max-w-full truncate rounded text-left font-medium text-sm underline-offset-4 hover:underline pointer-coarse:py-2"
              >
                {label}
              </button>
            ) : (
              <span className={clsx("block truncate", (isOthers || group === null) && "text-muted-foreground")}>
                {label}
              </span>
            )}
            {tightest && (
              <span className="block truncate pb-1 text-muted-foreground text-xs tabular-nums md:hidden">
                {describeUsed(tightest)}
              </span>
            )}
          </span>
          <span
            aria-hidden
            className={clsx(
              "h-1.5 w-40 shrink-0 overflow-hidden rounded-full bg-foreground/[0.06] max-xl:hidden forced-colors:border",
              budgets && "max-2xl:hidden",
            )}
          >
            <span
              className={clsx(
                "block h-full rounded-full forced-color-adjust-none forced-colors:bg-[Highlight]",
                isOthers ? "bg-foreground/25" : "bg-accent",
              )}
              style={{ width: `${bar * 100}%` }}
            />
          </span>
          <span className="w-10 shrink-0 text-right text-muted-foreground text-xs tabular-nums max-sm:hidden">
            {formatShare(share)}
          </span>
        </span>
      </td>
      <td className={clsx(CELL, NUMBER, "font-medium")}>{formatCount(sums.requests)}</td>
      <td className={clsx(CELL, NUMBER, NARROW, "text-muted-foreground")}>
        {formatShort(sums.input_tokens, "tokens")}
      </td>
      <td className={clsx(CELL, NUMBER, NARROW, "text-muted-foreground")}>
        {formatShort(sums.output_tokens, "tokens")}
      </td>
      <td className={clsx(CELL, NUMBER)}>
        <span
          title={gap}
          className={clsx(gap && "cursor-help decoration-dotted underline decoration-foreground/30 underline-offset-4")}
        >
          {cost ?? "—"}
          {gap && <span className="sr-only"> ({gap})</span>}
        </span>
      </td>
      {budgets && (
        <td className={clsx(CELL, NUMBER, NARROW)}>
          <BudgetCell uses={own} />
        </td>
      )}
      <td
        className={clsx(
          CELL,
          NUMBER,
          NARROW,
          failed >= ALARMING_ERROR_RATE ? "text-destructive" : errors === 0 && "text-muted-foreground",
        )}
      >
        {errors === 0 ? "0" : `${formatCount(errors)} · ${formatShare(failed)}`}
      </td>
      <td className={clsx(CELL, NUMBER, WIDE, "text-muted-foreground")}>
        {latency.first_byte_ms ? formatDuration(latency.first_byte_ms.p50) : "—"}
      </td>
      <td className={clsx(CELL, NUMBER, NARROW, "text-muted-foreground")}>
        {totalTime ? formatDuration(totalTime.p50) : "—"}
      </td>
      <td className={clsx(CELL, NUMBER, WIDE, "text-muted-foreground")}>
        {totalTime ? formatDuration(totalTime.p95) : "—"}
      </td>
      <td className={clsx(CELL, "pr-2 max-sm:px-0.5")}>
        {group !== null && !isOthers && (
          <Link
            href={`/requests?${requestsQuery({ ...filters, [by]: group }, period)}`}
            prefetch={false}
            aria-label={`View requests of ${label}`}
            data-tooltip="Requests"
            className="grid size-7 place-items-center rounded-lg text-muted-foreground transition-colors duration-150 hover:bg-foreground/[0.06] hover:text-foreground pointer-coarse:size-9 [&>svg]:size-3.5"
          >
            <ScrollText aria-hidden />
          </Link>
        )}
      </td>
    </tr>
  );
}

/** The log lists requests to a route by its name as their model. */
function requestsQuery({ route, ...filters }: UsageFilters, { from, to }: UsagePeriod): string {
  const model = filters.model ?? route;
  return new URLSearchParams({
    ...filters,
    ...(model ? { model } : {}),
    since: String(from),
    until: String(to),
  }).toString();
}

/** Returns the provider of a group by model or provider; a model's is the prefix of its name. */
function findProvider(group: string | null, by: UsageGrouping): string | undefined {
  if (group === null) return undefined;
  if (by === "upstream") return group;
  return by === "model" && group.includes("/") ? group.slice(0, group.indexOf("/")) : undefined;
}
