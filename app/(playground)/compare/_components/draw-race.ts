import type { Race } from "#app/(playground)/compare/_model/race-lanes.ts";
import type { ChartLook } from "#components/inspector/chart-look.ts";
import { drawPulse } from "#components/inspector/draw-pulse.ts";
import type { ThemeColor } from "#components/inspector/kind-color.ts";
import type { TextPage } from "#lib/playground/history/history.ts";
import { tickStep } from "#lib/playground/inspector/gap-columns.ts";

/** Heights in CSS pixels. */
export const LANE_HEIGHT = 18;
export const RACE_AXIS_HEIGHT = 16;

const COLORS: Record<TextPage, ThemeColor> = {
  chat: "dialect-chat",
  responses: "dialect-responses",
  messages: "dialect-messages",
  "generate-content": "dialect-google",
};

/** Draws the lanes of a race and their time axis. A dot is where a running response is now. */
export function drawRace(
  canvas: HTMLCanvasElement,
  { span, lanes }: Race,
  { color, font, scale }: ChartLook & { /** Device pixels per CSS pixel. */ scale: number },
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  const hair = Math.max(1, Math.floor(scale));
  const dot = 3 * scale;
  // Room for the dot at the end of the axis.
  const track = width - 2 * dot;
  const xOf = (at: number) => Math.round((at / span) * track);
  context.clearRect(0, 0, width, height);
  for (const [index, { page, pulse, end, running }] of lanes.entries()) {
    const base = Math.round((index + 1) * LANE_HEIGHT * scale) - hair;
    context.fillStyle = color("border");
    context.fillRect(0, base, width, hair);
    if (end === 0) continue;
    context.fillStyle = color(COLORS[page]);
    context.fillRect(0, base, xOf(end), hair);
    if (pulse) {
      const tall = Math.round((LANE_HEIGHT - 4) * scale);
      drawPulse(context, pulse, { color, own: COLORS[page], base, height: tall, width: xOf(pulse.span) });
    }
    context.fillStyle = color(COLORS[page]);
    if (running) {
      context.beginPath();
      context.arc(xOf(end) + dot, base, dot, 0, 2 * Math.PI);
      context.fill();
    } else {
      context.fillRect(xOf(end), base - Math.round(8 * scale), 2 * hair, Math.round(8 * scale));
    }
  }
  context.font = `${12 * scale}px ${font}`;
  context.fillStyle = color("muted-foreground");
  const step = tickStep(span, width / scale / 90);
  for (let at = step; at < span; at += step) {
    const label = step >= 1000 ? `${at / 1000} s` : `${at} ms`;
    const room = context.measureText(label).width;
    if (xOf(at) + room / 2 > width) continue;
    context.fillText(label, Math.round(xOf(at) - room / 2), height - Math.round(3 * scale));
  }
}
