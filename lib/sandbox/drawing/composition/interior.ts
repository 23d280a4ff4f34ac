/** Scenes without a sky: a seamless backdrop as for a product, and a table before a wall with the light of a window. */
import { type Colour, css, darken, hex, lighten, mix, oklch, toOklch } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Scene } from "../scene/scene.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

/** The colour named for it; otherwise one that sets the subject off. */
export function backdropColour(scene: Scene, choose: () => number): Colour {
  const [named] = scene.palette;
  if (/white background|plain background|isolated/.test(scene.prompt.toLowerCase())) return [250, 250, 249];
  if (named) return named;
  const subject = scene.subjects.find(({ colour }) => colour)?.colour;
  if (!subject) return oklch(0.86, 0.045, choose() * 360);
  const [lightness, chroma, hue] = toOklch(subject);
  return oklch(lightness > 0.75 ? 0.55 : 0.88, Math.min(0.06, 0.02 + chroma * 0.3), hue + 180 + choose() * 60 - 30);
}

export function composeStudio({ scene, random, light }: Stand): Element[] {
  const base = backdropColour(scene, random.next);
  const isDark = scene.time === "night" || /dark background|dramatic/.test(scene.prompt.toLowerCase());
  const wall = isDark ? darken(base, 0.45) : base;
  const isWhite = toOklch(wall)[0] > 0.97;
  const [bright, dim, floor] = isWhite
    ? [wall, darken(wall, 0.05), darken(wall, 0.02)]
    : [lighten(wall, 0.08), darken(wall, 0.13), lighten(wall, 0.03)];
  return [
    {
      depth: 0,
      draw(frame) {
        const centre = (0.5 + light.side * 0.12) * frame.aspect;
        paintField(frame, { top: 0, bottom: 1, resolution: 0.25 }, (x, y, pixel) => {
          const away = Math.hypot((x - centre) * 0.9, (y - 0.36) * 1.15);
          const share = smoothstep(0, 0.95, away);
          const bend = smoothstep(0.6, 0.78, y);
          const fall = smoothstep(0.7, 1.05, y) * 0.45;
          for (let channel = 0; channel < 3; channel += 1) {
            const c = channel as 0 | 1 | 2;
            let value = bright[c] + (dim[c] - bright[c]) * share;
            value += (floor[c] - value) * bend * 0.8;
            pixel[c] = value + (dim[c] - value) * fall;
          }
          pixel[3] = 1;
        });
      },
    },
  ];
}

export function composeIndoor(stand: Stand): Element[] {
  return [wall(stand), window_(stand), tableTop(stand)];
}

function wall({ scene, random, light, horizon }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const evening = light.darkness > 0.4;
  const paint = scene.palette[0] ?? hex(random.pick(["#c9b8a3", "#a9b8a6", "#b9a59b", "#9fb0b8"]));
  const base = evening ? mix(darken(paint, 0.38), hex("#3a2a24"), 0.35) : paint;
  const glow = evening ? hex("#f0b468") : lighten(base, 0.12);
  return {
    depth: 0,
    draw(frame) {
      paintField(frame, { top: 0, bottom: horizon + 0.02, resolution: 0.4 }, (x, y, pixel) => {
        const across = light.side < 0 ? x / frame.aspect : 1 - x / frame.aspect;
        const share = Math.exp(-((across - 0.25) ** 2) * 5 - (y - 0.35) ** 2 * 3) * (evening ? 0.45 : 0.75);
        const plaster = noise.fractal(x * 5, y * 5, 4) * 9;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const value = base[c] * (0.82 + 0.1 * (1 - y)) + plaster;
          pixel[c] = value + (glow[c] - value) * share;
        }
        pixel[3] = 1;
      });
    },
  };
}

/** Out of focus, as everything behind the subject: panes, what is outside, and lamps as discs of light. */
function window_({ random, light, horizon }: Stand): Element {
  const left = light.side < 0 ? 0.06 : 0.56;
  const discs = Array.from({ length: 26 }, () => ({
    x: random.next(),
    y: random.next(),
    size: 0.014 + random.next() * 0.03,
    warm: random.next(),
  }));
  const green = light.grade(hex("#7fa06a"), 0.4);
  return {
    depth: 2,
    draw({ context, width, height }) {
      const [x, y, w, h] = [left * width, 0.07 * height, 0.38 * width, (horizon - 0.17) * height];
      context.save();
      context.filter = `blur(${(height * 0.007).toFixed(1)}px)`;
      const gradient = context.createLinearGradient(0, y, 0, y + h);
      gradient.addColorStop(0, css(light.sky[1]));
      gradient.addColorStop(0.6, css(light.sky[3]));
      gradient.addColorStop(0.62, css(light.on(green, 0.8, 0.3)));
      gradient.addColorStop(1, css(light.on(darken(green, 0.12), 0.6, 0.1)));
      context.fillStyle = css(light.darkness > 0.4 ? hex("#5b4637") : hex("#f1ebe0"));
      context.fillRect(x - w * 0.04, y - w * 0.04, w * 1.08, h + w * 0.08);
      context.fillStyle = gradient;
      context.fillRect(x, y, w, h);
      context.save();
      context.beginPath();
      context.rect(x, y, w, h);
      context.clip();
      for (const disc of discs) {
        const isLamp = light.darkness > 0.3;
        context.fillStyle = isLamp
          ? css(oklch(0.84, 0.13, 60 + disc.warm * 30), 0.55)
          : css(lighten(green, disc.warm * 0.25), 0.35);
        context.beginPath();
        context.arc(x + disc.x * w, y + h * (0.5 + disc.y * 0.5), disc.size * height, 0, Math.PI * 2);
        context.fill();
      }
      context.restore();
      context.fillStyle = css(light.darkness > 0.4 ? hex("#5b4637") : hex("#ece5d8"));
      context.fillRect(x + w * 0.485, y, w * 0.03, h);
      context.fillRect(x, y + h * 0.42, w, w * 0.028);
      context.restore();
    },
  };
}

function tableTop({ scene, random, light, horizon }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const isPale = /marble|white table/.test(scene.prompt.toLowerCase());
  const wood = light.grade(hex(isPale ? "#e6e2dc" : random.pick(["#8d5f3c", "#a8744a", "#6f4a33"])), 0.3);
  const evening = light.darkness > 0.4;
  const [dark, lit] = evening
    ? [darken(wood, 0.3), mix(darken(wood, 0.06), hex("#e0954f"), 0.3)]
    : [darken(wood, 0.12), lighten(wood, 0.1)];
  const edge = horizon - 0.03;
  return {
    depth: 50,
    draw(frame) {
      paintField(frame, { top: edge, bottom: 1, resolution: frame.detail === 2 ? 1 : 0.75 }, (x, y, pixel) => {
        const below = y - edge;
        const depth = 1 / (below + 0.16);
        const u = (x - 0.5 * frame.aspect) * depth;
        const board = Math.floor(u * 0.55 + 50);
        const grain = isPale
          ? noise.ridged(u * 0.5, depth, 4) * 0.8 - 0.5
          : noise.fractal(u * 7 + board * 13, depth * 0.9 + board * 5, 4);
        const seam = isPale ? 0 : smoothstep(0.985, 1, Math.abs((((u * 0.55 + 50) % 1) - 0.5) * 2));
        const across = light.side < 0 ? x / frame.aspect : 1 - x / frame.aspect;
        const sheen = Math.exp(-((across - 0.3) ** 2) * 8) * smoothstep(0.3, 0, below) * 0.5;
        const share = Math.max(
          0,
          Math.min(1, 0.5 + grain * 0.42 + ((board * 37) % 7) * 0.02 - seam * 0.5 + sheen * 0.5 - below * 0.5),
        );
        const bright = sheen * 0.45;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const value = dark[c] + (lit[c] - dark[c]) * share;
          pixel[c] = value + (light.sky[3][c] - value) * bright * (evening ? 0.3 : 0.7);
        }
        pixel[3] = smoothstep(0, 0.006, below);
      });
    },
  };
}
