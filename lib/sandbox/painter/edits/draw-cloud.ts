import { createNoise, smoothstep } from "#lib/sandbox/drawing/pixels/noise.ts";
import { paintField, type Surface } from "#lib/sandbox/drawing/pixels/surface.ts";
import type { Random } from "#lib/sandbox/random.ts";

type CloudLook = { random: Random; isNight: boolean };

const DAY = { lit: [255, 255, 253], shade: [176, 190, 210] } as const;
const NIGHT = { lit: [120, 134, 168], shade: [44, 54, 84] } as const;

/** Draws one cloud that fills the surface: round above, flat below, lit from above. */
export function drawCloud(surface: Surface, { random, isNight }: CloudLook): void {
  const noise = createNoise(random.integer(2 ** 31));
  const { lit, shade } = isNight ? NIGHT : DAY;
  const aspect = surface.width / surface.height;
  // As many puffs as the box is wide, the highest in the middle.
  const count = 4 + Math.round(aspect * 2);
  const puffs = Array.from({ length: count }, (_, index) => {
    const across = (index + 0.5) / count;
    const rise = Math.sin(across * Math.PI);
    return {
      x: (0.12 + across * 0.76) * aspect,
      y: 0.66 - rise * 0.22 - random.next() * 0.08,
      radius: (0.13 + rise * 0.14) * Math.min(1, aspect) * (0.85 + random.next() * 0.4),
    };
  });
  const density = (x: number, y: number) => {
    const edge = noise.fractal(x * 5, y * 5, 5) * 0.16;
    let nearest = -1;
    for (const puff of puffs)
      nearest = Math.max(nearest, 1 - (Math.hypot(x - puff.x, (y - puff.y) * 1.15) + edge) / puff.radius);
    return nearest;
  };
  paintField(surface, { top: 0, bottom: 1, resolution: 1 }, (x, y, pixel) => {
    const here = density(x, y);
    const base = smoothstep(0.86, 0.72, y + noise.fractal(x * 3, 7, 3) * 0.05);
    const alpha = smoothstep(-0.02, 0.3, here) * base;
    if (alpha <= 0) return;
    const above = density(x - 0.03, y - 0.09);
    const light = Math.max(0, Math.min(1, 0.78 + (here - above) * 0.55 - Math.max(0, y - 0.55) * 1.3));
    for (const channel of [0, 1, 2] as const) pixel[channel] = shade[channel] + (lit[channel] - shade[channel]) * light;
    pixel[3] = alpha * 0.97;
  });
}
