/** Motion of a figure in a video. A still image has no acts. */
import type { Gait } from "../subjects/pen.ts";
import type { Spot } from "./spot.ts";

export type Act = {
  /** Direction that the figure faces; absent: either. */
  isMirrored?: boolean;
  gait: Gait;
  poseAt(time: number): Pose;
};

export type Pose = {
  /** Distance from its spot, in picture heights. */
  x: number;
  y: number;
  /** Height above the ground, where its shadow stays. */
  lift: number;
  /** Degrees clockwise. */
  turn: number;
  /** Factor; 1 is the natural size. */
  scale: number;
  /** Factor of the height; the width shrinks by as much. */
  stretch: number;
  /** Repetitions of its gait, or of the motion of its drawing, so far. */
  cycles: number;
};

export type ActOf = (spot: Spot, index: number) => Act;

export const AT_REST: Pose = { x: 0, y: 0, lift: 0, turn: 0, scale: 1, stretch: 1, cycles: 0 };
