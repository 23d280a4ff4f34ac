/** Outer space: nebulae in the palette's colours, stars, a planet with a terminator and rings. */
import { type Colour, css, hex, mix, oklch } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { createSurface, paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

export function composeSpace(stand: Stand): Element[] {
  const hasPlanet = stand.scene.subjects.some(({ kind }) => kind === "planet");
  return [nebula(stand), starfield(stand), ...(hasPlanet ? [] : [distantPlanet(stand)])];
}

function nebula({ random, light }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const hue = random.pick([265, 320, 210, 190, 30]);
  const deep = light.grade(hex("#05060f"), 0.15);
  const first = light.grade(oklch(0.42, 0.16, hue), 0.8);
  const second = light.grade(oklch(0.62, 0.17, hue + 70), 0.8);
  const glow = light.grade(oklch(0.86, 0.1, hue + 120), 0.6);
  return {
    depth: 0,
    draw(frame) {
      const resolution = Math.min(1, ([420, 620, 900][frame.detail] ?? 620) / Math.max(frame.width, frame.height));
      paintField(frame, { top: 0, bottom: 1, resolution }, (x, y, pixel) => {
        const bendX = noise.fractal(x * 1.5, y * 1.5, 3);
        const bendY = noise.fractal(x * 1.5 + 8, y * 1.5 - 3, 3);
        const cloud = noise.fractal(x * 1.6 + bendX * 1.2, y * 1.6 + bendY * 1.2, 6);
        const fine = noise.ridged(x * 2 + bendY, y * 2 + bendX, 5);
        const along = 1 - Math.min(1, Math.abs(y - 0.5 - (x / frame.aspect - 0.5) * -0.55 + bendX * 0.2) * 1.75);
        const density = Math.max(0, cloud * 0.9 + 0.28) * smoothstep(0, 0.9, along) * 1.5;
        const core = density * density * fine * 1.15;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          let value = deep[c];
          value += (first[c] - value) * Math.min(1, density * 1.05);
          value += (second[c] - value) * Math.min(1, core * 1.1);
          value += (glow[c] - value) * Math.min(1, core * core * 0.95);
          pixel[c] = value * (0.75 + 0.25 * fine);
        }
        pixel[3] = 1;
      });
    },
  };
}

function starfield({ random }: Stand): Element {
  const points = Array.from({ length: 900 }, () => ({
    x: random.next() * 2.2,
    y: random.next(),
    size: random.next() ** 9,
    hue: random.next(),
    phase: random.next() * 6,
  }));
  return {
    depth: 1,
    renewal: 0,
    draw({ context, width, height, time }) {
      context.save();
      context.globalCompositeOperation = "screen";
      for (const { x, y, size, hue, phase } of points) {
        const [left, top] = [x * height, y * height];
        if (left > width) continue;
        const radius = Math.max(0.4, (0.0006 + size * 0.0019) * height);
        const colour = oklch(0.95, 0.05, hue < 0.6 ? 255 : 60);
        context.fillStyle = css(colour, 0.45 + 0.5 * size + 0.1 * Math.sin(phase + time));
        context.beginPath();
        context.arc(left, top, radius, 0, Math.PI * 2);
        context.fill();
        if (size < 0.45) continue;
        const reach = radius * 9;
        const gradient = context.createRadialGradient(left, top, 0, left, top, reach);
        gradient.addColorStop(0, css(colour, 0.45));
        gradient.addColorStop(1, css(colour, 0));
        context.fillStyle = gradient;
        context.fillRect(left - reach, top - reach, reach * 2, reach * 2);
      }
      context.restore();
    },
  };
}

/** A limb at the edge of the picture, lit from the other side. */
function distantPlanet({ random, light }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const isLeft = random.next() < 0.5;
  const radius = 0.3 + random.next() * 0.25;
  const hue = random.next() * 360;
  const tones = [oklch(0.62, 0.11, hue), oklch(0.8, 0.08, hue + 35)].map((tone) => light.grade(tone, 0.7)) as [
    Colour,
    Colour,
  ];
  const air = mix(tones[1], [255, 255, 255], 0.5);
  return {
    depth: 5,
    draw(frame) {
      const size = radius * 2.2 * frame.height;
      const surface = createSurface(size, size);
      paintField(surface, { top: 0, bottom: 1, resolution: 1 }, (u, v, pixel) => {
        const [x, y] = [(u - 0.5) * 2.2, (v - 0.5) * 2.2];
        const away = Math.hypot(x, y);
        if (away > 1.1) return;
        const z = Math.sqrt(Math.max(0, 1 - away * away));
        const day = smoothstep(-0.15, 0.9, x * (isLeft ? 0.75 : -0.75) - y * 0.45 + z * 0.3);
        const band = noise.fractal(y * 4 + noise.fractal(x * 2, y * 3, 3) * 1.2, x * 0.5 * z, 4) * 0.5 + 0.5;
        const rim = smoothstep(0.78, 1, away) * day;
        const outer = away > 1 ? Math.exp(-(away - 1) * 34) * day * 0.7 : 1;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const value = (tones[0][c] + (tones[1][c] - tones[0][c]) * band) * (0.03 + day * 0.97);
          pixel[c] = away > 1 ? air[c] : value + (air[c] - value) * rim * 0.65;
        }
        pixel[3] = away > 1 ? outer : 1;
      });
      const centreX = (isLeft ? 0.02 : 0.98) * frame.width;
      frame.context.drawImage(surface.canvas, centreX - size / 2, 0.98 * frame.height - size / 2);
    },
  };
}
