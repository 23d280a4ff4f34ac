import type { ChartSeries } from "#lib/playground/usage/usage-chart.ts";

/** Steps of one hue, the strongest for the largest; in forced colours the same steps of its text colour. */
const STEPS = [
  "fill-accent bg-accent",
  "fill-accent/70 bg-accent/70",
  "fill-accent/48 bg-accent/48",
  "fill-accent/32 bg-accent/32",
  "fill-accent/20 bg-accent/20",
];
const FORCED = "forced-color-adjust-none forced-colors:fill-[Highlight] forced-colors:bg-[Highlight]";

export function seriesColour({ others }: Pick<ChartSeries, "others">, index: number): string {
  return `${others ? "fill-foreground/22 bg-foreground/22" : (STEPS[index] ?? "")} ${FORCED}`;
}
