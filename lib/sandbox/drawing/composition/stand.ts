/** Input of the functions that compose a picture. */
import type { Random } from "#lib/sandbox/random.ts";
import type { Scene } from "../scene/scene.ts";
import type { ActOf } from "./act.ts";
import type { Light } from "./light.ts";

export type Stand = {
  scene: Scene;
  light: Light;
  random: Random;
  /** Distance of the horizon from the top, in picture heights. */
  horizon: number;
};

/** `aspect` is width divided by height. `isCutOut`: no background, as large as the frame allows, without shadows. */
export type PlacePlan = Stand & {
  aspect: number;
  isCutOut?: boolean;
  /** Motion of each figure in a video. */
  act?: ActOf;
};
