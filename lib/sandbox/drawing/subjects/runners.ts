/** House animals from the side, as they are when they move: their usual drawings sit and look at the viewer. */
import { darken, hex, lighten, mix, WHITE } from "../pixels/colour.ts";
import { dot, fourLegged } from "./four-legged.ts";
import type { Drawing } from "./pen.ts";

const DARK = hex("#221f1e");

const dog: Drawing = {
  width: 128,
  colours: ["#c98d4f", "#8a5a38", "#e0c08d", "#4b3b33"],
  draw(pen, look) {
    const { main, stride, gait } = look;
    const pale = mix(main, WHITE, 0.65);
    const wag = gait === "rest" ? 0 : Math.sin(stride * Math.PI * 4) * 5;
    const flap = gait === "run" || gait === "leap" ? Math.sin(stride * Math.PI * 2) * 5 : 0;
    pen.line([-36, -58, -50, -70, -58 + wag, -86], main, 6.5);
    pen.line([-55 + wag * 0.7, -79, -58 + wag, -86], pale, 6);
    fourLegged(pen, look, { length: 78, deep: 25, leg: 36, thick: 6.4, colour: main, hoof: pale, sock: 0.22 });
    pen.blob([-20, -38, 4, -40, 26, -38, 22, -34, -6, -33], pale, { shade: 0.4 });
    pen.blob([24, -54, 32, -74, 44, -78, 52, -64, 44, -40, 30, -34], main);
    pen.blob([36, -44, 47, -56, 50, -46, 42, -34, 34, -34], pale, { shade: 0.4 });
    pen.line([32, -58, 40, -52, 50, -56], hex("#c23b3b"), 3.4);
    pen.oval(43, -50, 2.6, 2.6, hex("#e9c04b"));
    pen.blob([34, -76, 38, -94, 52, -99, 62, -90, 74, -82, 77, -76, 72, -70, 56, -66, 42, -66], main);
    pen.blob([54, -74, 64, -80, 75, -79, 76, -74, 68, -69, 56, -67], pale, { shade: 0.4 });
    pen.blob([62, -69, 68, -68, 67, -61 - flap * 0.2, 62, -60, 59, -65], hex("#e2747b"), { shade: 0.5 });
    pen.oval(75.5, -79, 3.2, 2.8, DARK, { shade: 0.3 });
    dot(pen, 58, -87, 2.5);
    pen.blob([40, -94, 48, -95, 50, -84, 44 - flap, -70 - flap, 36 - flap, -72 - flap, 36, -84], darken(main, 0.14));
  },
};

const cat: Drawing = {
  width: 132,
  colours: ["#d98a45", "#8d8a88", "#4a4644", "#e3cfae"],
  draw(pen, look) {
    const { main, stride, gait } = look;
    const stripe = darken(main, 0.13);
    const sway = gait === "rest" ? 0 : Math.sin(stride * Math.PI * 2) * 4;
    pen.line([-40, -56, -56, -60, -64, -76, -58 + sway, -92], main, 6);
    pen.line([-60, -84, -58 + sway, -92], stripe, 5.6);
    fourLegged(pen, look, {
      length: 84,
      deep: 24,
      leg: 34,
      thick: 5.6,
      colour: main,
      hoof: lighten(main, 0.1),
      sock: 0.18,
    });
    for (const x of [-26, -14, -2, 10]) pen.line([x, -58, x - 2, -50, x, -43], stripe, 3, { alpha: 0.6 });
    pen.blob([26, -54, 34, -70, 46, -70, 50, -56, 42, -40, 32, -38], main);
    pen.poly([38, -84, 38, -100, 48, -90], main);
    pen.poly([50, -90, 57, -100, 59, -84], darken(main, 0.03));
    pen.oval(50, -77, 17, 14.5, main);
    pen.oval(60, -71, 7.4, 5.6, mix(main, WHITE, 0.6), { shade: 0.4 });
    pen.poly([62, -74, 67, -74, 65, -71], hex("#e58f95"));
    pen.oval(55, -80, 3.2, 3.6, hex("#8fb650"), { shade: 0.3 });
    pen.oval(56, -80, 1.5, 3, DARK, { shade: 0 });
    for (const y of [-1, 2]) pen.line([63, -70 + y, 74, -71 + y * 2], WHITE, 0.6, { alpha: 0.85 });
  },
};

export const RUNNERS: Record<string, Drawing> = { "dog-side": dog, "cat-side": cat };
