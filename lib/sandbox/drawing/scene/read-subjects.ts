/** Subjects that a prompt names, with their number, colour, size and place from the words around them. */
import type { Colour } from "../pixels/colour.ts";
import { colourOfWord } from "./colour-words.ts";
import type { Place, SceneSubject } from "./scene.ts";
import { type SubjectKind, subjectOfWord } from "./subject-words.ts";

const NUMBERS = new Map(
  Object.entries({
    1: "a an one single lone ein eine un une uno una",
    2: "two pair couple both twin zwei deux dos due",
    3: "three several drei trois tres tre",
    4: "four vier quatre cuatro",
    5: "five some few fünf cinq cinco",
    6: "six sechs",
    7: "seven many group",
    8: "eight",
    9: "nine flock herd school swarm fleet",
    10: "ten",
    12: "dozen twelve dozens",
    20: "twenty hundreds countless",
  }).flatMap(([number, words]) => words.split(" ").map((word) => [word, Number(number)] as const)),
);

const SIZES = new Map(
  Object.entries({
    0.55: "tiny little small mini miniature distant kleine petit pequeño",
    1.5: "big large tall great huge majestic große grand grande",
    2: "giant enormous gigantic colossal massive",
  }).flatMap(([size, words]) => words.split(" ").map((word) => [word, Number(size)] as const)),
);

/** Returns the factor of "tiny" or "huge"; undefined for any other word. */
export function sizeOfWord(word: string): number | undefined {
  return SIZES.get(word);
}

const RELATIONS: readonly [RegExp, NonNullable<SceneSubject["relation"]>["kind"]][] = [
  [/\bin front of\b/, "beside"],
  [/\b(on top of|on|atop|crossing|crosses|riding|sitting on|standing on)\b(?! the (?:left|right))/, "on"],
  [/\b(above|over|flying over)\b/, "above"],
  [/\b(under|below|beneath)\b/, "below"],
  [/\b(behind)\b/, "behind"],
  [/\b(beside|next to|near|by|with)\b/, "beside"],
  [/\b(in|inside)\b/, "in"],
];

const MOST = 24;
const MOST_KINDS = 6;

/** Phrases in which a subject's word is a place or a style, not a subject. */
const NOT_SUBJECTS =
  /\b(cherry blossoms?|coffee shop|tea house|house plant|sea ?horse|hot dog|dog ?house|bird'?s[- ]eye|fish ?eye|tree ?line|water lil\w+|van gogh|neon sign(?! (?:that|which|say|read|with))|star wars|home page|book ?shelf|car park|book cover|(?:city|mountain) tour|post ?card|pale orange|orange (?=sky|light|glow|sun|cat|dog|fish|car|balloon|background|fox|bird|boat|flower|roof|hue|tones?))\b/g;

export type ReadSubjects = { subjects: SceneSubject[] /** Colours that belong to no subject. */; loose: Colour[] };

type Token = { word: string; at: number };

/** @param text text in lower case */
export function readSubjects(text: string): ReadSubjects {
  const cleaned = text
    .replaceAll(/\b(palm|pine|fir|spruce) tree(s?)\b/g, "$1$2")
    .replaceAll(
      /\b(?:apple|cherry|lemon|orange|pear|banana|olive|oak|maple|pine|fir|spruce|palm|cactus|tree) (?=(?:trees?|forests?|woods|orchards?|groves?|house)\b)/g,
      "",
    )
    // Animals and places whose names contain a colour.
    .replaceAll(
      /\b(?:red|grey|gray|brown|polar|black|blue|golden|arctic|white) (?=fox|panda|bear|wol(?:f|ves)|whale|retriever)/g,
      "",
    )
    .replaceAll(/\b(?:coral reef|golden hour|rose garden|blue hour|wine glass|salmon run|lavender field)s?\b/g, "")
    .replaceAll(
      /\b[\p{L}]+ (?=(?:hills?|meadows?|fields?|grass|forest|mountains?|sea|ocean|lake|water|beach|leaves|snow|desert|sand|dunes?)\b)/gu,
      (match) => (colourOfWord(match.trim()) ? "" : match),
    )
    .replaceAll(/hot[- ]air balloon/g, "hot-air-balloon")
    .replaceAll(/ice[- ]creams?/g, "ice-cream")
    .replaceAll(/alarm clock/g, "alarm-clock")
    // One star is a subject; several stars belong to the sky.
    .replaceAll(/(?<!shooting |north |pole |falling )\bstar\b(?! wars)/g, "star-shape")
    .replaceAll(NOT_SUBJECTS, (match) => (match.startsWith("orange") ? "#f28a1e " : ""))
    .replaceAll(/\bsail(?:ing)? ?boats?/g, (match) => (match.endsWith("s") ? "sailboats" : "sailboat"));
  const tokens: Token[] = [...cleaned.matchAll(/#[0-9a-f]{3,6}\b|[\p{L}\p{M}'-]+|\d+|[,.;:]/gu)].map((match) => ({
    word: match[0],
    at: match.index,
  }));
  const subjects: SceneSubject[] = [];
  const used = new Set<number>();
  let previous: { index: number; at: number } | undefined;
  for (const [index, token] of tokens.entries()) {
    const named = subjectOfWord(token.word);
    if (!named || isDenied(tokens, index) || isAttribute(tokens, index)) continue;
    const before = describeBefore(tokens, index, used);
    if (isFilled(tokens, index) && before.count === 1) before.count = undefined;
    const relation = previous && relationBetween(cleaned.slice(previous.at, token.at));
    const known = subjects.find(({ kind }) => kind === named.subject.kind);
    previous = { index: known ? subjects.indexOf(known) : subjects.length, at: token.at };
    if (known) {
      known.colour ??= before.colour;
      continue;
    }
    if (subjects.length >= MOST_KINDS) continue;
    const subject: SceneSubject = {
      kind: named.subject.kind,
      count: Math.min(
        MOST,
        before.count ?? (named.isPlural ? usualNumber(named.subject) : isFilled(tokens, index) ? 9 : 1),
      ),
      colour: before.colour ?? colourAfter(tokens, index, used),
      size: before.size,
      place: placeAround(cleaned, token),
    };
    subjects.push(subject);
    if (relation && subjects.length > 1) relate(subjects, subjects.length - 2, relation);
  }
  const loose = tokens.flatMap(({ word }, index) => {
    const colour = used.has(index) ? undefined : colourOfWord(word);
    return colour ? [colour] : [];
  });
  return { subjects, loose };
}

/** "a cat on a chair": the first subject is on the second one, so it is drawn later. */
function relate(subjects: SceneSubject[], earlier: number, kind: NonNullable<SceneSubject["relation"]>["kind"]) {
  const subject = subjects[earlier];
  if (subject) subject.relation = { to: earlier + 1, kind };
}

function relationBetween(words: string): NonNullable<SceneSubject["relation"]>["kind"] | undefined {
  if (words.length > 60 || /[.;]/.test(words)) return undefined;
  return RELATIONS.find(([pattern]) => pattern.test(words))?.[1];
}

function usualNumber({ kind }: SubjectKind): number {
  if (/^(?:bird|fish|flower|tulip|sunflower|butterfly|tree|pine)$/.test(kind)) return 7;
  return kind === "balloon" || kind === "jellyfish" ? 5 : 3;
}

/** Matches "a sunflower field". */
function isFilled(tokens: Token[], index: number): boolean {
  return /^(?:fields?|garden|forest|grove|orchard|meadow)$/.test(tokens[index + 1]?.word ?? "");
}

/** Matches "no clouds", "without people". */
function isDenied(tokens: Token[], index: number): boolean {
  const before = tokens.slice(Math.max(0, index - 3), index).map(({ word }) => word);
  return /\b(no|without|ohne|sans|sin)\b(?!.*[,.;])/.test(before.join(" "));
}

/** "orange" and "rose" before another noun are colours; "tower bridge" is one thing. */
function isAttribute(tokens: Token[], index: number): boolean {
  const word = tokens[index]?.word ?? "";
  const next = tokens[index + 1]?.word ?? "";
  if (colourOfWord(word))
    return !/^(?:an?|the|one|two|three|eine?|une?)$/.test(tokens[index - 1]?.word ?? "") || /^\p{L}+$/u.test(next);
  return subjectOfWord(next) !== undefined && /^(?:house|tower|tea|coffee|wine|palm|church|home|oak|maple)$/.test(word);
}

function describeBefore(tokens: Token[], index: number, used: Set<number>) {
  let count: number | undefined;
  let colour: Colour | undefined;
  let size = 1;
  for (let at = index - 1; at >= Math.max(0, index - 5); at -= 1) {
    const word = tokens[at]?.word ?? "";
    if (/^(?:[,.;:]|and|with|on|in|under|over|behind|und|et|y)$/.test(word)) {
      // "red, green and blue balloons": the list of colours continues.
      if (colour || !/^(?:,|and|und|et|y)$/.test(word)) break;
      continue;
    }
    if (subjectOfWord(word) && !colourOfWord(word)) break;
    const named = colourOfWord(word);
    if (named && !used.has(at)) {
      colour ??= named;
      used.add(at);
    }
    const number = /^\d{1,3}$/.test(word) ? Number(word) : NUMBERS.get(word);
    // "a flock of birds": the word nearer to the noun overrides the article.
    if (number !== undefined && number > 0 && (count === undefined || count === 1)) count = number;
    size = SIZES.get(word) ?? size;
  }
  return { count, colour, size };
}

/** Reads a colour after the noun: "a car that is red", "gato negro". */
function colourAfter(tokens: Token[], index: number, used: Set<number>): Colour | undefined {
  const next = tokens[index + 1]?.word ?? "";
  const at = /^(?:is|are|in|that|of)$/.test(next) ? index + 2 : index + 1;
  const colour = colourOfWord(tokens[at]?.word ?? "");
  const follower = tokens[at + 1]?.word ?? "";
  if (!colour || subjectOfWord(follower) || /^(?:sky|sea|background|backdrop|light|room|field|and)$/.test(follower))
    return undefined;
  used.add(at);
  return colour;
}

function placeAround(text: string, { word, at }: Token): Place {
  const clause = text.slice(at, at + word.length + 50).split(/[,.;]|\band\b/)[0] ?? "";
  return readPlace(clause);
}

/** Reads the place in the frame that the words name. */
export function readPlace(text: string): Place {
  const across = /\b(?:on|to|at|in) (?:the )?(?:\w+[- ])?(left|right|cent(?:er|re)|middle)\b/.exec(text)?.[1];
  const up = /\b(?:at|on|in) (?:the )?(top|bottom|upper|lower)\b/.exec(text)?.[1];
  return {
    ...(across && { across: across === "left" || across === "right" ? across : "centre" }),
    ...(up && { up: up === "top" || up === "upper" ? "top" : "bottom" }),
  };
}
