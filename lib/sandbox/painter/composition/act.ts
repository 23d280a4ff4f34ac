/** What a figure does in a film. A still picture has no acts. */
import type { Gait } from "../subjects/pen.ts";
import type { Spot } from "./spot.ts";

export type Act = {
  /** Which way it looks; left out, either way. */
  isMirrored?: boolean;
  gait: Gait;
  poseAt(time: number): Pose;
};

export type Pose = {
  /** Away from its spot, in heights of the picture. */
  x: number;
  y: number;
  /** Above what it stands on, where its shadow stays. */
  lift: number;
  /** Degrees clockwise. */
  turn: number;
  /** 1 as it is. */
  scale: number;
  /** Height by its own, with as much less width. */
  stretch: number;
  /** Repetitions of its gait or of its drawing's own motion so far. */
  cycles: number;
};

export type ActOf = (spot: Spot, index: number) => Act;

export const AT_REST: Pose = { x: 0, y: 0, lift: 0, turn: 0, scale: 1, stretch: 1, cycles: 0 };
