/** Toys, jewels, signs and worlds. */
import { darken, hex, lighten, mix, shift, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const DARK = hex("#26272b");

const heart: Drawing = {
  width: 108,
  colours: ["#d92f46"],
  draw(pen, { main }) {
    pen.blob(
      [
        0, -76, 0, -76, -10, -92, -30, -98, -50, -86, -53, -62, -38, -34, -14, -12, 0, 0, 0, 0, 14, -12, 38, -34, 53,
        -62, 50, -86, 30, -98, 10, -92,
      ],
      main,
      { shade: 1.8 },
    );
    pen.blob([-40, -72, -34, -86, -22, -90, -26, -80, -34, -66], WHITE, { alpha: 0.5, shade: 0 });
  },
};

const star: Drawing = {
  width: 104,
  colours: ["#f4c02f"],
  draw(pen, { main }) {
    for (let point = 0; point < 5; point += 1) {
      pen.turned(0, -50, point * 72, () => {
        pen.poly([0, 0, 0, -52, -12.2, -16.8], lighten(main, 0.05), { shade: 0.6 });
        pen.poly([0, 0, 0, -52, 12.2, -16.8], darken(main, 0.07), { shade: 0.6 });
      });
    }
  },
};

const crown: Drawing = {
  width: 128,
  colours: ["#e3b23a"],
  draw(pen, { main }) {
    pen.poly([-52, -14, -62, -78, -30, -48, 0, -94, 30, -48, 62, -78, 52, -14], main, { shade: 1.5 });
    pen.box(-53, -20, 106, 20, darken(main, 0.05), { radius: 4, shade: 1.5 });
    for (const [x, y, colour] of [
      [-62, -80, "#d9374a"],
      [0, -96, "#3f7fd8"],
      [62, -80, "#d9374a"],
    ] as const)
      pen.oval(x, y, 6, 6, hex(colour), { shade: 1.5 });
    for (const [x, colour] of [
      [-36, "#3fa86a"],
      [-12, "#d9374a"],
      [12, "#3f7fd8"],
      [36, "#3fa86a"],
    ] as const)
      pen.oval(x, -10, 6, 5.4, hex(colour), { shade: 1.5 });
    pen.poly([-48, -30, -54, -66, -46, -54], WHITE, { alpha: 0.4, shade: 0 });
  },
};

const diamond: Drawing = {
  width: 126,
  colours: ["#8fd8f0", "#f0a0c8", "#8fe0b0"],
  draw(pen, { main }) {
    const facets: [number[], number][] = [
      [[-62, -68, -34, -98, -18, -68], 0.04],
      [[-34, -98, 0, -98, -18, -68], 0.12],
      [[0, -98, 34, -98, 18, -68], 0.06],
      [[-18, -68, 0, -98, 18, -68], 0.16],
      [[34, -98, 62, -68, 18, -68], -0.04],
      [[-62, -68, -18, -68, 0, 0], -0.02],
      [[-18, -68, 18, -68, 0, 0], 0.08],
      [[18, -68, 62, -68, 0, 0], -0.12],
    ];
    for (const [points, light] of facets) pen.poly(points, shift(main, { light, hue: light * 120 }), { shade: 0.8 });
    pen.glow(-20, -84, 22, WHITE, 0.8);
  },
};

const key: Drawing = {
  width: 46,
  colours: ["#d9ab3f"],
  draw(pen, { main }) {
    pen.oval(0, -80, 20, 20, main, { shade: 1.4 });
    pen.oval(0, -82, 10, 10, darken(main, 0.3), { shade: 0 });
    pen.box(-4, -62, 8, 62, main, { radius: 2, shade: 1.4 });
    pen.box(3, -20, 15, 6, main);
    pen.box(3, -8, 12, 7, main);
    pen.box(-6, -62, 12, 5, darken(main, 0.06), { radius: 2 });
  },
};

const gift: Drawing = {
  width: 100,
  colours: ["#3f8f7a", "#c93f48", "#4f6fb8"],
  draw(pen, { main }) {
    const ribbon = hex("#f3c84f");
    pen.box(-42, -56, 84, 56, main, { radius: 2, shade: 1.4 });
    pen.box(-9, -56, 18, 56, ribbon);
    pen.box(-48, -70, 96, 18, lighten(main, 0.05), { radius: 3, shade: 1.2 });
    pen.box(-10, -70, 20, 18, lighten(ribbon, 0.03));
    for (const side of [-1, 1]) {
      pen.blob([0, -70, side * 14, -92, side * 34, -98, side * 40, -84, side * 24, -74], ribbon, { shade: 1.3 });
      pen.blob([side * 6, -74, side * 18, -86, side * 30, -89, side * 30, -82, side * 18, -77], darken(ribbon, 0.13), {
        shade: 0.5,
      });
      pen.blob([0, -72, side * 10, -60, side * 24, -50, side * 15, -48, side * 2, -64], darken(ribbon, 0.05));
    }
    pen.oval(0, -73, 7.4, 6.6, ribbon);
  },
};

const ball: Drawing = {
  width: 100,
  colours: ["#e2603a", "#3f86c9", "#e9b93f"],
  draw(pen, { main }) {
    const circle = [-50, -50, -35, -85, 0, -100, 35, -85, 50, -50, 35, -15, 0, 0, -35, -15];
    pen.oval(0, -50, 50, 50, main, { shade: 1.9 });
    pen.within(circle, () => {
      pen.blob([-60, -62, 0, -48, 60, -62, 60, -44, 0, -28, -60, -44], mix(main, WHITE, 0.85), { shade: 0.9 });
    });
    pen.oval(-18, -72, 10, 6.4, WHITE, { alpha: 0.5, turn: -35, shade: 0 });
  },
};

const kite: Drawing = {
  width: 82,
  colours: ["#e2503f", "#3f8fc9", "#f0b53a"],
  period: (Math.PI * 2) / 3,
  draw(pen, { main, time }) {
    const sway = Math.sin(time * 3) * 4;
    pen.line([0, -30, -6 + sway, -18, 5 - sway, -8, -3 + sway, 4, 6, 18], hex("#7a6a5a"), 0.9);
    for (const [x, y] of [
      [-4, -18],
      [3, -6],
      [-1, 6],
    ] as const) {
      pen.poly([x, y, x - 7, y - 4, x - 7, y + 4], lighten(main, 0.1));
      pen.poly([x, y, x + 7, y - 4, x + 7, y + 4], main);
    }
    pen.poly([0, -100, 36, -66, 0, -66], lighten(main, 0.05));
    pen.poly([0, -100, -36, -66, 0, -66], shift(main, { hue: 50 }));
    pen.poly([0, -28, 36, -66, 0, -66], shift(main, { hue: -40, light: 0.04 }));
    pen.poly([0, -28, -36, -66, 0, -66], darken(main, 0.05));
    pen.line([0, -100, 0, -28], hex("#6a5543"), 1);
    pen.line([-36, -66, 36, -66], hex("#6a5543"), 1);
  },
};

const camera: Drawing = {
  width: 140,
  colours: ["#3a3c42", "#a8593a"],
  draw(pen, { main }) {
    const metal = hex("#c9cdd2");
    pen.box(-30, -98, 54, 20, metal, { radius: 5 });
    pen.box(-60, -88, 20, 8, metal, { radius: 2 });
    pen.box(38, -90, 18, 9, DARK, { radius: 3 });
    pen.box(-68, -82, 136, 80, metal, { radius: 10, shade: 1.3 });
    pen.box(-68, -66, 136, 46, main, { radius: 2 });
    pen.box(-16, -94, 26, 12, hex("#5f7f9a"), { radius: 3 });
    pen.oval(4, -42, 36, 36, DARK, { shade: 1.4 });
    pen.oval(4, -42, 29, 29, hex("#5a5f68"), { shade: 1.2 });
    pen.oval(4, -42, 23, 23, hex("#1d2a3f"), { shade: 1.6 });
    pen.oval(4, -42, 12, 12, hex("#35558a"), { shade: 1.4 });
    pen.oval(-5, -51, 6, 4, WHITE, { alpha: 0.75, turn: -35, shade: 0 });
    pen.oval(12, -34, 3, 2, hex("#c98fe0"), { alpha: 0.6, shade: 0 });
    pen.oval(52, -73, 3.4, 3.4, hex("#d93f3a"));
  },
};

const planet: Drawing = {
  width: 190,
  colours: ["#d9a86a", "#6a9ad0", "#c97a5a", "#9a7fd0"],
  draw(pen, { main, random }) {
    const ring = mix(main, WHITE, 0.45);
    const rings = (isFront: boolean) =>
      pen.turned(0, -50, -16, () => {
        pen.within(
          isFront
            ? [-110, 0, -110, 0, 110, 0, 110, 0, 110, 60, 110, 60, -110, 60, -110, 60]
            : [-110, -60, -110, -60, 110, -60, 110, -60, 110, 0, 110, 0, -110, 0, -110, 0],
          () => {
            for (const [wide, width, alpha] of [
              [86, 5, 0.85],
              [77, 7, 0.65],
              [67, 4, 0.5],
            ] as const) {
              const points: number[] = [];
              for (let step = 0; step <= 36; step += 1)
                points.push(Math.cos((step / 18) * Math.PI) * wide, Math.sin((step / 18) * Math.PI) * wide * 0.24);
              pen.line(points, ring, width, { alpha });
            }
          },
        );
      });
    rings(false);
    const circle: number[] = [];
    for (let step = 0; step < 16; step += 1)
      circle.push(Math.cos((step / 8) * Math.PI) * 48, -50 + Math.sin((step / 8) * Math.PI) * 48);
    pen.blob(circle, main, { shade: 1.9 });
    pen.within(circle, () => {
      pen.turned(0, -50, -16, () => {
        for (let band = -5; band <= 5; band += 1)
          pen.blob(
            [
              -60,
              band * 9 - 3,
              -20,
              band * 9 - 2 + random.next() * 3,
              20,
              band * 9 - 3,
              60,
              band * 9 - 3,
              60,
              band * 9 + 2,
              10,
              band * 9 + 3,
              -60,
              band * 9 + 2,
            ],
            shift(main, { light: (random.next() - 0.5) * 0.15, hue: random.next() * 16 - 8 }),
            { alpha: 0.5, shade: 0 },
          );
      });
      pen.blob([52, -110, 60, -50, 52, 10, -4, 6, 26, -30, 34, -62, 20, -96], hex("#0a0a1e"), { alpha: 0.5, shade: 0 });
    });
    rings(true);
  },
};

export const SYMBOLS: Record<string, Drawing> = { heart, star, crown, diamond, key, gift, ball, kite, camera, planet };
