import type { SceneSubject } from "../scene/scene.ts";

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
