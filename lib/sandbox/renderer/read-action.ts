/** Reads the action of a figure from the prompt: the verbs in the clause that names it. */
import { subjectKind } from "../drawing/scene/subject-words.ts";

export type Action = {
  manner: "usual" | "rest" | "walk" | "run" | "leap";
  /** Speed factor. */
  pace: number;
  /** Direction: −1 left, 1 right, 0 not named. */
  direction: number;
};

const MANNERS: readonly (readonly [RegExp, Action["manner"]])[] = [
  [
    /\b(jump\w*|leap\w*|hop(?:s|ping)?|bounc\w*|breach\w*|danc\w*|launch\w*|lift[- ]?off|lifting off|tak(?:es|ing|e) off|blast\w*|springt|saute)\b/,
    "leap",
  ],
  [
    /\b(run|runs|running|gallop\w*|sprint\w*|rac(?:es|ing|e)|chas\w+|rush\w*|dash\w*|play\w*|rennt|court|corre)\b/,
    "run",
  ],
  [
    /\b(walk\w*|stroll\w*|wander\w*|trot\w*|march\w*|hik\w+|cross\w*|approach\w*|prowl\w*|explor\w+|geht|marche|camina)\b/,
    "walk",
  ],
  [
    /\b(sit|sits|sitting|stand|stands|standing|sleep\w*|lying|lies|rest\w*|wait\w*|watch\w*|look\w*|graz\w+|pos(?:es|ing)|portrait|parked|anchored|moored|still life|perched)\b/,
    "rest",
  ],
];

/** @param text prompt in lower case */
export function readAction(text: string, kind: string): Action {
  const clause = clauseOf(text, kind);
  const manner =
    MANNERS.find(([pattern]) => pattern.test(clause))?.[1] ??
    MANNERS.find(([pattern]) => pattern.test(text) && countOfSubjects(text) < 2)?.[1] ??
    "usual";
  const isFast = /\b(fast|quick\w*|speed\w*|swift\w*)\b/.test(clause);
  const isSlow = /\b(slow\w*|gentl\w+|lazil\w+|calm\w*)\b/.test(clause) && !/slow[- ]?mo/.test(clause);
  return { manner, pace: isFast ? 1.5 : isSlow ? 0.6 : 1, direction: directionOf(clause) };
}

/** Reads "from left to right", "to the left"; ignores the direction of the camera. */
function directionOf(text: string): number {
  const own = text.replaceAll(/\b(?:camera|pan\w*|shot)\b[^,.;]*/g, "");
  if (/\bfrom (?:the )?left\b|\b(?:to|towards?) (?:the )?right\b|\brightwards?\b/.test(own)) return 1;
  if (/\bfrom (?:the )?right\b|\b(?:to|towards?) (?:the )?left\b|\bleftwards?\b/.test(own)) return -1;
  return 0;
}

function clauseOf(text: string, kind: string): string {
  const words = subjectKind(kind)?.words ?? [kind];
  const clauses = text.split(/[,.;]|\band\b|\bwhile\b|\bas\b/);
  return (
    clauses.find((clause) =>
      words.some((word) => clause.includes(word.replaceAll("-", " ")) || clause.includes(word)),
    ) ?? text
  );
}

/** Counts the breaks between clauses: with fewer than two, any verb of the text may belong to this figure. */
function countOfSubjects(text: string): number {
  return text.split(/\band\b|\bwhile\b|,/).length - 1;
}
