/** Adds what an edit names to a picture: things of the sky first, then subjects before them. */
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import type { EditIntent } from "#lib/sandbox/drawing/scene/read-edit.ts";
import type { Place } from "#lib/sandbox/drawing/scene/scene.ts";
import { blend, copyToSurface, takeSurface } from "./blend.ts";
import { insertSkyFeatures } from "./insert-sky-features.ts";
import { brightnessOf, insertSubjects } from "./insert-subject.ts";
import { mainBox } from "./main-box.ts";
import { type Box, boxOf, findSky, innerWeights, type Region } from "./region.ts";

type Additions = {
  /** The picture before the edit, whose light the additions take. */
  original: Pixels;
  intent: EditIntent;
  /** Undefined without a mask: subjects stand in the named third, things of the sky in the sky. */
  masked: Region | undefined;
};

/** @returns new pixels of `ground` with the additions */
export function addThings(ground: Pixels, { original, intent, masked }: Additions): Pixels {
  const brightness = brightnessOf(original);
  const behind = intent.features.length > 0 ? addToSky(ground, { intent, masked, brightness }) : ground;
  if (intent.scene.subjects.length === 0) return behind;
  const surface = copyToSurface(behind);
  insertSubjects(surface, { scene: intent.scene, place: intent.place, box: masked && mainBox(masked), brightness });
  return takeSurface(surface);
}

type ToSky = Pick<Additions, "intent" | "masked"> & { brightness: number };

/** Share of the box's shorter side over which glow and clouds fade out towards the mask's edge. */
const FADE = 0.12;

function addToSky(ground: Pixels, { intent, masked, brightness }: ToSky): Pixels {
  const { features, scene } = intent;
  const area = masked ?? findSky(ground);
  const box = masked ? mainBox(masked) : boxInSky(area && boxOf(area), intent, ground);
  if (!box) return ground;
  const surface = copyToSurface(ground);
  insertSkyFeatures(surface, { features, scene, box, brightness });
  const changed = takeSurface(surface);
  if (!area) return changed;
  const reach = Math.max(1, Math.min(box.right - box.left, box.bottom - box.top) * FADE);
  return blend(ground, changed, innerWeights(area, reach));
}

/** Things that fill the sky take all of it, the others a part of it. */
function boxInSky(sky: Box | undefined, { features, place }: EditIntent, { width, height }: Pixels): Box {
  const room = sky ?? { left: 0, top: 0, right: width, bottom: Math.round(height * 0.5) };
  if (!features.every(({ feature }) => /^(?:moon|sun|cloud)$/.test(feature))) return room;
  const [wide, tall] = [(room.right - room.left) * 0.3, (room.bottom - room.top) * 0.5];
  const left = room.left + (room.right - room.left - wide) * shareAcross(place);
  const top = room.top + (room.bottom - room.top) * 0.14;
  return {
    left: Math.round(left),
    top: Math.round(top),
    right: Math.round(left + wide),
    bottom: Math.round(top + tall),
  };
}

function shareAcross({ across = "right" }: Place): number {
  return { left: 0.12, centre: 0.5, right: 0.86 }[across];
}
