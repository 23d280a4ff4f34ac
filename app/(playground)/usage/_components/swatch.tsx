import { clsx } from "clsx";
import type { ChartSeries } from "#app/(playground)/usage/_model/usage-chart.ts";
import { seriesLook } from "./series-look.ts";

/** Colour of a series, beside its name. */
export function Swatch({ series, index }: { series: ChartSeries; index: number }) {
  const { className, style } = seriesLook(series, index);
  return <span aria-hidden style={style} className={clsx("size-2.5 shrink-0 rounded-[3px]", className)} />;
}
