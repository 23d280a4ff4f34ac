/**
 * Composes elements from a scene. Everything is decided here, in picture heights, from the seed alone: drawing the
 * result at any size, or at any time, gives the same picture.
 */
import { createRandom, hash, type Random } from "#lib/sandbox/random.ts";
import type { Scene } from "../scene/scene.ts";
import { composeAbstract } from "./abstract.ts";
import type { ActOf } from "./act.ts";
import type { Element } from "./element.ts";
import { composeGround } from "./ground.ts";
import { composeIndoor, composeStudio } from "./interior.ts";
import { createLight, type Light } from "./light.ts";
import { placeSubjects } from "./place-subjects.ts";
import { composeShore } from "./shore.ts";
import { composeAir, composeSky } from "./sky.ts";
import { composeCity, composeForest, composeVillage } from "./skyline.ts";
import { composeSpace } from "./space.ts";
import type { Stand } from "./stand.ts";
import { composeDunes, composeHills, composeMountains } from "./terrain.ts";
import { composeUnderwater } from "./underwater.ts";
import { composeWater } from "./water.ts";
import { composeWeather } from "./weather.ts";

export type Composition = {
  /** In drawing order. */
  elements: Element[];
  light: Light;
  /** Distance of the horizon from the top, in picture heights. */
  horizon: number;
  /** Air, and the disc before it, with the sun or the moon elsewhere, for films in which it moves. */
  skyWith?(sun: Light["sun"]): Element[];
};

/** @param aspect width by height: wide pictures have lower horizons, tall ones more ground */
export function compose(scene: Scene, aspect: number, act?: ActOf): Composition {
  const random = createRandom(hash(scene.prompt.toLowerCase(), String(scene.seed), "composition"));
  const horizon = horizonOf(scene, aspect, random);
  const light = createLight(scene, { random: fork(scene, "light"), horizon });
  const elements = background({ scene, light, random, horizon });
  const subjects = placeSubjects({ scene, light, random: fork(scene, "subjects"), horizon, aspect, act });
  return {
    elements: [...elements, ...subjects].toSorted((a, b) => a.depth - b.depth),
    light,
    horizon,
    skyWith: (sun) => composeAir({ scene, light: { ...light, sun }, random: fork(scene, "sky"), horizon }),
  };
}

/** Only what stands in the scene, for pictures without a background. */
export function composeCutOut(scene: Scene, aspect: number): Composition {
  const random = fork(scene, "composition");
  const day: Scene = { ...scene, time: "day", weather: "clear", stage: "studio" };
  const light = createLight(day, { random, horizon: 0.9 });
  const plan = { scene: day, light, random: fork(scene, "subjects"), horizon: 0.9, aspect };
  const elements =
    scene.subjects.length > 0
      ? placeSubjects({ ...plan, isCutOut: true })
      : composeAbstract({ ...plan, isEmblem: true });
  return { elements: elements.toSorted((a, b) => a.depth - b.depth), light, horizon: 0.9 };
}

/** Returns a separate random stream, so that one part's choices do not affect another's. */
function fork(scene: Scene, name: string): Random {
  return createRandom(hash(scene.prompt.toLowerCase(), String(scene.seed), name));
}

function horizonOf({ stage, ground, distance }: Scene, aspect: number, random: Random): number {
  if (stage === "studio" || stage === "indoor") return 0.7;
  const base = ground === "water" ? 0.56 : 0.63;
  const tall = aspect < 0.9 ? 0.02 : 0;
  return base + tall + (random.next() - 0.5) * 0.06 + (distance.includes("city") ? 0.05 : 0);
}

function background(stand: Stand): Element[] {
  switch (stand.scene.stage) {
    case "landscape":
      return landscape(stand);
    case "sky":
      return composeSky({ ...stand, horizon: 1.12, features: fork(stand.scene, "sky features") });
    case "underwater":
      return composeUnderwater(stand);
    case "space":
      return composeSpace(stand);
    case "indoor":
      return composeIndoor(stand);
    case "studio":
      return composeStudio(stand);
    case "abstract":
      return composeAbstract(stand);
    default:
      return stand.scene.stage satisfies never;
  }
}

function landscape(stand: Stand): Element[] {
  const { scene } = stand;
  /** Separate streams: another time of day or weather does not move hills and houses. */
  const own = (name: string): Stand => ({ ...stand, random: fork(scene, name) });
  const has = (name: Scene["distance"][number]) => scene.distance.includes(name);
  return [
    ...composeSky({ ...own("sky"), features: fork(scene, "sky features") }),
    ...(has("mountains") ? composeMountains(own("mountains")) : []),
    ...(has("hills") || has("village") ? composeHills(own("hills")) : []),
    ...(has("forest") || has("trees") ? composeForest(own("forest")) : []),
    ...(has("city") ? composeCity(own("city")) : []),
    ...(has("village") ? composeVillage(own("village")) : []),
    ...(scene.ground === "water"
      ? [composeWater(own("water")), ...composeShore(own("shore"))]
      : composeGround(own("ground"))),
    ...(has("dunes") ? composeDunes(own("dunes")) : []),
    ...composeWeather(own("weather")),
  ];
}
