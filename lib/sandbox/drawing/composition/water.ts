import { hex, lighten, mix } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField, readPixels } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

export function composeWater({ scene, light, random, horizon }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const text = scene.prompt.toLowerCase();
  const isCalm = /\b(lake|pond|calm|still|mirror|reflection|lagoon|river)\b/.test(text);
  const rough = scene.weather === "storm" ? 2.2 : isCalm ? 0.4 : 1;
  const isTropical = /tropical|lagoon|caribbean|turquoise|island/.test(text);
  const body = light.grade(hex(isTropical ? "#1fa3a8" : random.pick(["#1f5f86", "#23647c", "#2a5d8f"])), 0.6);
  const deep = light.on(body, 0.35);
  const foam = light.on(lighten(mix(body, [255, 255, 255], 0.8), 0.05), 1);
  const { sun } = light;
  const glitterStrength = /rain|snow|fog|storm/.test(scene.weather) ? 0.15 : 1;
  return {
    depth: 50,
    renewal: 1 / 6,
    mirrorsAbove: horizon,
    draw(frame) {
      const above = Math.max(1, Math.round(horizon * frame.height));
      const source = readPixels(frame);
      const { width, height } = frame;
      const sunX = sun.x * frame.aspect;
      paintField(frame, { top: horizon, bottom: 1, resolution: frame.detail === 0 ? 0.7 : 1 }, (x, y, pixel) => {
        const below = Math.max(0.0008, y - horizon);
        const depth = 1 / (below + 0.015);
        const u = (x - 0.5 * frame.aspect) * depth * 0.9;
        const v = depth * 2.6 + frame.time * 0.4;
        const wave = noise.fractal(u * 1.6, v * 2.2, 3 + (frame.detail > 0 ? 1 : 0));
        const slope = noise.at(u * 3.1 + 4, v * 4.3);
        const near = below / (1 - horizon);
        const bend = (wave + slope * 0.4) * rough;
        const mirrorY = horizon - below * (isCalm ? 0.95 : 0.8) - bend * (0.012 + near * 0.1);
        const mirrorX = x + slope * rough * (0.002 + near * 0.018);
        const column = Math.max(0, Math.min(width - 1, Math.round(mirrorX * height)));
        const row = Math.max(0, Math.min(above - 1, Math.round(mirrorY * height)));
        const at = (row * width + column) * 4;
        const fresnel = Math.max(0.2, Math.min(0.94, 0.86 - near * (isCalm ? 0.35 : 0.6) + bend * 0.22));
        const sparkle =
          Math.exp(-(((x - sunX) / (0.035 + near * 0.16)) ** 2)) *
          smoothstep(0.12, 0.55, wave + slope * 0.5) *
          glitterStrength;
        const crest = isCalm ? 0 : smoothstep(0.42, 0.75, wave) * smoothstep(0.05, 0.5, near) * 0.4 * rough;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const mirrored = (source[at + c] as number) * 0.93;
          let value = deep[c] * (1 - near * 0.25) + (mirrored - deep[c] * (1 - near * 0.25)) * fresnel;
          value += (foam[c] - value) * crest;
          pixel[c] = value + (sun.colour[c] - value) * sparkle * 0.85;
        }
        pixel[3] = 1;
      });
    },
  };
}
