/** Adds drawn subjects to an existing picture, in that picture's light. */

import { createFrame } from "#lib/sandbox/drawing/composition/element.ts";
import { createLight } from "#lib/sandbox/drawing/composition/light.ts";
import type { Spot } from "#lib/sandbox/drawing/composition/spot.ts";
import { subjectElement } from "#lib/sandbox/drawing/composition/subject-element.ts";
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import type { Surface } from "#lib/sandbox/drawing/pixels/surface.ts";
import type { Place, Scene } from "#lib/sandbox/drawing/scene/scene.ts";
import { subjectKind } from "#lib/sandbox/drawing/scene/subject-words.ts";
import { subjectWidth } from "#lib/sandbox/drawing/subjects/render-subject.ts";
import { createRandom, hash } from "#lib/sandbox/random.ts";
import type { Box } from "./region.ts";

type Insertion = {
  scene: Scene;
  place: Place /** `box`: area to fit into; absent: the whole picture. */;
  box: Box | undefined;
  brightness: number;
};

/** Draws the scene's subjects over the surface. */
export function insertSubjects(surface: Surface, { scene, place, box, brightness }: Insertion): void {
  const aspect = surface.width / surface.height;
  const random = createRandom(hash(scene.prompt, String(scene.seed), "insertion"));
  const time = brightness < 0.22 ? "night" : scene.time === "night" ? "dusk" : "day";
  const light = createLight({ ...scene, time, weather: "clear", palette: [] }, { random, horizon: 0.6 });
  const frame = createFrame(surface, { detail: 1 });
  const area = box ? inHeights(box, surface.height) : placedArea(place, aspect);
  const count = scene.subjects.reduce((sum, subject) => sum + subject.count, 0);
  let index = 0;
  for (const subject of scene.subjects) {
    for (let copy = 0; copy < subject.count; copy += 1, index += 1) {
      const slot = (area.right - area.left) / count;
      const isAir = subjectKind(subject.kind)?.habitat === "air";
      const natural =
        Math.min(area.bottom - area.top, (slot * 0.98) / subjectWidth(subject.kind)) *
        (box ? 0.94 : Math.min(1.25, subject.size));
      const spot: Spot = {
        subject,
        x: area.left + slot * (index + 0.5),
        foot: isAir ? (area.top + area.bottom) / 2 + natural / 2 : area.bottom - (area.bottom - area.top) * 0.03,
        height: natural,
        distance: 0,
        support: isAir ? "air" : "ground",
      };
      subjectElement({ scene: { ...scene, stage: "studio" }, light, random, horizon: 0.6, aspect }, spot, index).draw(
        frame,
      );
    }
  }
}

function inHeights({ left, top, right, bottom }: Box, height: number) {
  return { left: left / height, top: top / height, right: right / height, bottom: bottom / height };
}

/** Returns a third of the picture: the named place, otherwise the lower right. */
function placedArea({ across = "right", up = "bottom" }: Place, aspect: number) {
  const left = { left: 0.06, centre: 0.33, right: 0.6 }[across] * aspect;
  const top = { top: 0.06, middle: 0.32, bottom: 0.55 }[up];
  return { left, top, right: left + 0.34 * aspect, bottom: top + 0.38 };
}

/** Returns the mean brightness, 0…1. */
export function brightnessOf({ data }: Pixels): number {
  let [sum, count] = [0, 0];
  for (let at = 0; at < data.length; at += 4 * 37) {
    sum += (data[at] as number) * 0.3 + (data[at + 1] as number) * 0.6 + (data[at + 2] as number) * 0.1;
    count += 255;
  }
  return sum / Math.max(1, count);
}
