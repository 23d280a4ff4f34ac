/** A scene in a sentence: what the painter made of the prompt. */

import { nameOfColour } from "./colour-words.ts";
import type { Scene, SceneSubject } from "./scene.ts";
import { subjectKind } from "./subject-words.ts";

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

const STYLES: Record<Scene["artStyle"], string> = {
  illustration: "An illustration",
  photo: "A cinematic picture",
  watercolour: "A watercolour",
  oil: "An oil painting",
  flat: "A flat poster",
  line: "A pencil drawing",
  pixel: "Pixel art",
  "low-poly": "A low-poly picture",
  isometric: "An isometric picture",
  logo: "An emblem",
  pattern: "A repeating pattern",
};

const TIMES: Record<Scene["time"], string> = {
  dawn: "at dawn",
  day: "by day",
  sunset: "at sunset",
  dusk: "at dusk",
  night: "at night",
};

const WEATHERS: Record<Scene["weather"], string> = {
  clear: "under a clear sky",
  cloudy: "under clouds",
  rain: "in the rain",
  snow: "in falling snow",
  fog: "in fog",
  storm: "in a storm",
};

const GROUNDS: Record<Scene["ground"], string> = {
  grass: "grassland",
  sand: "sand",
  snow: "snow",
  water: "water",
  road: "a road",
  flowers: "a meadow in flower",
  wheat: "a field of grain",
  stone: "stone",
  lavender: "lavender rows",
};

const PLURALS: Record<string, string> = {
  person: "people",
  fish: "fish",
  sheep: "sheep",
  deer: "deer",
  bus: "buses",
  leaf: "leaves",
  cactus: "cacti",
  wolf: "wolves",
  fox: "foxes",
  church: "churches",
  cherry: "cherries",
  strawberry: "strawberries",
  butterfly: "butterflies",
  octopus: "octopuses",
};

export function describeScene(scene: Scene, background: "transparent" | "opaque"): string {
  const subjects = scene.subjects.map(describeSubject);
  const style = STYLES[scene.artStyle];
  const written = scene.lettering ? `, with the words “${scene.lettering}”` : "";
  const palette = `${scene.palette.length > 0 ? ", in the palette that the prompt names" : ""}${written}`;
  if (scene.isGuess)
    return `An abstract composition whose colours and forms follow the words “${scene.prompt.slice(0, 120)}”.`;
  const named = subjects.length > 0 ? ` of ${subjects.join(", ").replace(/, ([^,]*)$/, " and $1")}` : "";
  if (background === "transparent") return `${style}${named} on a transparent background${palette}.`;
  return `${style}${named}${named ? " " : " "}${placeOf(scene, named !== "")}${palette}.`;
}

function describeSubject({ kind, count, colour }: SceneSubject): string {
  const [name = kind] = subjectKind(kind)?.words ?? [];
  const plain = name.replaceAll("-", " ");
  const tint = colour ? `${colourTerm(colour)} ` : "";
  if (count === 1) return `a ${tint}${plain}`.replace(/^a (?=[aeiou])/, "an ");
  return `${NUMBERS[count] ?? count} ${tint}${PLURALS[kind] ?? `${plain}s`}`;
}

/** Its name where it has one. */
function colourTerm(colour: readonly number[]): string {
  const value = `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
  return nameOfColour(value) ?? value;
}

function placeOf(scene: Scene, isJoined: boolean): string {
  const { stage, distance, ground, time, weather, season } = scene;
  if (stage === "studio") return "before a plain backdrop";
  if (stage === "indoor") return `${isJoined ? "on" : "of"} a table by a window ${TIMES[time]}`;
  if (stage === "underwater") return `${isJoined ? "in" : "of"} clear water with light from above`;
  if (stage === "space") return `${isJoined ? "in" : "of"} space with stars and a nebula`;
  if (stage === "sky") return `${isJoined ? "among" : "of"} clouds ${TIMES[time]}`;
  if (stage === "abstract") return "of forms and colours";
  const view = distance.length > 0 ? ` before ${distance.join(" and ")}` : " under a wide sky";
  return `${isJoined ? "on" : "of"} ${GROUNDS[ground]}${view}, ${season === "summer" ? "" : `${season}, `}${TIMES[time]} ${WEATHERS[weather]}`;
}
