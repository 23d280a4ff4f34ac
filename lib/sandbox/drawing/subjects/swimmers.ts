/** Drawings of swimming animals. */
import { darken, lighten, mix, WHITE } from "../pixels/colour.ts";
import { eye } from "./details.ts";
import type { Drawing } from "./pen.ts";

const fish: Drawing = {
  width: 165,
  colours: ["#f2822b", "#f0b42f", "#3f93cf", "#d9537a"],
  period: (Math.PI * 2) / 5,
  draw(pen, { main, time }) {
    const fin = darken(main, 0.1);
    const sway = Math.sin(time * 5) * 6;
    pen.blob([-46, -50, -66, -78, -84 + sway, -88, -78 + sway, -52, -84 + sway, -14, -64, -24], fin);
    pen.blob([-24, -76, -4, -100, 26, -96, 34, -78], fin);
    pen.blob([-16, -26, -8, -4, 10, -6, 14, -24], fin);
    const body = [-54, -50, -28, -76, 10, -86, 46, -74, 68, -50, 46, -27, 10, -16, -28, -25];
    pen.blob(body, main);
    pen.within(body, () => {
      pen.blob([-60, -36, 0, -30, 70, -40, 60, -8, 0, -6], mix(main, WHITE, 0.55), { shade: 0.2, alpha: 0.7 });
      for (const x of [-22, 14])
        pen.blob([x - 7, -92, x + 7, -92, x + 12, -50, x + 6, -10, x - 6, -10, x - 1, -50], WHITE, {
          shade: 0.3,
          alpha: 0.85,
        });
      for (let row = 0; row < 5; row += 1)
        for (let column = 0; column < 5; column += 1)
          pen.line(
            [-34 + column * 14, -70 + row * 11, -29 + column * 14, -65 + row * 11, -34 + column * 14, -60 + row * 11],
            fin,
            1,
            { alpha: 0.35 },
          );
    });
    pen.blob([4, -44, 26, -50, 20, -34, 2, -30], fin, { alpha: 0.9 });
    pen.oval(48, -57, 7.4, 7.4, WHITE, { shade: 0.3 });
    eye(pen, 49.5, -57, 4.4);
    pen.line([66, -46, 58, -41], darken(main, 0.25), 1.6);
  },
};

const whale: Drawing = {
  width: 210,
  colours: ["#3f6587", "#4b5f75"],
  draw(pen, { main }) {
    pen.blob(
      [-72, -44, -92, -62, -106, -86, -94, -84, -84, -74, -76, -92, -66, -96, -68, -74, -56, -54],
      darken(main, 0.04),
    );
    pen.blob([-78, -48, -50, -66, -10, -88, 40, -90, 78, -74, 94, -48, 84, -26, 40, -12, -8, -16, -50, -34], main);
    const belly = [92, -42, 84, -24, 40, -11, -8, -15, -40, -30, 0, -34, 50, -38];
    pen.blob(belly, mix(main, WHITE, 0.72), { shade: 0.6 });
    pen.within(belly, () => {
      for (let line = 0; line < 7; line += 1)
        pen.line([96, -36 + line * 5, 40, -30 + line * 5, -20, -30 + line * 5], main, 1, { alpha: 0.4 });
    });
    pen.blob([16, -28, 6, -8, -16, 2, -10, -14, 0, -30], darken(main, 0.07));
    eye(pen, 66, -46, 2.8);
    pen.line([94, -45, 78, -38, 60, -36], darken(main, 0.16), 1.4);
  },
};

const dolphin: Drawing = {
  width: 200,
  colours: ["#5f86a8"],
  draw(pen, { main }) {
    pen.blob([-66, -28, -92, -12, -98, -24, -84, -32, -100, -50, -84, -52, -64, -40], darken(main, 0.04));
    pen.blob([-4, -82, -18, -104, -2, -104, 22, -80], darken(main, 0.04));
    pen.blob(
      [-74, -34, -40, -66, 0, -86, 44, -82, 66, -66, 90, -58, 90, -52, 66, -50, 44, -44, 0, -42, -40, -38],
      main,
    );
    pen.blob([88, -53, 60, -48, 30, -42, -10, -41, 20, -54, 60, -56], mix(main, WHITE, 0.75), { shade: 0.4 });
    pen.blob([22, -48, 12, -24, -2, -18, 4, -46], darken(main, 0.07));
    eye(pen, 56, -64, 2.2);
  },
};

const jellyfish: Drawing = {
  width: 74,
  colours: ["#e59ad0", "#8fb8f0", "#f0b08f"],
  period: (Math.PI * 2) / 1.5,
  draw(pen, { main, time }) {
    pen.glow(0, -66, 62, lighten(main, 0.1), 0.4);
    for (let arm = -4; arm <= 4; arm += 1) {
      const sway = Math.sin(arm * 2.3 + time * 1.5) * 5;
      pen.line(
        [arm * 6.5, -58, arm * 7 + sway, -42, arm * 6 - sway, -24, arm * 7 + sway, -4 - Math.abs(arm) * 3],
        lighten(main, 0.06),
        arm % 2 ? 1.4 : 3,
        { alpha: 0.7 },
      );
    }
    pen.blob(
      [-34, -56, -31, -80, -16, -96, 0, -100, 16, -96, 31, -80, 34, -56, 22, -60, 11, -55, 0, -60, -11, -55, -22, -60],
      main,
      { alpha: 0.88 },
    );
    pen.blob([-20, -66, -14, -84, 0, -90, 14, -84, 20, -66, 0, -62], mix(main, WHITE, 0.6), {
      alpha: 0.55,
      shade: 0.4,
    });
  },
};

const octopus: Drawing = {
  width: 118,
  colours: ["#c9566b", "#9a5bb8", "#d97a3c"],
  period: (Math.PI * 2) / 2,
  draw(pen, { main, time }) {
    for (let arm = 0; arm < 8; arm += 1) {
      const out = (arm - 3.5) * 14;
      const sway = Math.sin(arm * 1.9 + time * 2) * 5;
      pen.line(
        [
          out * 0.35,
          -44,
          out * 0.8,
          -26,
          out * 1.05 + sway,
          -8,
          out * 1.12 + 6 * Math.sign(out),
          -3,
          out * 1.1 + 8 * Math.sign(out),
          -13,
        ],
        arm % 2 ? main : darken(main, 0.07),
        8.5 - Math.abs(arm - 3.5),
      );
    }
    pen.blob([-27, -50, -32, -74, -20, -96, 0, -101, 20, -96, 32, -74, 27, -50, 14, -36, -14, -36], main);
    for (const x of [-11, 11]) {
      pen.oval(x, -58, 7, 7.6, WHITE, { shade: 0.3 });
      eye(pen, x, -57, 4);
    }
    pen.line([-6, -45, 0, -42, 6, -45], darken(main, 0.22), 1.6);
    for (const [x, y] of [
      [-14, -84],
      [4, -90],
      [15, -80],
    ] as const)
      pen.oval(x, y, 3, 2.4, lighten(main, 0.1), { shade: 0.2 });
  },
};

export const SWIMMERS: Record<string, Drawing> = { fish, whale, dolphin, jellyfish, octopus };
