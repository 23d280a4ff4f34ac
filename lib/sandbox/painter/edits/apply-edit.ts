/** Applies an edit to a picture. The caller restores everything outside its mask. */

import { applyArtStyle } from "#lib/sandbox/drawing/composition/art-styles.ts";
import { createFrame } from "#lib/sandbox/drawing/composition/element.ts";
import { createLight } from "#lib/sandbox/drawing/composition/light.ts";
import { composeSky } from "#lib/sandbox/drawing/composition/sky.ts";
import { composeWeather } from "#lib/sandbox/drawing/composition/weather.ts";
import type { Pixels } from "#lib/sandbox/drawing/pixels/decode-pixels.ts";
import { createSurface } from "#lib/sandbox/drawing/pixels/surface.ts";
import type { EditIntent } from "#lib/sandbox/drawing/scene/read-edit.ts";
import type { Scene } from "#lib/sandbox/drawing/scene/scene.ts";
import { createRandom, hash } from "#lib/sandbox/random.ts";
import type { PaintRequest } from "../paint-request.ts";
import { renderScene } from "../picture.ts";
import { addThings } from "./add-things.ts";
import { blend, copyToSurface, takeSurface } from "./blend.ts";
import { inpaint } from "./inpaint.ts";
import { insertSources } from "./insert-sources.ts";
import { mainBox } from "./main-box.ts";
import { adjust, recolour, relight } from "./recolour.ts";
import { findBackground, findSky, innerWeights, type Region, weighColour, wholeRegion } from "./region.ts";

export type EditPlan = {
  intent: EditIntent;
  /** Undefined without a mask: the edit finds its own place. */
  masked: Region | undefined;
  others: readonly Pixels[];
  request: Pick<PaintRequest, "style" | "quality" | "inputFidelity" | "seed">;
};

/** @returns new pixels, of the same size */
export function applyEdit(pixels: Pixels, plan: EditPlan): Pixels {
  const changed = carryOut(pixels, plan);
  if (plan.request.inputFidelity !== "low" || plan.intent.kind === "insert" || plan.intent.kind === "repaint")
    return changed;
  return freely(changed, plan);
}

function carryOut(pixels: Pixels, plan: EditPlan): Pixels {
  const { intent, masked, request } = plan;
  const { scene } = intent;
  const region = masked ?? wholeRegion(pixels.width, pixels.height);
  switch (intent.kind) {
    case "recolour":
      return intent.colour
        ? recolour(pixels, region, { colour: intent.colour, from: masked ? undefined : intent.from })
        : pixels;
    case "remove":
    case "extend":
      return inpaint(pixels, masked ?? placeOf(pixels, intent), request.seed);
    case "fill":
      return masked ? inpaint(pixels, masked, request.seed) : pixels;
    case "add":
      return addThings(intent.relights ? changeHour(pixels, scene, masked === undefined) : pixels, {
        ...plan,
        original: pixels,
      });
    case "replace": {
      const place = masked ?? placeOf(pixels, intent);
      return addThings(inpaint(pixels, place, request.seed), { intent, original: pixels, masked: place });
    }
    case "sky":
      return replaceSky(pixels, plan);
    case "background":
      return replaceBackground(pixels, plan);
    case "relight":
      return changeHour(pixels, scene, masked === undefined);
    case "restyle":
      return restyle(pixels, intent);
    case "insert": {
      const surface = copyToSurface(pixels);
      insertSources(surface, plan.others, {
        scene,
        place: intent.place,
        box: masked && mainBox(masked),
        isFree: request.inputFidelity === "low",
      });
      return takeSurface(surface);
    }
    case "repaint":
      return masked ? repaintMasked(pixels, plan, masked) : repaintWhole(pixels, plan);
    default:
      return intent.kind satisfies never;
  }
}

/** Returns the area of an edit without a mask: pixels of the named colour, otherwise the named third of the picture. */
function placeOf(pixels: Pixels, { from, colour, place }: EditIntent): Region {
  const { width, height } = pixels;
  const region: Region = { cover: new Uint8Array(width * height), width, height };
  const named = from ?? colour;
  if (named) {
    const { weights } = weighColour(pixels, wholeRegion(width, height), named);
    const reach = Math.max(2, Math.round(height * 0.012));
    for (let index = 0; index < weights.length; index += 1) {
      if ((weights[index] as number) < 0.35) continue;
      const [x, y] = [index % width, Math.floor(index / width)];
      for (let dy = -reach; dy <= reach; dy += reach)
        for (let dx = -reach; dx <= reach; dx += reach) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx >= 0 && ny >= 0 && nx < width && ny < height) region.cover[ny * width + nx] = 255;
        }
    }
    return region;
  }
  const across = { left: 0.02, centre: 0.32, right: 0.62 }[place.across ?? "centre"];
  const up = { top: 0.02, middle: 0.3, bottom: 0.58 }[place.up ?? "middle"];
  for (let y = Math.floor(up * height); y < (up + 0.4) * height && y < height; y += 1) {
    region.cover.fill(255, Math.floor(y * width + across * width), Math.floor(y * width + (across + 0.36) * width));
  }
  return region;
}

function replaceSky(pixels: Pixels, { intent, masked }: EditPlan): Pixels {
  const { width, height } = pixels;
  const sky = masked ?? findSky(pixels);
  if (!sky) return changeHour(pixels, intent.scene, false);
  const lowest = (mainBox(sky)?.bottom ?? height) / height;
  const surface = createSurface(width, height);
  const frame = createFrame(surface, { detail: 1 });
  const random = createRandom(hash(intent.scene.prompt, String(intent.scene.seed), "sky"));
  const horizon = Math.max(0.3, lowest * 1.02);
  const light = createLight(intent.scene, { random, horizon });
  for (const element of composeSky({ scene: intent.scene, light, random, horizon })) element.draw(frame);
  const weights = innerWeights(sky, Math.max(1, height * 0.004));
  // The land takes a little of the new light, unless a mask forbids it.
  const land =
    masked || intent.scene.time === "day"
      ? pixels
      : blend(pixels, relight(pixels, intent.scene), new Float32Array(width * height).fill(0.55));
  return blend(land, takeSurface(surface), weights);
}

function replaceBackground(pixels: Pixels, { intent, masked, request }: EditPlan): Pixels {
  const ground = masked ?? findBackground(pixels);
  if (!ground) return pixels;
  const weights = innerWeights(ground, Math.max(1, pixels.height * 0.003));
  if (intent.scene.wantsTransparency || /\bremove\b/.test(intent.scene.prompt.toLowerCase())) {
    const data = new Uint8ClampedArray(pixels.data);
    for (let index = 0; index < weights.length; index += 1)
      data[index * 4 + 3] = (data[index * 4 + 3] as number) * (1 - (weights[index] as number));
    return { ...pixels, data };
  }
  const plain = intent.scene.palette.length > 0 && intent.scene.isGuess;
  const scene: Scene = {
    ...intent.scene,
    subjects: [],
    stage: plain || intent.scene.stage === "studio" ? "studio" : intent.scene.stage,
  };
  const view = takeSurface(renderScene(scene, { ...pixels, ...request, isTransparent: false }));
  return blend(pixels, view, weights);
}

function changeHour(pixels: Pixels, scene: Scene, withSky: boolean): Pixels {
  const lit = relight(pixels, scene);
  const surface = copyToSurface(lit);
  const random = createRandom(hash(scene.prompt, String(scene.seed), "hour"));
  const light = createLight(scene, { random, horizon: 0.6 });
  if (withSky && /night|sunset|dawn|dusk/.test(scene.time)) {
    const sky = findSky(pixels);
    if (sky) {
      const plan: EditPlan = {
        intent: { kind: "sky", scene, place: {}, namesLight: true, features: [], unknown: [] },
        masked: sky,
        others: [],
        request: { style: "natural", quality: "medium", seed: scene.seed },
      };
      surface.context.putImageData(
        copyToSurface(replaceSky(lit, plan)).context.getImageData(0, 0, pixels.width, pixels.height),
        0,
        0,
      );
    }
  }
  if (/rain|snow|storm|fog/.test(scene.weather))
    for (const element of composeWeather({ scene, light, random, horizon: 0.6 }))
      element.draw(createFrame(surface, {}));
  return takeSurface(surface);
}

function restyle(pixels: Pixels, { scene, adjust: how }: EditIntent): Pixels {
  if (how === "blur") {
    const soft = createSurface(pixels.width, pixels.height);
    soft.context.filter = `blur(${(pixels.height * 0.012).toFixed(1)}px)`;
    soft.context.drawImage(copyToSurface(pixels).canvas, 0, 0);
    return blend(pixels, takeSurface(soft), new Float32Array(pixels.width * pixels.height).fill(1));
  }
  if (how) return adjust(pixels, how);
  return takeSurface(applyArtStyle(copyToSurface(pixels), scene, false));
}

/** Subjects stand before what was filled in; anything else is painted as a view into the region. */
function repaintMasked(pixels: Pixels, plan: EditPlan, masked: Region): Pixels {
  const { intent, request } = plan;
  const filled = inpaint(pixels, masked, request.seed);
  if (intent.scene.subjects.length > 0) return addThings(filled, { intent, original: pixels, masked });
  const view = takeSurface(
    renderScene(intent.scene, {
      width: pixels.width,
      height: pixels.height,
      quality: request.quality,
      style: request.style,
      isTransparent: false,
    }),
  );
  return blend(filled, view, innerWeights(masked, Math.max(1, pixels.height * 0.012)));
}

/** Repaints the picture: `high` preserves it and adds the named subjects; `low` paints another one in its colours. */
function repaintWhole(pixels: Pixels, plan: EditPlan): Pixels {
  const { intent, request } = plan;
  if (request.inputFidelity !== "low") {
    const lit = intent.namesLight ? changeHour(pixels, intent.scene, false) : pixels;
    return intent.scene.subjects.length > 0 ? addThings(lit, { ...plan, original: pixels }) : lit;
  }
  return freely(intent.scene.subjects.length > 0 ? addThings(pixels, { ...plan, original: pixels }) : pixels, plan);
}

/** Composition and colours stay, details go: broad strokes over everything that may change. */
function freely(pixels: Pixels, { intent }: EditPlan): Pixels {
  const artStyle = intent.scene.artStyle === "watercolour" ? "watercolour" : "oil";
  const painted = takeSurface(applyArtStyle(copyToSurface(pixels), { ...intent.scene, artStyle }, false));
  return blend(pixels, painted, new Float32Array(pixels.width * pixels.height).fill(1));
}
