import { css, oklch } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { createSurface, paintField, type Surface } from "../pixels/surface.ts";
import type { SkyFeature } from "../scene/scene.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

const FEATURES: Partial<Record<SkyFeature, (plan: Stand) => Element>> = {
  aurora,
  rainbow,
  lightning,
  fireworks,
  comet,
};

/** Draws one thing of the sky over the whole frame, whatever the hour; undefined for sun and moon. */
export function composeSkyFeature(feature: SkyFeature, plan: Stand): Element | undefined {
  return feature === "stars" ? stars(plan) : FEATURES[feature]?.(plan);
}

export function composeSkyFeatures(plan: Stand): Element[] {
  const { time, weather, features } = plan.scene;
  const isDark = time === "night" || (time === "dusk" && weather === "clear");
  const elements = isDark && !/storm|rain|snow/.test(weather) ? [stars(plan)] : [];
  return [...elements, ...features.flatMap((feature) => FEATURES[feature]?.(plan) ?? [])];
}

function stars({ scene, light, random, horizon }: Stand): Element {
  const isGalaxy = /galaxy|milky way/.test(scene.prompt.toLowerCase());
  const count = scene.time === "dusk" ? 50 : scene.features.includes("stars") ? 420 : 240;
  const points = Array.from({ length: count + (isGalaxy ? 500 : 0) }, (_, index) => {
    const x = random.next();
    const y = random.next() ** 1.15 * horizon;
    const band = 0.18 + x * 0.5 * horizon + (random.next() + random.next() - 1) * 0.16;
    return {
      x,
      y: index < count ? y : band,
      size: 0.5 + random.next() ** 5 * 2.4,
      hue: random.next(),
      phase: random.next() * 6,
    };
  });
  return {
    depth: 1,
    renewal: 0,
    draw({ context, width, height, time }) {
      context.save();
      context.globalCompositeOperation = "screen";
      for (const { x, y, size, hue, phase } of points) {
        const near = Math.hypot((x - light.sun.x) * width, (y - light.sun.y) * height) / height;
        const strength =
          smoothstep(0.05, 0.25, near) *
          smoothstep(horizon, horizon * 0.75, y) *
          (0.55 + 0.45 * Math.sin(phase + time));
        const radius = (size * height) / 1300;
        context.fillStyle = css(oklch(0.96, 0.03, hue < 0.5 ? 250 : 70), strength);
        context.beginPath();
        context.arc(x * width, y * height, Math.max(0.45, radius), 0, Math.PI * 2);
        context.fill();
        if (size > 2) {
          context.fillStyle = css(oklch(0.9, 0.05, 250), strength * 0.18);
          context.beginPath();
          context.arc(x * width, y * height, radius * 4, 0, Math.PI * 2);
          context.fill();
        }
      }
      context.restore();
    },
  };
}

function aurora({ random, horizon }: Stand): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const hue = random.pick([150, 165, 140]);
  const low = oklch(0.82, 0.2, hue);
  const high = oklch(0.6, 0.2, hue + 150);
  return {
    depth: 2,
    renewal: 0.4,
    draw(frame) {
      const overlay = createSurface(frame.width / 2, frame.height / 2);
      paintField(overlay, { top: 0, bottom: horizon, resolution: 0.6 }, (x, y, pixel) => {
        let strength = 0;
        for (let curtain = 0; curtain < 3; curtain += 1) {
          const foot =
            horizon * (0.5 + 0.16 * curtain) +
            noise.fractal(x * 1.1 + curtain * 7 + frame.time * 0.03, curtain, 3) * 0.22;
          const above = foot - y;
          if (above < -0.02) continue;
          const rays = 0.55 + 0.75 * noise.fractal(x * 9 + curtain * 3, foot * 4, 3);
          strength += smoothstep(-0.02, 0.03, above) * Math.exp(-above * 5.5) * Math.max(0, rays) * 0.75;
        }
        const share = Math.min(1, Math.max(0, (horizon * 0.62 - y) * 2.4));
        pixel[0] = low[0] + (high[0] - low[0]) * share;
        pixel[1] = low[1] + (high[1] - low[1]) * share;
        pixel[2] = low[2] + (high[2] - low[2]) * share;
        pixel[3] = Math.min(0.9, strength);
      });
      frame.context.save();
      frame.context.globalCompositeOperation = "screen";
      frame.context.drawImage(overlay.canvas, 0, 0, frame.width, frame.height);
      frame.context.restore();
    },
  };
}

function rainbow({ light, horizon }: Stand): Element {
  return {
    depth: 45,
    draw: (frame) =>
      drawRainbow(frame, {
        x: light.side < 0 ? 0.62 : 0.38,
        foot: horizon,
        across: frame.width * 0.5 - frame.height * 0.04,
        up: frame.height * 0.44,
        band: frame.height * 0.0075,
        strength: 0.42,
      }),
  };
}

type Bow = {
  /** Middle of the foot, in widths and heights. */
  x: number;
  foot: number;
  /** Radii of the inner edge and width of one of ten bands, in pixels. */
  across: number;
  up: number;
  band: number;
  strength: number;
};

export function drawRainbow(
  { context, width, height }: Surface,
  { x, foot, across, up, band: step, strength }: Bow,
): void {
  context.save();
  context.globalCompositeOperation = "screen";
  context.lineWidth = step * 1.13;
  for (let band = 0; band < 10; band += 1) {
    const edge = Math.sin(((band + 0.5) / 10) * Math.PI);
    context.strokeStyle = css(oklch(0.72, 0.17, 300 - band * 30), strength * edge);
    context.beginPath();
    context.ellipse(x * width, foot * height, across + band * step, up + band * step, 0, Math.PI, Math.PI * 2);
    context.stroke();
  }
  context.restore();
}

function lightning({ random, horizon }: Stand): Element {
  const bolts = Array.from({ length: 1 + random.integer(2) }, () => {
    let x = 0.2 + random.next() * 0.6;
    const points = [[x, 0.02]];
    for (let y = 0.05; y < horizon; y += 0.035) {
      x += (random.next() - 0.5) * 0.05;
      points.push([x, y]);
    }
    return points;
  });
  const phase = random.next() * 0.4;
  return {
    depth: 3,
    renewal: 0,
    draw({ context, width, height, time }) {
      const strength = flash(time + (time > 0 ? phase : 0));
      if (strength < 0.02) return;
      context.save();
      context.globalAlpha = strength;
      context.shadowColor = "rgba(170,190,255,0.9)";
      context.shadowBlur = height * 0.035;
      context.lineJoin = "bevel";
      for (const points of bolts) {
        context.beginPath();
        for (const [x = 0, y = 0] of points) context.lineTo(x * width, y * height);
        context.strokeStyle = "rgba(245,245,255,0.95)";
        context.lineWidth = height * 0.0042;
        context.stroke();
      }
      context.restore();
    },
  };
}

/** At rest it is there; in time it strikes, flickers and is gone, and comes back. */
function flash(time: number): number {
  const since = time % 1.9;
  if (since > 0.45) return 0;
  return Math.exp(-since * 5) * (since > 0.1 && since < 0.16 ? 0.3 : 1);
}

function fireworks({ random, horizon }: Stand): Element {
  const bursts = Array.from({ length: 6 }, (_, index) => ({
    x: 0.1 + ((index + random.next() * 0.8) / 6) * 0.85,
    y: horizon * (0.16 + random.next() * 0.42),
    radius: 0.07 + random.next() * 0.09,
    hue: random.next() * 360,
    turn: random.next(),
  }));
  return {
    depth: 4,
    renewal: 0,
    draw({ context, width, height, time }) {
      context.save();
      context.globalCompositeOperation = "lighter";
      context.lineCap = "round";
      for (const [index, { x, y, radius: widest, hue: first, turn }] of bursts.entries()) {
        const { size, glow, round } = burstAt(time, index);
        if (glow <= 0.01) continue;
        const radius = widest * size;
        const hue = first + round * 70;
        context.globalAlpha = glow;
        for (let ray = 0; ray < 64; ray += 1) {
          const angle = ((ray + turn) / 64) * Math.PI * 2;
          const length = radius * (0.72 + 0.28 * Math.sin(ray * 12.9898) ** 2);
          const tip = [
            x * width + Math.cos(angle) * length * height,
            y * height + (Math.sin(angle) * length + length * length * 0.9) * height,
          ] as const;
          const gradient = context.createRadialGradient(
            x * width,
            y * height,
            0,
            x * width,
            y * height,
            radius * height,
          );
          gradient.addColorStop(0, css(oklch(0.95, 0.05, hue), 0.4));
          gradient.addColorStop(0.45, css(oklch(0.75, 0.19, hue), 0.45));
          gradient.addColorStop(1, css(oklch(0.86, 0.16, hue + 20), 1));
          context.strokeStyle = gradient;
          context.lineWidth = height * 0.0034;
          context.beginPath();
          context.moveTo(
            x * width + Math.cos(angle) * length * 0.2 * height,
            y * height + Math.sin(angle) * length * 0.2 * height,
          );
          context.lineTo(...tip);
          context.stroke();
        }
      }
      context.restore();
    },
  };
}

/** Each opens fast, hangs, fades and comes again in another colour; at rest all are open. */
function burstAt(time: number, index: number): { size: number; glow: number; round: number } {
  const beat = time / 1.9 + 0.42 + (time > 0 ? ((index * 0.37) % 1) * Math.min(1, time) : 0);
  const age = beat % 1;
  const size = 1 - (1 - Math.min(1, age * 2.2)) ** 3;
  return {
    size: Math.max(0.05, size),
    glow: age < 0.5 ? 1 : Math.max(0, 1 - (age - 0.5) / 0.48),
    round: Math.floor(beat),
  };
}

function comet({ random, horizon }: Stand): Element {
  const [x, y] = [0.25 + random.next() * 0.3, horizon * (0.2 + random.next() * 0.25)];
  return {
    depth: 4,
    renewal: 0,
    draw({ context, width, height, time }) {
      const [headX, headY, length] = [
        x * width - time * 0.05 * height,
        y * height + time * 0.0225 * height,
        height * 0.42,
      ];
      const gradient = context.createLinearGradient(headX, headY, headX + length, headY - length * 0.45);
      gradient.addColorStop(0, "rgba(255,255,255,0.95)");
      gradient.addColorStop(0.15, "rgba(190,215,255,0.5)");
      gradient.addColorStop(1, "rgba(150,190,255,0)");
      context.fillStyle = gradient;
      context.beginPath();
      context.arc(headX, headY, height * 0.008, 0.8, 4.2);
      context.lineTo(headX + length, headY - length * 0.47);
      context.lineTo(headX + length * 1.02, headY - length * 0.42);
      context.fill();
    },
  };
}
