/** Reads an edit's prompt. Words decide the kind of edit; without a verb, the prompt describes the result. */
import type { Colour } from "../pixels/colour.ts";
import { colourOfWord } from "./colour-words.ts";
import { type Additions, asksToAdd, readAdditions, type SkyAddition } from "./read-additions.ts";
import { readScene } from "./read-scene.ts";
import { readPlace } from "./read-subjects.ts";
import type { Place, Scene } from "./scene.ts";

export type EditIntent = {
  kind:
    | "recolour"
    | "remove"
    | "add"
    | "replace"
    | "sky"
    | "background"
    | "relight"
    | "extend"
    | "restyle"
    | "repaint"
    | "insert"
    /** Nothing that can be drawn is named: the area is filled from its surroundings. */
    | "fill";
  /** Scene that the words describe. */
  scene: Scene;
  place: Place;
  /** True when the words name a time of day, a weather or a season. */
  namesLight: boolean;
  /** The new colour. */
  colour?: Colour;
  /** Present colour of the area to change: "the red car". */
  from?: Colour;
  /** Things of the sky to add. */
  features: readonly SkyAddition[];
  /** Names of what cannot be drawn. */
  unknown: readonly string[];
  /** True when an addition comes with another hour: "add a moon at night". */
  relights?: boolean;
  adjust?: "grey" | "brighter" | "darker" | "warmer" | "cooler" | "blur" | "vintage";
};

const ADJUSTMENTS: readonly [RegExp, NonNullable<EditIntent["adjust"]>][] = [
  [/black[- ]and[- ]white|gr[ae]yscale|monochrome|desaturate/, "grey"],
  [/vintage|sepia|retro|old photo/, "vintage"],
  [/\b(brighten|brighter|lighter|increase (?:the )?brightness)\b/, "brighter"],
  [/\b(darken|darker)\b/, "darker"],
  [/\b(warmer)\b/, "warmer"],
  [/\b(cooler|colder)\b/, "cooler"],
  [/\b(blur|blurry|out of focus)\b/, "blur"],
];

const REMOVE =
  /\b(remove|erase|delete|get rid of|take (?:out|away)|clean up|without|entferne|supprime[rz]?|elimina|borra|quita)\b/;
const REPLACE = /\b(replace|swap|substitute|exchange|turn .{1,40} into|change .{1,40} (?:in)?to an?)\b/;
const SKY = /\b(sky|himmel|ciel|cielo)\b/;
const RECOLOUR = /\b(recolou?r|colou?r|paint|dye|tint|make|turn|change|färbe)\b/;
const EXTEND =
  /\b(extend|expand|outpaint|uncrop|zoom(?:ed)? out|widen|larger canvas|enlarge the (?:canvas|frame|picture|image)|more (?:space|room) (?:around|on|at))\b/;
const RELIGHT =
  /\b(night|sunset|sunrise|dawn|dusk|golden hour|evening|winter|snow(?!m[ae]n)\w*|rain(?!bow)\w*|fog\w*|mist\w*|storm\w*|autumn|fall|spring)\b/;
/** Asks for another hour beside something else. */
const HOUR =
  /\b(?:at|by) (?:night|sunset|sunrise|dawn|dusk|golden hour)\b|\b(?:make|turn|change)\b.*\b(?:night|sunset|sunrise|dawn|dusk)\b/;
const RESTYLE = /\b(style|as an?|like an?|in(?:to)?|turn|convert|make it)\b/;

export function readEdit(
  prompt: string,
  seed: number,
  { hasMask, sourceCount }: { hasMask: boolean; sourceCount: number },
): EditIntent {
  const text = prompt.toLowerCase();
  const scene = readScene(prompt, seed);
  const colours = [...text.matchAll(/#[0-9a-f]{3,6}\b|[\p{L}]+/gu)].flatMap(([word]) => {
    const colour = colourOfWord(word);
    return colour ? [colour] : [];
  });
  const additions = readAdditions(prompt);
  const base = { scene, place: readPlace(text), namesLight: RELIGHT.test(text), features: [], unknown: [] };
  const adjust = ADJUSTMENTS.find(([pattern]) => pattern.test(text))?.[1];
  const adds = asksToAdd(text);
  const hasThings = additions.subjects.length + additions.features.length > 0;
  if (EXTEND.test(text)) return { ...base, kind: "extend" };
  if (sourceCount > 1) return { ...base, kind: "insert" };
  if (asksForSky(text, { adds, hasThings, isDescribed: hasMask && base.namesLight })) return { ...base, kind: "sky" };
  if (
    /\b(background|backdrop|hintergrund|arrière-plan|fondo)\b/.test(text) &&
    !REMOVE.test(text.replace("without", "")) &&
    adjust !== "blur"
  )
    return { ...base, kind: "background" };
  if (REMOVE.test(text)) return { ...base, kind: /\bbackground\b/.test(text) ? "background" : "remove" };
  if (REPLACE.test(text) && hasThings && !isRecolour(text, colours))
    return { ...base, kind: "replace", ...lastThingOnly(scene, additions) };
  if (isRecolour(text, colours))
    return { ...base, kind: "recolour", colour: colours.at(-1), ...(colours.length > 1 && { from: colours[0] }) };
  const { features, unknown, subjects } = additions;
  const hour = HOUR.test(text);
  const added = { features, unknown, scene: { ...scene, subjects }, ...(hour && { relights: true }) };
  if (adds && hasThings) return { ...base, ...added, kind: "add" };
  if (adds && unknown.length > 0) return { ...base, unknown, kind: "fill" };
  if (hasMask && features.length > 0 && subjects.length === 0 && (hour || !base.namesLight))
    return { ...base, ...added, kind: "add" };
  if (scene.artStyle !== "illustration" && scene.artStyle !== "photo" && RESTYLE.test(text))
    return { ...base, kind: "restyle" };
  if (adjust) return { ...base, kind: "restyle", adjust };
  if (base.namesLight && (!hasMask || scene.subjects.length === 0)) return { ...base, kind: "relight" };
  if (hasMask && scene.isGuess) return { ...base, unknown, kind: "fill" };
  return { ...base, kind: "repaint" };
}

type SkyHints = { adds: boolean; hasThings: boolean; isDescribed: boolean };

/** "Add a moon to the sky" leaves the sky; "add a night sky" and, under a mask, "a starry night sky" paint another. */
function asksForSky(text: string, { adds, hasThings, isDescribed }: SkyHints): boolean {
  if (!SKY.test(text)) return false;
  if (adds) return !hasThings;
  return REPLACE.test(text) || RECOLOUR.test(text) || isDescribed;
}

/** Matches "make the car blue", "paint it red", "change the roof from red to green": a colour ends the sentence. */
function isRecolour(text: string, colours: readonly Colour[]): boolean {
  if (colours.length === 0 || !RECOLOUR.test(text)) return false;
  const words = text.match(/#[0-9a-f]{3,6}\b|[\p{L}]+/gu) ?? [];
  const tail = words.slice(-3).filter((word) => !/^(?:colou?r|please|now|instead)$/.test(word));
  return colourOfWord(tail.at(-1) ?? "") !== undefined;
}

/** "replace the dog with a cat", "turn the sun into a moon": the new thing comes last. */
function lastThingOnly(scene: Scene, { subjects, features }: Additions): Pick<EditIntent, "scene" | "features"> {
  const subject = subjects.at(-1);
  if (!subject) return { scene: { ...scene, subjects }, features: features.slice(-1) };
  return { scene: { ...scene, subjects: [{ ...subject, relation: undefined }] }, features: [] };
}
