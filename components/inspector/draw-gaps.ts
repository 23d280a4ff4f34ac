import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { columnAt, type GapColumns, scaleHeight, tickStep } from "#lib/playground/inspector/gap-columns.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";
import type { ChartLook } from "./chart-look.ts";
import { findKindColor } from "./kind-color.ts";

/** CSS pixels above the bars for labels, and below them for times. */
export const LABELS_HEIGHT = 16;
export const AXIS_HEIGHT = 16;

/**
 * Draws columns of gaps on a time axis, with lines for the milestones. Every edge is on a device pixel. Columns left of
 * `from` are already on the canvas and stay.
 */
export function drawGaps(
  canvas: HTMLCanvasElement,
  {
    columns,
    rows,
    markers,
    cursor,
    from,
    look: { color, font },
    scale,
    unit,
  }: {
    columns: GapColumns;
    rows: readonly TraceRow[];
    markers: readonly TraceMarker[];
    /** Event under the pointer or the keyboard cursor. */
    cursor: TraceRow | undefined;
    from: number;
    look: ChartLook;
    /** Device pixels per CSS pixel. */
    scale: number;
    /** Width of a column in device pixels. */
    unit: number;
  },
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  const top = Math.round(LABELS_HEIGHT * scale);
  const base = height - Math.round(AXIS_HEIGHT * scale);
  const hair = Math.max(1, Math.floor(scale));
  const xOf = (at: number) => columnAt({ at, span: columns.span, width: columns.gaps.length }) * unit;
  const left = from * unit;
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, height);
  context.clip();
  context.clearRect(left, 0, width - left, height);
  context.font = `${12 * scale}px ${font}`;

  context.fillStyle = color("border");
  for (const y of [top, Math.round((top + base) / 2), base]) context.fillRect(0, y, width, hair);
  const step = tickStep(columns.span, width / scale / 90);
  for (let at = step; at < columns.span; at += step) {
    const x = Math.round((at / columns.span) * width);
    context.fillStyle = color("border");
    context.fillRect(x, base, hair, Math.round(3 * scale));
    const label = step >= 1000 ? `${at / 1000} s` : `${at} ms`;
    const room = context.measureText(label).width;
    if (x + room / 2 > width) continue;
    context.fillStyle = color("muted-foreground");
    context.fillText(label, Math.round(x - room / 2), height - Math.round(2 * scale));
  }

  for (let column = from; column < columns.rows.length; column += 1) {
    const row = rows[columns.rows[column] ?? -1];
    if (!row) continue;
    const tall = Math.round(scaleHeight(row.gap, columns.longest) * (base - top));
    context.fillStyle = color(findKindColor(row.kind));
    // Events that arrived together still get a visible column.
    const shown = Math.max(tall, 2 * hair);
    context.fillRect(column * unit, base - shown, Math.max(hair, unit - (unit > 2 ? hair : 0)), shown);
  }

  for (const { at, kind } of markers) {
    context.fillStyle = color(kind === "error" ? "destructive" : "foreground");
    context.globalAlpha = 0.45;
    context.fillRect(xOf(at), 0, hair, base);
    context.globalAlpha = 1;
  }
  let free = 0;
  for (const { at, label, kind } of markers) {
    const x = xOf(at);
    const text = label.length > 22 ? `${label.slice(0, 21)}…` : label;
    const room = context.measureText(text).width;
    const begin = x + room + 8 * scale > width ? x - room - 4 * scale : x + 4 * scale;
    // Skips a label that would overlap another; its line stays, and the button below shows its name.
    if (begin < free) continue;
    free = begin + room + 6 * scale;
    context.fillStyle = color("card");
    context.fillRect(Math.round(begin - 2 * scale), 0, Math.round(room + 4 * scale), top);
    context.fillStyle = color(kind === "error" ? "destructive" : "foreground");
    context.fillText(text, Math.round(begin), Math.round(12 * scale));
  }

  if (cursor) {
    context.fillStyle = color("foreground");
    context.fillRect(xOf(cursor.at), top, hair, base - top);
  }
  context.restore();
}
