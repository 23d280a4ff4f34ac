/** Adds things of the sky to an existing picture, without changing its light. */
import { createFrame } from "#lib/sandbox/drawing/composition/element.ts";
import { createLight, type Light } from "#lib/sandbox/drawing/composition/light.ts";
import { drawDisc } from "#lib/sandbox/drawing/composition/sky.ts";
import { composeSkyFeature, drawRainbow } from "#lib/sandbox/drawing/composition/sky-features.ts";
import { createNoise } from "#lib/sandbox/drawing/pixels/noise.ts";
import { createSurface, freeSurface, type Surface } from "#lib/sandbox/drawing/pixels/surface.ts";
import type { SkyAddition } from "#lib/sandbox/drawing/scene/read-additions.ts";
import type { Scene, TimeOfDay } from "#lib/sandbox/drawing/scene/scene.ts";
import { createRandom, hash, type Random } from "#lib/sandbox/random.ts";
import { drawCloud } from "./draw-cloud.ts";
import type { Box } from "./region.ts";

type SkyInsertion = {
  features: readonly SkyAddition[];
  scene: Scene;
  /** Area to draw into. */
  box: Box;
  /** Mean brightness of the picture, 0…1. */
  brightness: number;
};

/** Mean brightness below which a picture is taken for one of the night. */
const NIGHT = 0.22;

/** Order from far to near. */
const ORDER = ["stars", "aurora", "moon", "sun", "comet", "rainbow", "lightning", "fireworks", "cloud"];

/** Draws the things over the surface, each within the box. */
export function insertSkyFeatures(surface: Surface, { features, scene, box, brightness }: SkyInsertion): void {
  const isNight = brightness < NIGHT;
  for (const addition of features.toSorted((a, b) => ORDER.indexOf(a.feature) - ORDER.indexOf(b.feature))) {
    const random = createRandom(hash(scene.prompt, String(scene.seed), addition.feature));
    const draw = { surface, scene, box, random, isNight, size: addition.size };
    if (addition.feature === "moon" || addition.feature === "sun") insertOrb(draw, addition.feature);
    else if (addition.feature === "stars") insertStars(draw);
    else drawInBox(draw, addition.feature);
  }
}

type Drawing = {
  surface: Surface;
  scene: Scene;
  box: Box;
  random: Random;
  isNight: boolean;
  /** Size factor of the words: "small" 0.55, "giant" 2. */
  size: number;
};

/** Share of the box's shorter side that the disc of a moon or sun of usual size fills. */
const DISC = 0.56;
const LARGEST_DISC = 0.72;

function insertOrb({ surface, scene, box, random, size }: Drawing, feature: "moon" | "sun"): void {
  const time = feature === "moon" ? "night" : "day";
  const light = lightAt(time, { scene, random });
  const side = Math.min(box.right - box.left, box.bottom - box.top) / surface.height;
  const x = (box.left + box.right) / 2 / surface.height;
  const y = (box.top + box.bottom) / 2 / surface.height;
  const sun = { ...light.sun, x: (x * surface.height) / surface.width, y, isMoon: feature === "moon" };
  const layer = createSurface(surface.width, surface.height);
  drawDisc(createFrame(layer, { detail: 1 }), {
    x,
    radius: (side * Math.min(LARGEST_DISC, DISC * size)) / 2,
    light: { ...light, sun },
    noise: createNoise(random.integer(2 ** 31)),
    scene: { ...scene, time },
  });
  fadeOut(layer, { x, y, radius: side / 2 });
  surface.context.drawImage(layer.canvas, 0, 0);
  freeSurface(layer);
}

/** Ends the glow on a circle within the box: on the box's edges it would show a square. */
function fadeOut(
  { context, width, height }: Surface,
  { x, y, radius }: { x: number; y: number; radius: number },
): void {
  const circle = context.createRadialGradient(x * height, y * height, 0, x * height, y * height, radius * height);
  circle.addColorStop(LARGEST_DISC, "rgba(0,0,0,1)");
  circle.addColorStop(1, "rgba(0,0,0,0)");
  context.globalCompositeOperation = "destination-in";
  context.fillStyle = circle;
  context.fillRect(0, 0, width, height);
}

/** Spreads them over the picture as in a whole sky, so that their size is right; the caller's mask cuts them. */
function insertStars({ surface, scene, box, random }: Drawing): void {
  const light = lightAt("night", { scene, random });
  const stand = {
    scene: { ...scene, time: "night" as const, features: ["stars" as const] },
    // No moon that outshines them.
    light: { ...light, sun: { ...light.sun, x: -5 } },
    random,
    horizon: (box.bottom / surface.height) * 1.25,
  };
  // Twice as many as at night in a whole sky: a bright sky outshines the faint half.
  for (let layer = 0; layer < 2; layer += 1)
    composeSkyFeature("stars", stand)?.draw(createFrame(surface, { detail: 1 }));
}

/** Draws what fills the box on a surface of its size. */
function drawInBox({ surface, scene, box, random, isNight }: Drawing, feature: SkyAddition["feature"]): void {
  const layer = createSurface(box.right - box.left, box.bottom - box.top);
  const { width, height } = layer;
  if (feature === "cloud") drawCloud(layer, { random, isNight });
  else if (feature === "rainbow") {
    const band = Math.min(width, height) * 0.014;
    drawRainbow(layer, {
      x: 0.5,
      foot: 1,
      across: width * 0.48 - band * 10,
      up: height * 0.94 - band * 10,
      band,
      strength: 0.75,
    });
  } else {
    const stand = { scene, light: lightAt("night", { scene, random }), random, horizon: 1 };
    composeSkyFeature(feature, stand)?.draw(createFrame(layer, { detail: 1 }));
  }
  surface.context.save();
  // Light adds to the sky; a cloud covers it, and a rainbow that only added light would lose its red to the blue.
  if (!/^(?:cloud|rainbow)$/.test(feature)) surface.context.globalCompositeOperation = "screen";
  surface.context.drawImage(layer.canvas, box.left, box.top);
  surface.context.restore();
  freeSurface(layer);
}

function lightAt(time: TimeOfDay, { scene, random }: { scene: Scene; random: Random }): Light {
  return createLight({ ...scene, time, weather: "clear", palette: [] }, { random, horizon: 0.6 });
}
