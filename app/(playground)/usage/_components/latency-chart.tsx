"use client";

import { clsx } from "clsx";
import { memo } from "react";
import {
  type LatencyChart as Chart,
  describeDurations,
  formatTick,
  listRuns,
} from "#app/(playground)/usage/_model/latency-chart.ts";
import { bucketLabel, type UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import { formatDuration } from "#lib/playground/streams/metrics.ts";
import { ChartAxes, createScale, FLOOR, PLOT } from "./chart-axes.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { ChartTip } from "./chart-tip.tsx";

/** The two lines, the higher first, with the meaning of each. */
const LINES = [
  {
    name: "p95",
    stroke: "stroke-(--series-2)",
    fill: "fill-(--series-2)",
    ground: "bg-(--series-2)",
    meaning: "95 of 100 faster",
  },
  {
    name: "p50",
    stroke: "stroke-(--series-1)",
    fill: "fill-(--series-1)",
    ground: "bg-(--series-1)",
    meaning: "half faster",
  },
] as const;

/** Latency of successful requests over time: p50 and p95 as lines over areas, and a table for screen readers. */
export function LatencyChart({ chart, period }: { chart: Chart; period: UsagePeriod }) {
  const { points, ticks } = chart;
  const empty = points.every(({ durations }) => !durations);
  const draw = (width: number, chosen: number | undefined) => {
    const point = chosen === undefined ? undefined : points[chosen];
    const { xOf, yOf, step } = createScale({ count: points.length, ticks, width });
    const x = xOf(chosen ?? 0);
    return (
      <>
        <svg aria-hidden="true" width={width} height={PLOT.height} className="absolute inset-0 overflow-visible">
          <Lines chart={chart} period={period} width={width} />
          {point && (
            <>
              <line x1={x} x2={x} y1={PLOT.top} y2={FLOOR} className="stroke-foreground/30" strokeDasharray="2 3" />
              {LINES.map(
                ({ name, fill }) =>
                  point.durations && (
                    <circle
                      key={name}
                      cx={x}
                      cy={yOf(point.durations[name])}
                      r={4.5}
                      className={clsx(fill, "stroke-2 stroke-card")}
                    />
                  ),
              )}
            </>
          )}
        </svg>
        {point && (
          <ChartTip
            title={bucketLabel(point.start, period, true)}
            rows={LINES.map(({ name, ground }) => ({
              id: name,
              swatch: <Key className={ground} />,
              label: name,
              value: point.durations ? formatDuration(point.durations[name]) : "—",
            }))}
            x={x}
            step={Math.min(step, 24)}
            width={width}
          />
        )}
      </>
    );
  };
  return (
    <figure className="px-2 pt-4 pb-3 sm:px-4">
      <ChartFrame
        label={`Latency by ${period.bucket}`}
        period={period}
        count={points.length}
        nothing={empty ? "No successful requests in this period" : undefined}
        describe={(index) => {
          const point = points[index];
          return point ? `${bucketLabel(point.start, period, true)}: ${describeDurations(point)}` : "";
        }}
        draw={draw}
      />
      <figcaption className="flex min-h-6 flex-wrap gap-x-4 gap-y-1 px-2 pt-2 text-muted-foreground text-xs max-sm:min-h-11">
        {LINES.map(({ name, ground, meaning }) => (
          <span key={name} className="flex items-center gap-1.5">
            <Key className={ground} /> {name}, {meaning}
          </span>
        ))}
        <span className="ml-auto max-sm:ml-0">Time to the end of successful responses</span>
      </figcaption>
      {!empty && <LatencyTable chart={chart} period={period} />}
    </figure>
  );
}

function Key({ className }: { className: string }) {
  return <span aria-hidden className={clsx("h-0.5 w-3 shrink-0 rounded-full forced-color-adjust-none", className)} />;
}

/** The lines and their areas. Memoized, so that choosing a place does not redraw them. */
const Lines = memo(function Lines({ chart, period, width }: { chart: Chart; period: UsagePeriod; width: number }) {
  const { points, ticks } = chart;
  const { xOf, yOf } = createScale({ count: points.length, ticks, width });
  const starts = points.map(({ start }) => start);
  return (
    <>
      <ChartAxes starts={starts} ticks={ticks} width={width} period={period} formatTick={formatTick} />
      {LINES.map(({ name, stroke, fill }) =>
        listRuns(points).map((run) => {
          const line = run.map((index) => `${xOf(index)} ${yOf(points[index]?.durations?.[name] ?? 0)}`).join("L");
          const [first = 0] = run;
          const last = run.at(-1) ?? first;
          // A single hour or day has no line, so it is a dot.
          if (first === last) {
            return <circle key={first} cx={xOf(first)} cy={line.split(" ")[1]} r={3} className={fill} />;
          }
          return (
            <g key={first}>
              <path d={`M${line}L${xOf(last)} ${FLOOR}L${xOf(first)} ${FLOOR}Z`} className={fill} fillOpacity={0.1} />
              <path
                d={`M${line}`}
                fill="none"
                strokeWidth={2}
                strokeLinejoin="round"
                strokeLinecap="round"
                className={stroke}
              />
            </g>
          );
        }),
      )}
    </>
  );
});

function LatencyTable({ chart, period }: { chart: Chart; period: UsagePeriod }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Latency by {period.bucket}; empty periods are omitted</caption>
        <thead>
          <tr>
            <th scope="col">{period.bucket === "day" ? "Day" : "Hour"}</th>
            <th scope="col">p50</th>
            <th scope="col">p95</th>
          </tr>
        </thead>
        <tbody>
          {chart.points.map(
            ({ start, durations }) =>
              durations && (
                <tr key={start}>
                  <th scope="row">{bucketLabel(start, period, true)}</th>
                  <td>{formatDuration(durations.p50)}</td>
                  <td>{formatDuration(durations.p95)}</td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </div>
  );
}
