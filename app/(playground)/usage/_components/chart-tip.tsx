import type { ReactNode } from "react";
import { PLOT } from "./chart-axes.tsx";

const WIDTH = 232;
const MARGIN = 12;

export type TipRow = { id: string; swatch: ReactNode; label: string; value: string };

/** Tooltip with the exact values of the chosen hour or day, beside it. */
export function ChartTip({
  title,
  value,
  rows,
  x,
  step,
  width,
}: {
  title: string;
  value?: string;
  rows: readonly TipRow[];
  /** Centre of the hour or day, in pixels. */
  x: number;
  /** Width of an hour or day, in pixels. */
  step: number;
  width: number;
}) {
  const right = x + step / 2 + MARGIN;
  const left = right + WIDTH <= width ? right : Math.max(0, x - step / 2 - MARGIN - WIDTH);
  return (
    <div
      aria-hidden="true"
      style={{ left, width: WIDTH, top: PLOT.top }}
      className="pointer-events-none absolute z-10 rounded-xl bg-popover px-3 py-2.5 text-xs shadow-float forced-colors:border"
    >
      <p className="flex justify-between gap-3 font-medium">
        <span className="truncate">{title}</span>
        <span className="tabular-nums">{value}</span>
      </p>
      {rows.length > 0 && (
        <ul className="mt-1.5 flex flex-col gap-1">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-1.5">
              {row.swatch}
              <span className="min-w-0 flex-1 truncate text-muted-foreground">{row.label}</span>
              <span className="tabular-nums">{row.value}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
