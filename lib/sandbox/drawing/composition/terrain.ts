import { type Colour, hex, lighten, mix } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import { foliage } from "./light.ts";
import type { Stand } from "./stand.ts";

type Layer = {
  depth: number;
  /** Height of the crest's mean line and how far it rises above, in heights of the picture. */
  foot: number;
  rise: number;
  /** 0 near … 1 far. */
  distance: number;
};

export function composeMountains(plan: Stand): Element[] {
  const { horizon, random, scene } = plan;
  const isMain = !scene.distance.includes("city");
  const rise = horizon * (isMain ? 0.78 : 0.45);
  return [
    mountain(plan, { depth: 10, foot: horizon, rise: rise * (0.82 + random.next() * 0.2), distance: 0.5 }),
    mountain(plan, { depth: 12, foot: horizon + 0.01, rise: rise * (0.6 + random.next() * 0.25), distance: 0.26 }),
    ...(isMain ? [mountain(plan, { depth: 14, foot: horizon + 0.02, rise: rise * 0.3, distance: 0.12 })] : []),
  ];
}

/** Forests stand on the nearest range; snow lies on the high ones. */
function mountain({ scene, light, random }: Stand, { depth, foot, rise, distance }: Layer): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const offset = random.next() * 50;
  const isWooded = distance < 0.2;
  const isVolcano = /volcano/.test(scene.prompt.toLowerCase());
  const rock = light.grade(hex(random.pick(["#7d7470", "#6f7580", "#84766a"])), 0.5);
  const wood = light.grade(mix(foliage(scene, random), hex("#23402f"), scene.season === "autumn" ? 0.25 : 0.55), 0.5);
  const snow: Colour = [246, 248, 252];
  const snowFrom = scene.season === "winter" || scene.ground === "snow" ? 0.12 : 0.5;
  const litRock = light.on(isWooded ? wood : rock, 1, distance);
  const darkRock = light.on(isWooded ? wood : rock, 0.02, distance);
  const litSnow = light.on(snow, 1, distance * 0.8);
  const darkSnow = light.on(snow, 0.22, distance * 0.8);
  const litWood = light.on(wood, 0.8, distance);
  const darkWood = light.on(wood, 0.05, distance);
  const crest = (x: number, octaves: number) => {
    if (isVolcano && depth === 10) return rise * Math.max(0, 1.15 - Math.abs(x - 0.75) * 1.9) ** 1.25;
    const big = noise.ridged(x * 0.95 + offset, 0.5, 2) * 0.75 + 0.25 * noise.ridged(x * 2.1 + offset, 3.3, octaves);
    return rise * Math.max(0.06, (big - 0.26) * 1.75);
  };
  return {
    depth,
    draw(frame) {
      const octaves = 4 + frame.detail;
      const cache = new Float32Array(frame.width + 2);
      for (let column = 0; column < cache.length; column += 1) {
        const x = column / frame.height;
        cache[column] = foot - crest(x, octaves + 1) + noise.fractal(x * 26, offset, 3) * rise * 0.018;
      }
      const haze = light.haze;
      const resolution = frame.detail === 0 ? 0.6 : frame.detail === 1 ? 0.8 : 1;
      const side = light.side;
      paintField(frame, { top: foot - rise * 1.6, bottom: foot + 0.02, resolution }, (x, y, pixel) => {
        const line = cache[Math.min(cache.length - 1, Math.round(x * frame.height))] as number;
        const below = y - line;
        const alpha = below * frame.height * resolution + 0.5;
        if (alpha <= 0) return;
        const altitude = Math.max(0, (foot - y) / rise);
        // Gullies run down from the crest, so the relief is stretched along the slope and bent with it.
        const u = x * 3.1 + offset + noise.at(x * 3, y * 5) * 0.22;
        const v = below * 2.4 + x * side * 0.7;
        const step = 0.05;
        const relief = noise.ridged(u, v, octaves);
        const beside = noise.ridged(u + side * step, v - step * 0.5, octaves);
        const slope = (relief - beside) * 6;
        const lightness = smoothstep(-0.55, 0.6, -slope + 0.05);
        const cover = smoothstep(snowFrom, snowFrom + 0.16, altitude + (relief - 0.5) * 0.5 + (lightness - 0.5) * 0.16);
        const trees = isWooded
          ? 0
          : smoothstep(0.3, 0.12, altitude + (relief - 0.4) * 0.35) * (distance < 0.4 ? 0.85 : 0.4);
        const low = smoothstep(0.55, 0, altitude) * (0.1 + light.haziness * 0.6);
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          let value = darkRock[c] + (litRock[c] - darkRock[c]) * lightness;
          if (trees > 0) value += (darkWood[c] + (litWood[c] - darkWood[c]) * lightness - value) * trees;
          if (!isWooded) value += (darkSnow[c] + (litSnow[c] - darkSnow[c]) * lightness - value) * cover;
          pixel[c] = value + (haze[c] - value) * low;
        }
        pixel[3] = Math.min(1, alpha);
      });
    },
  };
}

export function composeHills(plan: Stand): Element[] {
  const { horizon, scene } = plan;
  const isBacked = scene.distance.includes("mountains") || scene.distance.includes("city");
  const rise = isBacked ? 0.07 : 0.13;
  return [
    hill(plan, { depth: 20, foot: horizon + 0.005, rise, distance: 0.62 }),
    hill(plan, { depth: 22, foot: horizon + 0.012, rise: rise * 0.72, distance: 0.42 }),
    hill(plan, { depth: 24, foot: horizon + 0.02, rise: rise * 0.45, distance: 0.22 }),
  ];
}

/** Fields, hedges and woods as patches on soft swellings. */
function hill({ scene, light, random }: Stand, { depth, foot, rise, distance }: Layer): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const offset = random.next() * 40;
  const isWhite = scene.ground === "snow" || scene.season === "winter";
  const grass = light.grade(isWhite ? hex("#e9eef6") : mix(foliage(scene, random), hex("#9bb35a"), 0.45), 0.55);
  const field = light.grade(isWhite ? hex("#d8e2ee") : hex(random.pick(["#c9b45f", "#b8c06a", "#8fae5a"])), 0.55);
  const wood = light.grade(isWhite ? hex("#5f7380") : mix(foliage(scene, random), hex("#1f3d2c"), 0.5), 0.5);
  const tones = [grass, field, wood].map(
    (colour) => [light.on(colour, 0.12, distance), light.on(colour, 1, distance)] as const,
  );
  return {
    depth,
    draw(frame) {
      const line = (x: number) => foot - rise * (0.55 + 0.75 * noise.fractal(x * 1.1 + offset, 0.3, 3));
      const resolution = frame.detail === 2 ? 1 : 0.75;
      paintField(frame, { top: foot - rise * 1.4, bottom: foot + 0.06, resolution }, (x, y, pixel) => {
        const crest = line(x);
        const below = y - crest;
        const hedge = noise.fractal(x * 20 + offset, 0, 2) * 0.006 * (1 - distance);
        const alpha = (below + Math.max(0, hedge)) * frame.height * resolution + 0.5;
        if (alpha <= 0) return;
        const slope = (line(x + 0.02) - crest) / 0.02;
        const patch = noise.fractal(x * 3.2 + offset, below * 16, 3);
        const grain = noise.at(x * 60, y * 160) * 0.1;
        const lightness = Math.max(
          0,
          Math.min(1, 0.62 + light.side * slope * -0.9 - below * 2.2 + grain + patch * 0.25),
        );
        const kind = patch > 0.17 ? 2 : patch < -0.12 ? 1 : 0;
        const tone = tones[kind] ?? tones[0];
        if (!tone) return;
        const [dark, lit] = tone;
        const speckle = kind === 2 ? 0.75 + noise.at(x * 90, y * 150) * 0.3 : 1;
        const share = lightness * speckle;
        pixel[0] = dark[0] + (lit[0] - dark[0]) * share;
        pixel[1] = dark[1] + (lit[1] - dark[1]) * share;
        pixel[2] = dark[2] + (lit[2] - dark[2]) * share;
        pixel[3] = Math.min(1, alpha);
      });
    },
  };
}

export function composeDunes(plan: Stand): Element[] {
  const { horizon } = plan;
  return [
    dune(plan, { depth: 20, foot: horizon + 0.02, rise: 0.1, distance: 0.6 }),
    dune(plan, { depth: 24, foot: horizon + 0.08, rise: 0.13, distance: 0.35 }),
    dune(plan, { depth: 52, foot: horizon + 0.22, rise: 0.16, distance: 0.1 }),
  ];
}

/** One face in the light, one in shadow, and a knife edge between them. */
function dune({ light, random }: Stand, { depth, foot, rise, distance }: Layer): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const offset = random.next() * 40;
  const sand = light.grade(hex(random.pick(["#e0a45f", "#d9944f", "#e3b377"])), 0.55);
  const lit = light.on(lighten(sand, 0.05), 1, distance);
  const dark = light.on(sand, 0.05, distance);
  return {
    depth,
    draw(frame) {
      const line = (x: number) => foot - rise * noise.ridged(x * 0.62 + offset, 0.7, 2) * 1.25 + rise * 0.3;
      paintField(
        frame,
        { top: foot - rise * 1.5, bottom: 1, resolution: frame.detail === 2 ? 1 : 0.75 },
        (x, y, pixel) => {
          const below = y - line(x);
          const alpha = below * frame.height * 0.75 + 0.5;
          if (alpha <= 0) return;
          const edge = noise.ridged(x * 0.9 + offset + below * 1.7 * light.side, below * 0.7 + 2, 2);
          const ahead = noise.ridged(
            (x + 0.012 * light.side) * 0.9 + offset + below * 1.7 * light.side,
            below * 0.7 + 2,
            2,
          );
          const face = smoothstep(-0.012, 0.012, ahead - edge + 0.004);
          const ripple = noise.at(x * 14 + below * 30, y * 130) * 0.1 * (1 - distance);
          const share = Math.max(0, Math.min(1, 0.3 + face * 0.55 + ripple - below * 0.25));
          pixel[0] = dark[0] + (lit[0] - dark[0]) * share;
          pixel[1] = dark[1] + (lit[1] - dark[1]) * share;
          pixel[2] = dark[2] + (lit[2] - dark[2]) * share;
          pixel[3] = Math.min(1, alpha);
        },
      );
    },
  };
}
