/** Under water: light that falls in shafts, a sandy floor, weeds and bubbles. */
import { css, hex, lighten, mix, oklch } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

export function composeUnderwater(stand: Stand): Element[] {
  return [
    depths(stand),
    reef(stand, { depth: 40, distance: 0.6, scale: 0.7 }),
    reef(stand, { depth: 62, distance: 0.1, scale: 1.1 }),
    bubbles(stand),
  ];
}

function depths({ random, light, scene }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const isDark = scene.time === "night" || /deep sea|abyss/.test(scene.prompt.toLowerCase());
  const top = light.grade(hex(isDark ? "#17608a" : "#7fe0e2"), 0.6);
  const middle = light.grade(hex(isDark ? "#0b3560" : "#1d93b5"), 0.6);
  const bottom = light.grade(hex(isDark ? "#04142e" : "#0b4a77"), 0.6);
  const sand = mix(light.grade(hex("#d9c79a"), 0.4), middle, isDark ? 0.75 : 0.45);
  const sunX = 0.3 + random.next() * 0.4;
  return {
    depth: 0,
    renewal: 1 / 3,
    draw(frame) {
      paintField(frame, { top: 0, bottom: 1, resolution: frame.detail === 2 ? 0.8 : 0.55 }, (x, y, pixel) => {
        const angle = (x / frame.aspect - sunX) / (y + 0.35);
        const ray =
          smoothstep(0.05, 0.6, noise.fractal(angle * 7 + frame.time * 0.05, y * 0.3, 3)) *
          Math.exp(-y * 2) *
          Math.exp(-angle * angle * 3);
        const floor = 0.86 + noise.fractal(x * 1.2, 3, 3) * 0.07;
        const caustic = noise.ridged(x * 5, (y - floor) * 26, 3) ** 3 * 0.55;
        const onFloor = smoothstep(floor, floor + 0.012, y);
        const surface = smoothstep(0.12, 0, y) * smoothstep(0.3, 0.9, noise.ridged(x * 3, y * 26, 3));
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          let value =
            y < 0.4
              ? top[c] + (middle[c] - top[c]) * (y / 0.4)
              : middle[c] + (bottom[c] - middle[c]) * ((y - 0.4) / 0.6);
          value += (sand[c] * (0.8 + caustic * 0.6) - value) * onFloor * 0.75;
          value += (255 - value) * (ray * 0.5 + surface * 0.4);
          pixel[c] = value;
        }
        pixel[3] = 1;
      });
    },
  };
}

type Bank = { depth: number; distance: number; scale: number };

/** Fans, tubes and weeds in clumps to both sides, so that the middle stays open. */
function reef({ random, light, scene }: Stand, { depth, distance, scale }: Bank): Element {
  const isReef = /reef|coral|tropical|colou?rful/.test(scene.prompt.toLowerCase());
  const water = light.grade(hex("#1d7fa3"), 0.6);
  const plants = Array.from({ length: isReef ? 44 : 26 }, () => {
    const side = random.next();
    const x = side < 0.5 ? side ** 1.3 * 0.8 : 1 - (1 - side) ** 1.3 * 0.8;
    const hue = isReef ? random.pick([10, 350, 45, 320, 150]) : random.pick([150, 130, 165]);
    return { x, kind: random.integer(3), height: (0.06 + random.next() * 0.15) * scale, hue, seed: random.next() };
  });
  return {
    depth,
    renewal: 0,
    draw({ context, width, height, time }) {
      context.lineCap = "round";
      for (const { x, kind, height: tall, hue, seed } of plants) {
        const colour = mix(oklch(0.58 + seed * 0.12, isReef ? 0.16 : 0.1, hue), water, 0.2 + distance * 0.7);
        const [left, foot, long] = [
          x * width,
          (0.93 + seed * 0.07 + (distance < 0.5 ? 0.05 : -0.03)) * height,
          tall * height,
        ];
        for (let stem = 0; stem < 7; stem += 1) {
          const lean = (stem - 3) * (kind === 0 ? 0.09 : 0.2) + Math.sin(seed * 40 + stem * 2 + time) * 0.06;
          const size = long * (0.65 + 0.35 * Math.sin(seed * 30 + stem * 1.7) ** 2);
          context.strokeStyle = css(stem % 2 ? lighten(colour, 0.05) : colour);
          context.lineWidth = long * (kind === 0 ? 0.05 : kind === 1 ? 0.09 : 0.035);
          context.beginPath();
          context.moveTo(left + stem * long * 0.03, foot);
          context.bezierCurveTo(
            left + lean * size * 0.2,
            foot - size * 0.4,
            left + lean * size * 1.6,
            foot - size * 0.6,
            left + lean * size,
            foot - size,
          );
          context.stroke();
          if (kind === 1) {
            context.fillStyle = css(lighten(colour, 0.1));
            context.beginPath();
            context.arc(left + lean * size, foot - size, long * 0.055, 0, Math.PI * 2);
            context.fill();
          }
        }
      }
    },
  };
}

function bubbles({ random }: Stand): Element {
  const points = Array.from({ length: 60 }, () => ({
    x: random.next(),
    y: random.next(),
    size: 0.0015 + random.next() ** 4 * 0.011,
  }));
  return {
    depth: 92,
    renewal: 0,
    draw({ context, width, height, time }) {
      for (const { x, y, size } of points) {
        const [left, radius] = [x * width, size * height];
        const top = ((((y - time * 0.06) % 1) + 1) % 1) * height;
        context.strokeStyle = "rgba(235,252,255,0.5)";
        context.lineWidth = Math.max(0.6, radius * 0.14);
        context.beginPath();
        context.arc(left, top, radius, 0, Math.PI * 2);
        context.stroke();
        context.fillStyle = "rgba(255,255,255,0.65)";
        context.beginPath();
        context.arc(left - radius * 0.35, top - radius * 0.35, radius * 0.2, 0, Math.PI * 2);
        context.fill();
      }
    },
  };
}
