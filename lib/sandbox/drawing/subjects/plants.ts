/** Trees, flowers and what grows with them. */
import { type Colour, darken, hex, lighten, mix, shift, WHITE } from "../pixels/colour.ts";
import type { Drawing, Look } from "./pen.ts";

const BARK = hex("#6a4a35");
function leafColour({ main, isNamed, foliage }: Look): Colour {
  return isNamed ? main : foliage;
}

const tree: Drawing = {
  width: 92,
  colours: ["#5a9440"],
  draw(pen, look) {
    const leaf = leafColour(look);
    pen.blob([-7, 0, -4.5, -22, -6, -48, 6, -48, 4.5, -22, 8, 0, 0, 1.5], BARK);
    pen.line([0, -30, 12, -46, 20, -54], BARK, 3.4);
    pen.line([0, -34, -12, -48, -18, -56], BARK, 3);
    const clumps: [number, number, number][] = [];
    for (let index = 0; index < 30; index += 1) {
      const angle = look.random.next() * Math.PI * 2;
      const away = Math.sqrt(look.random.next());
      clumps.push([Math.cos(angle) * away * 33, -66 + Math.sin(angle) * away * 23, 9 + look.random.next() * 6]);
    }
    clumps.sort((a, b) => b[1] - a[1]);
    pen.blob([-38, -62, -30, -84, 0, -97, 30, -84, 38, -62, 22, -46, -22, -46], darken(leaf, 0.1));
    for (const [x, y, size] of clumps) {
      const tone = shift(leaf, {
        light: (-62 - y) * 0.0032 + (look.random.next() - 0.5) * 0.04,
        hue: (look.random.next() - 0.5) * 12,
      });
      pen.blob(
        [
          x - size,
          y,
          x - size * 0.6,
          y - size * 0.8,
          x + size * 0.2,
          y - size,
          x + size,
          y - size * 0.3,
          x + size * 0.8,
          y + size * 0.6,
          x,
          y + size * 0.7,
        ],
        tone,
        { shade: 0.9 },
      );
    }
    for (let index = 0; index < 90; index += 1) {
      const [x, y, size] = clumps[look.random.integer(clumps.length)] ?? [0, -60, 10];
      pen.oval(
        x + (look.random.next() - 0.5) * size * 1.9,
        y + (look.random.next() - 0.6) * size * 1.6,
        1.5,
        1,
        shift(leaf, { light: look.random.next() * 0.14 - 0.04 }),
        { turn: look.random.next() * 180, shade: 0 },
      );
    }
  },
};

const pine: Drawing = {
  width: 56,
  colours: ["#2f6a4a"],
  draw(pen, look) {
    const leaf = look.isNamed ? look.main : hex("#35694c");
    pen.box(-3, -14, 6, 14, BARK);
    for (let tier = 0; tier < 7; tier += 1) {
      const y = -8 - tier * 12.6;
      const wide = 27 - tier * 3.5;
      const edge: number[] = [0, y - 21];
      for (let step = 0; step <= 8; step += 1) {
        const x = wide - (step / 8) * wide * 2;
        edge.push(x, y + (step % 2 ? -3.4 : 1.5) - (1 - Math.abs(x) / wide) * 1.5);
      }
      pen.poly(edge, shift(leaf, { light: tier * 0.011 }));
      if (look.isWinter)
        pen.blob(
          [
            0,
            y - 21,
            wide * 0.3,
            y - 12,
            wide * 0.75,
            y - 3,
            wide * 0.3,
            y - 7,
            0,
            y - 6,
            -wide * 0.3,
            y - 7,
            -wide * 0.75,
            y - 3,
            -wide * 0.3,
            y - 12,
          ],
          hex("#f3f7fc"),
          { shade: 0.7 },
        );
    }
  },
};

const palm: Drawing = {
  width: 82,
  colours: ["#4f9a4a"],
  period: (Math.PI * 2) / 1.5,
  draw(pen, look) {
    const leaf = look.isNamed ? look.main : hex("#478f4b");
    const sway = Math.sin(look.time * 1.5) * 2;
    pen.blob([-6, 0, -3, -30, 2, -56, 8, -78, 12, -78, 8, -52, 4, -26, 5, 0], hex("#94714f"));
    for (let ring = 1; ring < 9; ring += 1)
      pen.line(
        [-4.5 + ring * 1.25, -ring * 8.6, -0.5 + ring * 1.25, -ring * 8.6 + 1.4, 3.4 + ring * 0.9, -ring * 8.6],
        darken(hex("#94714f"), 0.1),
        0.9,
        { alpha: 0.7 },
      );
    for (const [x, y, drop] of [
      [-32, -86, 22],
      [-24, -96, 12],
      [-38, -72, 24],
      [48, -92, 12],
      [44, -80, 24],
      [36, -66, 22],
      [22, -101, 5],
      [-2, -102, 4],
      [-8, -66, 18],
    ] as const) {
      const tone = shift(leaf, { light: (-y - 82) * 0.004 });
      const tip = [x + sway, y + drop] as const;
      pen.blob(
        [
          10,
          -78,
          (10 + x) / 2,
          (-78 + y) / 2 - 9,
          x * 0.85 + 1.5,
          y + drop * 0.3,
          ...tip,
          ...tip,
          x * 0.72 + 2.8,
          y + drop * 0.7 + 3,
          (10 + x) / 2,
          (-78 + y) / 2,
        ],
        tone,
      );
      pen.line([10, -78, (10 + x) / 2, (-78 + y) / 2 - 5, ...tip], lighten(tone, 0.08), 0.7, { alpha: 0.7 });
    }
    for (const [x, y] of [
      [7, -75],
      [13, -75],
      [10, -72],
    ] as const)
      pen.oval(x, y, 3, 3, hex("#6b4a2f"));
  },
};

const cactus: Drawing = {
  width: 62,
  colours: ["#4f9360"],
  draw(pen, { main }) {
    pen.line([-12, -38, -24, -38, -25, -62], main, 10);
    pen.line([12, -28, 25, -28, 26, -54], main, 10);
    pen.blob([-11, 0, -12, -50, -11, -88, 0, -99, 11, -88, 12, -50, 11, 0], main, { shade: 1.3 });
    for (const x of [-6, 0, 6]) pen.line([x, -2, x * 1.06, -50, x * 0.9, -91], darken(main, 0.09), 1, { alpha: 0.7 });
    for (let row = 0; row < 10; row += 1)
      for (const x of [-9, -3, 3, 9])
        pen.line([x - 1, -7 - row * 8.6, x + 1, -8.6 - row * 8.6], mix(main, WHITE, 0.8), 0.5);
    for (const [x, y] of [
      [0, -99],
      [-25, -66],
      [26, -58],
    ] as const)
      for (let petal = 0; petal < 5; petal += 1)
        pen.turned(x, y, petal * 72, () => pen.oval(0, -2.8, 2, 3.2, hex("#ee6a9a"), { shade: 0.6 }));
  },
};

export const PLANTS: Record<string, Drawing> = { tree, pine, palm, cactus };
