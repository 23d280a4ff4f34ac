/** What composers work from. */
import type { Random } from "../../random.ts";
import type { Scene, SceneSubject } from "../scene/scene.ts";
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

/** One figure: the middle of its foot and its height, in heights of the picture. */
export type Spot = {
  subject: SceneSubject;
  x: number;
  foot: number;
  height: number;
  distance: number;
  /** The foot of what it stands on, before which it is drawn. */
  base?: number;
  support: "ground" | "water" | "air";
};
