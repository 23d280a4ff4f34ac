/** Things in a house. */
import { darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const GOLD = hex("#d9b04f");

const cup: Drawing = {
  width: 128,
  colours: ["#f2ede4", "#4f86a8", "#c9553f"],
  period: (Math.PI * 2) / 2,
  draw(pen, { main, time }) {
    for (const [x, tilt] of [
      [-14, 5],
      [4, -5],
      [20, 5],
    ] as const)
      pen.line([x, -92, x + tilt, -102, x - tilt + Math.sin(time * 2) * 3, -112, x + tilt * 0.6, -124], WHITE, 3.4, {
        alpha: 0.28,
      });
    pen.oval(0, -5, 62, 8, darken(main, 0.05));
    pen.oval(0, -7, 54, 6, lighten(main, 0.02));
    pen.line([40, -70, 58, -68, 58, -44, 36, -34], main, 7.5);
    pen.blob([-44, -84, -44, -84, 44, -84, 44, -84, 42, -50, 30, -18, 14, -8, -14, -8, -30, -18, -42, -50], main, {
      shade: 1.7,
    });
    pen.oval(0, -84, 44, 10, lighten(main, 0.04), { shade: 0.5 });
    pen.oval(0, -83, 39, 8, hex("#4a2c1b"), { shade: 0.8 });
    pen.oval(-6, -83, 24, 4.4, hex("#b8834f"), { alpha: 0.85, shade: 0.4 });
    pen.oval(-8, -83.4, 10, 1.9, hex("#ecd0a4"), { alpha: 0.9, shade: 0 });
    pen.blob([-34, -72, -28, -72, -26, -40, -18, -20, -28, -34], WHITE, { alpha: 0.35, shade: 0 });
  },
};

const teapot: Drawing = {
  width: 150,
  colours: ["#3f7f8a", "#c9553f", "#e9dfcf"],
  draw(pen, { main }) {
    pen.line([-44, -64, -72, -64, -72, -30, -42, -24], main, 7);
    pen.blob([40, -30, 58, -42, 66, -70, 80, -76, 76, -64, 70, -34, 48, -12], main);
    pen.blob([-30, -76, 30, -76, 50, -44, 42, -12, 22, -1, -22, -1, -42, -12, -50, -44], main, { shade: 1.7 });
    pen.blob([-30, -75, -20, -86, 20, -86, 30, -75, 0, -71], darken(main, 0.05));
    pen.oval(0, -91, 6, 6, GOLD);
    pen.line([-45, -52, 0, -47, 45, -52], lighten(main, 0.16), 1.6, { alpha: 0.8 });
    pen.blob([-34, -60, -26, -68, -24, -36, -32, -26], WHITE, { alpha: 0.35, shade: 0 });
  },
};

const bottle: Drawing = {
  width: 34,
  colours: ["#2f6a4a", "#7a2f3a", "#3f7fa8"],
  draw(pen, { main }) {
    pen.blob(
      [
        -5, -100, 5, -100, 5.4, -74, 15, -60, 16, -30, 15, -2, 15, 0, 15, 0, -15, 0, -15, 0, -15, -2, -16, -30, -15,
        -60, -5.4, -74,
      ],
      main,
      { shade: 1.8 },
    );
    pen.box(-6, -101, 12, 15, darken(main, 0.18), { radius: 1.6 });
    pen.box(-14.6, -44, 29.2, 27, hex("#f4ead4"), { radius: 1 });
    pen.box(-14.6, -42, 29.2, 1.4, GOLD);
    pen.box(-14.6, -21, 29.2, 1.4, GOLD);
    pen.oval(0, -31.6, 5.4, 5.4, mix(main, GOLD, 0.3));
    pen.line([-11, -58, -12.4, -50, -12.4, -8], WHITE, 1.7, { alpha: 0.5 });
    pen.line([-3, -96, -3, -76], WHITE, 1.2, { alpha: 0.45 });
  },
};

const vase: Drawing = {
  width: 66,
  colours: ["#4f7fa8", "#e9e2d4", "#b86a4a"],
  draw(pen, { main, random }) {
    for (const [x, y, hue] of [
      [-17, -82, "#e2607a"],
      [2, -93, "#f3b23f"],
      [19, -83, "#f0ece2"],
      [-4, -76, "#b87ad0"],
      [11, -72, "#e8745a"],
    ] as const) {
      pen.line([0, -46, x * 0.5, -64, x, y], hex("#4f8a45"), 1.7);
      const turn = random.next() * 60;
      for (let petal = 0; petal < 8; petal += 1)
        pen.turned(x, y, turn + petal * 45, () => pen.oval(0, -5.4, 3.4, 5.4, hex(hue), { shade: 1 }));
      pen.oval(x, y, 3.2, 3.2, hex("#8a5a2a"));
    }
    for (const [x, y] of [
      [-24, -66],
      [26, -68],
      [-10, -62],
      [16, -60],
    ] as const)
      pen.blob([0, -48, x * 0.6, y + 2, x, y - 6, x * 0.9, y + 6], hex("#5c9450"));
    pen.blob([-10, -54, 10, -54, 9, -46, 22, -34, 24, -18, 12, -1, -12, -1, -24, -18, -22, -34, -9, -46], main, {
      shade: 1.8,
    });
    pen.oval(0, -54, 11, 2.4, darken(main, 0.08));
    pen.line([-22, -28, 0, -24, 22, -28], mix(main, WHITE, 0.7), 1.4);
    pen.line([-23.4, -21, 0, -17, 23.4, -21], mix(main, WHITE, 0.7), 1.4);
    pen.blob([-17, -34, -13, -38, -14, -14, -18, -16], WHITE, { alpha: 0.4, shade: 0 });
  },
};

const book: Drawing = {
  width: 190,
  colours: ["#8a3a35", "#2f5f7a", "#4f7a4a"],
  draw(pen, { main }) {
    pen.blob(
      [-94, -16, -94, -84, 0, -74, 94, -84, 94, -84, 94, -16, 94, -16, 0, -2, -94, -16, -94, -16],
      darken(main, 0.04),
    );
    for (const side of [-1, 1]) {
      for (let sheet = 3; sheet >= 0; sheet -= 1)
        pen.blob(
          [
            0,
            -8 - sheet,
            0,
            -84 - sheet,
            side * 30,
            -97 - sheet,
            side * 66,
            -96 - sheet,
            side * (88 - sheet),
            -90,
            side * (88 - sheet),
            -90,
            side * (88 - sheet),
            -22,
            side * (88 - sheet),
            -22,
            side * 60,
            -28 - sheet,
            side * 28,
            -24 - sheet,
          ],
          darken(hex("#f8f1e1"), sheet * 0.02),
          { shade: 0.9 },
        );
      for (let line = 0; line < 8; line += 1)
        pen.line(
          [side * 12, -82 + line * 7, side * 40, -88 + line * 7.4, side * (line % 3 === 2 ? 60 : 76), -84 + line * 7],
          hex("#6f675c"),
          1.1,
          { alpha: 0.6 },
        );
    }
    pen.line([0, -84, 0, -8], darken(hex("#e9dcc2"), 0.15), 1.6, { alpha: 0.7 });
    pen.blob([8, -88, 14, -90, 15, -2, 11, -8, 7, -1], hex("#c23a3a"));
  },
};

/** Logs and three tongues of flame, each with a beat of its own in the same cycle. */
const fire: Drawing = {
  width: 96,
  colours: ["#ff8a2b"],
  period: Math.PI * 0.5,
  draw(pen, { main, time }) {
    const beat = (turns: number, phase: number) => Math.sin(time * 4 * turns + phase);
    pen.glow(0, -34, 125 + beat(3, 0) * 7, hex("#ff9a3c"), 0.6);
    for (const [x, turn] of [
      [-14, -18],
      [14, 20],
      [0, 4],
    ] as const)
      pen.turned(x, -6, turn, () => pen.box(-30, -5, 60, 11, hex("#5d4030"), { radius: 5 }));
    for (const [x, tall, phase] of [
      [-14, 56, 1],
      [15, 62, 3],
      [0, 98, 0],
    ] as const) {
      const tip = -tall - beat(2, phase) * 6;
      const lean = beat(1, phase) * 5;
      pen.blob(
        [x - 15, -12, x - 11, -tall * 0.45, x + lean, tip, x + lean, tip, x + 12, -tall * 0.42, x + 15, -12, x, -5],
        main,
        { shade: 0 },
      );
      pen.blob(
        [x - 9, -11, x - 6, -tall * 0.32, x + lean * 0.7, tip * 0.68, x + 7, -tall * 0.3, x + 9, -11, x, -6],
        hex("#ffb53c"),
        { shade: 0 },
      );
      pen.blob(
        [x - 4, -10, x - 3, -tall * 0.2, x + lean * 0.4, tip * 0.4, x + 3, -tall * 0.2, x + 4, -10, x, -7],
        hex("#fff6cf"),
        { shade: 0 },
      );
    }
    for (let spark = 0; spark < 5; spark += 1) {
      const share = (time / (Math.PI * 0.5) + spark * 0.2) % 1;
      pen.oval(Math.sin(spark * 2.4 + share * 4) * 20, -60 - share * 62, 1.4, 1.4, hex("#ffd27a"), {
        shade: 0,
        alpha: 1 - share,
      });
    }
  },
};

export const HOUSEHOLD: Record<string, Drawing> = { fire, cup, teapot, bottle, vase, book };
