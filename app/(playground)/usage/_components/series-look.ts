import type { CSSProperties } from "react";
import type { ChartSeries } from "#app/(playground)/usage/_model/usage-chart.ts";

/**
 * Shares of one hue in the mix with the background, the strongest for the largest series. In forced colours the hue is
 * Highlight.
 */
const STEPS = ["100%", "78%", "60%", "44%", "31%"];
const MIXED =
  "fill-[color-mix(in_oklab,var(--hue)_var(--step),var(--card))] bg-[color-mix(in_oklab,var(--hue)_var(--step),var(--card))]";
const FORCED = "forced-color-adjust-none forced-colors:[--card:Canvas] forced-colors:[--hue:Highlight]";

/** Returns opaque colours, so that no line shines through, for fills and for backgrounds. */
export function seriesLook(
  { others }: Pick<ChartSeries, "others">,
  index: number,
): { className: string; style: CSSProperties } {
  const step = others ? "26%" : STEPS[index];
  return {
    className: `${MIXED} ${FORCED} ${others ? "[--hue:var(--foreground)]" : "[--hue:var(--accent)]"}`,
    style: { "--step": step } as CSSProperties,
  };
}
