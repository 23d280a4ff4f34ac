/** Reads a prompt into a scene. Any text is accepted; unknown words affect the choices through their hash. */
import { createRandom, hash, type Random } from "#lib/sandbox/random.ts";
import { type Colour, hex, oklch } from "../pixels/colour.ts";
import { MOODS } from "./colour-words.ts";
import { readLettering } from "./read-lettering.ts";
import { readSubjects } from "./read-subjects.ts";
import type { Distance, Ground, Scene, SceneSubject, Stage, TimeOfDay } from "./scene.ts";
import * as rules from "./setting-words.ts";
import { subjectKind } from "./subject-words.ts";

/** Limit on the part of a prompt that is read, in characters. */
const MOST_LETTERS = 4000;

/** @param seed decides with the prompt everything that the prompt leaves open */
export function readScene(prompt: string, seed: number): Scene {
  const { lettering, rest } = readLettering(prompt.slice(0, MOST_LETTERS));
  const text = rest.toLowerCase().normalize("NFC");
  const positive = text.replaceAll(/\b(?:no|without|ohne|sans|sin) (?:any )?[\p{L}]+/gu, "");
  const random = createRandom(hash(text, String(seed)));
  const { subjects, loose } = readSubjects(text);
  const features = rules.allMatches(rules.FEATURES, positive);
  const named = {
    stage: rules.firstMatch(rules.STAGES, positive),
    distance: rules.allMatches(rules.DISTANCES, positive),
    ground: rules.firstMatch(rules.GROUNDS, positive),
    time: rules.firstMatch(rules.TIMES, positive),
    weather: rules.firstMatch(rules.WEATHERS, positive),
    season: rules.firstMatch(rules.SEASONS, positive),
    artStyle: rules.firstMatch(rules.ART_STYLES, positive),
  };
  const hasSetting =
    named.distance.length > 0 ||
    [named.ground, named.time, named.weather, named.season].some((value) => value !== undefined) ||
    features.length > 0;
  // "A night sky full of stars over a meadow": where land is named, the sky is the one above it.
  if (named.stage === "sky" && (named.distance.length > 0 || named.ground !== undefined)) named.stage = undefined;
  const isGuess = !hasSetting && subjects.length === 0 && named.stage === undefined;
  const stage = chooseStage(named.stage, { hasSetting, isGuess, subjects, isDrawing: named.artStyle === "line" });
  const mood = MOODS.find(({ pattern }) => pattern.test(positive));
  const palette = [...loose, ...(mood?.colours ?? []).map(hex)];
  if (isGuess && palette.length === 0) palette.push(...harmony(text));
  const ground = named.ground ?? usualGround(subjects, named.distance);
  return {
    prompt,
    seed,
    stage,
    distance: named.distance.length > 0 ? named.distance : usualDistance({ ...named, subjects, random }),
    ground,
    shore: ground === "water" ? readShore(positive, subjects) : undefined,
    time: named.time ?? usualTime(features, random.next()),
    weather: named.weather ?? "clear",
    season: named.season ?? "summer",
    features,
    subjects,
    ...(lettering && { lettering }),
    palette: palette.slice(0, 5),
    chroma: mood?.chroma ?? 1,
    artStyle: named.artStyle ?? "illustration",
    wantsTransparency: /\b(transparent|no background|cut ?out|alpha channel|freigestellt)\b/.test(text),
    isGuess,
  };
}

type Known = { hasSetting: boolean; isDrawing: boolean; isGuess: boolean; subjects: SceneSubject[] };

function chooseStage(named: Stage | undefined, { hasSetting, isGuess, subjects, isDrawing }: Known): Stage {
  const home = subjects[0] && subjectKind(subjects[0].kind);
  if (isGuess) return "abstract";
  if (named === "abstract" && subjects.length > 0) return "studio";
  if (named) return named;
  if (!hasSetting && isDrawing) return "studio";
  if (!hasSetting) return home?.stage ?? "landscape";
  // "a fish in the sea" is seen from within it; a lamp at night stands in a room.
  if (home?.stage === "underwater" || home?.stage === "indoor") return home.stage;
  return "landscape";
}

function readShore(text: string, subjects: readonly SceneSubject[]): Scene["shore"] {
  if (/\b(beach|sand|tropical|island|plage|playa|strand)\b/.test(text) || subjects.some(({ kind }) => kind === "palm"))
    return "sand";
  if (/\b(cliffs?|rocks?|rocky)\b/.test(text)) return "stone";
  const hasBridge = subjects.some(({ kind }) => kind === "bridge");
  const isOnLand = ({ kind }: SceneSubject) =>
    subjectKind(kind)?.habitat === "ground" &&
    !(/^(?:bridge|lighthouse)$/.test(kind) || (hasBridge && /^(?:train|car|bus|bicycle)$/.test(kind)));
  return subjects.some(isOnLand) || /\b(shore|coast)\b/.test(text) ? "grass" : undefined;
}

type Hints = { ground?: Ground; subjects: SceneSubject[]; random: Random };

const EMPTY_HORIZONS: readonly [Distance[], ...Distance[][]] = [[], [], ["hills"], ["mountains"]];
const COUNTRY: readonly [Distance[], ...Distance[][]] = [["hills"], ["mountains", "hills"], ["hills", "trees"]];

function usualDistance({ ground, subjects, random }: Hints): Distance[] {
  const kinds = subjects.map(({ kind }) => kind);
  if (kinds.some((kind) => /^(?:cactus|pyramid)$/.test(kind))) return ["dunes"];
  if (kinds.some((kind) => /^(?:palm|lighthouse|sailboat|ship|flamingo)$/.test(kind)))
    return random.pick(EMPTY_HORIZONS);
  if (kinds.includes("bus")) return ["city"];
  if (ground === "water" || ground === "sand") return random.pick(EMPTY_HORIZONS);
  if (kinds.some((kind) => /^(?:deer|bear|owl|fox|wolf|mushroom|tent)$/.test(kind))) return ["mountains", "forest"];
  return random.pick(COUNTRY);
}

function usualGround(subjects: SceneSubject[], distance: Distance[]): Ground {
  const kinds = subjects.map(({ kind }) => kind);
  const habitats = kinds.map((kind) => subjectKind(kind)?.habitat);
  if (distance.includes("dunes") || kinds.some((kind) => /^(?:cactus|pyramid)$/.test(kind))) return "sand";
  if (habitats.includes("water") || kinds.includes("lighthouse") || kinds.includes("bridge")) return "water";
  if (kinds.includes("palm") || kinds.includes("turtle")) return "water";
  if (kinds.includes("penguin") || kinds.includes("snowman")) return "snow";
  if (kinds.some((kind) => /^(?:car|bus|bicycle)$/.test(kind))) return "road";
  if (kinds.some((kind) => /^(?:flower|tulip|butterfly|sunflower)$/.test(kind))) return "flowers";
  return distance.includes("city") ? "water" : "grass";
}

function usualTime(features: Scene["features"], share: number): TimeOfDay {
  if (features.some((feature) => /^(?:moon|stars|aurora|comet)$/.test(feature))) return "night";
  if (features.includes("sun") || features.includes("rainbow")) return "day";
  if (share < 0.55) return "day";
  return share < 0.8 ? "sunset" : "dawn";
}

/** Five colours that go together, made of the letters of the text. */
function harmony(text: string): Colour[] {
  const random = createRandom(hash(text));
  const hue = random.next() * 360;
  const spread = random.pick([
    [0, 28, 55, 190, 215],
    [0, 35, 180, 205, 150],
    [0, 120, 140, 240, 20],
    [0, 18, 40, 60, 250],
  ]);
  return spread.map((step, index) =>
    oklch(0.45 + 0.11 * ((index * 2 + random.integer(2)) % 5), 0.1 + random.next() * 0.09, hue + step),
  );
}
