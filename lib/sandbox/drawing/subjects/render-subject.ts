/** One subject as a picture of its own on nothing, lit as the scene is lit. */
import type { Random } from "#lib/sandbox/random.ts";
import type { Light } from "../composition/light.ts";
import { type Colour, hex } from "../pixels/colour.ts";
import { createSurface, readPixels, type Surface } from "../pixels/surface.ts";
import { DRAWINGS } from "./drawings.ts";
import { createPen, type Gait } from "./pen.ts";

export type SubjectPlan = {
  kind: string;
  colour: Colour | undefined;
  light: Light;
  /** 0 near … 1 far. */
  distance: number;
  random: Random;
  isMirrored: boolean;
  isFlat: boolean;
  isWinter: boolean;
  foliage: Colour;
  lettering?: string;
  time: number;
  gait?: Gait;
  stride?: number;
};

/** The foot's place is at `footX`, `footY`; the subject stands `height` pixels tall on it. */
export type RenderedSubject = Surface & { footX: number; footY: number };

/** Room for wings, smoke and light, in heights. */
const MARGIN = 0.3;

/** Width for a height of 1. */
export function subjectWidth(kind: string): number {
  return (DRAWINGS[kind]?.width ?? 100) / 100;
}

/** Seconds of the drawing's own motion; undefined when it has none. */
export function subjectPeriod(kind: string): number | undefined {
  return DRAWINGS[kind]?.period;
}

/** @param height of the subject, in pixels */
export function renderSubject(plan: SubjectPlan, height: number): RenderedSubject {
  const drawing = DRAWINGS[plan.kind];
  const wide = (subjectWidth(plan.kind) + MARGIN * 2) * height;
  const surface = createSurface(wide, height * (1 + MARGIN * 2));
  const rendered = { ...surface, footX: surface.width / 2, footY: height * (1 + MARGIN) };
  if (!drawing) return rendered;
  const { context } = surface;
  const unit = height / 100;
  const emission = plan.light.darkness > 0.2 && !plan.isFlat ? createSurface(surface.width, surface.height) : undefined;
  for (const target of emission ? [context, emission.context] : [context]) {
    target.save();
    target.translate(rendered.footX, rendered.footY);
    target.scale(plan.isMirrored ? -unit : unit, unit);
  }
  const side = plan.isMirrored ? -plan.light.side : plan.light.side;
  const own = plan.random.pick(drawing.colours);
  drawing.draw(createPen({ context, side, isFlat: plan.isFlat, emission: emission?.context }), {
    main: plan.colour ?? hex(own),
    isNamed: plan.colour !== undefined,
    random: plan.random,
    darkness: plan.light.darkness,
    isWinter: plan.isWinter,
    foliage: plan.foliage,
    lettering: plan.lettering,
    time: plan.time,
    gait: plan.gait ?? "rest",
    stride: plan.stride ?? 0,
  });
  context.restore();
  if (!plan.isFlat) illuminate(surface, plan, emission && readPixels(emission));
  return rendered;
}

/** Swells the silhouette to a relief, lights that from the sun's side, and puts the scene's air before it. */
function illuminate(surface: Surface, { light, distance }: SubjectPlan, shining: Uint8ClampedArray | undefined): void {
  const { width, height } = surface;
  const image = surface.context.getImageData(0, 0, width, height);
  const pixels = image.data;
  const relief = reliefOf(surface, light.side);
  const haze = Math.min(0.9, distance * (0.55 + light.haziness * 0.6));
  const { lit, shade, sun } = light;
  const rimStrength = light.sun.isMoon ? 0.1 : 0.16 + 0.14 * Math.min(1, light.darkness * 3);
  const { map, size, columns } = relief;
  for (let y = 0, at = 0; y < height; y += 1) {
    const mapY = Math.min(relief.rows - 1.001, y / size);
    const row = Math.floor(mapY);
    const downShare = mapY - row;
    for (let x = 0; x < width; x += 1, at += 4) {
      if (pixels[at + 3] === 0) continue;
      const mapX = Math.min(columns - 1.001, x / size);
      const column = Math.floor(mapX);
      const share = mapX - column;
      const first = row * columns + column;
      const upper = (map[first] as number) * (1 - share) + (map[first + 1] as number) * share;
      const lower = (map[first + columns] as number) * (1 - share) + (map[first + columns + 1] as number) * share;
      const value = upper * (1 - downShare) + lower * downShare;
      const shine = shining ? (shining[at + 3] as number) / 255 : 0;
      const exposure = Math.max(0, Math.min(1, 0.74 + value * 0.5));
      const rim = Math.max(0, value - 0.32) * rimStrength;
      for (let channel = 0; channel < 3; channel += 1) {
        const c = channel as 0 | 1 | 2;
        const own = pixels[at + c] as number;
        let tone = own;
        tone *= (shade[c] + (lit[c] - shade[c]) * exposure) / 255;
        tone += (sun.colour[c] - tone) * rim + Math.max(0, value) * 9;
        tone += (light.haze[c] - tone) * haze;
        pixels[at + c] = tone + (own - tone) * shine;
      }
    }
  }
  surface.context.putImageData(image, 0, 0);
}

type Relief = {
  map: Float32Array;
  columns: number;
  rows: number /** Pixels of the picture for one of the map. */;
  size: number;
};

/** −1 turned away from the light … 1 turned to it. */
function reliefOf(surface: Surface, side: number): Relief {
  const size = Math.max(1, Math.max(surface.width, surface.height) / 150);
  const small = createSurface(surface.width / size, surface.height / size);
  small.context.drawImage(surface.canvas, 0, 0, small.width, small.height);
  const { width: columns, height: rows } = small;
  const pixels = readPixels(small);
  const alpha = new Float32Array(columns * rows);
  for (let index = 0; index < alpha.length; index += 1) alpha[index] = (pixels[index * 4 + 3] as number) / 255;
  const near = blur(alpha, { columns, rows, radius: 2 });
  const far = blur(alpha, { columns, rows, radius: 8 });
  const map = new Float32Array(columns * rows);
  for (let y = 1; y < rows - 1; y += 1) {
    for (let x = 1; x < columns - 1; x += 1) {
      const at = y * columns + x;
      const slope = (field: Float32Array, step: number) => (field[at + step] as number) - (field[at - step] as number);
      const across = slope(near, 1) * 1.6 + slope(far, 1) * 5;
      const down = slope(near, columns) * 1.6 + slope(far, columns) * 5;
      map[at] = Math.max(-1, Math.min(1, (-across * side + down * 0.85) * 1.5));
    }
  }
  return { map, columns, rows, size };
}

function blur(
  field: Float32Array,
  { columns, rows, radius }: { columns: number; rows: number; radius: number },
): Float32Array {
  let from = field;
  for (let pass = 0; pass < 2; pass += 1) {
    const across = new Float32Array(from.length);
    const down = new Float32Array(from.length);
    for (let y = 0; y < rows; y += 1) {
      let sum = 0;
      for (let x = -radius; x < columns; x += 1) {
        if (x + radius < columns) sum += from[y * columns + x + radius] as number;
        if (x - radius - 1 >= 0) sum -= from[y * columns + x - radius - 1] as number;
        if (x >= 0) across[y * columns + x] = sum / (radius * 2 + 1);
      }
    }
    for (let x = 0; x < columns; x += 1) {
      let sum = 0;
      for (let y = -radius; y < rows; y += 1) {
        if (y + radius < rows) sum += across[(y + radius) * columns + x] as number;
        if (y - radius - 1 >= 0) sum -= across[(y - radius - 1) * columns + x] as number;
        if (y >= 0) down[y * columns + x] = sum / (radius * 2 + 1);
      }
    }
    from = down;
  }
  return from;
}
