import { css, mix, oklch } from "../pixels/colour.ts";
import { createNoise } from "../pixels/noise.ts";
import { createSurface, paintField, type Surface } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

export function composeWeather(plan: Stand): Element[] {
  const { weather, season, prompt } = plan.scene;
  if (weather === "rain" || weather === "storm") return [mist(plan, 0.45), rain(plan)];
  if (weather === "snow") return [mist(plan, 0.35), flakes(plan)];
  if (weather === "fog") return [mist(plan, 0.8)];
  if (season === "autumn" && /leaves|falling|autumn/.test(prompt.toLowerCase())) return [falling(plan, [50, 70, 35])];
  if (season === "spring" && /blossom|petal/.test(prompt.toLowerCase())) return [falling(plan, [0, 350, 10])];
  return plan.random.next() < 0.5 ? [mist(plan, 0.14)] : [];
}

/** Banks that lie on the ground and thin out upwards. */
function mist({ light, random, horizon }: Stand, strength: number): Element {
  const noise = createNoise(random.integer(2 ** 31));
  return {
    depth: 58,
    renewal: 1,
    draw(frame) {
      paintField(frame, { top: horizon - 0.34, bottom: horizon + 0.3, resolution: 0.25 }, (x, y, pixel) => {
        const away = (y - horizon) / (y < horizon ? 0.32 : 0.24);
        const bank = 0.55 + 0.75 * noise.fractal(x * 1.6 + frame.time * 0.02, y * 6, 4);
        pixel[0] = light.haze[0];
        pixel[1] = light.haze[1];
        pixel[2] = light.haze[2];
        pixel[3] = Math.max(0, Math.min(0.93, strength * bank * (1 - away * away)));
      });
    },
  };
}

/** Drops of one distance are one stroke: a film draws them for every frame. */
const RAIN_BANDS = 5;

function rain({ light, random }: Stand): Element {
  const drops = Array.from({ length: 620 }, () => ({
    x: random.next() * 2.3 - 0.15,
    y: random.next() * 1.1,
    near: random.next(),
  }));
  return {
    depth: 95,
    renewal: 0,
    draw({ context, width, height, time }) {
      context.save();
      context.lineCap = "round";
      const far = mix(light.haze, [255, 255, 255], 0.55);
      for (let band = 0; band < RAIN_BANDS; band += 1) {
        const nearness = (band + 0.5) / RAIN_BANDS;
        context.strokeStyle = css(far, 0.12 + nearness * 0.3);
        context.lineWidth = Math.max(0.5, (0.0006 + nearness * 0.0011) * height);
        context.beginPath();
        for (const { x, y, near } of drops) {
          if (Math.floor(near * RAIN_BANDS) !== band || x * height > width * 1.1) continue;
          const length = (0.018 + near * 0.04) * height;
          const top = (((y + time * (1.2 + near)) % 1.1) - 0.06) * height;
          context.moveTo(x * height, top);
          context.lineTo(x * height - length * 0.16, top + length);
        }
        context.stroke();
      }
      context.restore();
    },
  };
}

function flakes({ random }: Stand): Element {
  const points = Array.from({ length: 520 }, () => ({
    x: random.next() * 2.2,
    y: random.next(),
    near: random.next() ** 2.4,
    phase: random.next() * 6,
  }));
  return {
    depth: 95,
    renewal: 0,
    draw({ context, width, height, time }) {
      const [soft, crisp] = [flakeOf(0.3, height), flakeOf(0.7, height)];
      for (const { x, y, near, phase } of points) {
        const left = x * height + Math.sin(time + phase) * 0.01 * height;
        if (left > width * 1.02) continue;
        const radius = (0.0012 + near * 0.0065) * height;
        const top = (((y + time * (0.06 + near * 0.14)) % 1.04) - 0.02) * height;
        const flake = near > 0.5 ? soft : crisp;
        context.drawImage(flake.canvas, left - radius, top - radius, radius * 2, radius * 2);
      }
    },
  };
}

/** A handful of sizes, each a few hundred pixels. */
const painted = new Map<string, Surface>();

/** @param core share of its radius in which a flake is dense; near ones are out of focus */
function flakeOf(core: number, height: number): Surface {
  const size = Math.max(6, Math.round(height * 0.02));
  const key = `${core} ${size}`;
  const known = painted.get(key);
  if (known) return known;
  const surface = createSurface(size, size);
  const half = size / 2;
  const gradient = surface.context.createRadialGradient(half, half, 0, half, half, half);
  gradient.addColorStop(0, "rgba(255,255,255,0.95)");
  gradient.addColorStop(core, "rgba(255,255,255,0.7)");
  gradient.addColorStop(1, "rgba(255,255,255,0)");
  surface.context.fillStyle = gradient;
  surface.context.fillRect(0, 0, size, size);
  painted.set(key, surface);
  return surface;
}

function falling({ light, random }: Stand, hues: readonly [number, ...number[]]): Element {
  const pieces = Array.from({ length: 70 }, () => ({
    x: random.next() * 2.1,
    y: random.next(),
    size: 0.004 + random.next() ** 2 * 0.011,
    turn: random.next() * 6.3,
    colour: oklch(0.68 + random.next() * 0.16, 0.13, random.pick(hues)),
  }));
  return {
    depth: 96,
    renewal: 0,
    draw({ context, width, height, time }) {
      for (const { x, y, size, turn, colour } of pieces) {
        if (x * height > width) continue;
        context.fillStyle = css(light.on(colour, 0.9), 0.9);
        context.beginPath();
        context.ellipse(
          (x + Math.sin(time * 0.9 + turn) * 0.02) * height,
          (((y + time * 0.07) % 1.06) - 0.03) * height,
          size * height,
          size * height * 0.45,
          turn + time,
          0,
          Math.PI * 2,
        );
        context.fill();
      }
    },
  };
}
