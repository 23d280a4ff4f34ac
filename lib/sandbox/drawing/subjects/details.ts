/** Small things that many drawings have. */
import { hex, WHITE } from "../pixels/colour.ts";
import type { Look, Pen } from "./pen.ts";

const LAMP = hex("#ffd889");
const PUPIL = hex("#201f22");

/** A window with a cross, lit when it is dark. */
export function pane(
  pen: Pen,
  { darkness }: Look,
  [x, y, width, height]: readonly [number, number, number, number],
  radius = 0.6,
): void {
  const isLit = darkness > 0.2;
  pen.box(x - 0.8, y - 0.8, width + 1.6, height + 1.6, hex("#f6f1e6"), { radius, shade: 0.3 });
  pen.box(x, y, width, height, isLit ? LAMP : hex("#5d7688"), { radius, shade: 0.9 });
  pen.line([x + width / 2, y, x + width / 2, y + height], hex("#f6f1e6"), 0.7);
  pen.line([x, y + height / 2, x + width, y + height / 2], hex("#f6f1e6"), 0.7);
  if (isLit) pen.glow(x + width / 2, y + height / 2, width * 1.9, LAMP, 0.4 * darkness + 0.1);
}

/** A round dark one with a spark, from the side. */
export function eye(pen: Pen, x: number, y: number, size: number): void {
  pen.oval(x, y, size, size, PUPIL, { shade: 0 });
  pen.oval(x + size * 0.3, y - size * 0.35, size * 0.34, size * 0.34, WHITE, { shade: 0 });
}
