/**
 * Animates an input image: the first frame is the image itself; then the camera moves as if its lower part were nearer,
 * water ripples, and the weather and the time of day of the prompt set in. Nothing is added to it.
 */

import { errors } from "#lib/http/errors.ts";
import { createFrame } from "../drawing/composition/element.ts";
import { createLight } from "../drawing/composition/light.ts";
import { composeWeather } from "../drawing/composition/weather.ts";
import { type Colour, css } from "../drawing/pixels/colour.ts";
import { decodePixels } from "../drawing/pixels/decode-pixels.ts";
import { smoothstep } from "../drawing/pixels/noise.ts";
import { type Surface, surfaceOf } from "../drawing/pixels/surface.ts";
import type { Scene, TimeOfDay, Weather } from "../drawing/scene/scene.ts";
import { createRandom } from "../random.ts";
import { type CameraMove, glide, type Size } from "./camera.ts";
import type { Film } from "./film.ts";
import type { Shot } from "./read-shot.ts";

type Given = { scene: Scene; shot: Shot; text: string; size: Size; seconds: number };

/** Number of horizontal strips that move as units. */
const STRIPS = 120;

/** Depth of the lower edge relative to the top, and reach of the camera. */
const DEPTH = 0.06;
const REACH = 0.1;

/** Seconds until a weather that the image does not have has set in. */
const ONSET = 1.2;

export async function createImageFilm(bytes: Uint8Array, field: string, given: Given): Promise<Film> {
  const picture = await decodePicture(bytes, { field, size: given.size });
  const { shot, seconds, size } = given;
  const air = airOf(given);
  const hasWater = /\b(sea|ocean|lake|river|pond|water\w*|waves?|beach|harbou?r|stream|fountain|bay)\b/.test(
    given.text,
  );
  return {
    draw(frame, time) {
      const share = time / seconds;
      drawInDepth(frame, picture, {
        move: shot.move,
        way: glide(share) * shot.reach,
        ripple: hasWater ? time * shot.pace : 0,
      });
      tint(frame, toneOf(shot.hours, share));
      const onset = smoothstep(0, ONSET, time);
      if (onset > 0) air(frame, { time: time * shot.pace, onset, size });
    },
  };
}

async function decodePicture(bytes: Uint8Array, { field, size }: { field: string; size: Size }): Promise<Surface> {
  try {
    const { data, width, height } = await decodePixels(bytes, size);
    const surface = surfaceOf(data, width, height);
    // Transparent pixels show black, as in any video.
    surface.context.globalCompositeOperation = "destination-over";
    surface.context.fillRect(0, 0, width, height);
    surface.context.globalCompositeOperation = "source-over";
    return surface;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw errors.frameUndecodable({ param: field, reason });
  }
}

type Depth = { move: CameraMove; way: number; ripple: number };

function drawInDepth({ context, width, height }: Surface, { canvas }: Surface, { move, way, ripple }: Depth): void {
  const side = { "pan-left": -1, "pan-right": 1, orbit: 1 }[move as string] ?? 0;
  const lift = { rise: -1, sink: 1 }[move as string] ?? 0;
  const zoom = 1 + (move === "static" ? 0 : REACH * way);
  const top = (height - height * zoom) * (0.5 + lift * way * 0.5);
  context.fillRect(0, 0, width, height);
  const step = height / STRIPS;
  for (let strip = 0; strip < STRIPS; strip += 1) {
    const [from, to] = [Math.round(strip * step), Math.round((strip + 1) * step)];
    const down = (strip + 0.5) / STRIPS;
    const near = smoothstep(0.3, 1, down);
    const wide = width * (zoom + (move === "static" ? 0 : DEPTH * way * near));
    const room = wide - width;
    const wave =
      ripple > 0 && near > 0 ? Math.sin(ripple * 2.3 - strip * 0.9) * near * Math.min(1, ripple) * width * 0.0016 : 0;
    const reach = side * way * (move === "orbit" ? near * 2 - 1 : 1);
    const left =
      Math.min(0, Math.max(-room, -room * (0.5 + reach * 0.5))) + Math.max(-room / 2, Math.min(room / 2, wave));
    context.drawImage(
      canvas,
      0,
      from,
      width,
      to - from,
      left,
      top + from * zoom,
      wide,
      (to - from) * zoom + (zoom > 1 ? 0.6 : 0),
    );
  }
}

/** Light of each time of day on a picture of daylight, as a colour to multiply by. */
const TONES: Record<TimeOfDay, Colour> = {
  day: [255, 255, 255],
  dawn: [255, 228, 214],
  sunset: [255, 196, 148],
  dusk: [142, 128, 190],
  night: [52, 66, 120],
};

/** Returns the tone at a moment, relative to the first time of day, which the image itself has. */
function toneOf(hours: Shot["hours"], share: number): Colour {
  const place = Math.min(hours.length - 1, share * (hours.length - 1));
  const before = TONES[hours[Math.floor(place)] ?? hours[0]];
  const after = TONES[hours[Math.ceil(place)] ?? hours[0]];
  const start = TONES[hours[0]];
  const at = (channel: 0 | 1 | 2) => {
    const value = before[channel] + (after[channel] - before[channel]) * (place % 1);
    return Math.min(255, (value / start[channel]) * 255);
  };
  return [at(0), at(1), at(2)];
}

function tint({ context, width, height }: Surface, tone: Colour): void {
  if (tone.every((channel) => channel > 254)) return;
  context.globalCompositeOperation = "multiply";
  context.fillStyle = css(tone);
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "source-over";
}

/** Share of the light that each weather removes. */
const GLOOM: Partial<Record<Weather, number>> = { rain: 0.18, storm: 0.34, snow: 0.05, fog: 0 };

type Moment = { time: number; onset: number; size: Size };

/** Rain, snow and leaves are thin: they start at once, nearly invisible at the first frame. */
function airOf({ scene, text, seconds }: Given): (frame: Surface, moment: Moment) => void {
  const falls =
    /rain|snow|storm|fog/.test(scene.weather) ||
    /(leaves|petals|blossoms?) [^,.;]*fall|falling (leaves|petals)/.test(text);
  if (!falls) return () => {};
  const random = createRandom(scene.seed + 17);
  const light = createLight({ ...scene, palette: [] }, { random, horizon: 0.6 });
  const elements = composeWeather({ scene, light, random, horizon: 0.62 });
  const gloom = GLOOM[scene.weather] ?? 0;
  return (frame, { time, onset, size }) => {
    frame.context.fillStyle = css([38, 46, 62], gloom * onset);
    frame.context.fillRect(0, 0, size.width, size.height);
    const veil = createFrame(surfaceOf(new Uint8ClampedArray(size.width * size.height * 4), size.width, size.height), {
      time,
      detail: 1,
    });
    for (const element of elements) element.draw(veil);
    frame.context.globalAlpha = onset * Math.min(1, seconds);
    frame.context.drawImage(veil.canvas, 0, 0);
    frame.context.globalAlpha = 1;
  };
}

/** Dissolves one film into another: the first alone at the start, the second alone at the end. */
export function dissolve(from: Film, to: Film, { seconds, other }: { seconds: number; other: Surface }): Film {
  return {
    draw(frame, time) {
      const share = smoothstep(0.25, 1, time / seconds);
      if (share < 1) from.draw(frame, time);
      if (share <= 0) return;
      to.draw(other, time);
      frame.context.globalAlpha = share;
      frame.context.drawImage(other.canvas, 0, 0);
      frame.context.globalAlpha = 1;
    },
  };
}
