/** Drawings of houses and other buildings. Windows are lit when it is dark. */
import { type Colour, darken, hex, lighten, WHITE } from "../pixels/colour.ts";
import { pane } from "./details.ts";
import type { Drawing, Pen } from "./pen.ts";

const LAMP = hex("#ffd889");
const SNOW = hex("#f4f7fc");

function battlements(pen: Pen, x: number, y: number, width: number, colour: Colour): void {
  const count = Math.max(3, Math.round(width / 5));
  for (let index = 0; index < count; index += 1)
    pen.box(x + (index * width) / count, y - 4, (width / count) * 0.62, 4.4, colour, { shade: 0.5 });
}

const house: Drawing = {
  width: 116,
  colours: ["#efe2cb", "#d9a58a", "#b9cbd0", "#e6cf9a"],
  draw(pen, look) {
    const { main, isWinter } = look;
    const roof = isWinter ? SNOW : hex("#b0503c");
    pen.box(22, -96, 10, 30, hex("#9a6552"));
    pen.box(20.6, -98, 12.8, 4, darken(hex("#9a6552"), 0.06));
    pen.box(-46, -56, 92, 56, main);
    for (let row = 1; row < 8; row += 1)
      pen.line([-46, -row * 7, 46, -row * 7], darken(main, 0.05), 0.5, { alpha: 0.55 });
    pen.poly([-34, -56, -10, -84, 14, -56], lighten(main, 0.01));
    pen.poly([-56, -54, -40, -90, 40, -90, 56, -54], roof);
    for (let row = 0; row < 5; row += 1)
      pen.line([-54 + row * 3.2, -58 - row * 7, 54 - row * 3.2, -58 - row * 7], darken(roof, 0.06), 0.8, {
        alpha: 0.6,
      });
    pen.poly([-38, -54, -13, -84, 12, -54], main);
    pen.poly([-43, -52, -13, -89, 17, -52, 12, -52, -13, -81, -38, -52], isWinter ? SNOW : darken(roof, 0.06));
    pane(pen, look, [-17, -69, 8, 10], 4);
    pane(pen, look, [-37, -38, 13, 16]);
    pane(pen, look, [22, -38, 13, 16]);
    pen.box(-8, -32, 16, 32, hex("#6d4a36"), { radius: 1.4 });
    pen.box(-5.6, -28, 11, 9, look.darkness > 0.2 ? LAMP : hex("#7f97a6"), { radius: 1 });
    pen.oval(5.4, -14, 1, 1, hex("#e0bd60"));
    pen.box(-12, -2.4, 24, 2.6, hex("#a39c92"));
    for (const x of [-38, -26, 20, 32, 42])
      pen.blob([x - 8, 1, x - 7, -7, x, -11, x + 7, -7, x + 8, 1], darken(look.foliage, 0.06));
  },
};

const castle: Drawing = {
  width: 128,
  colours: ["#b9b3ab", "#c4b295", "#9aa3b0"],
  period: (Math.PI * 2) / 5,
  draw(pen, look) {
    const { main, time } = look;
    const roof = look.isWinter ? SNOW : hex("#4b5f8f");
    const tower = (x: number, top: number, width: number, isRoofed: boolean) => {
      pen.box(x - width / 2, top, width, -top, main, { shade: 1.3 });
      pen.box(x - width / 2 - 1.4, top, width + 2.8, 4, lighten(main, 0.03));
      if (isRoofed) {
        pen.poly([x - width / 2 - 3, top + 0.5, x, top - width * 1.45, x + width / 2 + 3, top + 0.5], roof, {
          shade: 1.3,
        });
        pen.line([x, top - width * 1.4, x, top - width * 1.4 - 7], hex("#5a4a40"), 0.7);
        pen.blob(
          [
            x,
            top - width * 1.4 - 7,
            x + 5,
            top - width * 1.4 - 6 + Math.sin(time * 5),
            x + 9,
            top - width * 1.4 - 4.5,
            x,
            top - width * 1.4 - 3,
          ],
          hex("#cf4436"),
        );
      } else battlements(pen, x - width / 2 - 1.4, top, width + 2.8, main);
      for (let y = top + 11; y < -14; y += 15)
        pen.box(x - 1.3, y, 2.6, 6, look.darkness > 0.2 ? LAMP : hex("#3f434c"), { radius: 1.3, shade: 0 });
    };
    tower(-18, -66, 15, true);
    tower(22, -58, 13, true);
    pen.box(-16, -52, 36, 52, darken(main, 0.04));
    battlements(pen, -16, -52, 36, darken(main, 0.04));
    tower(4, -72, 17, true);
    pen.box(-54, -30, 108, 30, main);
    battlements(pen, -54, -30, 108, main);
    for (let row = 0; row < 4; row += 1)
      for (let column = 0; column < 13; column += 1)
        pen.box(-52 + column * 8.2 + (row % 2) * 4, -27 + row * 6.6, 4.4, 2, darken(main, 0.045), {
          shade: 0,
          alpha: 0.45,
        });
    tower(-52, -44, 17, true);
    tower(52, -40, 17, false);
    pen.blob([-9, 0, -9, -14, 0, -23, 9, -14, 9, 0, 9, 0, -9, 0], hex("#4a372c"));
    for (const x of [-5, 0, 5]) pen.line([x, 0, x, -18], darken(hex("#4a372c"), 0.1), 0.7);
  },
};

const tower: Drawing = {
  width: 42,
  colours: ["#b3a595", "#a9a39b"],
  draw(pen, look) {
    const { main } = look;
    pen.poly([-14, 0, -10, -66, 10, -66, 14, 0], main, { shade: 1.5 });
    for (let row = 0; row < 9; row += 1)
      for (const x of [-8, -1, 6])
        pen.box(x - 2 + (row % 2) * 2.4, -7 - row * 7, 4, 2, darken(main, 0.06), { shade: 0, alpha: 0.4 });
    pen.box(-13, -72, 26, 7, lighten(main, 0.03));
    battlements(pen, -13, -72, 26, main);
    pen.poly([-12, -76, 0, -100, 12, -76], hex("#a2493a"), { shade: 1.3 });
    for (const y of [-56, -38, -22]) pane(pen, look, [-2.4, y, 4.8, 7], 2.4);
    pen.blob([-4.4, 0, -4.4, -8, 0, -12, 4.4, -8, 4.4, 0, 4.4, 0, -4.4, 0], hex("#4a372c"));
  },
};

const lighthouse: Drawing = {
  width: 66,
  colours: ["#cf3f36"],
  draw(pen, look) {
    const { main, darkness } = look;
    const rock = hex("#7a736c");
    const body = [-12, -8, -7.4, -76, 7.4, -76, 12, -8];
    pen.poly(body, hex("#f7f3ea"), { shade: 1.5 });
    for (const [from, to] of [
      [-8, -22],
      [-36, -50],
      [-63, -76],
    ] as const) {
      const wide = (y: number) => 12 - ((-y - 8) / 68) * 4.6;
      pen.poly([-wide(from), from, -wide(to), to, wide(to), to, wide(from), from], main, { shade: 1.5 });
    }
    pen.box(-10.5, -79, 21, 3.4, hex("#3b4350"), { radius: 1 });
    for (const x of [-9, -4.5, 0, 4.5, 9]) pen.line([x, -79, x, -84], hex("#3b4350"), 0.6);
    pen.line([-10, -84, 10, -84], hex("#3b4350"), 0.8);
    pen.box(-5, -90, 10, 11, darkness > 0.1 ? hex("#fff0b8") : hex("#bfe0ea"), { shade: 0.5 });
    for (const x of [-5, -1.7, 1.7, 5]) pen.line([x, -90, x, -79], hex("#3b4350"), 0.7);
    pen.blob([-7, -89.6, -5, -95, 0, -98, 5, -95, 7, -89.6], main);
    pen.line([0, -97, 0, -101], hex("#3b4350"), 0.9);
    for (const y of [-58, -30]) pane(pen, look, [-1.9, y, 3.8, 6], 1.9);
    pen.box(-3.4, -18, 6.8, 11, hex("#4a4a52"), { radius: 3 });
    pen.blob([-33, 1, -27, -8, -14, -12, 2, -10, 16, -13, 28, -7, 33, 1, 0, 3], rock);
    pen.blob([-24, 1, -18, -6, -6, -7, 2, 0], lighten(rock, 0.05));
    pen.blob([8, 1, 14, -8, 24, -5, 28, 1], darken(rock, 0.04));
    if (darkness > 0.2) {
      pen.glow(0, -85, 20, hex("#fff2c0"), 0.9);
      pen.poly([0, -86, 200, -108, 200, -70, 0, -83], hex("#fff2c0"), { alpha: 0.17, shade: 0 });
      pen.poly([0, -86, -200, -100, -200, -78, 0, -83], hex("#fff2c0"), { alpha: 0.1, shade: 0 });
    }
  },
};

const church: Drawing = {
  width: 84,
  colours: ["#efe9dd", "#cfc3b0"],
  draw(pen, look) {
    const { main } = look;
    const roof = look.isWinter ? SNOW : hex("#6a4a45");
    pen.box(-8, -40, 48, 40, main);
    pen.poly([-12, -39, -2, -58, 34, -58, 44, -39], roof);
    pen.box(-34, -62, 24, 62, lighten(main, 0.01));
    pen.poly([-37, -61, -22, -96, -7, -61], roof, { shade: 1.4 });
    pen.line([-22, -95, -22, -104], hex("#d8b650"), 1.3);
    pen.line([-25, -101, -19, -101], hex("#d8b650"), 1.3);
    pen.oval(-22, -50, 5, 5, WHITE);
    pen.line([-22, -53.5, -22, -50, -19.6, -49], hex("#33302d"), 0.9);
    for (const x of [2, 14, 26]) pane(pen, look, [x, -30, 6, 16], 3);
    pen.blob([-27, 0, -27, -13, -22, -19, -17, -13, -17, 0, -17, 0, -27, 0], hex("#5c4232"));
  },
};

export const BUILDINGS: Record<string, Drawing> = { house, castle, tower, lighthouse, church };
