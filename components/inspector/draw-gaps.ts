import { isContent } from "#lib/playground/inspector/event-facts.ts";
import type { TraceMarker } from "#lib/playground/inspector/find-markers.ts";
import { columnAt, type GapColumns, scaleHeight, tickStep } from "#lib/playground/inspector/gap-columns.ts";
import type { TraceRow } from "#lib/playground/inspector/trace-rows.ts";

export type ChartLook = {
  /** Returns a colour of the page's theme, light or dark. */
  color: (name: "accent" | "muted-foreground" | "border" | "card" | "destructive" | "foreground") => string;
  font: string;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** Width of a column in device pixels. */
  unit: number;
};

/** CSS pixels above the bars for labels, and below them for times. */
const TOP = 14;
const BOTTOM = 13;

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
    look: { color, font, scale, unit },
  }: {
    columns: GapColumns;
    rows: readonly TraceRow[];
    markers: readonly TraceMarker[];
    /** Event under the pointer or the keyboard cursor. */
    cursor: TraceRow | undefined;
    from: number;
    look: ChartLook;
  },
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { width, height } = canvas;
  const top = Math.round(TOP * scale);
  const base = height - Math.round(BOTTOM * scale);
  const hair = Math.max(1, Math.floor(scale));
  const xOf = (at: number) => columnAt({ at, span: columns.span, width: columns.gaps.length }) * unit;
  const left = from * unit;
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, height);
  context.clip();
  context.clearRect(left, 0, width - left, height);
  context.font = `${10 * scale}px ${font}`;

  context.fillStyle = color("border");
  context.fillRect(0, base, width, hair);
  const step = tickStep(columns.span, width / scale / 110);
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
    context.fillStyle = color(
      row.kind === "error" ? "destructive" : isContent(row.kind) ? "accent" : "muted-foreground",
    );
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
    context.fillText(text, Math.round(begin), Math.round(10 * scale));
  }

  if (cursor) {
    context.fillStyle = color("foreground");
    context.fillRect(xOf(cursor.at), top, hair, base - top);
  }
  context.restore();
}
