/** Searches the text of the guides, for questions that nobody foresaw. */
import { stemmedWords, stemWord } from "../text/words.ts";
import { EVERYDAY } from "./everyday-words.ts";
import type { Hit, Library } from "./library.ts";

/** Minimum share of a question's words, by their weight, in a section that answers it. */
const ENOUGH_WORDS = 0.75;

/** Most words of a heading that one word stands for. */
const LONGEST_NAME = 2;

/** Returns the sections that are about the words of a question, best first; none where one has them in passing. */
export function searchSections(question: string, library: Library): Hit[] {
  const words = [...new Set(stemmedWords(question))].filter((word) => !EVERYDAY.has(word));
  const known = dropCommon(words.filter((word) => library.frequency(word) > 0));
  if (known.length === 0) return [];
  const terms = (question.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => known.includes(stemWord(word) ?? ""));
  return library.search(terms.join(" ")).filter((hit) => isAbout(hit, known, library));
}

const COMMON = new Set(stemmedWords("API gateway Parlance"));

/** Drops words that most guides have where two others say what the question is about. */
function dropCommon(words: string[]): string[] {
  const telling = words.filter((word) => !COMMON.has(word));
  return telling.length >= 2 ? telling : words;
}

/** Returns true for a section that has most of the words, and the rarest of them in its heading, title or beginning. */
function isAbout({ section, words }: Hit, known: string[], library: Library): boolean {
  const topic = library.topicOf(section);
  // One word alone may stand in any first paragraph: it has to be what the section is called.
  const called = new Set(stemmedWords(section.heading));
  if (known.length === 1 && called.size > LONGEST_NAME) return false;
  const names = known.length > 1 ? topic : new Set([...called, ...stemmedWords(section.page)]);
  const rarest = known.toSorted((left, right) => weightOf(right, library) - weightOf(left, library))[0];
  if (rarest === undefined || !names.has(rarest)) return false;
  const weigh = (list: string[]) => list.reduce((sum, word) => sum + weightOf(word, library), 0);
  const held = new Set([...words, ...topic]);
  return weigh(known.filter((word) => held.has(word))) >= ENOUGH_WORDS * weigh(known);
}

/** Weight of a word: the rarer, the more it says. */
function weightOf(word: string, { frequency, sections }: Library): number {
  return Math.log(1 + sections.length / Math.max(1, frequency(word)));
}
