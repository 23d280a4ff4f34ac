/** Drawings of vehicles: on wheels, on water, in the air. */
import { darken, hex, lighten, WHITE } from "../pixels/colour.ts";
import type { Drawing, Look, Pen } from "./pen.ts";

const DARK = hex("#24262b");
const GLASS = hex("#a9cfe0");
const CHROME = hex("#d9dde2");

function wheel(pen: Pen, { stride }: Look, [x, size]: readonly [number, number]): void {
  pen.oval(x, -size, size, size, DARK);
  pen.oval(x, -size, size * 0.62, size * 0.62, CHROME);
  pen.oval(x, -size, size * 0.46, size * 0.46, hex("#8b929b"));
  for (let spoke = 0; spoke < 5; spoke += 1)
    pen.turned(x, -size, (spoke + stride) * 72, () =>
      pen.box(-size * 0.06, -size * 0.55, size * 0.12, size * 0.5, CHROME),
    );
  pen.oval(x, -size, size * 0.12, size * 0.12, DARK);
}

const car: Drawing = {
  width: 240,
  colours: ["#d23b33", "#2f7fb8", "#e8b73a", "#4f9a7a"],
  draw(pen, look) {
    const { main, darkness } = look;
    pen.blob([-70, -56, -50, -86, -30, -98, 20, -98, 46, -84, 66, -56, 0, -50], main);
    pen.blob([-58, -58, -44, -82, -28, -91, -6, -91, -6, -58], GLASS, { shade: 1.2 });
    pen.blob([0, -58, 0, -91, 20, -91, 38, -80, 54, -58], GLASS, { shade: 1.2 });
    pen.poly([-48, -60, -34, -88, -26, -89, -40, -60], WHITE, { alpha: 0.35, shade: 0 });
    pen.poly([8, -60, 18, -90, 24, -89, 16, -60], WHITE, { alpha: 0.35, shade: 0 });
    pen.blob(
      [-112, -22, -114, -46, -104, -56, -70, -60, 66, -60, 100, -52, 114, -42, 116, -24, 108, -16, -104, -16],
      main,
      { shade: 1.3 },
    );
    pen.line([-108, -46, -40, -52, 60, -51, 108, -43], lighten(main, 0.12), 2, { alpha: 0.8 });
    pen.line([-3, -57, -3, -20], darken(main, 0.12), 1.1);
    pen.line([56, -56, 52, -34, 40, -21], darken(main, 0.12), 1.1);
    pen.box(-16, -46, 10, 2.6, CHROME, { radius: 1.2 });
    pen.box(-116, -25, 232, 5, hex("#8d949c"), { radius: 2.4 });
    for (const x of [-66, 66]) pen.oval(x, -20, 27, 25, darken(main, 0.28), { shade: 0.3 });
    wheel(pen, look, [-66, 22]);
    wheel(pen, look, [66, 22]);
    pen.oval(109, -39, 5, 6.4, hex("#fff3c9"));
    pen.box(-115, -45, 6, 9, hex("#a62a2a"), { radius: 2 });
    if (darkness > 0.2) {
      pen.glow(112, -39, 46, hex("#fff0b0"), 0.75);
      pen.glow(-113, -40, 22, hex("#ff5a4a"), 0.6);
    }
  },
};

const bus: Drawing = {
  width: 190,
  colours: ["#e2633c", "#4fa3a0", "#e9b949"],
  draw(pen, look) {
    const { main, darkness } = look;
    const cream = hex("#f6efdf");
    const glass = darkness > 0.2 ? hex("#ffe2a0") : GLASS;
    pen.blob([-90, -14, -92, -60, -88, -90, -78, -99, 70, -99, 86, -88, 93, -56, 93, -14, 93, -14, -90, -14], cream);
    pen.blob([-91, -14, -92, -54, 92, -54, 94, -14, 94, -14, -91, -14], main, { shade: 1.2 });
    pen.box(-91, -55, 183, 3, WHITE);
    for (let window = 0; window < 5; window += 1) pen.box(-81 + window * 27, -87, 23, 25, glass, { radius: 4 });
    pen.blob([58, -62, 58, -87, 76, -87, 84, -62], glass);
    pen.box(-94, -19, 190, 5, CHROME, { radius: 2 });
    pen.box(24, -51, 26, 34, darken(main, 0.05), { radius: 2 });
    pen.oval(88, -36, 5, 6, hex("#fff3c9"));
    if (darkness > 0.2) pen.glow(90, -36, 34, hex("#fff0b0"), 0.7);
    wheel(pen, look, [-54, 17]);
    wheel(pen, look, [60, 17]);
  },
};

const train: Drawing = {
  width: 210,
  colours: ["#a8382f", "#2f5d49"],
  draw(pen, { main, stride }) {
    for (let puff = 0; puff < 6; puff += 1) {
      // Each puff moves to the place of the next one, so the motion repeats without a jump.
      const age = puff + stride;
      pen.oval(62 - age * 22, -104 - age * 5, 8 + age * 4.4, 7 + age * 3, hex("#f2eee8"), {
        alpha: Math.min(0.75, 0.3 + age) - age * 0.1,
        shade: 0.8,
      });
    }
    pen.box(-100, -62, 66, 44, hex("#33363d"), { radius: 2 });
    pen.blob([-96, -60, -84, -70, -66, -64, -52, -72, -38, -60], hex("#22242a"));
    pen.box(-34, -88, 44, 70, main);
    pen.box(-40, -92, 56, 6, darken(main, 0.15), { radius: 2 });
    pen.box(-27, -80, 14, 20, GLASS, { radius: 2 });
    pen.box(-8, -80, 14, 20, GLASS, { radius: 2 });
    pen.box(8, -66, 78, 36, main, { radius: 6, shade: 1.7 });
    for (const x of [24, 44, 64]) pen.box(x, -66, 2.4, 36, hex("#d9b354"));
    pen.poly([55, -66, 57, -88, 73, -88, 71, -66], DARK);
    pen.box(53, -92, 22, 5, DARK, { radius: 2 });
    pen.blob([28, -65, 30, -76, 42, -76, 44, -65], hex("#d9b354"));
    pen.oval(87, -48, 9, 18, DARK);
    pen.oval(90, -48, 4.4, 6, hex("#fff0bd"));
    pen.box(-36, -30, 130, 7, DARK);
    pen.poly([92, -24, 108, -2, 84, -2], hex("#8c3a31"));
    for (const [x, size] of [
      [-82, 11],
      [-56, 11],
      [-18, 16],
      [20, 16],
      [56, 12],
      [80, 12],
    ] as const) {
      pen.oval(x, -size, size, size, hex("#3b3f47"));
      pen.oval(x, -size, size * 0.7, size * 0.7, main);
      for (let spoke = 0; spoke < 6; spoke += 1)
        pen.turned(x, -size, (spoke + stride) * 60, () =>
          pen.box(-0.9, -size * 0.7, 1.8, size * 0.7, DARK, { shade: 0 }),
        );
    }
    pen.box(-18, -18, 40, 3, CHROME, { radius: 1.5 });
  },
};

const bicycle: Drawing = {
  width: 165,
  colours: ["#d2483a", "#2f8f8a", "#3f4a5c"],
  draw(pen, { main, stride }) {
    for (const x of [-48, 48]) {
      const ring: number[] = [];
      for (let step = 0; step < 24; step += 1)
        ring.push(x + Math.cos((step / 24) * Math.PI * 2) * 31, -32 + Math.sin((step / 24) * Math.PI * 2) * 31);
      ring.push(ring[0] ?? 0, ring[1] ?? 0);
      for (let spoke = 0; spoke < 16; spoke += 1)
        pen.turned(x, -32, (spoke + stride) * 22.5, () => pen.line([0, 0, 0, -30], hex("#aab0b8"), 0.5));
      pen.line(ring, DARK, 3.4);
      pen.oval(x, -32, 3, 3, CHROME);
    }
    const frame = [
      [-48, -32, -22, -74],
      [-22, -74, 30, -74],
      [30, -74, -4, -32],
      [-4, -32, -48, -32],
      [-4, -32, -24, -82],
      [48, -32, 28, -86],
    ] as const;
    for (const tube of frame) pen.line(tube, main, 4);
    pen.line([28, -86, 34, -94, 46, -93, 50, -87], DARK, 3.2);
    pen.blob([-38, -84, -24, -88, -10, -85, -12, -81, -34, -81], hex("#5a3a2a"));
    pen.oval(-4, -32, 8, 8, CHROME);
    pen.oval(-4, -32, 5, 5, DARK);
    pen.line([-4, -32, 4, -18], CHROME, 2.4);
    pen.box(0, -18, 10, 3, DARK, { radius: 1 });
    pen.box(42, -84, 22, 15, hex("#a97b4f"), { radius: 3 });
    for (const y of [-80, -76, -72]) pen.line([43, y, 63, y], darken(hex("#a97b4f"), 0.1), 0.8);
  },
};

export const VEHICLES: Record<string, Drawing> = { car, bus, train, bicycle };
