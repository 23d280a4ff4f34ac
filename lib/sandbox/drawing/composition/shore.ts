/** A strip of land along the lower edge, with foam where the water meets it. */
import { type Colour, hex, lighten, mix } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import { foliage } from "./light.ts";
import type { Stand } from "./stand.ts";

export function composeShore({ scene, light, random, horizon }: Stand): Element[] {
  if (!scene.shore) return [];
  const noise = createNoise(random.integer(2 ** 31));
  const tone: Colour = {
    sand: hex("#ecd2a0"),
    stone: hex("#8f8880"),
    grass: mix(foliage(scene, random), hex("#8fb457"), 0.4),
  }[scene.shore];
  const base = light.grade(scene.season === "winter" ? mix(tone, hex("#f3f6fb"), 0.75) : tone, 0.4);
  const [lit, dark, wet] = [
    light.on(lighten(base, 0.03), 1),
    light.on(base, 0.1),
    light.on(mix(base, hex("#3f4a55"), 0.4), 0.6),
  ];
  const foam = light.on([255, 255, 255], 0.9);
  const depth = 1 - horizon;
  const slope = (random.next() < 0.5 ? -1 : 1) * 0.12;
  const isSand = scene.shore === "sand";
  return [
    {
      depth: 54,
      draw(frame) {
        const line = (x: number) =>
          horizon +
          depth * (0.46 + slope * (x / frame.aspect - 0.5) * 2) +
          noise.fractal(x * 2.2, 0.5, isSand ? 2 : 4) * depth * (isSand ? 0.1 : 0.13);
        paintField(
          frame,
          { top: horizon + depth * 0.1, bottom: 1, resolution: frame.detail === 2 ? 1 : 0.8 },
          (x, y, pixel) => {
            const below = y - line(x);
            const surf = isSand ? 0.02 + noise.at(x * 7, 3) * 0.008 : 0.006;
            if (below < -surf) return;
            const near = (y - horizon) / depth;
            const [u, v] = [(x - 0.5 * frame.aspect) / (near + 0.2), 1 / (near + 0.2)];
            const grain = noise.fractal(u * 9, v * 22, 4) * 0.5 + noise.at(x * 140, y * 260) * 0.09;
            const share = Math.max(0, Math.min(1, 0.66 + grain - below * 0.5));
            const wetness = smoothstep(0.045, 0.004, below) * 0.75;
            const spray =
              below < 0
                ? smoothstep(-surf, -surf * 0.3, below) * (0.55 + 0.45 * noise.at(x * 40, y * 60))
                : smoothstep(0.01, 0, below) * 0.7;
            for (let channel = 0; channel < 3; channel += 1) {
              const c = channel as 0 | 1 | 2;
              let value = dark[c] + (lit[c] - dark[c]) * share;
              value += (wet[c] - value) * wetness;
              pixel[c] = value + (foam[c] - value) * Math.min(1, spray);
            }
            pixel[3] = below < 0 ? Math.min(0.85, spray) : 1;
          },
        );
      },
    },
  ];
}
