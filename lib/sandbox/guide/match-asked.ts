/**
 * Finds the section that answers a question by what people ask about each. Newcomers do not use the words of the
 * guides, so a list of their questions finds more than the text does.
 */
import { ASKED_OF_CALLERS } from "./asked/asked-of-callers.ts";
import { ASKED_OF_OPERATORS } from "./asked/asked-of-operators.ts";
import { ASKED_OF_PAGES } from "./asked/asked-of-pages.ts";
import { EVERYDAY } from "./everyday-words.ts";
import { type Library, openLibrary, type Section } from "./library.ts";
import { canonical, termsOf } from "./terms.ts";

/** Questions by section, such as `keys#scopes`, separated by semicolons. */
export const ASKED: Readonly<Record<string, string>> = {
  ...ASKED_OF_OPERATORS,
  ...ASKED_OF_CALLERS,
  ...ASKED_OF_PAGES,
};

export type Match = {
  section: Section;
  /** From 0 to 1, of the two below. */
  score: number;
  /** From 0 to 1: how much the question and the nearest one of the list have in common. */
  likeness: number;
  /** Share of the question's words, by their weight, that the section has anywhere. */
  coverage: number;
};

/** Scores from which on a section answers a question, and from which on it may. */
const ANSWERS = { score: 0.62, coverage: 0.6 };
const MAY_ANSWER = { score: 0.42, coverage: 0.42 };
/** The same for a question with one telling word: "the best laptop" does not ask for models on a computer. */
const ANSWERS_ONE_WORD = { score: 0.75, coverage: 0.82 };
/** The same for "explain light", which may be about anything. */
const DEFINES = { score: 0.88, coverage: 0.9 };
const ASKS_FOR_MEANING = /^(?:please )?(?:explain|define|describe|tell me about|what(?:'s| is| are))\b/i;

/** Returns how far the section answers the question. */
export function judge({ score, coverage }: Match, question: string): "answers" | "may answer" | "no" {
  const reaches = (least: { score: number; coverage: number }) => score >= least.score && coverage >= least.coverage;
  const isOneWord = new Set(termsOf(question)).difference(EVERYDAY).size <= 1;
  if (!isOneWord) return reaches(ANSWERS) ? "answers" : reaches(MAY_ANSWER) ? "may answer" : "no";
  return reaches(ASKS_FOR_MEANING.test(question) ? DEFINES : ANSWERS_ONE_WORD) ? "answers" : "no";
}

type Entry = {
  text: ReadonlySet<string>;
  section: Section;
  heading: ReadonlySet<string>;
  questions: ReadonlySet<string>[];
  all: ReadonlySet<string>;
};
type Index = { entries: Entry[]; vocabulary: ReadonlyMap<string, number>; weigh(terms: Iterable<string>): number };

/** Share that a word in the body of a section has of one in its heading, beginning or questions. */
const BODY_SHARE = 0.6;
/** Weight of an everyday word beside another one. */
const EVERYDAY_SHARE = 0.25;
const QUESTION_SHARE = 0.6;
/** Decides between sections of which people ask the same. */
const HEADING_SHARE = 0.05;

let index: Index | undefined;

/** Returns true for a word that people use in questions about Parlance. */
export function isAsked(stem: string): boolean {
  index ??= buildIndex(openLibrary());
  return index.vocabulary.has(canonical(stem));
}

/** @returns the sections that have any word of the question, best first */
export function matchAsked(question: string): Match[] {
  index ??= buildIndex(openLibrary());
  const { entries, vocabulary, weigh } = index;
  const asked = new Set(termsOf(question).filter((term) => vocabulary.has(term) || !/^\d+$/.test(term)));
  const whole = weigh(asked);
  if (whole === 0) return [];
  const common = (terms: ReadonlySet<string>) => weigh([...terms].filter((term) => asked.has(term)));
  const compare = (terms: ReadonlySet<string>) => (2 * common(terms)) / (whole + weigh(terms));
  return entries
    .map(({ section, heading, questions, all, text }) => {
      const coverage = (common(all) + BODY_SHARE * common(text.difference(all))) / whole;
      const near = Math.max(...questions.map(compare));
      const score = QUESTION_SHARE * near + (1 - QUESTION_SHARE) * coverage;
      return {
        section,
        coverage,
        likeness: near,
        score: score * (1 - HEADING_SHARE) + HEADING_SHARE * compare(heading),
      };
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
}

function buildIndex(library: Library): Index {
  const entries = library.sections.map((section): Entry => {
    const asked = ASKED[section.link.replace(/^\/docs\//, "")] ?? "";
    // A heading such as "Videos" says little without its page.
    const isClear = asked !== "" && termsOf(section.heading).length > 1;
    const title = isClear ? section.heading : `${section.page} ${section.heading}`;
    const questions = [title, ...asked.split(";")].map((text) => new Set(termsOf(text))).filter(({ size }) => size > 0);
    const topic = [...library.topicOf(section)].map(canonical);
    const all = new Set([...questions.flatMap((question) => [...question]), ...topic]);
    const text = new Set(section.blocks.flatMap(({ kind, markdown }) => (kind === "code" ? [] : termsOf(markdown))));
    return { section, heading: new Set(termsOf(title)), questions, all, text };
  });
  const counts = new Map<string, number>();
  for (const { all } of entries) for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weightOf = (term: string) =>
    Math.log(1 + entries.length / (counts.get(term) ?? 1)) * (EVERYDAY.has(term) ? EVERYDAY_SHARE : 1);
  return {
    entries,
    vocabulary: counts,
    weigh: (terms) => [...new Set(terms)].reduce((sum, term) => sum + weightOf(term), 0),
  };
}
