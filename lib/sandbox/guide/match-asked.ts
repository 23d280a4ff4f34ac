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
  /** From 0 to 1: how much the question has in common with the section and with the nearest question of its list. */
  score: number;
  /** Share of the question's words, by their weight, that the section has anywhere. */
  coverage: number;
  /** Terms of the question that the section has. */
  shared: ReadonlySet<string>;
};

/** Scores from which on a section answers a question, and from which on it may. */
const ANSWERS = { score: 0.62, coverage: 0.7 };
const MAY_ANSWER = { score: 0.36, coverage: 0.36 };
/** The same for a question with one telling word: "the best laptop" does not ask for models on a computer. */
const ANSWERS_ONE_WORD = { score: 0.75, coverage: 0.82 };
/** The same for "explain light", which may be about anything. */
const DEFINES = { score: 0.88, coverage: 0.9 };
const ASKS_FOR_MEANING = /^(?:please )?(?:explain|define|describe|tell me about|what(?:'s| is| are))\b/i;

/** Returns how far the section answers the question. */
export function judge({ score, coverage }: Match, question: string): "answers" | "may answer" | "no" {
  const reaches = (least: { score: number; coverage: number }) => score >= least.score && coverage >= least.coverage;
  const telling = [...new Set(termsOf(question)).difference(EVERYDAY)];
  const isOneWord = telling.filter((term) => /\D/.test(term)).length <= 1;
  // A word of few sections says enough: "does it support HTTPS".
  const isRare = telling.length === 1 && countOf(telling[0]) <= FEW_SECTIONS && !ASKS_FOR_MEANING.test(question);
  if (!isOneWord || isRare) return reaches(ANSWERS) ? "answers" : reaches(MAY_ANSWER) ? "may answer" : "no";
  return reaches(ASKS_FOR_MEANING.test(question) ? DEFINES : ANSWERS_ONE_WORD) ? "answers" : "no";
}

/** One question, with its weight. */
type Question = { terms: ReadonlySet<string>; weight: number };

type Entry = {
  section: Section;
  heading: Question;
  questions: Question[];
  /** Terms of its heading, its beginning and its questions. */
  all: ReadonlySet<string>;
  /** Terms of its body. */
  text: ReadonlySet<string>;
};
type Index = { entries: Entry[]; vocabulary: ReadonlyMap<string, number>; weigh(terms: Iterable<string>): number };

/** Share that a word in the body of a section has of one in its heading, beginning or questions. */
const BODY_SHARE = 0.6;
/** Weight of an everyday word beside another one. */
const EVERYDAY_SHARE = 0.25;
/** Sections that a word of no section counts for: half of such words are turns of phrase. */
const UNKNOWN_COUNT = 8;
/** Most sections that have a word by which a section is found without any other. */
const FEW_SECTIONS = 3;
const QUESTION_SHARE = 0.6;
/** Decides between sections of which people ask the same. */
const HEADING_SHARE = 0.05;

let index: Index | undefined;

/** Returns true for a word that people use in questions about Parlance. */
export function isAsked(stem: string): boolean {
  index ??= buildIndex(openLibrary());
  return index.vocabulary.has(canonical(stem));
}

function countOf(term = ""): number {
  return index?.vocabulary.get(term) ?? Number.POSITIVE_INFINITY;
}

/** @returns the sections that have any word of the question, best first */
export function matchAsked(question: string): Match[] {
  index ??= buildIndex(openLibrary());
  const { entries, vocabulary, weigh } = index;
  const asked = new Set(termsOf(question).filter((term) => vocabulary.has(term) || !/^\d+$/.test(term)));
  const whole = weigh(asked);
  if (whole === 0) return [];
  const common = (has: (term: string) => boolean) => weigh([...asked].filter(has));
  const compare = ({ terms, weight }: Question) => (2 * common((term) => terms.has(term))) / (whole + weight);
  return entries
    .map(({ section, heading, questions, all, text }) => {
      const shared = new Set([...asked].filter((term) => all.has(term) || text.has(term)));
      const inBody = common((term) => shared.has(term) && !all.has(term));
      const coverage = (common((term) => all.has(term)) + BODY_SHARE * inBody) / whole;
      if (shared.size === 0) return { section, coverage, shared, score: 0 };
      const near = QUESTION_SHARE * Math.max(...questions.map(compare)) + (1 - QUESTION_SHARE) * coverage;
      return { section, coverage, shared, score: near * (1 - HEADING_SHARE) + HEADING_SHARE * compare(heading) };
    })
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
}

/** Returns false for a question that is one everyday word: "who can see what" is "see" to a machine. */
function saysSomething(terms: ReadonlySet<string>): boolean {
  return terms.size > 1 || [...terms].some((term) => !EVERYDAY.has(term));
}

/** Lists of messages, which nobody asks about by their headings, "Videos" or "Files". */
const LISTS = /^\/docs\/errors#/;

function buildIndex(library: Library): Index {
  const read = library.sections.flatMap((section) => {
    const asked = ASKED[section.link.replace(/^\/docs\//, "")] ?? "";
    if (asked === "" && LISTS.test(section.link)) return [];
    // A heading such as "Videos" says little without its page.
    const isClear = asked !== "" && termsOf(section.heading).length > 1;
    const title = termsOf(isClear ? section.heading : `${section.page} ${section.heading}`);
    const listed = asked.split(";").map((question) => new Set(termsOf(question)));
    const questions = [new Set(title), ...listed.filter(saysSomething)];
    const topic = [...library.topicOf(section)].map(canonical);
    const all = new Set([...questions.flatMap((question) => [...question]), ...topic]);
    const text = new Set(section.blocks.flatMap(({ kind, markdown }) => (kind === "code" ? [] : termsOf(markdown))));
    return [{ section, questions: questions.filter(({ size }) => size > 0), all, text }];
  });
  const counts = new Map<string, number>();
  for (const { all } of read) for (const term of all) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weightOf = (term: string) =>
    Math.log(1 + read.length / (counts.get(term) ?? UNKNOWN_COUNT)) * (EVERYDAY.has(term) ? EVERYDAY_SHARE : 1);
  const weigh = (terms: Iterable<string>) => {
    let sum = 0;
    for (const term of terms) sum += weightOf(term);
    return sum;
  };
  const entries = read.flatMap(({ questions, ...entry }): Entry[] => {
    const weighed = questions.map((terms) => ({ terms, weight: weigh(terms) }));
    const [heading] = weighed;
    return heading ? [{ ...entry, heading, questions: weighed }] : [];
  });
  return { entries, vocabulary: counts, weigh };
}
