/** Drawings of landmarks. */
import { darken, hex, lighten, mix } from "../pixels/colour.ts";
import { pane } from "./details.ts";
import type { Drawing } from "./pen.ts";

const LAMP = hex("#ffd889");
const SNOW = hex("#f4f7fc");

const windmill: Drawing = {
  width: 90,
  colours: ["#efe6d6", "#c9a27a"],
  period: 90 / 40,
  draw(pen, look) {
    const { main, time } = look;
    pen.poly([-17, 0, -10, -62, 10, -62, 17, 0], main, { shade: 1.5 });
    pen.blob([-12, -61, -10, -72, 0, -78, 10, -72, 12, -61], hex("#8a4f3d"));
    pane(pen, look, [-3, -46, 6, 8]);
    pane(pen, look, [-3, -28, 6, 8]);
    pen.box(-5, -15, 10, 15, hex("#6a4a36"), { radius: 1 });
    pen.box(-20, -20, 40, 1.8, hex("#7a5a43"));
    for (let sail = 0; sail < 4; sail += 1) {
      pen.turned(0, -67, 24 + sail * 90 + time * 40, () => {
        pen.line([0, 0, 0, -44], hex("#5c4636"), 1.9);
        pen.poly([1, -8, 10, -9, 10, -43, 1, -43], hex("#faf4e6"), { alpha: 0.93 });
        for (let bar = 0; bar < 7; bar += 1) pen.line([1, -11 - bar * 5.2, 10, -11 - bar * 5.2], hex("#7a6250"), 0.6);
        pen.line([5.5, -9, 5.5, -43], hex("#7a6250"), 0.6);
      });
    }
    pen.oval(0, -67, 3, 3, hex("#4a382c"));
  },
};

const bridge: Drawing = {
  width: 290,
  colours: ["#c3513a", "#8d8780"],
  draw(pen, { main }) {
    for (const x of [-78, 78]) {
      pen.line([x - 66, -34, x - 30, -52, x, -94], main, 2.4);
      pen.line([x, -94, x + 30, -52, x + 78 * Math.sign(-x), -36], main, 2.4);
    }
    for (let x = -140; x <= 140; x += 8) {
      const near = Math.min(Math.abs(x + 78), Math.abs(x - 78));
      pen.line([x, -34, x, -34 - 58 * Math.max(0.04, 1 - near / 70) ** 1.9], main, 0.8, { alpha: 0.85 });
    }
    for (const x of [-78, 78]) {
      pen.box(x - 7, -98, 4.6, 98, main, { shade: 1.4 });
      pen.box(x + 3, -98, 4.6, 98, darken(main, 0.05), { shade: 1.4 });
      for (const y of [-90, -70, -50]) pen.box(x - 7, y, 14.6, 4, darken(main, 0.03));
      pen.box(x - 12, -8, 25, 8, hex("#8b857d"));
    }
    pen.box(-146, -36, 292, 6, darken(main, 0.06));
    pen.box(-146, -38, 292, 2.4, lighten(main, 0.05));
  },
};

const pyramid: Drawing = {
  width: 190,
  colours: ["#d6ac6c"],
  draw(pen, { main }) {
    pen.poly([-92, 0, 0, -100, 30, 0], lighten(main, 0.05), { shade: 0.6 });
    pen.poly([30, 0, 0, -100, 94, 0], darken(main, 0.16), { shade: 0.6 });
    for (let row = 1; row < 17; row += 1) {
      const share = row / 17;
      const y = -100 * (1 - share);
      pen.line([-92 * share, y, 30 * share, y], darken(main, 0.08), 0.5, { alpha: 0.55 });
      pen.line([30 * share, y, 94 * share, y], darken(main, 0.24), 0.5, { alpha: 0.5 });
    }
  },
};

const pagoda: Drawing = {
  width: 84,
  colours: ["#b5402f"],
  draw(pen, look) {
    const { main } = look;
    const roof = look.isWinter ? SNOW : hex("#3d4a57");
    pen.box(-36, -5, 72, 5, hex("#a39a8e"));
    for (let floor = 0; floor < 5; floor += 1) {
      const wide = 25 - floor * 3.5;
      const y = -5 - floor * 17;
      pen.box(-wide, y - 12, wide * 2, 12, main);
      for (let column = -2; column <= 2; column += 1)
        pen.box(column * wide * 0.42 - 1.7, y - 10, 3.4, 8, look.darkness > 0.2 ? LAMP : hex("#f3e4c4"), {
          shade: 0.4,
        });
      pen.blob(
        [
          -wide - 14,
          y - 13,
          -wide - 15,
          y - 16.5,
          -wide + 2,
          y - 15,
          -wide * 0.6,
          y - 20,
          wide * 0.6,
          y - 20,
          wide - 2,
          y - 15,
          wide + 15,
          y - 16.5,
          wide + 14,
          y - 13,
          0,
          y - 10.4,
        ],
        roof,
      );
    }
    pen.line([0, -90, 0, -103], hex("#d9b24a"), 1.8);
  },
};

const tent: Drawing = {
  width: 150,
  colours: ["#e28a3a", "#3f8f7a", "#c8503c"],
  draw(pen, { main, darkness }) {
    pen.poly([-72, 0, -14, -96, 30, 0], main, { shade: 1.2 });
    pen.poly([30, 0, -14, -96, 30, -88, 76, 0], darken(main, 0.08));
    pen.poly([-38, 0, -14, -92, 2, 0], darkness > 0.2 ? hex("#ffd27a") : darken(main, 0.24));
    pen.poly([-14, -92, -46, 0, -32, 0], lighten(main, 0.06));
    pen.line([-14, -96, -86, 2], hex("#e9e2d2"), 0.9);
    pen.line([30, -88, 92, 2], hex("#e9e2d2"), 0.9);
    if (darkness > 0.2) pen.glow(-18, -26, 60, hex("#ffcf73"), 0.45);
  },
};

const skyscraper: Drawing = {
  width: 36,
  colours: ["#7f98b0"],
  draw(pen, { main, darkness, random }) {
    pen.line([0, -88, 0, -101], darken(main, 0.15), 1.1);
    pen.box(-6, -90, 12, 10, main);
    pen.box(-11, -80, 22, 20, main, { shade: 1.4 });
    pen.box(-16, -62, 32, 62, main, { shade: 1.6 });
    for (let row = 0; row < 24; row += 1) {
      const y = -77 + row * 3.2;
      const wide = y < -62 ? 9 : 14;
      for (let x = -wide; x < wide - 1; x += 3.3)
        pen.box(x, y, 2.2, 1.9, darkness > 0.2 && random.next() < 0.5 ? LAMP : mix(main, hex("#cfe6f5"), 0.45), {
          shade: 0,
        });
    }
  },
};

export const LANDMARKS: Record<string, Drawing> = { windmill, bridge, pyramid, pagoda, tent, skyscraper };
