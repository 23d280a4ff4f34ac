/** The sky: its gradient, sun or moon, clouds that are lit from the sun's side, and what stands in it at night. */

import type { Random } from "#lib/sandbox/random.ts";
import { type Colour, css, gradientTable, lighten, mix, WHITE } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { createSurface, paintField } from "../pixels/surface.ts";
import type { Scene } from "../scene/scene.ts";
import type { Element, Frame } from "./element.ts";
import type { Light } from "./light.ts";
import { composeSkyFeatures } from "./sky-features.ts";
import type { Stand } from "./stand.ts";

/** @param features stream of choices for what stands in the sky, where stars are not to move clouds */
export function composeSky({ features, ...stand }: Stand & { features?: Random }): Element[] {
  return [...composeAir(stand), ...composeSkyFeatures({ ...stand, random: features ?? stand.random })];
}

const COVER = { clear: 0.42, cloudy: 0.12, rain: -0.08, snow: -0.05, fog: 0.2, storm: -0.12 };

/** Air, clouds, sun or moon. */
export function composeAir({ scene, light, random, horizon }: Stand): Element[] {
  const noise = createNoise(random.integer(2 ** 31));
  const cover = COVER[scene.weather] + (scene.weather === "clear" ? random.next() * 0.16 : 0);
  const table = gradientTable(
    [
      [0, light.sky[0]],
      [0.42, light.sky[1]],
      [0.78, light.sky[2]],
      [1, light.sky[3]],
    ],
    512,
  );
  const { sun } = light;
  const isHidden = /rain|snow|storm|fog/.test(scene.weather);
  const glow = isHidden ? 0.25 : sun.isMoon ? 0.35 : 1;
  const bright = mix(lighten(light.sky[3], 0.08), sun.isMoon ? light.sky[3] : WHITE, scene.time === "day" ? 0.75 : 0.2);
  const grey = mix(light.sky[1], light.shade, scene.time === "day" ? 0.35 : 0.25);
  const cloudLit: Colour = isHidden ? mix(bright, light.haze, 0.75) : bright;
  const cloudShade: Colour = isHidden ? mix(grey, light.haze, 0.3) : grey;
  const disc = sun.isMoon ? 0.034 : scene.time === "day" ? 0.03 : 0.045;
  const air: Element = {
    depth: 0,
    renewal: 1,
    draw(frame) {
      const octaves = 4 + frame.detail;
      const sunX = sun.x * frame.aspect;
      const drift = frame.time * 0.012;
      const density = (x: number, y: number) => {
        const above = Math.max(0, horizon - y) / horizon;
        const depth = 1 / (above + 0.22);
        const u = (x - 0.5 * frame.aspect) * depth * 0.9 + drift;
        const v = depth * 1.9;
        const bend = noise.fractal(u * 0.8 + 5.2, v * 0.8, 2) * 0.55;
        return noise.fractal(u * 1.25 + bend, v * 1.25 + bend * 0.6, octaves);
      };
      const resolution = Math.min(1, ([420, 620, 900][frame.detail] ?? 620) / Math.max(frame.width, frame.height));
      const clouds = sampleField(density, {
        frame,
        bottom: Math.min(1, horizon),
        perHeight: frame.height * resolution,
      });
      paintField(frame, { top: 0, bottom: Math.min(1, horizon + 0.05), resolution }, (x, y, pixel) => {
        const at = Math.min(511, Math.max(0, Math.round((y / horizon) * 511))) * 3;
        let red = table[at] as number;
        let green = table[at + 1] as number;
        let blue = table[at + 2] as number;
        const away = Math.hypot(x - sunX, y - sun.y);
        const halo = glow * (0.55 * Math.exp(-away * away * 9) + 0.5 * Math.exp(-away * 6.5));
        red += (sun.colour[0] - red) * halo;
        green += (sun.colour[1] - green) * halo * 0.92;
        blue += (sun.colour[2] - blue) * halo * 0.8;
        const here = clouds(x, y);
        const cloud = smoothstep(cover - 0.1, cover + 0.32, here) * smoothstep(-0.02, 0.16, horizon - y);
        if (cloud > 0.003) {
          const towards = 0.055;
          const beside = clouds(
            x + ((sunX - x) / (away + 0.12)) * towards,
            y + ((sun.y - y) / (away + 0.12)) * towards,
          );
          const light2 = Math.max(0, Math.min(1, 0.62 + (here - beside) * 2.3 - (here - cover) * 0.55));
          const rim = Math.exp(-away * 3.2) * glow * 0.7;
          const share = cloud * 0.94;
          const warm = light2 + rim * (1 - cloud * 0.5);
          const lit = Math.min(1, warm);
          red += (cloudShade[0] + (cloudLit[0] - cloudShade[0]) * lit - red) * share;
          green += (cloudShade[1] + (cloudLit[1] - cloudShade[1]) * lit - green) * share;
          blue += (cloudShade[2] + (cloudLit[2] - cloudShade[2]) * lit - blue) * share;
        }
        pixel[0] = red;
        pixel[1] = green;
        pixel[2] = blue;
        pixel[3] = 1;
      });
    },
  };
  if (isHidden || scene.time === "dusk" || scene.features.includes("fireworks")) return [air];
  const orb: Element = {
    depth: 0.5,
    draw: (frame) => drawDisc(frame, { x: sun.x * frame.aspect, radius: disc, light, noise, scene }),
  };
  return [air, orb];
}

type Sampling = { frame: Frame; bottom: number; perHeight: number };

/** A function of the plane, worked out once on a grid: clouds ask for each place twice. */
function sampleField(field: (x: number, y: number) => number, { frame, bottom, perHeight }: Sampling) {
  const columns = Math.ceil(frame.aspect * perHeight) + 1;
  const rows = Math.ceil(bottom * perHeight) + 1;
  const values = new Float32Array(columns * rows);
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1)
      values[at] = field(column / perHeight, row / perHeight);
  }
  return (x: number, y: number) => {
    const column = Math.max(0, Math.min(columns - 1, Math.round(x * perHeight)));
    return values[Math.max(0, Math.min(rows - 1, Math.round(y * perHeight))) * columns + column] as number;
  };
}

type Disc = {
  /** Position and radius in picture heights. */
  x: number;
  radius: number;
  light: Light;
  noise: ReturnType<typeof createNoise>;
  scene: Scene;
};

/** Draws the sun, a blurred disc, or the moon, which has seas, at the light's height. */
export function drawDisc(frame: Frame, { x, radius, light: { sun, sky }, noise, scene }: Disc): void {
  const { context, height } = frame;
  const isCrescent = /crescent/.test(scene.prompt.toLowerCase());
  const size = Math.ceil(radius * height * 2.6);
  const surface = createSurface(size, size);
  paintField(surface, { top: 0, bottom: 1, resolution: 1 }, (u, v, pixel) => {
    const across = (u - 0.5) * 2.6;
    const down = (v - 0.5) * 2.6;
    const away = Math.hypot(across, down);
    let alpha = smoothstep(1.04, sun.isMoon ? 0.98 : 0.86, away);
    let tone = 1;
    if (sun.isMoon) {
      tone = 0.94 - 0.2 * smoothstep(0.02, 0.35, noise.fractal(across * 1.6 + 9, down * 1.6, 4)) - 0.1 * away * away;
      if (isCrescent) alpha *= smoothstep(0.9, 1.02, Math.hypot(across - 0.55, down + 0.2));
    }
    pixel[0] = sun.colour[0] * tone;
    pixel[1] = sun.colour[1] * tone;
    pixel[2] = sun.colour[2] * tone;
    pixel[3] = alpha * (sun.isMoon ? 1 : 0.94);
  });
  context.save();
  if (!sun.isMoon && scene.time === "day") context.globalAlpha = 0.85;
  context.shadowColor = css(mix(sun.colour, sky[3], 0.3), 0.9);
  context.shadowBlur = radius * height * (sun.isMoon ? 1.2 : 2.4);
  context.drawImage(surface.canvas, x * height - size / 2, sun.y * height - size / 2);
  context.restore();
}
