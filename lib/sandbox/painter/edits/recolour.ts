/** Colour changes that preserve the forms: another hue, time of day or season, simple adjustments. */

import { type Colour, fromOklab, toOklab } from "#lib/sandbox/drawing/pixels/colour.ts";
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import type { EditIntent } from "#lib/sandbox/drawing/scene/read-edit.ts";
import type { Scene } from "#lib/sandbox/drawing/scene/scene.ts";
import { type Region, weighColour } from "./region.ts";

/** Gives the new colour to pixels of the old one, and preserves their light and shade. */
export function recolour(pixels: Pixels, region: Region, { colour, from }: { colour: Colour; from?: Colour }): Pixels {
  const { weights, lightness, chroma } = weighColour(pixels, region, from);
  const [targetL, targetA, targetB] = toOklab(colour);
  const targetChroma = Math.hypot(targetA, targetB);
  const move = (targetL - lightness) * (targetChroma < 0.04 ? 0.9 : 0.7);
  return mapPixels(pixels, (lab, index) => {
    const weight = weights[index] as number;
    if (weight <= 0) return lab;
    const own = Math.hypot(lab[1], lab[2]);
    const strength = chroma > 0.02 ? Math.min(1.35, own / chroma) : 1;
    const next = [Math.max(0, Math.min(1, lab[0] + move)), targetA * strength, targetB * strength] as const;
    return [
      lab[0] + (next[0] - lab[0]) * weight,
      lab[1] + (next[1] - lab[1]) * weight,
      lab[2] + (next[2] - lab[2]) * weight,
    ];
  });
}

type Lab = readonly [number, number, number];

function mapPixels(pixels: Pixels, change: (lab: Lab, index: number) => Lab): Pixels {
  const data = new Uint8ClampedArray(pixels.data);
  for (let index = 0; index < data.length / 4; index += 1) {
    const at = index * 4;
    const lab = toOklab([data[at] as number, data[at + 1] as number, data[at + 2] as number]);
    const next = change(lab, index);
    if (next === lab) continue;
    const [red, green, blue] = fromOklab(next);
    data[at] = red;
    data[at + 1] = green;
    data[at + 2] = blue;
  }
  return { ...pixels, data };
}

/** Changes an existing picture to another time of day, weather or season. */
export function relight(pixels: Pixels, { time, weather, season }: Pick<Scene, "time" | "weather" | "season">): Pixels {
  const light = {
    day: { gain: 1.04, chroma: 1, a: 0, b: 0.004 },
    dawn: { gain: 0.97, chroma: 0.95, a: 0.018, b: 0.018 },
    sunset: { gain: 0.86, chroma: 1.08, a: 0.038, b: 0.052 },
    dusk: { gain: 0.66, chroma: 0.8, a: 0.016, b: -0.028 },
    night: { gain: 0.44, chroma: 0.55, a: -0.004, b: -0.05 },
  }[time];
  const grey = { clear: 0, cloudy: 0.2, fog: 0.45, rain: 0.4, snow: 0.3, storm: 0.55 }[weather];
  const { width, height } = pixels;
  return mapPixels(pixels, ([l, a, b], index) => {
    let [lightness, green, yellow] = [l, a, b];
    // Leaves and grass are between green and yellow.
    const leafy = Math.max(0, Math.min(1, (-green - 0.015) / 0.05)) * Math.max(0, Math.min(1, (yellow - 0.01) / 0.04));
    if (season === "autumn") [green, yellow] = [green + leafy * (0.06 - green), yellow + leafy * 0.03];
    if (season === "winter" || weather === "snow") {
      const lying = leafy * 0.85 + (Math.floor(index / width) / height) * 0.12;
      [lightness, green, yellow] = [
        lightness + (0.93 - lightness) * lying,
        green * (1 - lying),
        yellow * (1 - lying) - 0.008 * lying,
      ];
    }
    if (season === "spring" && leafy > 0) [lightness, green] = [lightness + leafy * 0.05, green - leafy * 0.02];
    const chroma = light.chroma * (1 - grey * 0.8);
    const dim = light.gain * (weather === "storm" ? 0.72 : weather === "rain" ? 0.86 : 1);
    const fog = weather === "fog" ? 0.5 : 0;
    const next = lightness * dim;
    return [
      next + (0.84 * dim - next) * fog,
      (green * chroma + light.a * lightness) * (1 - fog),
      (yellow * chroma + light.b * lightness) * (1 - fog),
    ];
  });
}

export function adjust(pixels: Pixels, how: NonNullable<EditIntent["adjust"]>): Pixels {
  return mapPixels(pixels, ([l, a, b]) => {
    if (how === "grey") return [l, 0, 0];
    if (how === "vintage") return [0.12 + l * 0.82, a * 0.35 + 0.012, b * 0.35 + 0.045];
    if (how === "brighter") return [1 - (1 - l) ** 1.35, a, b];
    if (how === "darker") return [l ** 1.4, a, b];
    if (how === "warmer") return [l, a + 0.014, b + 0.028];
    return how === "cooler" ? [l, a - 0.01, b - 0.03] : [l, a, b];
  });
}
