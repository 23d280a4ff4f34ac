/** Drawings of furniture and other things in a house. */
import { type Colour, darken, hex, lighten, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const GOLD = hex("#d9b04f");
const DARK = hex("#2b2a2d");

const lamp: Drawing = {
  width: 70,
  colours: ["#e9c98f", "#3f7f7a", "#c9553f"],
  draw(pen, { main, darkness, isNamed }) {
    pen.oval(0, -3, 20, 4.4, hex("#8a6a3f"));
    pen.blob([-3, -4, -9, -18, -5, -32, -2, -46, 2, -46, 5, -32, 9, -18, 3, -4], hex("#b8894a"), { shade: 1.5 });
    pen.blob(
      [-19, -96, 19, -96, 19, -96, 34, -48, 34, -48, -34, -48, -34, -48, -19, -96],
      darkness > 0.2 && !isNamed ? hex("#ffe2a0") : main,
      { shade: 1.2 },
    );
    pen.oval(0, -48, 34, 4.4, darkness > 0.2 ? hex("#fff3cf") : darken(main, 0.1), { shade: 0.3 });
    if (darkness > 0.2) pen.glow(0, -62, 95, hex("#ffd98a"), 0.5);
  },
};

const candle: Drawing = {
  width: 42,
  colours: ["#f3ead8", "#b83f3a"],
  period: (Math.PI * 2) / 8,
  draw(pen, { main, time }) {
    pen.oval(0, -3, 21, 4.4, GOLD);
    pen.box(-9, -68, 18, 66, main, { radius: 2, shade: 1.7 });
    pen.blob([-9.4, -62, -9, -70, 0, -72, 9, -70, 9.4, -62, 6, -50, 4, -62, -2, -64, -5, -56], lighten(main, 0.04));
    pen.line([0, -70, 0.6, -77], DARK, 1.3);
    const sway = Math.sin(time * 8) * 1.2;
    pen.glow(0, -84, 46, hex("#ffc25a"), 0.75);
    pen.blob([0, -101, -5 + sway * 0.3, -88, -4.4, -79, 0, -75, 4.4, -79, 5 + sway, -88], hex("#ffb53c"), { shade: 0 });
    pen.blob([0, -93, -2.6, -84, 0, -77, 2.6, -84], hex("#fff6cf"), { shade: 0 });
  },
};

const clock: Drawing = {
  width: 96,
  colours: ["#d2553f", "#3f7f9a", "#e0b04a"],
  draw(pen, { main }) {
    for (const side of [-1, 1]) {
      pen.line([side * 24, -12, side * 31, 0], darken(main, 0.18), 6);
      pen.turned(side * 28, -86, side * 32, () => pen.blob([-15, 2, -12, -9, 0, -14, 12, -9, 15, 2], main));
    }
    pen.line([0, -88, 0, -96], darken(main, 0.15), 4);
    pen.oval(0, -48, 44, 44, main, { shade: 1.5 });
    pen.oval(0, -48, 36, 36, hex("#fbf7ee"), { shade: 0.6 });
    for (let hour = 0; hour < 12; hour += 1)
      pen.turned(0, -48, hour * 30, () => pen.box(-1, -33, 2, hour % 3 ? 4 : 7, DARK, { radius: 1, shade: 0 }));
    pen.line([0, -48, -13, -62], DARK, 3.4);
    pen.line([0, -48, 15, -72], DARK, 2.2);
    pen.oval(0, -48, 3.4, 3.4, main);
  },
};

const chair: Drawing = {
  width: 66,
  colours: ["#c9683f", "#4f7f86", "#8a6a4a"],
  draw(pen, { main }) {
    const wood = hex("#7a5639");
    for (const [x, lean] of [
      [-22, -3],
      [22, 3],
    ] as const)
      pen.line([x * 0.85, -40, x + lean * 0.4, -2], darken(wood, 0.1), 3.6);
    pen.blob([-22, -48, -24, -76, -20, -97, 0, -101, 20, -97, 24, -76, 22, -48], main, { shade: 1.2 });
    for (const x of [-10, 0, 10]) pen.oval(x, -78, 1.3, 1.3, darken(main, 0.13), { shade: 0 });
    pen.blob([-27, -46, -24, -54, 0, -56, 24, -54, 27, -46, 24, -40, 0, -38, -24, -40], lighten(main, 0.03), {
      shade: 1.3,
    });
    pen.box(-26, -41, 52, 4, wood, { radius: 2 });
    for (const [x, lean] of [
      [-24, -4],
      [24, 4],
    ] as const)
      pen.line([x, -38, x + lean, 0], wood, 4.4);
  },
};

const laptop: Drawing = {
  width: 160,
  colours: ["#aab2bd"],
  draw(pen, { main }) {
    pen.box(-58, -98, 116, 78, darken(main, 0.2), { radius: 5 });
    pen.box(-53, -93, 106, 67, hex("#20344f"), { radius: 2 });
    pen.blob([-53, -26, -53, -54, -24, -66, 8, -46, 40, -62, 53, -56, 53, -26, 53, -26, -53, -26], hex("#4f86b8"), {
      shade: 0.8,
    });
    pen.oval(26, -76, 8, 8, hex("#f3b75a"), { shade: 0.4 });
    pen.poly([-53, -93, -10, -93, -36, -26, -53, -26], WHITE, { alpha: 0.08, shade: 0 });
    pen.poly([-60, -20, 60, -20, 80, -4, -80, -4], main);
    pen.poly([-48, -17.6, 48, -17.6, 57, -10, -57, -10], darken(main, 0.22));
    pen.box(-80, -4.4, 160, 4.4, darken(main, 0.08), { radius: 2 });
  },
};

const guitar: Drawing = {
  width: 44,
  colours: ["#b8732f", "#7a3a28"],
  draw(pen, { main }) {
    const neck = hex("#4a3324");
    pen.box(-2.6, -88, 5.2, 52, neck);
    pen.blob([-4.4, -88, -4.4, -100, 0, -102, 4.4, -100, 4.4, -88], darken(neck, 0.04));
    for (const y of [-98, -94, -90]) for (const side of [-1, 1]) pen.oval(side * 6, y, 1.5, 1.2, hex("#d9dce0"));
    pen.blob(
      [
        0, -49, -9, -48, -15, -42, -14, -34, -12, -29, -19, -20, -20, -10, -12, 0, 0, 1, 12, 0, 20, -10, 19, -20, 12,
        -29, 14, -34, 15, -42, 9, -48,
      ],
      darken(main, 0.14),
      { shade: 1.2 },
    );
    pen.blob(
      [
        0, -47, -8, -46, -13, -41, -12, -34, -10, -29, -17, -19, -18, -10, -11, -2, 0, -1, 11, -2, 18, -10, 17, -19, 10,
        -29, 12, -34, 13, -41, 8, -46,
      ],
      main,
      { shade: 1.4 },
    );
    pen.oval(0, -28, 6, 6, hex("#2a1c14"), { shade: 0.3 });
    pen.box(-8, -12, 16, 2.6, neck, { radius: 1 });
    for (const x of [-1.6, -0.5, 0.5, 1.6]) pen.line([x, -94, x * 1.5, -11], hex("#e9e6df"), 0.3);
  },
};

const umbrella: Drawing = {
  width: 118,
  colours: ["#d2453a", "#2f7fa8", "#f0b43a"],
  draw(pen, { main }) {
    pen.line([0, -90, 0, -10, 3, -2, 9, -2, 11, -9], hex("#6a4a35"), 2.8);
    pen.blob(
      [
        -57, -52, -57, -52, -48, -76, -26, -92, 0, -97, 26, -92, 48, -76, 57, -52, 57, -52, 44, -57, 30, -52, 30, -52,
        15, -58, 0, -52, 0, -52, -15, -58, -30, -52, -30, -52, -44, -57,
      ],
      main,
      { shade: 1.4 },
    );
    const panel: Colour = lighten(main, 0.07);
    pen.blob([0, -97, -18, -84, -30, -52, -30, -52, -15, -58, 0, -52, 0, -52, 0, -80], panel, {
      alpha: 0.75,
      shade: 0.5,
    });
    pen.blob([0, -97, 30, -86, 57, -52, 57, -52, 44, -57, 30, -52, 30, -52, 20, -80], darken(main, 0.05), {
      alpha: 0.7,
      shade: 0.5,
    });
    pen.line([0, -97, 0, -103], hex("#6a4a35"), 2);
  },
};

export const FURNITURE: Record<string, Drawing> = { lamp, candle, clock, chair, laptop, guitar, umbrella };
