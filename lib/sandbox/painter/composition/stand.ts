/** What composers work from. */
import type { Random } from "#lib/sandbox/random.ts";
import type { Scene } from "../scene/scene.ts";
import type { ActOf } from "./act.ts";
import type { Light } from "./light.ts";

export type Stand = {
  scene: Scene;
  light: Light;
  random: Random;
  /** From the top, in heights of the picture. */
  horizon: number;
};

/** Width by height; `isCutOut`: on nothing, as large as the frame allows, without shadows. */
export type PlacePlan = Stand & {
  aspect: number;
  isCutOut?: boolean;
  /** What each figure does, in a film. */
  act?: ActOf;
};
