/** Drawings of low plants: flowers, mushrooms, leaves. */
import { type Colour, darken, hex, lighten } from "../pixels/colour.ts";
import type { Drawing, Pen } from "./pen.ts";

const STEM = hex("#4f8a45");

/** Draws overlapping petals around a centre, with leaves behind. */
function bloom(
  pen: Pen,
  {
    x,
    y,
    radius,
    colour,
    heart,
    petals,
  }: { x: number; y: number; radius: number; colour: Colour; heart: Colour; petals: number },
): void {
  for (const [ring, length, tone] of [
    [0, 1, darken(colour, 0.06)],
    [0.5, 0.86, colour],
  ] as const) {
    for (let petal = 0; petal < petals; petal += 1) {
      pen.turned(x, y, ((petal + ring) * 360) / petals, () => {
        const long = radius * length;
        const wide = (radius * 2.9) / petals;
        pen.blob(
          [
            0,
            -radius * 0.18,
            -wide,
            -long * 0.62,
            -wide * 0.5,
            -long,
            0,
            -long * 0.95,
            wide * 0.5,
            -long,
            wide,
            -long * 0.62,
          ],
          tone,
          { shade: 1.1 },
        );
        pen.line([0, -radius * 0.3, 0, -long * 0.7], darken(tone, 0.08), radius * 0.02, { alpha: 0.6 });
      });
    }
  }
  pen.oval(x, y, radius * 0.3, radius * 0.3, darken(heart, 0.1));
  pen.oval(x, y, radius * 0.23, radius * 0.23, heart);
}

const flower: Drawing = {
  width: 58,
  colours: ["#e2567a", "#f29a3c", "#8d6fd8", "#f2f0ea"],
  draw(pen, { main }) {
    pen.line([0, -66, 1.5, -36, 0, 0], STEM, 2.6);
    pen.blob([0, -14, 14, -32, 26, -38, 22, -22, 4, -8], STEM);
    pen.blob([0, -22, -13, -38, -24, -42, -20, -28, -4, -16], darken(STEM, 0.04));
    bloom(pen, { x: 0, y: -72, radius: 28, colour: main, heart: hex("#f3c343"), petals: 8 });
  },
};

const sunflower: Drawing = {
  width: 56,
  colours: ["#f5bd2a"],
  draw(pen, { main }) {
    pen.line([0, -66, -1.5, -34, 0, 0], STEM, 3);
    pen.blob([0, -18, 12, -36, 25, -40, 22, -24, 5, -12], STEM);
    pen.blob([0, -30, -12, -46, -24, -48, -21, -34, -4, -22], darken(STEM, 0.04));
    bloom(pen, { x: 0, y: -73, radius: 27, colour: main, heart: hex("#5a3a22"), petals: 15 });
    pen.oval(0, -73, 11.5, 11.5, hex("#5a3a22"));
    for (let seed = 0; seed < 70; seed += 1) {
      const away = Math.sqrt(seed / 70) * 10.6;
      pen.oval(
        Math.cos(seed * 2.39996) * away,
        -73 + Math.sin(seed * 2.39996) * away,
        0.7,
        0.7,
        seed < 22 ? hex("#3a2516") : hex("#a8733a"),
        { shade: 0 },
      );
    }
  },
};

const tulip: Drawing = {
  width: 44,
  colours: ["#d93f4c", "#f2b632", "#c565b8", "#f0f0ec"],
  draw(pen, { main }) {
    pen.line([0, -60, 1, -30, 0, 0], STEM, 2.8);
    pen.blob([0, 0, 9, -26, 19, -52, 13, -24, 3, 0], STEM);
    pen.blob([0, 0, -9, -24, -18, -44, -13, -20, -3, 0], darken(STEM, 0.04));
    pen.blob([-14, -70, -16, -86, -9, -98, 0, -90, 9, -98, 16, -86, 14, -70, 0, -58], darken(main, 0.07));
    pen.blob([-15, -72, -17, -84, -13, -96, -5, -86, -2, -66, -6, -60], main);
    pen.blob([15, -72, 17, -84, 13, -96, 5, -86, 2, -66, 6, -60], main);
    pen.blob([-8, -70, -7, -86, 0, -97, 7, -86, 8, -70, 0, -58], lighten(main, 0.04));
  },
};

const mushroom: Drawing = {
  width: 92,
  colours: ["#cf3b30"],
  draw(pen, { main }) {
    pen.blob([-12, -50, 12, -50, 13, -22, 18, -4, 0, 1, -18, -4, -13, -22], hex("#f2e8d6"));
    pen.blob([-14, -44, 0, -40, 14, -44, 12, -36, 0, -32, -12, -36], hex("#e2d3ba"));
    pen.blob([-45, -48, -42, -66, -26, -90, 0, -99, 26, -90, 42, -66, 45, -48, 22, -43, 0, -42, -22, -43], main, {
      shade: 1.4,
    });
    pen.blob([-44, -48, 0, -44, 44, -48, 22, -42, 0, -40.6, -22, -42], hex("#ead9bf"), { shade: 0.5 });
    for (const [x, y, size] of [
      [-24, -66, 6],
      [2, -84, 6.6],
      [24, -72, 5],
      [4, -60, 5],
      [-8, -74, 3.4],
      [34, -57, 3.4],
      [-36, -55, 3],
    ] as const)
      pen.oval(x, y, size, size * 0.82, hex("#fbf6ec"), { shade: 0.6 });
  },
};

const leaf: Drawing = {
  width: 80,
  colours: ["#5f9e45", "#d9822b", "#c9482f"],
  draw(pen, { main }) {
    pen.line([-2, 0, 0, -14], darken(main, 0.12), 2.6);
    pen.blob([0, -10, -28, -24, -36, -52, -22, -80, 0, -100, 0, -100, 22, -80, 36, -52, 28, -24], main, { shade: 1.3 });
    pen.line([0, -10, 0, -94], lighten(main, 0.13), 1.7);
    for (let vein = 0; vein < 6; vein += 1)
      for (const side of [-1, 1])
        pen.line(
          [0, -20 - vein * 12, side * 12, -30 - vein * 11.4, side * (26 - vein * 3), -34 - vein * 11],
          lighten(main, 0.1),
          0.9,
          { alpha: 0.8 },
        );
  },
};

export const FLOWERS: Record<string, Drawing> = { flower, sunflower, tulip, mushroom, leaf };
