"use client";

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { UsagePeriod } from "#app/(playground)/usage/_model/usage-period.ts";
import { PLOT } from "./chart-axes.tsx";

/**
 * Box of a chart over time. The pointer, a finger or the arrow keys choose an hour or a day; screen readers get a
 * slider with the same values.
 */
export function ChartFrame({
  label,
  period,
  count,
  nothing,
  describe,
  draw,
}: {
  label: string;
  period: UsagePeriod;
  /** Number of hours or days; 0 until they are loaded. */
  count: number;
  /** Text in place of the chart when there is nothing to draw. */
  nothing: string | undefined;
  /** Returns the values at a place, for screen readers. */
  describe: (index: number) => string;
  draw: (width: number, chosen: number | undefined) => ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [chosen, setChosen] = useState<number>();
  const [key, setKey] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another period has other places
  useEffect(() => setChosen(undefined), [period.from, period.to]);
  const choose = (clientX: number) => {
    const plot = box.current?.getBoundingClientRect();
    if (!plot || count === 0) return;
    const share = (clientX - plot.left - PLOT.left) / (plot.width - PLOT.left - PLOT.right);
    setChosen(Math.min(count - 1, Math.max(0, Math.floor(share * count))));
  };
  const drawn = count > 0 && nothing === undefined;
  return (
    <div
      ref={box}
      className="relative select-none rounded-lg has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-ring"
      style={{ height: PLOT.height }}
      onPointerMove={(event) => choose(event.clientX)}
      onPointerDown={(event) => choose(event.clientX)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setChosen(undefined)}
    >
      {nothing !== undefined && (
        <p className="absolute inset-0 grid place-items-center text-muted-foreground">{nothing}</p>
      )}
      {drawn && width > 0 && draw(width, chosen !== undefined && chosen < count ? chosen : undefined)}
      {drawn && (
        <input
          key={key}
          type="range"
          aria-label={label}
          aria-valuetext={chosen === undefined ? "Use the arrow keys to move" : describe(chosen)}
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
    </div>
  );
}

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
