/** Drawings of vessels on water and in the air. */
import { darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const DARK = hex("#24262b");
const CHROME = hex("#d9dde2");

const sailboat: Drawing = {
  width: 92,
  colours: ["#f6f1e6", "#e2704a", "#f6f1e6"],
  draw(pen, { main, isNamed, time }) {
    const hull = isNamed ? mix(main, hex("#3a2a24"), 0.25) : hex("#9a4636");
    const lean = Math.sin(time * 1.4) * 1.2;
    pen.line([2, -12, 2, -98], hex("#6d5340"), 1.7);
    pen.blob([4, -96, 4, -96, 24, -62, 36 + lean, -22, 36 + lean, -22, 18, -19, 4, -19, 4, -19, 7, -56], main, {
      shade: 1.2,
    });
    pen.blob(
      [-1, -88, -1, -88, -18, -56, -36, -20, -36, -20, -18, -17, -1, -19, -1, -19, -4, -54],
      isNamed ? lighten(main, 0.06) : hex("#fdfaf2"),
      { shade: 1.2 },
    );
    for (const y of [-40, -62]) pen.line([6, y, 26 + (y + 62) * 0.3, y + 1.5], darken(main, 0.07), 0.6, { alpha: 0.8 });
    pen.blob([2, -98, 9, -97 + lean, 13, -94.6, 2, -93.4], hex("#d6453b"));
    pen.blob([-41, -14, -41, -14, 0, -12, 44, -16, 44, -16, 33, -3, 24, 1, -28, 1, -36, -4], hull, { shade: 1.2 });
    pen.line([-40.4, -12.4, 0, -10, 43, -14.4], hex("#f4e8d0"), 1.5);
    pen.blob([-38, -3.6, 0, -1.6, 34, -3.4, 25, 1, -28, 1], darken(hull, 0.1));
  },
};

const ship: Drawing = {
  width: 230,
  colours: ["#b93a33", "#2f4a6d"],
  draw(pen, { main, darkness }) {
    const white = hex("#f5f2ea");
    pen.line([-30, -84, -30, -104], hex("#6a6f77"), 1.6);
    for (const x of [-8, 26]) {
      pen.poly([x, -62, x + 3, -92, x + 19, -92, x + 18, -62], main);
      pen.box(x + 2.6, -92, 16.6, 6, DARK);
    }
    pen.box(-52, -66, 104, 18, white);
    pen.box(-72, -50, 140, 18, white);
    const glass = darkness > 0.2 ? hex("#ffdf95") : hex("#6d8ca3");
    for (let column = 0; column < 11; column += 1) pen.box(-46 + column * 8.6, -61, 5, 5, glass, { radius: 1 });
    for (let column = 0; column < 15; column += 1) pen.box(-66 + column * 8.8, -45, 5, 5, glass, { radius: 2.4 });
    pen.blob([-108, -34, -108, -34, -20, -31, 60, -32, 114, -42, 114, -42, 100, -14, 90, 0, -94, 0, -102, -12], main, {
      shade: 1.2,
    });
    pen.line([-107, -31, -20, -28, 60, -29, 112, -38], WHITE, 2);
    pen.blob([-103, -9, 0, -7, 98, -10, 90, 0, -94, 0], darken(main, 0.12));
  },
};

const plane: Drawing = {
  width: 250,
  colours: ["#f2f4f6"],
  draw(pen, { main, isNamed }) {
    const accent = isNamed ? darken(main, 0.15) : hex("#2f6fb8");
    pen.poly([-96, -56, -124, -100, -104, -100, -70, -60], accent);
    pen.poly([10, -52, -34, -88, -18, -90, 44, -56], darken(main, 0.14));
    pen.blob([-112, -54, -90, -64, 40, -70, 92, -66, 116, -50, 96, -36, 30, -30, -70, -40], main, { shade: 1.5 });
    pen.line([-104, -50, -20, -46, 60, -44, 108, -46], accent, 3.4);
    for (let window = 0; window < 15; window += 1)
      pen.oval(-62 + window * 9, -56, 2, 2.6, hex("#40566d"), { shade: 0 });
    pen.blob([88, -64, 100, -62, 108, -55, 94, -55], hex("#40566d"));
    pen.poly([-98, -50, -128, -40, -114, -38, -74, -46], darken(main, 0.06));
    pen.poly([8, -42, -40, 0, -18, 0, 46, -40], main);
    pen.blob([0, -24, 20, -26, 24, -18, 16, -12, -2, -14], darken(main, 0.12));
  },
};

const balloon: Drawing = {
  width: 72,
  colours: ["#d8463c", "#e8a23a", "#3f86c2", "#7a4fa8"],
  draw(pen, { main, isNamed, darkness }) {
    const cream = isNamed ? mix(main, WHITE, 0.4) : hex("#f7ead0");
    for (const x of [-7, -2.4, 2.4, 7]) pen.line([x * 1.25, -26, x * 0.85, -13], hex("#6d5645"), 0.6);
    const skin = [
      -9, -25, -21, -40, -34, -62, -32, -84, -18, -97, 0, -101, 18, -97, 32, -84, 34, -62, 21, -40, 9, -25, 0, -23.6,
    ];
    pen.blob(skin, main, { shade: 0.3 });
    pen.within(skin, () => {
      for (const [outer, inner, tone] of [
        [36, 23, cream],
        [12, 0.1, cream],
      ] as const) {
        for (const side of [-1, 1])
          pen.blob(
            [
              side * inner,
              -104,
              side * outer,
              -96,
              side * outer * 1.05,
              -66,
              side * outer * 0.4,
              -22,
              side * inner * 0.35,
              -22,
              side * inner,
              -66,
            ],
            tone,
            { shade: 0.3 },
          );
      }
      for (const seam of [-30, -20, -8, 8, 20, 30])
        pen.line([0, -102, seam * 1.1, -74, seam * 0.28, -23], darken(main, 0.1), 0.5, { alpha: 0.5 });
    });
    pen.blob(skin, hex("#ffffff"), { alpha: 0.01 });
    pen.blob([-9, -26, 0, -24, 9, -26, 7, -22.4, 0, -21.4, -7, -22.4], darken(main, 0.12));
    if (darkness > 0.15) pen.glow(0, -34, 30, hex("#ffce70"), 0.55);
    pen.box(-7, -13, 14, 12.4, hex("#9a6a3e"), { radius: 2 });
    for (const y of [-10, -7, -4]) pen.line([-6.6, y, 6.6, y], darken(hex("#9a6a3e"), 0.09), 0.7);
    pen.box(-8, -14, 16, 2.6, darken(hex("#9a6a3e"), 0.08), { radius: 1.3 });
  },
};

const rocket: Drawing = {
  width: 54,
  colours: ["#e9ecef", "#d9463c"],
  period: (Math.PI * 2) / 20,
  draw(pen, { main, isNamed, time, gait }) {
    const accent = isNamed ? darken(main, 0.12) : hex("#d8483c");
    const flare = (gait === "leap" ? 2.6 : 1) + Math.sin(time * 20) * 0.12;
    pen.glow(0, -4, 34, hex("#ff9a3c"), 0.8);
    pen.blob([-8, -18, 0, -19, 8, -18, 9, -8, 0, 8 * flare, -9, -8], hex("#ff8a2b"), { shade: 0 });
    pen.blob([-5, -18, 0, -18, 5, -18, 5, -10, 0, 7 * (flare - 1), -5, -10], hex("#ffe08a"), { shade: 0 });
    for (const side of [-1, 1])
      pen.blob([side * 10, -42, side * 22, -28, side * 25, -10, side * 25, -10, side * 15, -18, side * 9, -20], accent);
    pen.blob([-8, -16, -13, -36, -14, -60, -8, -84, 0, -100, 0, -100, 8, -84, 14, -60, 13, -36, 8, -16], main, {
      shade: 1.6,
    });
    pen.blob([-9.2, -81, -5, -91, 0, -100, 0, -100, 5, -91, 9.2, -81, 0, -78], accent, { shade: 1.4 });
    pen.blob([-11.6, -29, 0, -26, 11.6, -29, 9.4, -21, 0, -18.6, -9.4, -21], accent);
    for (const [y, size] of [
      [-64, 6.6],
      [-46, 4.4],
    ] as const) {
      pen.oval(0, y, size, size, hex("#8f98a3"));
      pen.oval(0, y, size * 0.76, size * 0.76, hex("#2d5f8f"));
      pen.oval(-size * 0.25, y - size * 0.25, size * 0.28, size * 0.22, WHITE, { alpha: 0.75, shade: 0 });
    }
    pen.blob([-2, -36, 2, -36, 2.4, -12, -2.4, -12], darken(accent, 0.06));
  },
};

const ufo: Drawing = {
  width: 210,
  colours: ["#a8b3c2"],
  period: (Math.PI * 2) / 6,
  draw(pen, { main, time }) {
    pen.poly([-34, -46, 34, -46, 78, 30, -78, 30], hex("#b8ffd9"), { alpha: 0.28, shade: 0 });
    pen.blob([-38, -66, -28, -92, 0, -102, 28, -92, 38, -66], hex("#9fe0e6"), { alpha: 0.92 });
    pen.blob([-24, -72, -18, -90, -4, -96, -10, -80], WHITE, { alpha: 0.5, shade: 0 });
    pen.blob([-100, -56, -50, -70, 0, -74, 50, -70, 100, -56, 50, -42, 0, -38, -50, -42], main, { shade: 1.5 });
    pen.blob([-46, -45, 0, -39, 46, -45, 24, -32, -24, -32], darken(main, 0.15));
    for (let lamp = -3; lamp <= 3; lamp += 1) {
      const bright = Math.sin(time * 6 + lamp) > -0.3;
      pen.glow(lamp * 25, -55 + Math.abs(lamp) * 0.4, 10, hex("#ffe27a"), bright ? 0.7 : 0.2);
      pen.oval(lamp * 25, -55 + Math.abs(lamp) * 0.4, 4.4, 3.6, hex("#fff0a8"), { shade: 0.3 });
    }
  },
};

const satellite: Drawing = {
  width: 210,
  colours: ["#d9dce2"],
  draw(pen, { main }) {
    for (const side of [-1, 1]) {
      pen.line([side * 18, -50, side * 36, -50], CHROME, 3);
      pen.box(side > 0 ? 36 : -100, -72, 64, 44, hex("#2c4f93"), { shade: 1.4 });
      for (let cell = 1; cell < 6; cell += 1)
        pen.line([side * (36 + cell * 10.6), -72, side * (36 + cell * 10.6), -28], hex("#8fb0e6"), 0.9);
      pen.line([side * 36, -50, side * 100, -50], hex("#8fb0e6"), 0.9);
    }
    pen.box(-18, -78, 36, 56, main, { radius: 4, shade: 1.4 });
    pen.box(-18, -60, 36, 20, hex("#e2b44f"));
    pen.line([0, -78, 0, -92], CHROME, 2);
    pen.blob([-20, -104, 0, -88, 20, -104, 0, -98], WHITE);
  },
};

export const VESSELS: Record<string, Drawing> = { sailboat, ship, plane, balloon, rocket, ufo, satellite };
