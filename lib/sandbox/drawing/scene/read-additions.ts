/** Reads what an edit adds: subjects, things of the sky, and what no drawing exists for. */
import { colourOfWord } from "./colour-words.ts";
import { readLettering } from "./read-lettering.ts";
import { readSubjects, sizeOfWord } from "./read-subjects.ts";
import type { SceneSubject, SkyFeature } from "./scene.ts";
import * as rules from "./setting-words.ts";

/** A thing of the sky; `size` is a factor, as for subjects. */
export type SkyAddition = { feature: SkyFeature | "cloud"; size: number };

export type Additions = {
  subjects: SceneSubject[];
  /** In the order of the words. */
  features: SkyAddition[];
  /** Names of what cannot be drawn, as the prompt writes them. */
  unknown: string[];
};

/** Nouns only: "a sunny beach" adds no sun. */
const FEATURES: readonly (readonly [RegExp, SkyAddition["feature"]])[] = [
  [/\b(moon|crescent|mond|lune|luna)\b/, "moon"],
  [/\b(stars|sterne|étoiles|estrellas|milky way)\b/, "stars"],
  [/\b(sun|sonne|soleil|sol|sole)\b/, "sun"],
  [/\b(rainbows?|regenbogen|arc-en-ciel|arcoíris)\b/, "rainbow"],
  [/\b(aurora|northern lights|polarlicht)\b/, "aurora"],
  [/\b(lightning|thunderbolt)\b/, "lightning"],
  [/\b(fireworks?|feuerwerk)\b/, "fireworks"],
  [/\b(comet|shooting star|meteor)\b/, "comet"],
  [/\b(clouds?|wolken?|nuages?|nubes?)\b/, "cloud"],
];

const VERB =
  /\b(?:add|put|place|insert|draw|include|give (?:it|him|her)|paint(?= (?:an?|some|two|three)\b)|füge|ajoute[rz]?|añade|agrega|aggiungi)\b/;

const PREPOSITION =
  /\b(?:over|above|behind|beside|next to|near|by|in|on|at|to|into|onto|under|below|beneath|around|from|between|with|that|which|of)\b/;

/** The picture already has what a preposition and a definite article introduce: "over the lighthouse". */
const REFERENCE =
  /\b(?:over|above|behind|beside|next to|near|by|in|on|at|to|into|onto|under|below|beneath|around|from|between|of) (?:the|this|that|these|those|its|his|her|their|our|my) [\p{L}\s'-]+?(?=[,.;]|\band\b|$)/gu;

const FILLER =
  /^(?:an?|the|some|one|two|three|several|few|many|more|another|please|also|bright|full|beautiful|nice|eine?[nmrs]?|une?|una?)$/;

/** Returns true when the words ask to add something. */
export function asksToAdd(text: string): boolean {
  return VERB.test(text);
}

/** @param prompt the whole prompt; without a verb it describes what is added */
export function readAdditions(prompt: string): Additions {
  const text = prompt.toLowerCase();
  const verb = VERB.exec(text);
  const spoken = (verb ? text.slice(verb.index + verb[0].length) : text).replaceAll(REFERENCE, " ");
  const { rest } = readLettering(spoken);
  const clauses = rest.split(/[,.;]|\band\b|\bplus\b/).map((clause) => clause.trim());
  return {
    subjects: readSubjects(rest).subjects,
    features: FEATURES.flatMap(([pattern, feature]) => {
      const clause = clauses.find((words) => pattern.test(words));
      return clause === undefined ? [] : [{ feature, size: sizeIn(clause), at: rest.search(pattern) }];
    })
      .toSorted((a, b) => a.at - b.at)
      .map(({ feature, size }) => ({ feature, size })),
    unknown: clauses.filter((clause) => !isKnown(clause)).flatMap(nameOf),
  };
}

function sizeIn(clause: string): number {
  return clause.split(" ").reduce((size, word) => sizeOfWord(word) ?? size, 1);
}

function isKnown(clause: string): boolean {
  const settings = [rules.DISTANCES, rules.GROUNDS, rules.TIMES, rules.WEATHERS, rules.SEASONS, rules.STAGES];
  return (
    readSubjects(clause).subjects.length > 0 ||
    FEATURES.some(([pattern]) => pattern.test(clause)) ||
    settings.some((list) => rules.firstMatch<unknown>(list, clause) !== undefined)
  );
}

/** Longest name that is repeated to the user, in characters. */
const MOST_LETTERS = 40;

/** Returns the clause's noun with what belongs to it; nothing when only colours and sizes are left. */
function nameOf(clause: string): string[] {
  const words = (clause.split(PREPOSITION)[0] ?? "").match(/[\p{L}\p{N}'-]+/gu) ?? [];
  const named = words.filter((word) => !FILLER.test(word) && !colourOfWord(word) && sizeOfWord(word) === undefined);
  return named.length > 0 ? [named.join(" ").slice(0, MOST_LETTERS)] : [];
}
