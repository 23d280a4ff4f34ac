import type { Pulse, PulseKind } from "#lib/playground/trace/pulse.ts";
import type { ThemeColor } from "./kind-color.ts";

const COLORS: Record<PulseKind, ThemeColor> = {
  text: "accent",
  reasoning: "series-4",
  tool: "series-2",
  other: "muted-foreground",
};

/** All colours of a pulse. */
export const PULSE_COLORS: readonly ThemeColor[] = Object.values(COLORS);

/** Draws the columns of a pulse as bars on a line. All lengths are in device pixels. */
export function drawPulse(
  context: CanvasRenderingContext2D,
  { columns }: Pulse,
  {
    color,
    own,
    base,
    height,
    width,
  }: {
    color: (name: ThemeColor) => string;
    /** Colour of all bars, instead of one by kind. */
    own?: ThemeColor;
    /** Lower edge of the bars. */
    base: number;
    height: number;
    /** Width of the whole pulse, from the left edge. */
    width: number;
  },
): void {
  const step = width / columns.length;
  for (const [index, { kind, height: level }] of columns.entries()) {
    if (level === 0) continue;
    context.fillStyle = color(own ?? COLORS[kind]);
    const tall = Math.max(1, Math.round((level / 15) * height));
    const left = Math.round(index * step);
    context.fillRect(left, base - tall, Math.max(1, Math.round(step * 0.64)), tall);
  }
}
