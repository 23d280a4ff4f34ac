import type { CSSProperties } from "react";
import type { ChartSeries } from "#app/(playground)/usage/_model/usage-chart.ts";

/** Shares of Highlight in the mix with the background, for forced colours: the strongest for the largest series. */
const STEPS = ["100%", "88%", "76%", "65%", "55%", "46%", "38%", "31%"];
const COLOURS =
  "fill-(--series) bg-(--series) forced-color-adjust-none forced-colors:fill-[color-mix(in_oklab,Highlight_var(--step),Canvas)] forced-colors:bg-[color-mix(in_oklab,Highlight_var(--step),Canvas)]";

/** Returns opaque colours of `tokens.css`, so that no line shines through, for fills and for backgrounds. */
export function seriesLook(
  { others }: Pick<ChartSeries, "others">,
  index: number,
): { className: string; style: CSSProperties } {
  const series = others ? "color-mix(in oklab, var(--foreground) 26%, var(--card))" : `var(--series-${index + 1})`;
  return {
    className: COLOURS,
    style: { "--series": series, "--step": others ? "24%" : STEPS[index] } as CSSProperties,
  };
}
