import { type Colour, css, hex, lighten, mix, oklch, shift } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Ground } from "../scene/scene.ts";
import type { Element } from "./element.ts";
import { foliage } from "./light.ts";
import type { Stand } from "./stand.ts";

const COLOURS: Record<Exclude<Ground, "water">, readonly [string, string]> = {
  grass: ["#6a9a45", "#8fb457"],
  flowers: ["#5f9445", "#86ad55"],
  lavender: ["#7a62b8", "#5a7a4a"],
  wheat: ["#d8b055", "#b8893c"],
  sand: ["#e4c48c", "#d3ab70"],
  snow: ["#f3f6fb", "#dde7f3"],
  stone: ["#a8a29a", "#86827d"],
  road: ["#6a9a45", "#8fb457"],
};

export function composeGround(plan: Stand): Element[] {
  const { scene } = plan;
  const elements = [plane(plan)];
  if (scene.ground === "road") elements.push(road(plan));
  if (/^(?:grass|flowers|wheat|lavender|road)$/.test(scene.ground)) elements.push(...blades(plan));
  if (/^(?:flowers|lavender)$/.test(scene.ground) || (scene.ground === "grass" && scene.season === "spring"))
    elements.push(flowers(plan));
  return elements;
}

function plane({ scene, light, random, horizon }: Stand): Element {
  const ground = scene.ground === "water" ? "sand" : scene.ground;
  const noise = createNoise(random.integer(2 ** 31));
  const isGreen = /^(?:grass|flowers|road)$/.test(ground);
  const [first, second] = COLOURS[ground];
  const season = foliage({ ...scene, season: scene.season === "spring" ? "summer" : scene.season }, random);
  const base = light.grade(isGreen ? mix(hex(first), season, 0.4) : hex(first), 0.5);
  const other = light.grade(isGreen ? mix(hex(second), season, 0.25) : hex(second), 0.5);
  const [dark, lit, patch] = [light.on(base, 0.1), light.on(lighten(base, 0.03), 1), light.on(other, 0.9)];
  const far = light.on(mix(base, other, 0.5), 0.85, 0.42);
  const relief = ground === "snow" ? 0.5 : ground === "sand" ? 0.75 : 1;
  const vanishing = 0.35 + random.next() * 0.3;
  return {
    depth: 50,
    draw(frame) {
      const octaves = 3 + frame.detail;
      paintField(frame, { top: horizon, bottom: 1, resolution: frame.detail === 2 ? 1 : 0.7 }, (x, y, pixel) => {
        const below = y - horizon + 0.012;
        const depth = 1 / below;
        const u = (x - vanishing * frame.aspect) * depth * 0.45;
        const v = depth * 0.5;
        const swell = noise.fractal(u * 0.8, v * 0.8, 3);
        const fine = noise.fractal(u * 5 + 7, v * 9, octaves);
        const rows = ground === "lavender" || ground === "wheat" ? Math.cos(u * (ground === "lavender" ? 15 : 9)) : 0;
        let share =
          0.58 + swell * 0.55 * relief + fine * 0.4 * relief + rows * 0.14 - smoothstep(0.12, 0.5, below) * 0.3;
        share = Math.max(0, Math.min(1, share));
        let blend = smoothstep(-0.05, 0.4, swell + fine * 0.4) * 0.7;
        if (ground === "lavender") blend = smoothstep(0.05, -0.55, rows);
        const distant = smoothstep(0.16, 0, below) * 0.85;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          let value = dark[c] + (lit[c] - dark[c]) * share;
          value += (patch[c] * (0.55 + 0.45 * share) - value) * blend;
          pixel[c] = value + (far[c] - value) * distant;
        }
        pixel[3] = smoothstep(0, 0.004, y - horizon + noise.at(x * 9, 1) * 0.002);
      });
    },
  };
}

function road({ light, random, horizon }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const bend = (random.next() - 0.5) * 1.1;
  const asphalt = light.on(hex("#5b5e66"), 0.7);
  const far = light.on(hex("#8d8f94"), 0.8, 0.4);
  const line = light.on(hex("#f4efe0"), 0.95);
  return {
    depth: 53,
    draw(frame) {
      paintField(frame, { top: horizon, bottom: 1, resolution: frame.detail === 0 ? 0.8 : 1 }, (x, y, pixel) => {
        const below = y - horizon;
        if (below < 0.004) return;
        const near = below / (1 - horizon);
        const centre = 0.5 * frame.aspect + bend * (1 - near) ** 2 * 0.5 + Math.sin(near * 3) * 0.02;
        const half = 0.012 + near * 0.42;
        const across = (x - centre) / half;
        const edge = (1 - Math.abs(across)) * half * frame.height;
        if (edge <= 0) return;
        const depth = 1 / (below + 0.02);
        const grain = noise.at(x * 150, y * 300) * 7;
        const isDash = Math.abs(across) < 0.022 && (depth * 1.1 + frame.time) % 1 < 0.5;
        const isBorder = Math.abs(Math.abs(across) - 0.92) < 0.016;
        const mark = isDash || isBorder ? 0.85 : 0;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const value = far[c] + (asphalt[c] - far[c]) * smoothstep(0, 0.35, near) + grain;
          pixel[c] = value + (line[c] - value) * mark;
        }
        pixel[3] = Math.min(1, edge);
      });
    },
  };
}

/** Tufts that grow towards the viewer; the nearest stand before the subjects' feet. */
function blades({ scene, light, random, horizon }: Stand): Element[] {
  const tone =
    scene.ground === "wheat"
      ? hex("#d9b052")
      : scene.ground === "lavender"
        ? hex("#6f8a55")
        : mix(
            foliage({ ...scene, season: scene.season === "spring" ? "summer" : scene.season }, random),
            hex("#7fa84a"),
            0.5,
          );
  const base = light.grade(tone, 0.5);
  const tones = [0, 1, 2].map((step) =>
    light.on(shift(base, { light: (step - 1) * 0.07, hue: (step - 1) * 8 }), 0.25 + step * 0.37),
  );
  const tufts = Array.from({ length: 2600 }, () => {
    const near = random.next() ** 0.8;
    return {
      x: random.next() * 2.2 - 0.05,
      near,
      lean: random.next() - 0.5,
      tone: random.integer(3),
      length: 0.6 + random.next() * 0.8,
    };
  }).sort((a, b) => a.near - b.near);
  const draw =
    (from: number, to: number): Element["draw"] =>
    ({ context, width, height, detail, time }) => {
      const step = 3 - detail;
      const floor = scene.ground === "road" ? 0.3 : 0;
      for (const [index, { x, near, lean, tone: toneIndex, length }] of tufts.entries()) {
        if (index % step !== 0 || near < from || near >= to) continue;
        const px = x * height;
        if (px > width + 20) continue;
        if (floor > 0 && Math.abs(px / width - 0.5) < floor * (0.3 + near * 1.3)) continue;
        const py = (horizon + 0.03 + near ** 1.5 * (1.02 - horizon)) * height;
        const long = (0.008 + near ** 2 * (scene.ground === "wheat" ? 0.12 : 0.05)) * length * height;
        const sway = lean * 0.7 + Math.sin(time * 2 + x * 9) * 0.1;
        context.fillStyle = css(tones[toneIndex] ?? base, 0.75);
        context.beginPath();
        const wide = Math.max(0.5, long * 0.055);
        context.moveTo(px - wide, py);
        context.quadraticCurveTo(px, py - long * 0.6, px + sway * long, py - long);
        context.quadraticCurveTo(px + wide, py - long * 0.5, px + wide, py);
        context.fill();
      }
    };
  return [
    { depth: 55, renewal: 1 / 4, draw: draw(0, 0.82) },
    { depth: 90, renewal: 1 / 4, draw: draw(0.82, 1) },
  ];
}

function flowers({ scene, light, random, horizon }: Stand): Element {
  const named = scene.subjects.find(({ kind }) => /flower|tulip/.test(kind))?.colour;
  const hues = scene.ground === "lavender" ? [300, 295, 305] : [25, 85, 350, 300, 100];
  const colours: Colour[] = named
    ? [named, shift(named, { light: 0.06 }), shift(named, { light: -0.06 })]
    : hues.map((hue) => light.grade(oklch(0.74, 0.16, hue), 0.6));
  const petals = Array.from({ length: 1500 }, () => ({
    x: random.next() * 2.2,
    near: random.next(),
    colour: random.integer(colours.length),
    size: 0.6 + random.next() * 0.7,
  })).sort((a, b) => a.near - b.near);
  return {
    depth: 56,
    draw({ context, width, height, detail }) {
      for (const [index, { x, near, colour, size }] of petals.entries()) {
        if (index % (3 - detail) !== 0 || x * height > width) continue;
        const y = (horizon + 0.02 + near ** 1.7 * (1.02 - horizon)) * height;
        const radius = (0.0016 + near ** 2 * 0.0085) * size * height;
        const tint = light.on(colours[colour] ?? [255, 255, 255], 0.9, (1 - near) * 0.35);
        context.fillStyle = css(mix(tint, [20, 30, 40], 0.25));
        context.beginPath();
        context.ellipse(x * height, y + radius * 0.35, radius, radius * 0.7, 0, 0, Math.PI * 2);
        context.fill();
        context.fillStyle = css(tint);
        context.beginPath();
        for (let petal = 0; petal < 5; petal += 1) {
          const angle = petal * 1.257 + x * 9;
          context.moveTo(x * height, y);
          context.ellipse(
            x * height + Math.cos(angle) * radius * 0.55,
            y + Math.sin(angle) * radius * 0.4,
            radius * 0.55,
            radius * 0.42,
            angle,
            0,
            Math.PI * 2,
          );
        }
        context.fill();
        if (radius > 2) {
          context.fillStyle = css(light.on([250, 205, 80], 0.95));
          context.beginPath();
          context.arc(x * height, y, radius * 0.28, 0, Math.PI * 2);
          context.fill();
        }
      }
    },
  };
}
