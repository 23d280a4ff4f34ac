/** Drawings with lettering. */
import { darken, hex, lighten, toOklch, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const INK = hex("#1d2230");

/** A board on two posts. */
const sign: Drawing = {
  width: 132,
  colours: ["#8a5a33", "#2f6f5a", "#2f5d8f", "#f3efe6"],
  draw(pen, { main, lettering, darkness }) {
    const isPale = toOklch(main)[0] > 0.68;
    const ink = isPale ? INK : hex("#fff6e0");
    for (const x of [-48, 42]) pen.box(x, -60, 7, 60, hex("#6a4a36"), { radius: 1.6 });
    pen.box(-66, -100, 132, 58, darken(main, 0.14), { radius: 6 });
    pen.box(-62, -96, 124, 50, main, { radius: 4, shade: 0.7 });
    pen.box(-59, -93, 118, 44, isPale ? darken(main, 0.06) : lighten(main, 0.06), { radius: 3, shade: 0.4 });
    pen.box(-57.5, -91.5, 115, 41, main, { radius: 2, shade: 0.5 });
    for (const [x, y] of [
      [-59.6, -93.6],
      [59.6, -93.6],
      [-59.6, -48.4],
      [59.6, -48.4],
    ] as const)
      pen.oval(x, y, 1.3, 1.3, lighten(main, 0.14));
    if (lettering) pen.letter(lettering, { x: -52, y: -88, width: 104, height: 34 }, ink);
    else for (const y of [-80, -71, -62]) pen.line([-40, y, 40, y], ink, 3, { alpha: 0.8 });
    if (darkness > 0.3) pen.glow(0, -71, 95, WHITE, 0.16);
  },
};

export const SIGNS: Record<string, Drawing> = { sign };
