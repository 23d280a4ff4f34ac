/** Films a scene as one shot: layers that move relative to each other in front of the camera. */

import type { ActOf } from "../drawing/composition/act.ts";
import { arrange } from "../drawing/composition/arrange.ts";
import type { Element } from "../drawing/composition/element.ts";
import type { Light } from "../drawing/composition/light.ts";
import { createSurface, type Surface } from "../drawing/pixels/surface.ts";
import type { Scene } from "../drawing/scene/scene.ts";
import { type Camera, nearnessOf, type Size, transformOf } from "./camera.ts";
import { launchSmoke } from "./launch-smoke.ts";
import { type Clock, type Layer, liveLayer, slowLayer, stillLayer, type World } from "./layers.ts";

export type Film = {
  /** Draws the given moment over the whole frame. */
  draw(frame: Surface, time: number): void;
};

export type FilmPlan = {
  scene: Scene;
  camera: Camera;
  size: Size;
  seconds: number;
  /** Scene seconds per film second, for the scene and for its sky. */
  pace: number;
  skyPace: number;
  actsFor(aspect: number): ActOf;
  /** Returns the position of the sun or the moon at a moment, for a sky in which it moves. */
  sunAt?: (time: number, sun: Light["sun"]) => Light["sun"];
};

/** Longest time between two paintings of a sky in which the sun moves, in film seconds. */
const SUN_RENEWAL = 0.34;

/** Shortest interval between two paintings of one layer, at any pace; doubled while films fade. */
const SHORTEST_RENEWAL = 1 / 7;

/** Scale of painted skies and water: they are soft, and take most of the time. */
const SOFT_SCALE = 0.5;

export function createFilm({ scene, camera, size, seconds, pace, skyPace, actsFor, sunAt }: FilmPlan): Film {
  const world: World = {
    width: Math.round(size.width * camera.room.across),
    height: Math.round(size.height * camera.room.up),
    detail: 1,
  };
  const aspect = world.width / world.height;
  const acts = actsFor(aspect);
  const smoke: ((light: Light) => Element)[] = [];
  const act: ActOf = (spot, index) => {
    const own = acts(spot, index);
    if (spot.subject.isGrounded)
      smoke.push(({ lit, shade }) => launchSmoke({ spot, act: own, seconds: seconds * pace, lit, shade }));
    return own;
  };
  const { elements, light, skyWith } = arrange(scene, { aspect, isTransparent: false, act });
  const all = [...elements, ...smoke.map((make) => make(light))].toSorted((a, b) => a.depth - b.depth);
  const staged = all.map((element) =>
    element.depth < 1 && sunAt && skyWith
      ? movingSky(element, { skyWith, skyPace, sunAt: (time) => sunAt(time / skyPace, light.sun) })
      : element,
  );
  const layers = layersOf(staged, {
    world,
    shortestRenewal: sunAt ? SHORTEST_RENEWAL * 2 : SHORTEST_RENEWAL,
    clockOf: ({ depth }) => ({ pace: depth < 6 ? skyPace : pace }),
  });
  return {
    draw(frame, time) {
      const view = camera.at(time / seconds);
      for (const layer of layers) {
        const [scale, left, top] = transformOf(view, { nearness: nearnessOf(layer.depth), frame: size, world });
        frame.context.setTransform(scale, 0, 0, scale, left, top);
        layer.draw(frame, time);
      }
      frame.context.setTransform(1, 0, 0, 1, 0, 0);
    },
  };
}

type MovingSky = {
  skyWith(sun: Light["sun"]): Element[];
  skyPace: number;
  sunAt(time: number): Light["sun"];
};

/** The air is painted at intervals, but the disc for each frame, since two blended discs would be two suns. */
function movingSky({ depth }: Element, { skyWith, skyPace, sunAt }: MovingSky): Element {
  return {
    depth,
    renewal: depth === 0 ? SUN_RENEWAL * skyPace : 0,
    draw(frame) {
      for (const element of skyWith(sunAt(frame.time))) if (element.depth === depth) element.draw(frame);
    },
  };
}

type Setting = { world: World; shortestRenewal: number; clockOf(element: Element): Clock };

/** Merges still elements of the same distance into one layer. */
function layersOf(elements: readonly Element[], { world, shortestRenewal, clockOf }: Setting): Layer[] {
  const layers: Layer[] = [];
  let still: Element[] = [];
  const settle = () => {
    if (still.length > 0) layers.push(stillLayer(still, world));
    still = [];
  };
  for (const element of elements) {
    const { renewal, depth } = element;
    if (renewal === undefined) {
      if (still[0] && nearnessOf(still[0].depth) !== nearnessOf(depth)) settle();
      still.push(element);
      continue;
    }
    settle();
    const { pace } = clockOf(element);
    if (renewal === 0) {
      layers.push(liveLayer(element, { ...world, pace }));
      continue;
    }
    const lower = [...layers];
    const below = (surface: Surface, time: number) => {
      surface.context.setTransform(surface.width / world.width, 0, 0, surface.height / world.height, 0, 0);
      for (const layer of lower) layer.draw(surface, time);
      surface.context.setTransform(1, 0, 0, 1, 0, 0);
    };
    const scale = depth >= 55 && depth !== 58 ? 1 : SOFT_SCALE;
    const interval = Math.max(shortestRenewal, renewal / pace);
    layers.push(slowLayer(element, { ...world, pace, interval, scale, isOpaque: depth === 0, below }));
  }
  settle();
  return layers;
}

/** Fades from film to film: the same view at several times of day. */
export function fadeFilms(films: readonly [Film, ...Film[]], { size, seconds }: { size: Size; seconds: number }): Film {
  const [only] = films;
  if (films.length === 1) return only;
  let other: Surface | undefined;
  return {
    draw(frame, time) {
      const place = Math.min(films.length - 1.000_001, (time / seconds) * (films.length - 1));
      const index = Math.floor(place);
      const share = place - index;
      (films[index] ?? only).draw(frame, time);
      if (share < 0.004) return;
      other ??= createFrameSurface(size);
      (films[index + 1] ?? only).draw(other, time);
      frame.context.globalAlpha = share;
      frame.context.drawImage(other.canvas, 0, 0);
      frame.context.globalAlpha = 1;
    },
  };
}

export function createFrameSurface({ width, height }: Size): Surface {
  const surface = createSurface(width, height);
  surface.context.imageSmoothingEnabled = true;
  surface.context.imageSmoothingQuality = "low";
  return surface;
}
