/** Pen for subjects: shapes in hundredths of the subject's height, each shaded from the light's side. */
import { Path2D, type SKRSContext2D } from "@napi-rs/canvas";
import type { Random } from "#lib/sandbox/random.ts";
import { type Colour, css, hex, mix, shift } from "../pixels/colour.ts";
import { letter } from "../pixels/lettering.ts";

/** x, y, x, y …: x to the right of the middle, y negative above the foot. */
export type Points = readonly number[];

type Shading = {
  /** Strength of the shading: 0 flat, 1 normal. */
  shade?: number;
  alpha?: number;
};

export type Pen = {
  /** Draws a closed smooth outline through the points; a point given twice is a corner. */
  blob(points: Points, colour: Colour, shading?: Shading): void;
  /** Draws a closed outline of straight edges. */
  poly(points: Points, colour: Colour, shading?: Shading): void;
  oval(
    x: number,
    y: number,
    radiusX: number,
    radiusY: number,
    colour: Colour,
    shading?: Shading & { turn?: number },
  ): void;
  /** Draws a box from its upper left corner. */
  box(
    x: number,
    y: number,
    width: number,
    height: number,
    colour: Colour,
    shading?: Shading & { radius?: number },
  ): void;
  /** Draws an open smooth line. */
  line(points: Points, colour: Colour, width: number, shading?: Pick<Shading, "alpha">): void;
  /** Draws light that spreads: lamps, flames, engines. */
  glow(x: number, y: number, radius: number, colour: Colour, strength?: number): void;
  /** Clips the drawing of `draw` to the smooth outline. */
  within(points: Points, draw: () => void): void;
  /** Draws text in the middle of a box, as large as fits. */
  letter(text: string, box: { x: number; y: number; width: number; height: number }, colour: Colour): void;
  turned(x: number, y: number, degrees: number, draw: () => void): void;
  scaled(x: number, y: number, across: number, down: number, draw: () => void): void;
};

/** Variations of a drawing. */
export type Look = {
  main: Colour;
  /** True when the prompt named the colour, so that no other colour may dominate. */
  isNamed: boolean;
  random: Random;
  /** Darkness: 0 day … 1 night, when windows and lamps are lit. */
  darkness: number;
  isWinter: boolean;
  foliage: Colour;
  /** Text to letter on it. */
  lettering?: string;
  /** Seconds, for moving parts: wings, flags, flames. */
  time: number;
  gait: Gait;
  /** Phase of a step of its gait, or of a turn of its wheels: 0 to 1. */
  stride: number;
};

export type Gait = "rest" | "walk" | "run" | "leap" | "roll";

export type Drawing = {
  /** Width for a height of 100. */
  width: number;
  /** Natural colours, one of which is picked. */
  colours: readonly [string, ...string[]];
  /** Seconds after which its motion repeats; absent for a drawing without motion. */
  period?: number;
  draw(pen: Pen, look: Look): void;
};

/** Colours of flames, lamps and lit windows, which stay bright in the dark. */
const LUMINOUS = new Set(
  "#ffd889 #fff0b8 #fff3c9 #ffe2a0 #ffdf95 #ffd27a #7ff0ff #ffe08a #ff8a2b #fff6cf #ffb53c #ffd86a #fff0a8 #fff0bd #fff3cf #ff7657"
    .split(" ")
    .map((text) => css(hex(text))),
);

type PenOptions = {
  context: SKRSContext2D /** `side`: −1 light from the left, 1 from the right, in the drawing's direction. */;
  side: number;
  isFlat: boolean;
  /** Context that gets the shape of all luminous parts. */
  emission?: SKRSContext2D;
};

export function createPen({ context, side, isFlat, emission }: PenOptions): Pen {
  const contexts = emission ? [context, emission] : [context];
  /** Luminous shapes are drawn to `emission` too; shapes in front hide them. */
  function emit(colour: Colour, draw: (context: SKRSContext2D) => void): void {
    if (!emission) return;
    emission.globalCompositeOperation = LUMINOUS.has(css(colour)) ? "source-over" : "destination-out";
    emission.fillStyle = "#fff";
    emission.strokeStyle = "#fff";
    draw(emission);
  }
  function fill(path: Path2D, colour: Colour, { shade = 1, alpha = 1 }: Shading = {}): void {
    context.globalAlpha = alpha;
    if (isFlat || shade === 0) context.fillStyle = css(colour);
    else {
      const [left, top, right, bottom] = path.computeTightBounds();
      const [lit, dark] = side < 0 ? [left, right] : [right, left];
      const gradient = context.createLinearGradient(lit, top, dark + (lit - dark) * 0.15, bottom);
      gradient.addColorStop(0, css(shift(colour, { light: 0.075 * shade, hue: 2 })));
      gradient.addColorStop(0.45, css(colour));
      gradient.addColorStop(1, css(mix(shift(colour, { light: -0.12 * shade }), [60, 50, 110], 0.1 * shade)));
      context.fillStyle = gradient;
    }
    context.fill(path);
    context.globalAlpha = 1;
    if (alpha > 0.5) emit(colour, (target) => target.fill(path));
  }
  return {
    blob: (points, colour, shading) => fill(smoothPath(points, true), colour, shading),
    poly(points, colour, shading) {
      const path = new Path2D();
      for (let at = 0; at + 1 < points.length; at += 2) path.lineTo(points[at] ?? 0, points[at + 1] ?? 0);
      path.closePath();
      fill(path, colour, shading);
    },
    oval(x, y, radiusX, radiusY, colour, { turn = 0, ...shading } = {}) {
      const path = new Path2D();
      path.ellipse(x, y, radiusX, radiusY, (turn * Math.PI) / 180, 0, Math.PI * 2);
      fill(path, colour, shading);
    },
    box(x, y, width, height, colour, { radius = 0, ...shading } = {}) {
      const path = new Path2D();
      path.roundRect(x, y, width, height, radius);
      fill(path, colour, shading);
    },
    line(points, colour, width, { alpha = 1 } = {}) {
      context.globalAlpha = alpha;
      context.strokeStyle = css(colour);
      context.lineWidth = width;
      context.lineCap = "round";
      context.lineJoin = "round";
      const path = smoothPath(points, false);
      context.stroke(path);
      context.globalAlpha = 1;
      if (emission) emission.lineWidth = width;
      emit(colour, (target) => target.stroke(path));
    },
    glow(x, y, radius, colour, strength = 0.8) {
      const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
      gradient.addColorStop(0, css(colour, strength));
      gradient.addColorStop(0.4, css(colour, strength * 0.35));
      gradient.addColorStop(1, css(colour, 0));
      context.fillStyle = gradient;
      context.fillRect(x - radius, y - radius, radius * 2, radius * 2);
      if (!emission) return;
      emission.globalCompositeOperation = "source-over";
      emission.fillStyle = gradient;
      emission.fillRect(x - radius, y - radius, radius * 2, radius * 2);
    },
    letter(text, box, colour) {
      context.fillStyle = css(colour);
      letter(context, text, box);
    },
    within(points, draw) {
      for (const each of contexts) {
        each.save();
        each.clip(smoothPath(points, true));
      }
      draw();
      for (const each of contexts) each.restore();
    },
    turned(x, y, degrees, draw) {
      for (const each of contexts) {
        each.save();
        each.translate(x, y);
        each.rotate((degrees * Math.PI) / 180);
      }
      draw();
      for (const each of contexts) each.restore();
    },
    scaled(x, y, across, down, draw) {
      for (const each of contexts) {
        each.save();
        each.translate(x, y);
        each.scale(across, down);
      }
      draw();
      for (const each of contexts) each.restore();
    },
  };
}

/** Returns a Catmull-Rom curve through the points. */
function smoothPath(points: Points, isClosed: boolean): Path2D {
  const count = points.length / 2;
  const at = (index: number): readonly [number, number] => {
    const wrapped = isClosed ? (index + count) % count : Math.max(0, Math.min(count - 1, index));
    return [points[wrapped * 2] ?? 0, points[wrapped * 2 + 1] ?? 0];
  };
  const path = new Path2D();
  path.moveTo(...at(0));
  const last = isClosed ? count : count - 1;
  for (let index = 0; index < last; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    // A point given twice is a corner.
    if (from[0] === to[0] && from[1] === to[1]) continue;
    path.bezierCurveTo(
      from[0] + (to[0] - before[0]) / 6,
      from[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - from[0]) / 6,
      to[1] - (after[1] - from[1]) / 6,
      to[0],
      to[1],
    );
  }
  if (isClosed) path.closePath();
  return path;
}
