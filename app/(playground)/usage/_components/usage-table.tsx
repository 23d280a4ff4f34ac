"use client";

import { clsx } from "clsx";
import { getAmount } from "#app/(playground)/usage/_model/usage-numbers.ts";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { SummedMetric, UsageView } from "#app/(playground)/usage/_model/usage-view.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { USAGE_GROUPINGS, type UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";
import { formatCount } from "#lib/playground/streams/metrics.ts";
import { GROUPING_NAMES } from "./group-label.ts";
import { CELL, NARROW, NUMBER, UsageRow, WIDE } from "./usage-row.tsx";
import { useBudgets } from "./use-budgets.ts";

const GROUP_OPTIONS = USAGE_GROUPINGS.map((value) => ({ value, label: GROUPING_NAMES[value] }));

const COLUMNS = [
  { name: "Requests", className: "" },
  { name: "Tokens in", className: NARROW },
  { name: "Tokens out", className: NARROW },
  { name: "Cost", className: "" },
  { name: "Errors", className: NARROW },
  { name: "First byte p50", className: WIDE },
  { name: "Total p50", className: NARROW },
  { name: "Total p95", className: WIDE },
];

const BUDGET = { name: "Budget now", className: NARROW };

/** The groups, each with its share of the charted metric. */
export function UsageTable({
  data,
  by,
  metric,
  view,
  period,
  onChange,
}: {
  data: UsageReply | undefined;
  by: UsageGrouping;
  metric: SummedMetric;
  view: UsageView;
  period: UsagePeriod;
  onChange: (changes: Partial<UsageView>) => void;
}) {
  const { filters } = view;
  const budgets = useBudgets(by);
  const columns = budgets
    ? COLUMNS.flatMap((column) => (column.name === "Cost" ? [column, BUDGET] : [column]))
    : COLUMNS;
  const known = data?.groups.filter(({ unknown_model }) => !unknown_model);
  const unknown = data?.groups.find(({ unknown_model }) => unknown_model);
  const ranked = known?.toSorted((a, b) => getAmount(b, metric) - getAmount(a, metric));
  const all = data ? getAmount(data.total, metric) : 0;
  const most = Math.max(...(ranked ?? []).map((group) => getAmount(group, metric)), 0);
  const shares = (sums: UsageReply["groups"][number]) => {
    const value = getAmount(sums, metric);
    return { share: all > 0 ? value / all : 0, bar: most > 0 ? Math.min(1, value / most) : 0 };
  };
  return (
    <section aria-label={`By ${by}`}>
      <div className="flex pb-2 sm:[&_label]:px-3 max-sm:[&>*]:w-full">
        <Segmented
          label="Group by"
          options={GROUP_OPTIONS}
          value={view.group}
          onChange={(group) => onChange({ group })}
        />
      </div>
      <div className="rounded-2xl border max-lg:overflow-x-auto lg:overflow-clip">
        <table aria-busy={!data} className="w-full border-separate border-spacing-0">
          <thead>
            <tr>
              <th scope="col" className={clsx(HEAD, "pl-4 text-left")}>
                {GROUPING_NAMES[by]}
              </th>
              {columns.map(({ name, className }) => (
                <th key={name} scope="col" className={clsx(HEAD, NUMBER, className)}>
                  {name}
                </th>
              ))}
              <th scope="col" className={HEAD}>
                <span className="sr-only">View requests</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {ranked?.map((group) => (
              <UsageRow
                key={group.group ?? ""}
                sums={group}
                by={by}
                {...shares(group)}
                filters={filters}
                period={period}
                budgets={budgets}
                onFilter={
                  filters[by] === undefined ? (value) => onChange({ filters: { ...filters, [by]: value } }) : undefined
                }
              />
            ))}
            {data?.others && (
              <UsageRow
                sums={{ ...data.others, group: null, name: "All others" }}
                by={by}
                {...shares({ ...data.others, group: null })}
                filters={filters}
                period={period}
                budgets={budgets}
                isOthers
              />
            )}
            {unknown && (
              <tr>
                <td colSpan={columns.length + 2} className={clsx(CELL, "border-t px-4 text-muted-foreground")}>
                  {unknown.requests === 1
                    ? "1 request to an unknown model"
                    : `${formatCount(unknown.requests)} requests to unknown models`}
                </td>
              </tr>
            )}
            {!data &&
              [64, 40, 52].map((width) => (
                <tr key={width}>
                  <td colSpan={columns.length + 2} className="h-9 border-t px-4">
                    <span
                      className="block h-2.5 max-w-64 rounded-full bg-foreground/[0.06]"
                      style={{ width: `${width}%` }}
                    />
                  </td>
                </tr>
              ))}
            {data?.groups.length === 0 && (
              <tr>
                <td colSpan={columns.length + 2} className={clsx(CELL, "border-t px-4 text-muted-foreground")}>
                  No requests match these filters.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const HEAD = "group-title sticky top-0 z-10 h-9 bg-card px-2 font-normal whitespace-nowrap";
