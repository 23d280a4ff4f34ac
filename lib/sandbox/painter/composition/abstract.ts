/** Pictures of nothing: what a prompt without anything known to the painter becomes. The colours come from its words. */
import { type Colour, css, darken, hex, lighten, mix, oklch, toOklch } from "../pixels/colour.ts";
import { createNoise } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

type Plan = Stand & { /** A roundel alone, on nothing. */ isEmblem?: boolean };
type Colours = readonly [Colour, Colour, Colour, Colour, Colour];

export function composeAbstract(plan: Plan): Element[] {
  const colours = fiveColours(plan);
  if (plan.isEmblem) return [emblem(plan, colours)];
  const text = plan.scene.prompt.toLowerCase();
  if (/geometric|bauhaus|suprematis|kandinsky|mondrian|shapes/.test(text))
    return [ground(colours), ...geometry(plan, colours)];
  if (/gradient|wallpaper/.test(text)) return [silk(plan, colours)];
  return plan.random.pick([
    () => [silk(plan, colours)],
    () => paper(plan, colours),
    () => [ground(colours), ...geometry(plan, colours)],
  ] as const)();
}

/** From dark to light. */
function fiveColours({ scene, random }: Plan): Colours {
  const given = scene.palette;
  const hue = given[0] ? toOklch(given[0])[2] : random.next() * 360;
  const made = [0.28, 0.48, 0.64, 0.8, 0.93].map((lightness, index) => {
    const near = given[index % Math.max(1, given.length)];
    if (!near) return oklch(lightness, 0.11, hue + index * 28);
    const [, chroma, nearHue] = toOklch(near);
    return oklch(lightness * 0.75 + toOklch(near)[0] * 0.25, chroma * (index === 4 ? 0.35 : 0.95), nearHue);
  });
  return made as unknown as Colours;
}

function ground([, , , , pale]: Colours): Element {
  return {
    depth: 0,
    draw({ context, width, height }) {
      context.fillStyle = css(mix(pale, hex("#f4efe6"), 0.55));
      context.fillRect(0, 0, width, height);
    },
  };
}

/** Folds of cloth: noise bent by noise, lit as a relief. */
function silk({ random, light }: Plan, colours: Colours): Element {
  const noise = createNoise(random.integer(2 ** 31));
  const turn = random.next() * Math.PI;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    depth: 0,
    draw(frame) {
      const fold = (x: number, y: number) => {
        const [u, v] = [x * cos + y * sin, -x * sin + y * cos];
        const bend = noise.fractal(u * 0.9 + frame.time * 0.02, v * 0.9, 2);
        return noise.fractal(u * 0.7 + bend * 1.5, v * 1.9 + bend * 1.2, 3);
      };
      paintField(frame, { top: 0, bottom: 1, resolution: frame.detail === 2 ? 0.8 : 0.5 }, (x, y, pixel) => {
        const height = fold(x, y);
        const slope = (height - fold(x + 0.012 * light.side, y - 0.012)) * 15;
        const place = Math.max(0, Math.min(3.999, (height * 1.25 + 0.5) * 4));
        const index = Math.floor(place);
        const from = colours[index] ?? colours[0];
        const to = colours[index + 1] ?? colours[4];
        const share = place - index;
        const gloss = Math.max(0, slope) ** 3 * 1.2;
        for (let channel = 0; channel < 3; channel += 1) {
          const c = channel as 0 | 1 | 2;
          const value = (from[c] + (to[c] - from[c]) * share) * (1 + Math.max(-0.5, Math.min(0.35, slope * 0.55)));
          pixel[c] = value + (255 - value) * Math.min(0.5, gloss);
        }
        pixel[3] = 1;
      });
    },
  };
}

/** Sheets of paper with wavy edges, each casting a shadow on the one behind. */
function paper({ random, light }: Plan, colours: Colours): Element[] {
  const noise = createNoise(random.integer(2 ** 31));
  const count = 9;
  const sun = { x: 0.3 + random.next() * 0.4, y: 0.26 + random.next() * 0.12, size: 0.1 + random.next() * 0.07 };
  const tone = (share: number) => {
    const place = share * 3.999;
    return mix(colours[Math.floor(place)] ?? colours[0], colours[Math.floor(place) + 1] ?? colours[4], place % 1);
  };
  const back: Element = {
    depth: 0,
    draw({ context, width, height }) {
      const gradient = context.createLinearGradient(0, 0, 0, height);
      gradient.addColorStop(0, css(tone(0.82)));
      gradient.addColorStop(1, css(tone(1)));
      context.fillStyle = gradient;
      context.fillRect(0, 0, width, height);
      context.fillStyle = css(lighten(tone(0.98), 0.05));
      context.beginPath();
      context.arc(sun.x * width, sun.y * height, sun.size * height, 0, Math.PI * 2);
      context.fill();
    },
  };
  const sheets = Array.from(
    { length: count },
    (_, index): Element => ({
      depth: 10 + index,
      draw({ context, width, height, time }) {
        const share = index / (count - 1);
        const base = 0.34 + share * 0.6;
        context.save();
        context.shadowColor = css(darken(colours[0], 0.15), 0.45);
        context.shadowBlur = height * 0.03;
        context.shadowOffsetY = -height * 0.008;
        const colour = tone(0.86 - share * 0.86);
        const gradient = context.createLinearGradient(
          light.side < 0 ? 0 : width,
          0,
          light.side < 0 ? width : 0,
          height,
        );
        gradient.addColorStop(0, css(lighten(colour, 0.05)));
        gradient.addColorStop(1, css(darken(colour, 0.05)));
        context.fillStyle = gradient;
        context.beginPath();
        context.moveTo(-height * 0.1, height * 1.1);
        for (let x = -0.1; x <= width / height + 0.12; x += 0.012) {
          const wave = noise.fractal(x * 1.3 + index * 5.7 + time * 0.02, index * 2.2, 2);
          context.lineTo(x * height, (base + wave * 0.24) * height);
        }
        context.lineTo(width + height * 0.1, height * 1.1);
        context.fill();
        context.restore();
      },
    }),
  );
  return [back, ...sheets];
}

/** Discs, arcs and bars that balance around the middle. */
function geometry({ random }: Plan, colours: Colours): Element[] {
  const shapes = Array.from({ length: 17 }, (_, index) => {
    const large = index < 3;
    return {
      kind: random.integer(5),
      x: 0.5 + (random.next() - 0.5) * (large ? 0.5 : 0.85),
      y: 0.5 + (random.next() - 0.5) * (large ? 0.5 : 0.85),
      size: large ? 0.24 + random.next() * 0.14 : 0.03 + random.next() * 0.13,
      turn: random.integer(8) * (Math.PI / 4),
      colour: colours[index % 4] ?? colours[0],
    };
  });
  return shapes.map(
    ({ kind, x, y, size, turn, colour }, index): Element => ({
      depth: 10 + index,
      draw({ context, width, height }) {
        const radius = size * height;
        context.save();
        context.translate(x * width, y * height);
        context.rotate(turn);
        context.globalAlpha = 0.94;
        context.fillStyle = css(colour);
        context.strokeStyle = css(darken(colour, 0.05));
        if (index > 4 && index % 3 === 0) context.globalCompositeOperation = "multiply";
        context.beginPath();
        if (kind === 0) context.arc(0, 0, radius, 0, Math.PI * 2);
        else if (kind === 1) context.arc(0, 0, radius, 0, Math.PI);
        else if (kind === 2) context.rect(-radius * 1.6, -radius * 0.12, radius * 3.2, radius * 0.24);
        else if (kind === 3)
          for (const [px, py] of [
            [-1, 0.8],
            [1, 0.8],
            [0, -0.95],
          ] as const)
            context.lineTo(px * radius, py * radius);
        if (kind === 4) {
          for (let ring = 1; ring <= 4; ring += 1) {
            context.lineWidth = radius * 0.09;
            context.beginPath();
            context.arc(0, 0, (radius * ring) / 4, 0, Math.PI * 1.5);
            context.stroke();
          }
        } else context.fill();
        context.restore();
      },
    }),
  );
}

function emblem(plan: Plan, colours: Colours): Element {
  const inner = silk(plan, colours);
  return {
    depth: 0,
    draw(frame) {
      const { context, width, height } = frame;
      const radius = Math.min(width, height) * 0.42;
      context.save();
      context.beginPath();
      context.arc(width / 2, height / 2, radius, 0, Math.PI * 2);
      context.clip();
      inner.draw(frame);
      context.restore();
      context.strokeStyle = css(colours[0]);
      context.lineWidth = radius * 0.03;
      context.beginPath();
      context.arc(width / 2, height / 2, radius * 0.985, 0, Math.PI * 2);
      context.stroke();
    },
  };
}
