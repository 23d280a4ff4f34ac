"use client";

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Chart } from "#app/(playground)/usage/_model/usage-chart.ts";
import { formatValue, METRIC_NAMES } from "#app/(playground)/usage/_model/usage-numbers.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import type { UsageMetric } from "#app/(playground)/usage/_model/usage-view.ts";
import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import { ChartBars, PLOT } from "./chart-bars.tsx";
import { ChartTable } from "./chart-table.tsx";
import { ChartTip } from "./chart-tip.tsx";
import { Swatch } from "./swatch.tsx";

/**
 * Bars over time. The pointer, a finger or the arrow keys move a line that shows the exact values. Screen readers get a
 * slider with the same values, and a table of all of them.
 */
export function UsageChart({
  chart,
  metric,
  period,
  by,
}: {
  chart: Chart | undefined;
  metric: UsageMetric;
  period: UsagePeriod;
  by: UsageGrouping;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [chosen, setChosen] = useState<number>();
  const [key, setKey] = useState(0);
  const count = chart?.bars.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period has other bars
  useEffect(() => setChosen(undefined), [period.from, period.to]);
  const bar = chosen === undefined ? undefined : chart?.bars[chosen];
  const empty = chart !== undefined && chart.series.length === 0;

  const choose = (clientX: number) => {
    const plot = box.current?.getBoundingClientRect();
    if (!plot || count === 0) return;
    const share = (clientX - plot.left - PLOT.left) / (plot.width - PLOT.left - PLOT.right);
    setChosen(Math.min(count - 1, Math.max(0, Math.floor(share * count))));
  };
  const label = bar && bucketLabel(bar.start, period, true);
  const value = bar &&
    chart && [
      `${METRIC_NAMES[metric]} ${formatValue(bar.total, metric)}`,
      ...chart.series.flatMap((series, index) => {
        const part = bar.values[index] ?? 0;
        return part > 0 ? [`${series.label} ${formatValue(part, metric)}`] : [];
      }),
    ];

  return (
    <figure className="px-2 pt-4 pb-3 sm:px-4">
      <div
        ref={box}
        className="relative select-none rounded-lg has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring"
        style={{ height: PLOT.height }}
        onPointerMove={(event) => choose(event.clientX)}
        onPointerDown={(event) => choose(event.clientX)}
        onPointerLeave={(event) => event.pointerType === "mouse" && setChosen(undefined)}
      >
        {chart && !empty && width > 0 && (
          <ChartBars chart={chart} metric={metric} period={period} width={width} chosen={chosen} />
        )}
        {empty && <p className="absolute inset-0 grid place-items-center text-muted-foreground">{NOTHING[metric]}</p>}
        {chart && !empty && (
          <input
            key={key}
            type="range"
            aria-label={`${METRIC_NAMES[metric]} by ${period.bucket}`}
            aria-valuetext={label && value ? `${label}: ${value.join(", ")}` : "Use the arrow keys to move"}
            min={0}
            max={count - 1}
            value={chosen ?? count - 1}
            onChange={(event) => setChosen(Number(event.target.value))}
            onFocus={(event) => event.target.matches(":focus-visible") && setChosen((now) => now ?? count - 1)}
            onBlur={() => {
              setChosen(undefined);
              setKey((now) => now + 1);
            }}
            className="pointer-events-none absolute inset-0 opacity-0"
          />
        )}
        {chart && bar && label && width > 0 && (
          <ChartTip chart={chart} bar={bar} title={label} metric={metric} place={(chosen ?? 0) + 0.5} width={width} />
        )}
      </div>
      {chart?.series.length !== 1 && (
        <figcaption className="flex min-h-6 flex-wrap max-sm:min-h-11 gap-x-4 gap-y-1 px-2 pt-2 text-muted-foreground text-xs">
          {chart?.series.map((series, index) => (
            <span key={series.id} className="flex min-w-0 items-center gap-1.5">
              <Swatch series={series} index={index} />
              <span className="max-w-56 truncate">{series.label}</span>
            </span>
          ))}
        </figcaption>
      )}
      {chart && !empty && <ChartTable chart={chart} metric={metric} period={period} by={by} />}
    </figure>
  );
}

const NOTHING: Record<UsageMetric, string> = {
  requests: "No requests in this period",
  tokens: "No tokens in this period",
  cost: "No costs in this period",
  errors: "No errors in this period",
};

/** Returns the width of an element in pixels; 0 before it is mounted. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    setWidth(box.clientWidth);
    const observer = new ResizeObserver(() => setWidth(box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
