/** Abstract pictures, for prompts without any known subject. The colours come from the prompt's words. */
import { type Colour, css, darken, hex, lighten, mix, oklch, toOklch } from "../pixels/colour.ts";
import { createNoise, smoothstep } from "../pixels/noise.ts";
import { paintField } from "../pixels/surface.ts";
import type { Element } from "./element.ts";
import type { Stand } from "./stand.ts";

type Plan = Stand & { /** A roundel alone, on nothing. */ isEmblem?: boolean };
type Colours = readonly [Colour, Colour, Colour, Colour, Colour];

export function composeAbstract(plan: Plan): Element[] {
  const colours = fiveColours(plan);
  if (plan.isEmblem) return [emblem(plan, colours)];
  const text = plan.scene.prompt.toLowerCase();
  if (/gradient|wallpaper|flow|fluid|liquid|wav(?:e|y)|silk|smooth|swirl/.test(text)) return [silk(plan, colours)];
  if (/geometric|bauhaus|suprematis|kandinsky|mondrian|shapes/.test(text))
    return [ground(colours), ...geometry(plan, colours)];
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
    renewal: 1 / 4,
    draw(frame) {
      const fold = (x: number, y: number) => {
        const [u, v] = [x * cos + y * sin, -x * sin + y * cos];
        const bend = noise.fractal(u * 0.9 + frame.time * 0.09, v * 0.9, 2);
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
      renewal: 1 / 4,
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
          const wave = noise.fractal(x * 1.3 + index * 5.7 + time * 0.1, index * 2.2, 2);
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

/** Tiles of discs, quarters and bars, as in a poster of the nineteen-twenties. */
function geometry({ random }: Plan, colours: Colours): Element[] {
  const rows = 3 + random.integer(3);
  const pale = mix(colours[4], hex("#f4efe6"), 0.5);
  const tiles = Array.from({ length: rows * rows * 3 }, () => {
    const back = random.integer(6);
    const front = (back + 1 + random.integer(4)) % 5;
    return {
      back: back === 5 ? pale : (colours[back] ?? pale),
      front: colours[front] ?? pale,
      inner: colours[(front + 2) % 5] ?? pale,
      kind: random.integer(6),
      turn: random.integer(4),
    };
  });
  return [
    {
      depth: 10,
      renewal: 0,
      draw({ context, width, height, time }) {
        const cell = height / rows;
        const columns = Math.ceil(width / cell);
        for (const [index, { back, front, inner, kind, turn }] of tiles.entries()) {
          const [row, column] = [Math.floor(index / (rows * 3)), index % (rows * 3)];
          if (column >= columns || row >= rows) continue;
          context.save();
          context.translate((column + 0.5) * cell, (row + 0.5) * cell);
          context.rotate(((turn + quarterTurns(index, time)) * Math.PI) / 2);
          const half = cell / 2;
          context.fillStyle = css(back);
          context.fillRect(-half - 0.5, -half - 0.5, cell + 1, cell + 1);
          const disc = (x: number, y: number, radius: number, colour: Colour, from = 0, to = Math.PI * 2) => {
            context.fillStyle = css(colour);
            context.beginPath();
            context.moveTo(x, y);
            context.arc(x, y, radius, from, to);
            context.fill();
          };
          if (kind === 0)
            for (const [size, colour] of [
              [1, front],
              [0.62, inner],
              [0.26, back],
            ] as const)
              disc(-half, -half, cell * size, colour, 0, Math.PI / 2);
          if (kind === 1)
            for (const [size, colour] of [
              [0.84, front],
              [0.44, inner],
            ] as const)
              disc(0, 0, half * size, colour);
          if (kind === 2) disc(0, half, half, front, Math.PI, Math.PI * 2);
          if (kind === 2) disc(0, -half, half * 0.5, inner, 0, Math.PI);
          if (kind === 3) {
            context.fillStyle = css(front);
            context.beginPath();
            for (const [x, y] of [
              [-half, half],
              [half, half],
              [half, -half],
            ] as const)
              context.lineTo(x, y);
            context.fill();
          }
          if (kind === 4) {
            context.fillStyle = css(front);
            for (let bar = 0; bar < 3; bar += 1)
              context.fillRect(-half, -half + (bar * 2 * cell) / 6 + cell / 12, cell, cell / 6);
          }
          if (kind === 5)
            for (const side of [-1, 1])
              disc(
                side * half,
                side * half,
                half,
                side < 0 ? front : inner,
                side < 0 ? 0 : Math.PI,
                side < 0 ? Math.PI / 2 : Math.PI * 1.5,
              );
          context.restore();
        }
      },
    },
  ];
}

/** Tile after tile turns by a quarter, some one way and some the other. */
function quarterTurns(index: number, time: number): number {
  const beat = time / 2.4 + ((index * 0.618) % 1);
  const start = (index * 0.618) % 1;
  const turned = (at: number) => Math.floor(at) + smoothstep(0.55, 1, at % 1);
  return (turned(beat) - turned(start)) * (index % 2 ? 1 : -1);
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
