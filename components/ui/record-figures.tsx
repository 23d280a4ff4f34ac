import { clsx } from "clsx";
import type { ReactNode } from "react";

const LINES = [
  { width: "w-28", dot: "bg-dialect-chat", time: "w-14" },
  { width: "w-20", dot: "bg-dialect-messages", time: "w-8" },
  { width: "w-24", dot: "bg-dialect-google", time: "w-11" },
];

/** Rows of a log: the API's colour, a model, and the time that it took. */
export function RowsFigure(): ReactNode {
  return LINES.map(({ width, dot, time }) => (
    <span key={dot} className="flex h-7 items-center gap-2.5 not-first:border-t">
      <span className={clsx("size-1.5 shrink-0 rounded-full", dot)} />
      <span className={clsx("h-2 rounded-full bg-foreground/15", width)} />
      <span className={clsx("ml-auto h-1 rounded-full bg-foreground/30", time)} />
    </span>
  ));
}

const BARS = [
  [3, 2],
  [5, 1],
  [4, 3],
  [7, 2],
  [6, 4],
  [9, 3],
  [8, 5],
];

/** Stacked bars of a week. */
export function BarsFigure() {
  return (
    <span className="flex h-20 items-end justify-between gap-2 border-b">
      {BARS.map(([lower = 0, upper = 0]) => (
        <span key={`${lower}-${upper}`} className="flex flex-1 flex-col overflow-hidden rounded-t-md opacity-80">
          <span className="bg-(--series-2)" style={{ height: upper * 5 }} />
          <span className="bg-(--series-1)" style={{ height: lower * 5 }} />
        </span>
      ))}
    </span>
  );
}

/** A key whose end is hidden. */
export function KeyFigure() {
  return (
    <span className="flex items-center justify-between gap-3 font-mono text-[13px]">
      <span>
        pk_74fy<span className="text-muted-foreground">••••••••••••</span>
      </span>
      <span className="rounded-full border border-success/30 bg-success/[0.07] px-2 font-sans text-success text-xs leading-5">
        Active
      </span>
    </span>
  );
}
