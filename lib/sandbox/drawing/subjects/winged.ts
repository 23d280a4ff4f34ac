/** Drawings of birds and other flying animals. */
import { darken, hex, lighten, mix, oklch, toOklch, WHITE } from "../pixels/colour.ts";
import { eye } from "./details.ts";
import type { Drawing } from "./pen.ts";

const DARK = hex("#201f22");

const bird: Drawing = {
  width: 190,
  colours: ["#3d4a5c", "#5a4a44", "#f0efec"],
  period: (Math.PI * 2) / 7,
  draw(pen, { main, time, random }) {
    const flap = Math.sin(time * 7 + random.next() * 6) * 14;
    const wing = darken(main, 0.07);
    pen.blob([4, -46, -8, -70 - flap, -34, -96 - flap, -66, -98 - flap * 1.4, -40, -76 - flap * 0.7, -16, -38], wing);
    pen.blob([-34, -34, -66, -30, -84, -22, -62, -40, -30, -46], wing);
    pen.blob([-40, -36, -14, -50, 22, -52, 46, -46, 52, -38, 36, -28, 4, -20, -24, -26], main);
    pen.blob([-8, -24, 20, -34, 44, -36, 30, -26, 4, -19], mix(main, WHITE, 0.6), { shade: 0.3 });
    pen.blob(
      [18, -44, 12, -70 - flap, 28, -100 - flap, 62, -112 - flap * 1.4, 44, -82 - flap * 0.7, 34, -46],
      lighten(main, 0.03),
    );
    pen.poly([50, -43, 64, -38, 50, -36], hex("#e6a23c"));
    eye(pen, 43, -42, 2.2);
  },
};

const parrot: Drawing = {
  width: 150,
  colours: ["#d8392f", "#2f9a52", "#2f77c9"],
  draw(pen, { main }) {
    const blue = hex("#2f6fd0");
    const yellow = hex("#f3c42e");
    pen.blob([-20, -40, -52, -14, -72, 0, -54, -4, -16, -26], blue);
    pen.blob([-2, -50, -30, -86, -62, -100, -40, -70, -12, -34], darken(main, 0.06));
    pen.blob([-8, -52, -24, -74, -48, -88, -30, -66, -10, -42], yellow, { shade: 0.6 });
    pen.blob([-24, -36, 0, -52, 24, -60, 44, -58, 48, -46, 34, -34, 8, -20, -14, -22], main);
    pen.blob([6, -46, 14, -78, 44, -100, 70, -102, 50, -78, 32, -44], blue);
    pen.blob([10, -46, 17, -68, 34, -84, 30, -62, 24, -44], yellow, { shade: 0.6 });
    pen.blob([45, -57, 58, -50, 58, -40, 50, -44], hex("#33302f"));
    pen.oval(40, -52, 5, 4.4, WHITE, { shade: 0.3 });
    eye(pen, 41, -52, 2.1);
  },
};

const butterfly: Drawing = {
  width: 118,
  colours: ["#ef8b2c", "#4f8fe0", "#c95bb0", "#f0c33c"],
  period: (Math.PI * 2) / 6,
  draw(pen, { main, time }) {
    const rim = darken(main, 0.34);
    const open = 0.86 + 0.14 * Math.cos(time * 6);
    for (const side of [-1, 1]) {
      pen.scaled(0, 0, side * open, 1, () => {
        const upper = [2, -54, 14, -84, 38, -100, 56, -94, 54, -70, 36, -52, 4, -48];
        const lower = [3, -48, 30, -50, 46, -38, 44, -16, 28, -4, 14, -12, 3, -38];
        pen.blob(lower, rim);
        pen.blob(
          lower.map((value, index) => (index % 2 ? -28 + (value + 28) * 0.83 : 23 + (value - 23) * 0.83)),
          lighten(main, 0.05),
        );
        pen.blob(upper, rim);
        pen.blob(
          upper.map((value, index) => (index % 2 ? -71 + (value + 71) * 0.83 : 28 + (value - 28) * 0.83)),
          main,
        );
        for (const [x, y, size] of [
          [44, -84, 4],
          [30, -70, 5],
          [32, -30, 4.4],
        ] as const)
          pen.oval(x, y, size, size, mix(main, WHITE, 0.75), { shade: 0.4 });
        for (const [x, y] of [
          [53, -88],
          [54, -79],
          [49, -94],
          [43, -22],
          [36, -10],
        ] as const)
          pen.oval(x, y, 1.5, 1.5, WHITE, { shade: 0 });
        for (const end of [
          [46, -90],
          [50, -76],
          [38, -62],
        ] as const)
          pen.line([4, -50, end[0] * 0.6, end[1] * 0.86, end[0], end[1]], rim, 0.9, { alpha: 0.8 });
        pen.line([1, -66, 8, -82, 15, -90], DARK, 1.1);
        pen.oval(15, -90, 1.7, 1.7, DARK, { shade: 0 });
      });
    }
    pen.blob([-3, -64, 0, -69, 3, -64, 3.4, -46, 1.4, -22, -1.4, -22, -3.4, -46], DARK);
  },
};

const duck: Drawing = {
  width: 125,
  colours: ["#f3efe6", "#f2c53d", "#9a7a55"],
  draw(pen, { main }) {
    pen.blob([-54, -36, -60, -52, -46, -44, -20, -50, 8, -46, 30, -40, 38, -22, 24, -2, -18, 0, -44, -10], main);
    pen.blob([14, -34, 20, -60, 16, -80, 26, -96, 42, -95, 48, -82, 42, -68, 40, -44, 36, -24], main);
    pen.blob([-40, -38, -14, -46, 12, -38, 10, -22, -16, -14, -50, -26, -44, -31], darken(main, 0.06));
    pen.blob([46, -84, 62, -80, 64, -75, 46, -73], hex("#e58b2b"));
    eye(pen, 38, -84, 2.5);
  },
};

const flamingo: Drawing = {
  width: 62,
  colours: ["#f28a9c"],
  draw(pen, { main }) {
    pen.line([-2, -46, -1, -22, -2, 0], darken(main, 0.1), 1.7);
    pen.line([4, -46, 13, -34, 3, -24], darken(main, 0.06), 1.7);
    pen.line([-2, 0, 6, 0.5], darken(main, 0.1), 1.6);
    pen.blob([-28, -52, -20, -62, 2, -66, 18, -58, 16, -48, 2, -42, -14, -44], main);
    pen.blob([-30, -50, -14, -60, 8, -58, 4, -50, -12, -46], darken(main, 0.07));
    pen.line([13, -56, 25, -62, 25, -72, 13, -80, 12, -90, 19, -95], main, 4.8);
    pen.blob([14, -97, 20, -99, 25, -95, 23, -90, 16, -90], main);
    pen.blob([23, -96, 29, -93, 29, -86, 26, -84, 25, -89, 22, -91], hex("#f3e6dc"));
    pen.blob([28, -90, 29, -86, 26, -84, 26, -88], DARK);
    pen.oval(20.5, -95.4, 0.9, 0.9, DARK, { shade: 0 });
  },
};

const dragon: Drawing = {
  width: 165,
  colours: ["#4f9a5b", "#b8413a", "#4a6fb0"],
  draw(pen, { main }) {
    const [, , hue] = toOklch(main);
    const skin = oklch(0.82, 0.08, hue + 40);
    pen.line([-26, -18, -54, -10, -72, -16, -74, -34, -64, -40], main, 8);
    pen.poly([-70, -36, -56, -50, -55, -32], darken(main, 0.1));
    pen.blob(
      [-4, -56, -18, -96, -58, -104, -70, -84, -56, -88, -46, -68, -36, -76, -26, -52, -14, -44],
      darken(main, 0.1),
    );
    pen.blob([-30, -6, -34, -26, -20, -48, 6, -58, 24, -44, 28, -20, 18, -4, -6, 0], main);
    pen.blob([8, -52, 22, -44, 26, -20, 16, -5, 6, -10, 10, -30], skin, { shade: 0.6 });
    pen.blob([4, -50, 16, -66, 20, -80, 34, -82, 36, -66, 28, -44, 18, -34], main);
    pen.blob([16, -78, 22, -92, 38, -95, 50, -86, 68, -80, 70, -72, 52, -68, 30, -68], main);
    pen.poly([24, -91, 12, -102, 20, -84], skin);
    pen.poly([32, -94, 26, -106, 38, -95], skin);
    pen.blob([14, -58, 34, -100, 72, -112, 66, -98, 58, -96, 52, -78, 44, -84, 34, -62, 22, -46], lighten(main, 0.03), {
      alpha: 0.96,
    });
    for (const [x, y] of [
      [58, -104],
      [50, -84],
      [36, -68],
    ] as const)
      pen.line([18, -52, 30, -84, x, y], darken(main, 0.14), 1.5);
    for (const x of [-18, 14]) pen.blob([x - 9, -18, x + 7, -18, x + 11, -3, x + 14, 0, x - 8, 0], darken(main, 0.04));
    for (let spike = 0; spike < 5; spike += 1)
      pen.poly(
        [-30 + spike * 9, -38 - spike * 4, -28 + spike * 9, -48 - spike * 4.5, -22 + spike * 9, -43 - spike * 4],
        skin,
      );
    pen.oval(40, -84, 3, 3, hex("#f5d13f"));
    pen.oval(40.6, -84, 1, 2.4, DARK, { shade: 0 });
    pen.oval(66, -77, 1, 1, DARK, { shade: 0 });
    pen.line([68, -73, 54, -72], darken(main, 0.22), 1.2);
  },
};

export const WINGED: Record<string, Drawing> = { bird, parrot, butterfly, duck, flamingo, dragon };
