/** Drawings of food on a table. */
import { darken, hex, lighten, mix, shift, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const STALK = hex("#6a4a2f");
const LEAF = hex("#5f9a45");

const apple: Drawing = {
  width: 104,
  colours: ["#cf2f2c", "#8fb53a", "#d9542f"],
  draw(pen, { main }) {
    const body = [
      0, -76, -20, -84, -44, -74, -50, -44, -38, -12, -16, -1, 0, -4, 16, -1, 38, -12, 50, -44, 44, -74, 20, -84,
    ];
    pen.blob(body, main, { shade: 1.6 });
    pen.within(body, () => {
      for (let streak = 0; streak < 26; streak += 1) {
        const x = -44 + streak * 3.5;
        pen.line([x * 0.25, -78, x * 0.85, -58, x, -30], lighten(mix(main, hex("#f3c24a"), 0.45), 0.04), 0.8, {
          alpha: 0.22,
        });
      }
      pen.oval(0, -80, 20, 7, mix(main, hex("#c9d15a"), 0.6), { alpha: 0.65, shade: 0 });
    });
    pen.oval(0, -77, 9, 3.4, darken(main, 0.18), { shade: 0.3 });
    pen.line([0, -76, 2, -88, 7, -97], STALK, 3.2);
    pen.blob([4, -86, 16, -98, 36, -98, 28, -86, 12, -82], LEAF);
    pen.line([6, -86, 20, -92, 32, -97], lighten(LEAF, 0.12), 0.9);
    pen.blob([-34, -66, -24, -74, -18, -68, -28, -52, -36, -48], WHITE, { alpha: 0.42, shade: 0 });
  },
};

const pear: Drawing = {
  width: 66,
  colours: ["#c9c646", "#a8b84a"],
  draw(pen, { main }) {
    pen.blob(
      [0, -90, -11, -86, -15, -68, -26, -50, -33, -28, -22, -4, 0, 0, 22, -4, 33, -28, 26, -50, 15, -68, 11, -86],
      main,
      { shade: 1.6 },
    );
    pen.oval(14, -30, 14, 20, hex("#d9793f"), { alpha: 0.28, shade: 0 });
    for (let dot = 0; dot < 22; dot += 1)
      pen.oval(Math.sin(dot * 7.1) * 22, -14 - ((dot * 17) % 50), 0.6, 0.6, darken(main, 0.16), {
        alpha: 0.6,
        shade: 0,
      });
    pen.line([0, -89, 2, -96, 5, -101], STALK, 2.8);
    pen.blob([-20, -38, -13, -50, -9, -44, -14, -26, -20, -24], WHITE, { alpha: 0.4, shade: 0 });
  },
};

function citrus(isLemon: boolean): Drawing {
  return {
    width: isLemon ? 128 : 102,
    colours: isLemon ? ["#f2d13a"] : ["#f08c22"],
    draw(pen, { main }) {
      if (isLemon)
        pen.blob(
          [
            -62, -48, -48, -60, -24, -86, 4, -92, 34, -84, 52, -60, 64, -52, 64, -44, 52, -38, 32, -10, 2, -2, -28, -10,
            -50, -36,
          ],
          main,
          { shade: 1.5 },
        );
      else pen.oval(0, -48, 49, 48, main, { shade: 1.6 });
      for (let pore = 0; pore < 60; pore += 1) {
        const away = Math.sqrt((pore + 0.5) / 60) * 40;
        pen.oval(Math.cos(pore * 2.4) * away, -48 + Math.sin(pore * 2.4) * away, 0.9, 0.9, darken(main, 0.08), {
          alpha: 0.5,
          shade: 0,
        });
      }
      if (!isLemon) {
        pen.oval(0, -93, 5, 2.4, hex("#5c6b33"));
        pen.blob([2, -94, 16, -104, 36, -100, 24, -90, 8, -90], LEAF);
      }
      pen.oval(-20, -66, 9, 6, WHITE, { alpha: 0.45, turn: -35, shade: 0 });
    },
  };
}

const banana: Drawing = {
  width: 190,
  colours: ["#f3cd33"],
  draw(pen, { main }) {
    pen.blob(
      [
        -84, -84, -76, -92, -72, -84, -50, -46, -6, -30, 44, -42, 76, -66, 84, -62, 84, -56, 52, -14, 2, -2, -46, -16,
        -78, -56,
      ],
      main,
      { shade: 1.3 },
    );
    pen.blob(
      [-78, -74, -58, -34, -10, -16, 40, -24, 80, -60, 52, -14, 2, -2, -46, -16, -78, -56],
      shift(main, { light: -0.06 }),
      { shade: 0.6 },
    );
    pen.line([-76, -80, -56, -38, -8, -20, 42, -30, 78, -60], darken(main, 0.14), 1, { alpha: 0.6 });
    pen.blob([-86, -84, -84, -100, -76, -101, -73, -86], hex("#8a7a3a"));
    pen.blob([78, -66, 86, -66, 87, -58, 81, -57], hex("#4a3a24"));
    for (const [x, y, size] of [
      [-40, -30, 2.4],
      [14, -22, 3],
      [40, -28, 1.8],
      [-10, -14, 1.8],
    ] as const)
      pen.oval(x, y, size * 1.6, size * 0.7, hex("#8a6427"), { alpha: 0.6, shade: 0, turn: 10 });
  },
};

const cherry: Drawing = {
  width: 92,
  colours: ["#b51f33"],
  draw(pen, { main }) {
    pen.line([-22, -38, -14, -70, 8, -96], STALK, 2);
    pen.line([22, -34, 20, -68, 8, -96], STALK, 2);
    pen.blob([8, -96, 24, -102, 44, -92, 30, -82, 14, -86], LEAF);
    for (const [x, y] of [
      [-22, -22],
      [23, -19],
    ] as const) {
      pen.blob(
        [
          x,
          y - 20,
          x - 14,
          y - 19,
          x - 22,
          y - 4,
          x - 14,
          y + 15,
          x,
          y + 20,
          x + 14,
          y + 15,
          x + 22,
          y - 4,
          x + 14,
          y - 19,
        ],
        main,
        { shade: 1.8 },
      );
      pen.oval(x - 8, y - 9, 4.6, 3, WHITE, { alpha: 0.7, turn: -35, shade: 0 });
    }
  },
};

const strawberry: Drawing = {
  width: 78,
  colours: ["#d92c3a"],
  draw(pen, { main }) {
    const body = [0, -80, -26, -84, -38, -66, -30, -34, -12, -8, 0, -1, 12, -8, 30, -34, 38, -66, 26, -84];
    pen.blob(body, main, { shade: 1.6 });
    pen.within(body, () => {
      for (let row = 0; row < 7; row += 1)
        for (let column = -3; column <= 3; column += 1) {
          const [x, y] = [column * 10.5 + (row % 2) * 5, -74 + row * 11];
          pen.oval(x, y, 1.4, 2, hex("#f6d77a"), { shade: 0 });
          pen.oval(x, y + 1.2, 1.9, 1.6, darken(main, 0.12), { alpha: 0.4, shade: 0 });
        }
    });
    for (let petal = -3; petal <= 3; petal += 1)
      pen.turned(0, -80, petal * 26, () => pen.blob([0, -2, -6, 8, 0, 22, 0, 22, 6, 8], LEAF));
    pen.line([0, -82, 2, -90, 5, -98], LEAF, 3);
    pen.oval(-18, -62, 6, 9, WHITE, { alpha: 0.35, turn: 20, shade: 0 });
  },
};

const cake: Drawing = {
  width: 120,
  colours: ["#f2a8b8", "#7a4a33", "#f6ecd8"],
  draw(pen, { main }) {
    const sponge = hex("#e8bd7a");
    pen.oval(0, -5, 62, 8, hex("#e9e6e1"));
    pen.box(-48, -58, 96, 52, sponge, { radius: 5, shade: 1.4 });
    pen.box(-48, -38, 96, 7, hex("#fff3e2"));
    pen.blob(
      [
        -50, -44, -50, -66, -40, -74, 0, -78, 40, -74, 50, -66, 50, -44, 44, -36, 37, -44, 28, -32, 18, -44, 8, -36, -2,
        -46, -12, -34, -22, -44, -32, -33, -41, -44,
      ],
      main,
      { shade: 1.3 },
    );
    pen.oval(0, -70, 46, 8, lighten(main, 0.06), { shade: 0.6 });
    for (const x of [-30, -10, 10, 30]) {
      pen.oval(x, -74, 6.4, 5, WHITE);
      pen.oval(x, -79, 4.6, 4.6, hex("#c92a3a"), { shade: 1.4 });
      pen.oval(x - 1.5, -80.6, 1.3, 1, WHITE, { alpha: 0.8, shade: 0 });
    }
    pen.box(-1.7, -96, 3.4, 18, hex("#7fb8e6"));
    pen.glow(0, -101, 12, hex("#ffc24a"), 0.9);
    pen.blob([0, -107, -2.4, -100, 0, -96.4, 2.4, -100], hex("#ffd86a"), { shade: 0 });
  },
};

const iceCream: Drawing = {
  width: 54,
  colours: ["#f3a9bf", "#f6e4b8", "#a9d8c0"],
  draw(pen, { main }) {
    const cone = hex("#d9a05a");
    pen.poly([-17, -50, 17, -50, 0, 0], cone, { shade: 1.3 });
    for (let line = 0; line < 5; line += 1) {
      pen.line([-15 + line * 6.4, -50, -4 + line * 3, -12 - line * 2], darken(cone, 0.09), 0.9, { alpha: 0.7 });
      pen.line([15 - line * 6.4, -50, 4 - line * 3, -12 - line * 2], darken(cone, 0.09), 0.9, { alpha: 0.7 });
    }
    pen.blob(
      [-21, -52, -22, -64, -13, -78, 0, -82, 13, -78, 22, -64, 21, -52, 14, -45, 8, -51, 1, -44, -7, -51, -14, -46],
      main,
      { shade: 1.5 },
    );
    pen.oval(2, -83, 16, 15, lighten(mix(main, hex("#fff4e0"), 0.7), 0.01), { shade: 1.4 });
    pen.oval(4, -99, 4.4, 4.4, hex("#c9263a"), { shade: 1.5 });
    for (let bit = 0; bit < 12; bit += 1)
      pen.turned(Math.sin(bit * 5) * 12 + 1, -84 + Math.cos(bit * 3) * 9, bit * 40, () =>
        pen.box(-1.5, -0.5, 3, 1, hex(["#e2574c", "#4f9ad8", "#f2c53d"][bit % 3] ?? "#e2574c"), {
          radius: 0.5,
          shade: 0,
        }),
      );
  },
};

export const FOOD: Record<string, Drawing> = {
  apple,
  pear,
  orange: citrus(false),
  lemon: citrus(true),
  banana,
  cherry,
  strawberry,
  cake,
  "ice-cream": iceCream,
};
