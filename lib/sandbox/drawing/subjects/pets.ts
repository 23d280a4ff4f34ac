/** Animals that sit and look at the viewer. */
import { type Colour, darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import type { Drawing, Pen } from "./pen.ts";

const DARK = hex("#22201f");
const PINK = hex("#e58f95");

function eye(pen: Pen, x: number, y: number, size: number, iris: Colour = hex("#3a2a20")): void {
  pen.oval(x, y, size, size * 1.1, iris, { shade: 0.3 });
  pen.oval(x, y, size * 0.55, size * 0.85, DARK, { shade: 0 });
  pen.oval(x - size * 0.3, y - size * 0.4, size * 0.28, size * 0.28, WHITE, { shade: 0 });
}

const cat: Drawing = {
  width: 92,
  colours: ["#d98a45", "#8d8a88", "#4a4644", "#e3cfae"],
  draw(pen, { main }) {
    const stripe = darken(main, 0.13);
    const belly = mix(main, WHITE, 0.6);
    pen.line([16, -5, 36, -3, 45, -14, 40, -32, 33, -37], darken(main, 0.03), 8.5);
    pen.line([40, -31, 34, -37], stripe, 8);
    const body = [-21, -1, -27, -14, -24, -34, -15, -54, 0, -60, 15, -54, 24, -34, 27, -14, 21, -1, 0, 1];
    pen.blob(body, main);
    pen.within(body, () => {
      for (const y of [-18, -30, -42]) {
        pen.line([-30, y + 4, -21, y - 2, -14, y + 2], stripe, 3.2, { alpha: 0.7 });
        pen.line([30, y + 4, 21, y - 2, 14, y + 2], stripe, 3.2, { alpha: 0.7 });
      }
    });
    pen.blob([-10, -46, 0, -52, 10, -46, 11, -26, 0, -14, -11, -26], belly, { shade: 0.5 });
    for (const x of [-8, 8]) {
      pen.blob(
        [x - 6, -34, x + 6, -34, x + 5.5, -10, x + 7, -3, x, 0.5, x - 7, -3, x - 5.5, -10],
        lighten(main, 0.02),
        { shade: 0.8 },
      );
      pen.oval(x, -3, 7, 4, belly, { shade: 0.5 });
      pen.line([x - 2, -4, x - 2, -1], stripe, 0.8);
      pen.line([x + 2, -4, x + 2, -1], stripe, 0.8);
    }
    for (const side of [-1, 1]) {
      pen.poly([side * 23, -74, side * 21, -99, side * 5, -88], main);
      pen.poly([side * 19.5, -80, side * 18.8, -93, side * 9, -86], PINK, { shade: 0.6 });
    }
    pen.blob([-25, -72, -20, -86, 0, -91, 20, -86, 25, -72, 17, -58, 0, -54, -17, -58], main);
    for (const x of [-5, 0, 5]) pen.line([x, -90, x * 0.7, -83], stripe, 2.4, { alpha: 0.8 });
    pen.blob([-12, -62, 0, -69, 12, -62, 9, -55.5, 0, -54, -9, -55.5], belly, { shade: 0.4 });
    eye(pen, -10, -74, 4.6, hex("#8fb650"));
    eye(pen, 10, -74, 4.6, hex("#8fb650"));
    pen.poly([-2.6, -66, 2.6, -66, 0, -63], PINK);
    pen.line([0, -63, -0.5, -61, -4, -60], DARK, 0.9);
    pen.line([0, -63, 0.5, -61, 4, -60], DARK, 0.9);
    for (const side of [-1, 1]) {
      for (const dy of [-2, 1])
        pen.line([side * 9, -63, side * 20, -64 + dy * 1.5, side * 29, -63 + dy * 3], WHITE, 0.6, { alpha: 0.85 });
    }
  },
};

const dog: Drawing = {
  width: 86,
  colours: ["#c98d4f", "#8a5a38", "#e0c08d", "#4b3b33"],
  draw(pen, { main }) {
    const ear = darken(main, 0.14);
    const pale = mix(main, WHITE, 0.68);
    pen.line([18, -8, 34, -14, 40, -28], main, 7);
    pen.blob([-20, -1, -26, -16, -22, -38, -13, -56, 0, -60, 13, -56, 22, -38, 26, -16, 20, -1, 0, 1], main);
    pen.blob([-10, -54, 0, -57, 10, -54, 11, -28, 0, -16, -11, -28], pale, { shade: 0.5 });
    for (const x of [-9, 9]) {
      pen.blob(
        [x - 6, -36, x + 6, -36, x + 5.5, -10, x + 8, -3, x, 0.5, x - 8, -3, x - 5.5, -10],
        lighten(main, 0.02),
        { shade: 0.8 },
      );
      pen.oval(x, -3.2, 7.6, 4.2, pale, { shade: 0.5 });
    }
    pen.blob([-21, -82, -14, -96, 0, -100, 14, -96, 21, -82, 19, -66, 10, -56, 0, -54, -10, -56, -19, -66], main);
    pen.blob([-4, -97, 0, -98, 4, -97, 6, -80, 0, -74, -6, -80], pale, { shade: 0.3 });
    pen.blob([-12, -68, -8, -76, 0, -78, 8, -76, 12, -68, 9, -58, 0, -54, -9, -58], pale, { shade: 0.6 });
    pen.blob([-15, -95, -23, -94, -31, -78, -29, -62, -22, -62, -17, -78], ear);
    pen.blob([15, -95, 23, -94, 31, -78, 29, -62, 22, -62, 17, -78], ear);
    eye(pen, -9, -81, 3.6);
    eye(pen, 9, -81, 3.6);
    pen.oval(0, -72, 5, 3.6, DARK, { shade: 0.6 });
    pen.oval(-1.4, -73.4, 1.3, 0.8, WHITE, { shade: 0, alpha: 0.7 });
    pen.blob([-3, -62, 3, -62, 3.4, -56, 0, -52.5, -3.4, -56], hex("#e2747b"), { shade: 0.6 });
    pen.line([0, -69, 0, -65, -6, -61.5], DARK, 1.1);
    pen.line([0, -65, 6, -61.5], DARK, 1.1);
    pen.line([-14, -56, 0, -51.5, 14, -56], hex("#c23b3b"), 3.2);
    pen.oval(0, -49, 2.6, 2.6, hex("#e9c04b"));
  },
};

const rabbit: Drawing = {
  width: 62,
  colours: ["#c7b29b", "#efe8df", "#9c8b7a"],
  draw(pen, { main }) {
    const pale = mix(main, WHITE, 0.65);
    for (const [side, tip] of [
      [-1, -100],
      [1, -97],
    ] as const) {
      pen.blob([side * 4, -62, side * 5, -80, side * 10, tip, side * 15, -90, side * 14, -72, side * 10, -60], main);
      pen.blob([side * 7, -66, side * 8, -80, side * 10.5, tip + 6, side * 12.5, -86, side * 11, -70], PINK, {
        shade: 0.5,
        alpha: 0.75,
      });
    }
    pen.oval(21, -10, 7, 7, pale);
    pen.blob([-20, -2, -24, -14, -16, -36, 0, -44, 16, -36, 24, -14, 20, -2, 0, 1], main);
    pen.oval(0, -18, 11, 14, pale, { shade: 0.4 });
    for (const x of [-12, 12]) pen.oval(x, -3.5, 9, 4.5, lighten(main, 0.03));
    for (const x of [-5, 5])
      pen.blob([x - 4, -22, x + 4, -22, x + 4, -4, x, 0, x - 4, -4], lighten(main, 0.03), { shade: 0.7 });
    pen.blob([-19, -52, -13, -65, 0, -68, 13, -65, 19, -52, 12, -41, 0, -38, -12, -41], main);
    pen.oval(0, -46, 8, 6, pale, { shade: 0.3 });
    eye(pen, -9, -55, 3.4);
    eye(pen, 9, -55, 3.4);
    pen.poly([-2.2, -50, 2.2, -50, 0, -47.6], PINK);
    pen.line([0, -47.6, -3, -44.6], DARK, 0.8);
    pen.line([0, -47.6, 3, -44.6], DARK, 0.8);
  },
};

const owl: Drawing = {
  width: 66,
  colours: ["#9a7350", "#7d6a58", "#b08a5e"],
  draw(pen, { main }) {
    const pale = mix(main, hex("#f6e7cb"), 0.7);
    const dark = darken(main, 0.13);
    pen.blob([-24, -72, -30, -40, -20, -8, 0, 0, 20, -8, 30, -40, 24, -72, 0, -84], main);
    pen.blob([-14, -58, 0, -64, 14, -58, 17, -34, 8, -10, 0, -6, -8, -10, -17, -34], pale, { shade: 0.5 });
    for (let row = 0; row < 5; row += 1) {
      for (let column = -2 + (row % 2) * 0.5; column <= 2; column += 1) {
        pen.line(
          [column * 5.6 - 2, -48 + row * 8, column * 5.6, -45.5 + row * 8, column * 5.6 + 2, -48 + row * 8],
          dark,
          1.3,
          { alpha: 0.65 },
        );
      }
    }
    for (const side of [-1, 1]) {
      pen.blob([side * 20, -66, side * 31, -48, side * 29, -22, side * 20, -6, side * 17, -30], dark);
      pen.poly([side * 8, -82, side * 24, -100, side * 24, -74], main);
      pen.oval(side * 10.5, -73, 11.5, 12, pale, { shade: 0.4 });
      pen.oval(side * 10.5, -73, 7.4, 7.6, hex("#f1b62f"), { shade: 0.5 });
      pen.oval(side * 10.5, -73, 4.4, 4.8, DARK, { shade: 0 });
      pen.oval(side * 10.5 - 1.6, -75, 1.4, 1.4, WHITE, { shade: 0 });
      for (const toe of [-3, 0, 3]) pen.line([side * 8 + toe, -3, side * 8 + toe * 1.4, 1], hex("#d79a3a"), 2.2);
    }
    pen.poly([-3, -69, 3, -69, 0, -60], hex("#d79a3a"));
  },
};

const penguin: Drawing = {
  width: 62,
  colours: ["#2b3442"],
  draw(pen, { main }) {
    const orange = hex("#f0a030");
    for (const x of [-9, 9]) pen.blob([x - 9, -2, x - 4, -6, x + 4, -6, x + 9, -2, x, 1], orange);
    pen.blob(
      [-19, -74, -25, -44, -23, -14, -12, -2, 12, -2, 23, -14, 25, -44, 19, -74, 12, -94, 0, -99, -12, -94],
      main,
    );
    pen.blob([-23, -66, -33, -38, -30, -24, -24, -36], darken(main, 0.04));
    pen.blob([23, -66, 33, -38, 30, -24, 24, -36], darken(main, 0.04));
    pen.blob([-13, -66, 0, -60, 13, -66, 18, -36, 13, -8, 0, -3, -13, -8, -18, -36], hex("#f6f4ee"), { shade: 0.6 });
    pen.blob([-12, -66, -13, -84, -5, -89, 0, -83, 5, -89, 13, -84, 12, -66, 0, -60], hex("#f6f4ee"), { shade: 0.4 });
    pen.oval(0, -58, 13, 5, hex("#f4c45a"), { shade: 0.2, alpha: 0.7 });
    eye(pen, -6, -82, 2.4);
    eye(pen, 6, -82, 2.4);
    pen.poly([-4, -77, 4, -77, 0, -69], orange);
  },
};

const turtle: Drawing = {
  width: 165,
  colours: ["#6f8f45"],
  draw(pen, { main }) {
    const skin = mix(main, hex("#c2c078"), 0.5);
    for (const [x, lean] of [
      [-40, -8],
      [34, 8],
    ] as const)
      pen.blob([x - 12, -30, x + 12, -30, x + 10 + lean, -2, x - 8 + lean, 0], skin);
    pen.blob([50, -34, 66, -50, 80, -52, 84, -40, 74, -32, 56, -18], skin);
    pen.poly([-58, -22, -76, -12, -56, -12], skin);
    pen.blob([-62, -20, -56, -58, -26, -92, 10, -96, 44, -70, 58, -22, 0, -14], darken(main, 0.06));
    pen.blob([-66, -20, 0, -12, 62, -22, 58, -14, 0, -5, -60, -12], skin);
    for (const [x, y, size] of [
      [-30, -52, 15],
      [0, -66, 16],
      [29, -48, 14],
      [-4, -34, 12],
      [-48, -32, 9],
      [46, -30, 8],
    ] as const) {
      pen.poly(
        [
          x - size,
          y,
          x - size * 0.5,
          y - size,
          x + size * 0.5,
          y - size,
          x + size,
          y,
          x + size * 0.5,
          y + size * 0.8,
          x - size * 0.5,
          y + size * 0.8,
        ],
        lighten(main, 0.04),
        { shade: 1.2 },
      );
    }
    eye(pen, 75, -45, 2.6);
    pen.line([84, -39, 76, -37], DARK, 1);
  },
};

export const PETS: Record<string, Drawing> = { cat, dog, rabbit, owl, penguin, turtle };
