/** People and those who look like them. */
import { type Colour, darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import type { Drawing } from "./pen.ts";

const SKINS = ["#f0c8a4", "#d9a37a", "#a9714b", "#7a4d33"] as const;
const HAIRS = ["#3a2a22", "#6d4527", "#b8813f", "#22201f"] as const;
const TROUSERS = ["#33415c", "#4a4038", "#5a5f6a"] as const;

/** A wanderer with a rucksack, seen from behind at three quarters: looks into the picture. */
const person: Drawing = {
  width: 40,
  colours: ["#c8452f", "#2f6f9a", "#d99a2f", "#4f7a4a"],
  period: (Math.PI * 2) / 4,
  draw(pen, { main, random, time, gait, stride }) {
    const skin = hex(random.pick(SKINS));
    const hair = hex(random.pick(HAIRS));
    const trousers = hex(random.pick(TROUSERS));
    const boots = hex("#4b352a");
    const step = gait === "rest" ? Math.sin(time * 4) * 0.6 : Math.sin(stride * Math.PI * 2) * (gait === "run" ? 6 : 4);
    pen.blob([-1, -50, 8, -50, 9 + step, -26, 9 + step, -4, 3 + step, -4, 2, -26], darken(trousers, 0.06));
    pen.blob([1 + step, -5, 9 + step, -5, 12 + step, 0, 12 + step, 0.6, 2 + step, 0.6], darken(boots, 0.05));
    pen.blob([-9, -50, 1, -50, 0, -26, -3 - step, -4, -9 - step, -4, -8, -26], trousers);
    pen.blob([-10 - step, -5, -3 - step, -5, -1 - step, 0, -1 - step, 0.6, -11 - step, 0.6], boots);
    pen.blob([9, -78, 14, -70, 15, -58, 14, -48, 10.5, -48, 10, -62], darken(main, 0.05));
    pen.oval(12.6, -46.5, 2.3, 2.7, skin);
    pen.blob([-9, -82, 0, -84, 9, -82, 11, -70, 9.5, -56, 10, -46, 0, -44.5, -10, -46, -9.5, -56, -11, -70], main);
    pen.line([-9.5, -49, 0, -47.6, 9.5, -49], darken(main, 0.12), 1.1, { alpha: 0.6 });
    pen.blob([-9, -79, -14.5, -70, -15.5, -58, -14, -47, -10.5, -47, -10, -62], lighten(main, 0.02));
    pen.oval(-12.4, -45.6, 2.3, 2.7, skin);
    pen.box(-6.8, -80, 13.6, 22, hex("#7a6a45"), { radius: 3.6 });
    pen.box(-5, -68, 10, 8.4, hex("#8f7d54"), { radius: 1.8 });
    pen.box(-7.6, -84, 15.2, 5, hex("#b55f3f"), { radius: 2.4 });
    pen.box(-2.6, -88, 5.2, 6, skin);
    pen.oval(0, -93, 6, 7, skin);
    pen.blob([-6.6, -91, -6.6, -98, 0, -101, 6.6, -98, 6.6, -91, 4, -87.6, 0, -87, -4, -87.6], hair);
  },
};

const robot: Drawing = {
  width: 70,
  colours: ["#7fb0c9", "#e0a34f", "#9aa6b4", "#7cc2a0"],
  period: (Math.PI * 2) / 3,
  draw(pen, { main, time }) {
    const steel = mix(main, hex("#8f98a3"), 0.55);
    const dark = hex("#2b3440");
    const glow = hex("#7ff0ff");
    for (const side of [-1, 1]) {
      pen.box(side * 11 - 3.5, -24, 7, 18, steel, { radius: 3 });
      for (let ring = 0; ring < 3; ring += 1)
        pen.box(side * 11 - 4, -21 + ring * 5, 8, 1.6, darken(steel, 0.16), { radius: 0.8 });
      pen.blob(
        [side * 11 - 8, -1, side * 11 - 7, -7, side * 11, -10, side * 11 + 7, -7, side * 11 + 8, -1, side * 11, 0.4],
        main,
      );
      pen.turned(side * 22, -50, side * (-14 + Math.sin(time * 3) * 6), () => {
        pen.box(-3.2, 0, 6.4, 22, steel, { radius: 3 });
        pen.oval(0, 0, 5.4, 5.4, main);
        pen.oval(0, 24, 5, 5, main);
        pen.line([-3, 28, -4, 32], steel, 2.4);
        pen.line([3, 28, 4, 32], steel, 2.4);
      });
    }
    pen.box(-19, -58, 38, 37, main, { radius: 9 });
    pen.box(-12, -51, 24, 16, dark, { radius: 3.4 });
    pen.line([-9, -43, -4, -43, -2, -48, 1, -38, 3, -43, 9, -43], glow, 1.3);
    for (const [x, colour] of [
      [-8, "#f2655a"],
      [0, "#f3c64c"],
      [8, "#68d08a"],
    ] as const)
      pen.oval(x, -28, 2.3, 2.3, hex(colour));
    pen.box(-5, -63, 10, 6, steel, { radius: 2 });
    pen.line([0, -92, 0, -98], steel, 1.8);
    pen.glow(0, -99, 8, hex("#ff8f6b"), 0.6);
    pen.oval(0, -99, 3, 3, hex("#ff7657"));
    for (const side of [-1, 1]) pen.box(side * 23 - 3, -82, 6, 12, steel, { radius: 2.4 });
    pen.box(-22, -93, 44, 31, main, { radius: 11 });
    pen.box(-17, -87, 34, 19, dark, { radius: 8 });
    for (const x of [-8, 8]) {
      pen.glow(x, -78, 8, glow, 0.55);
      pen.oval(x, -78, 4, 4.6, glow, { shade: 0.2 });
      pen.oval(x - 1.2, -80, 1.3, 1.3, WHITE, { shade: 0 });
    }
    pen.line([-4, -71.4, 0, -70.2, 4, -71.4], glow, 1.1);
  },
};

const astronaut: Drawing = {
  width: 62,
  colours: ["#eef0f3"],
  draw(pen, { main }) {
    const joint = darken(main, 0.12);
    const accent = hex("#e2683c");
    pen.box(-17, -72, 34, 36, darken(main, 0.18), { radius: 6 });
    for (const side of [-1, 1]) {
      pen.blob([side * 3, -38, side * 15, -40, side * 17, -20, side * 15, -5, side * 4, -5, side * 3, -20], main);
      pen.box(side * 10 - 7, -23, 14, 3, joint, { radius: 1.5 });
      pen.blob([side * 10 - 8, 0, side * 10 - 8, -7, side * 10, -9, side * 10 + 8, -7, side * 10 + 8, 0], joint);
    }
    pen.blob([-13, -66, -25, -58, -29, -42, -24, -38, -17, -48, -10, -54], main);
    pen.oval(-27, -38, 4.6, 5, joint);
    pen.blob([13, -66, 26, -72, 31, -86, 26, -90, 18, -80, 10, -68], main);
    pen.oval(29, -90, 4.6, 5, joint);
    pen.box(-16, -70, 32, 37, main, { radius: 10 });
    pen.box(-9, -58, 18, 11, darken(main, 0.07), { radius: 2 });
    for (const [x, colour] of [
      [-5, "#d8463c"],
      [0, "#3f86d8"],
      [5, "#f0bb3f"],
    ] as const)
      pen.oval(x, -52.5, 1.7, 1.7, hex(colour), { shade: 0.4 });
    pen.box(-16, -40, 32, 3, accent, { radius: 1.4 });
    pen.oval(0, -83, 18, 17, main);
    pen.blob([-13, -86, -9, -94, 0, -96, 9, -94, 13, -86, 11, -76, 0, -72.5, -11, -76], hex("#223a5e"), { shade: 1.3 });
    pen.blob([-10, -87, -6, -93, 0, -94, -3, -89, -8, -82], hex("#9fd0f0"), { alpha: 0.75, shade: 0.2 });
    pen.oval(6, -78, 2.6, 1.6, hex("#f2c06a"), { alpha: 0.7, shade: 0, turn: -25 });
  },
};

const snowman: Drawing = {
  width: 66,
  colours: ["#f4f7fc"],
  draw(pen, { main, isNamed }) {
    const snow: Colour = isNamed ? main : hex("#f4f7fc");
    const coal = hex("#2a2a2e");
    pen.line([-15, -50, -27, -60, -33, -68], hex("#6b4a32"), 1.8);
    pen.line([-27, -60, -34, -60], hex("#6b4a32"), 1.3);
    pen.line([15, -50, 27, -58, 34, -66], hex("#6b4a32"), 1.8);
    pen.line([28, -59, 29, -66], hex("#6b4a32"), 1.3);
    pen.oval(0, -19, 26, 21, snow);
    pen.oval(0, -49, 18.5, 16, snow);
    pen.oval(0, -73, 13.5, 13, snow);
    for (const y of [-54, -47, -40]) pen.oval(0, y, 1.7, 1.7, coal);
    pen.blob([-13, -63, 0, -60, 13, -63, 13, -58, 0, -55, -13, -58], hex("#c93a36"));
    pen.blob([6, -59, 12, -58, 13, -44, 7, -43], darken(hex("#c93a36"), 0.05));
    pen.oval(-4.6, -76, 1.5, 1.7, coal);
    pen.oval(4.6, -76, 1.5, 1.7, coal);
    pen.poly([-1.5, -73.5, -1.5, -70, 12, -70.6], hex("#ef8a32"));
    for (const [x, y] of [
      [-5, -67.6],
      [-2, -66.4],
      [1.6, -66.4],
      [4.8, -67.6],
    ] as const)
      pen.oval(x, y, 0.8, 0.8, coal);
    pen.box(-15, -86, 30, 3.4, coal, { radius: 1.5 });
    pen.box(-9.5, -101, 19, 16, coal, { radius: 1.6 });
    pen.box(-9.5, -90, 19, 3.6, hex("#c93a36"));
  },
};

export const PEOPLE: Record<string, Drawing> = { person, robot, astronaut, snowman };
