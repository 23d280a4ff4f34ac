/** Input of an act: the figure, its place, and the length of the film. */
import { type Act, AT_REST } from "#lib/sandbox/drawing/composition/act.ts";
import type { Spot } from "#lib/sandbox/drawing/composition/spot.ts";
import { subjectPeriod, subjectWidth } from "#lib/sandbox/drawing/subjects/render-subject.ts";
import type { Random } from "#lib/sandbox/random.ts";
import type { Action } from "../read-action.ts";

export type Stage = {
  /** Prompt in lower case. */
  text: string;
  seconds: number;
  /** Width of the painted area divided by its height. */
  aspect: number;
  seed: number;
  /** Direction of motion: −1 left, 1 right, 0 any. */
  direction: number;
};

export type Part = Stage & { spot: Spot; index: number; action: Action; random: Random; side: number };

type Crossing = { speed: number; gait: Act["gait"]; bob?: number; rate?: number };

export function cyclesOf({ spot, random }: Part): (time: number) => number {
  const period = subjectPeriod(spot.subject.kind);
  const start = random.next();
  return (time) => (period ? start + time / period : 0);
}

/** Returns an even motion through the picture, with its middle at the spot; a single figure stays within the frame. */
export function wayOf({ spot, seconds, aspect, side, random, index }: Part, speed: number): (time: number) => number {
  const isAlone = spot.subject.count === 1;
  const half = (subjectWidth(spot.subject.kind) * spot.height) / 2;
  const own = isAlone ? speed : speed * (0.9 + 0.2 * random.next());
  // Margin for a camera that moves closer.
  const margin = half + aspect * 0.07;
  const room = Math.max(0.05, aspect - margin * 2);
  const long = Math.min(own * seconds, isAlone ? room * 0.85 : Number.POSITIVE_INFINITY);
  const start = spot.x - (side * long) / 2;
  const kept = isAlone
    ? Math.max(margin + (side < 0 ? long : 0), Math.min(aspect - margin - (side > 0 ? long : 0), start))
    : start + (index % 3) * 0.004;
  return (time) => kept + side * long * (time / seconds) - spot.x;
}

export function cross(part: Part, { speed, gait, bob = 0, rate = 0 }: Crossing): Act {
  const way = wayOf(part, speed * part.action.pace);
  const own = cyclesOf(part);
  const start = part.random.next();
  return {
    isMirrored: part.side < 0,
    gait,
    poseAt(time) {
      const cycles = rate > 0 ? start + time * rate : own(time);
      return { ...AT_REST, x: way(time), y: bob * Math.sin(time * 1.7 + start * 6), cycles };
    },
  };
}
