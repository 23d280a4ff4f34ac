/** Animals on four legs, from the side. */
import { darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import { dot, fourLegged } from "./four-legged.ts";
import type { Drawing } from "./pen.ts";

const DARK = hex("#221f1e");

const horse: Drawing = {
  width: 118,
  colours: ["#8b5331", "#6a4330", "#b07a48", "#e7e2da"],
  draw(pen, look) {
    const { main, time } = look;
    const mane = darken(main, 0.2);
    pen.blob([-37, -62, -48, -58, -54, -38, -51 + Math.sin(time * 2) * 3, -16, -46, -20, -43, -40, -34, -54], mane);
    fourLegged(pen, look, { length: 76, deep: 26, leg: 40, thick: 6.4, colour: main, hoof: hex("#3a2c26") });
    pen.blob([20, -62, 30, -82, 37, -93, 45, -92, 46, -80, 41, -66, 36, -48, 24, -48], main);
    pen.blob([36, -93, 44, -95, 51, -86, 59, -72, 59, -66, 54, -64, 46, -72, 38, -80], main);
    pen.blob([53, -70, 59, -72, 60, -66, 55, -63, 51, -66], darken(main, 0.1), { shade: 0.5 });
    pen.poly([38, -91, 39, -101, 44, -93], main);
    pen.blob([19, -64, 26, -82, 35, -95, 41, -95, 36, -86, 31, -72, 25, -58], mane);
    dot(pen, 46, -84, 1.8);
    pen.oval(57.5, -69, 1, 1.2, DARK, { shade: 0 });
  },
};

const deer: Drawing = {
  width: 88,
  colours: ["#a66f3f", "#b8834f"],
  draw(pen, look) {
    const { main } = look;
    const antler = hex("#d9c19a");
    fourLegged(pen, look, { length: 52, deep: 17, leg: 36, thick: 3.8, colour: main });
    pen.poly([-26, -50, -32, -54, -29, -44], WHITE);
    pen.blob([14, -50, 20, -62, 24, -70, 31, -68, 30, -58, 26, -44, 16, -38], main);
    pen.blob([18, -46, 26, -50, 25, -40, 18, -36], mix(main, WHITE, 0.55), { shade: 0.4 });
    for (const lean of [-1, 1]) {
      const x = 26 + lean * 1.5;
      pen.line([x, -72, x + lean * 7, -80, x + lean * 10, -90, x + lean * 6, -99], antler, 1.9);
      pen.line([x + lean * 6, -79, x + lean * 14, -85, x + lean * 16, -92], antler, 1.5);
      pen.line([x + lean * 3, -75, x + lean * 2, -84], antler, 1.4);
    }
    pen.poly([22, -71, 13, -76, 23, -66], main);
    pen.blob([22, -72, 29, -74, 35, -68, 41, -61, 39, -57, 33, -58, 25, -62], main);
    pen.oval(40, -60, 1.7, 1.6, DARK, { shade: 0 });
    dot(pen, 30, -68, 1.4);
    for (const [x, y] of [
      [-14, -49],
      [-7, -51],
      [0, -49],
      [-11, -44],
      [5, -47],
    ] as const)
      pen.oval(x, y, 1, 0.9, mix(main, WHITE, 0.6), { shade: 0 });
  },
};

function canine(ruddy: boolean): Drawing {
  return {
    width: 150,
    colours: ruddy ? ["#d9702b", "#c9652c"] : ["#7f8287", "#6d6a68"],
    draw(pen, look) {
      const { main } = look;
      const white = hex("#f7f0e6");
      pen.blob([-42, -52, -58, -56, -76, -44, -82, -26, -72, -24, -58, -34, -44, -38], main);
      pen.blob([-70, -32, -82, -27, -84, -20, -74, -23], ruddy ? white : darken(main, 0.1));
      fourLegged(pen, look, {
        length: 84,
        deep: 26,
        leg: 34,
        thick: 6,
        colour: main,
        hoof: ruddy ? hex("#3a2a26") : darken(main, 0.12),
        sock: 0.4,
      });
      pen.blob([26, -54, 36, -70, 46, -72, 52, -58, 44, -34, 30, -32], main);
      pen.blob([34, -44, 46, -52, 50, -44, 42, -30, 34, -30], white, { shade: 0.5 });
      pen.poly([36, -80, 36, -100, 47, -84], darken(main, 0.05));
      pen.poly([46, -82, 51, -99, 56, -80], main);
      pen.blob([34, -70, 38, -84, 52, -85, 60, -74, 76, -66, 76, -61, 58, -57, 42, -56], main);
      pen.blob([46, -62, 58, -67, 75, -64, 75, -61, 58, -57, 46, -57], white, { shade: 0.4 });
      pen.oval(76, -65, 3, 2.4, DARK, { shade: 0 });
      dot(pen, 55, -73, 2.2);
    },
  };
}

function heavy(isPanda: boolean): Drawing {
  return {
    width: 130,
    colours: isPanda ? ["#f4f1ea"] : ["#7a5236", "#5b4334"],
    draw(pen, look) {
      const { main } = look;
      const limbs = isPanda ? hex("#2a2a2d") : main;
      fourLegged(pen, look, {
        length: 92,
        deep: 46,
        leg: 26,
        thick: 12,
        colour: main,
        hoof: darken(limbs, 0.08),
        sock: isPanda ? 0.98 : 0.2,
      });
      if (isPanda) pen.blob([14, -72, 32, -72, 38, -30, 32, -10, 20, -12, 16, -40], limbs, { shade: 0.8 });
      pen.oval(40, -92, 7, 7, isPanda ? limbs : darken(main, 0.06));
      pen.oval(60, -92, 7, 7, isPanda ? limbs : darken(main, 0.06));
      pen.blob([26, -68, 32, -88, 50, -95, 66, -86, 71, -68, 62, -54, 44, -50, 30, -56], main);
      pen.blob([50, -62, 58, -70, 70, -68, 74, -60, 66, -52, 54, -53], mix(main, hex("#f0dcc0"), 0.6), { shade: 0.5 });
      if (isPanda) {
        pen.oval(47, -75, 5, 7, limbs, { turn: 20, shade: 0.4 });
        pen.oval(63, -76, 4.4, 6.4, limbs, { turn: -15, shade: 0.4 });
      }
      dot(pen, 48, -75, 2.4);
      dot(pen, 62, -76, 2.4);
      pen.oval(68, -65, 4, 3, DARK, { shade: 0.3 });
    },
  };
}

const elephant: Drawing = {
  width: 140,
  colours: ["#8e949c", "#9a9490"],
  draw(pen, look) {
    const { main } = look;
    pen.line([-52, -66, -60, -52, -58, -38], darken(main, 0.08), 3);
    fourLegged(pen, look, {
      length: 98,
      deep: 46,
      leg: 34,
      thick: 12.5,
      colour: main,
      hoof: lighten(main, 0.1),
      sock: 0.1,
    });
    pen.blob(
      [
        30, -76, 40, -94, 58, -96, 70, -82, 72, -62, 76, -40, 76, -18, 70, -8, 63, -10, 66, -22, 64, -42, 58, -54, 40,
        -52,
      ],
      main,
    );
    pen.blob([60, -44, 68, -44, 74, -36, 80, -34, 80, -31, 70, -34, 62, -40], hex("#f3ead8"), { shade: 0.6 });
    pen.blob([24, -86, 36, -96, 47, -88, 50, -68, 42, -46, 30, -44, 22, -62], darken(main, 0.05), { shade: 1.3 });
    for (const y of [-46, -38, -30, -22]) pen.line([65, y, 70, y + 1, 75, y], darken(main, 0.1), 1, { alpha: 0.6 });
    dot(pen, 59, -78, 2.2);
  },
};

const sheep: Drawing = {
  width: 122,
  colours: ["#f3efe6"],
  draw(pen, { main }) {
    const face = hex("#3d3836");
    for (const x of [-30, -18, 20, 32]) pen.box(x - 3.5, -32, 7, 32, face, { radius: 2 });
    const lumps = [
      [-36, -52, 20],
      [-20, -72, 21],
      [4, -78, 22],
      [28, -70, 20],
      [38, -50, 19],
      [-24, -40, 20],
      [2, -38, 22],
      [26, -38, 19],
      [0, -56, 28],
    ] as const;
    for (const [x, y, size] of lumps) pen.oval(x, y, size, size * 0.92, main, { shade: 0.75 });
    pen.blob([38, -82, 44, -94, 56, -94, 62, -80, 60, -62, 52, -56, 43, -62], face);
    pen.blob([40, -86, 28, -88, 26, -80, 38, -78], face);
    pen.oval(47, -93, 11, 8, main, { shade: 0.6 });
    pen.oval(55, -78, 2.2, 2.4, WHITE, { shade: 0 });
    pen.oval(55.6, -78, 1.2, 1.4, DARK, { shade: 0 });
  },
};

const cow: Drawing = {
  width: 132,
  colours: ["#f2ede4", "#9c6238"],
  draw(pen, look) {
    const { main, isNamed } = look;
    const patch = isNamed ? darken(main, 0.16) : hex("#3c3230");
    pen.line([-46, -74, -54, -56, -53, -34], main, 2.6);
    pen.oval(-53, -31, 3, 5, patch);
    pen.oval(-14, -34, 9, 6, hex("#e9b3a8"));
    fourLegged(pen, look, { length: 92, deep: 38, leg: 38, thick: 8, colour: main, hoof: hex("#4a3b33") });
    for (const spot of [
      [-30, -76, -12, -76, -8, -60, -22, -50, -36, -58],
      [8, -74, 24, -76, 24, -62, 12, -56],
    ])
      pen.blob(spot, patch, { shade: 0.5 });
    pen.blob([32, -72, 42, -84, 52, -82, 54, -66, 42, -52, 34, -54], main);
    pen.line([44, -92, 40, -100, 45, -101], hex("#e8d9bd"), 2.6);
    pen.line([56, -92, 61, -100, 56, -101], hex("#e8d9bd"), 2.6);
    pen.blob([42, -88, 50, -94, 60, -88, 64, -72, 66, -60, 58, -54, 48, -58, 44, -74], main);
    pen.blob([42, -90, 32, -90, 30, -83, 42, -82], patch);
    pen.blob([49, -62, 58, -68, 66, -62, 65, -55, 56, -53], hex("#e9b3a8"), { shade: 0.5 });
    dot(pen, 55, -79, 2.2);
  },
};

const dinosaur: Drawing = {
  width: 150,
  colours: ["#6f9a57", "#7c8fa6"],
  draw(pen, look) {
    const { main } = look;
    pen.blob([-34, -44, -56, -34, -84, -10, -88, -4, -66, -12, -46, -20, -28, -24], main);
    fourLegged(pen, look, {
      length: 84,
      deep: 30,
      leg: 20,
      thick: 9,
      colour: main,
      hoof: lighten(main, 0.08),
      sock: 0.15,
    });
    pen.blob(
      [26, -44, 36, -60, 44, -80, 50, -96, 62, -100, 74, -96, 76, -90, 64, -86, 58, -80, 52, -60, 44, -36, 30, -26],
      main,
    );
    for (let step = 0; step < 6; step += 1)
      pen.oval(-24 + step * 9, -44 - (step % 2) * 3, 3, 2.4, darken(main, 0.09), { shade: 0.3 });
    dot(pen, 62, -94, 1.9);
    pen.line([75, -91, 68, -90], darken(main, 0.2), 0.9);
  },
};

export const WILD: Record<string, Drawing> = {
  horse,
  deer,
  fox: canine(true),
  wolf: canine(false),
  bear: heavy(false),
  panda: heavy(true),
  elephant,
  sheep,
  cow,
  dinosaur,
};
