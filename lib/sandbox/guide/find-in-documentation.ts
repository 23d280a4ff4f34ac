/** Finds the sections that answer a question about Parlance; none when the guides are about something else. */
import { stemmedWords } from "../text/words.ts";
import { findClose } from "./correct-word.ts";
import { EVERYDAY } from "./everyday-words.ts";
import { withPrevious } from "./follow-up.ts";
import { type Hit, type Library, openLibrary, type Section } from "./library.ts";
import { isAsked, judge, type Match, matchAsked } from "./match-asked.ts";
import { searchSections } from "./search-sections.ts";
import { termsOf } from "./terms.ts";

export type Finding = {
  /** Best first; empty when no section is about the question. */
  hits: Hit[];
  /** Text of the search. */
  query: string;
  isFollowUp: boolean;
  /** Words of the question that no guide has, as the user wrote them. */
  unknown: string[];
  /** Section that comes nearest. */
  nearest?: Section | undefined;
  /** True when the first hit may be about something near the question. */
  isUnsure?: boolean;
};

const LONGEST_QUESTION = 500;
const MOST_HITS = 8;
const FEWEST_RELATED = 3;
/** Scores from which on a section is related, and from which on it is near at all. */
const IS_RELATED = 0.5;
const IS_NEAR = 0.35;

/**
 * Strong terms of the product. A question with one is about Parlance even if it has words that no guide has.
 */
const PRODUCT =
  /\b(parlance|gateways?|sandbox|playground|x-gateway\S*|base ?url|admin key|relay|pass-?through|lanes?|dialects?|previous_response_id|tool_choice|inspector|openapi|stream(s|ed|ing)?|sdks?|api keys?|tool call\w*|function call\w*|structured outputs?|endpoints?|json schemas?|provider(s)?|upstreams?)\b/i;

export function isAboutProduct(text: string): boolean {
  return PRODUCT.test(text);
}

/** @param previous the user's message before this one; "" without one */
export function findInDocumentation(asked: string, previous = ""): Finding {
  const library = openLibrary();
  const question = inTermsOfGuides(asked.slice(0, LONGEST_QUESTION));
  const { query: said, isFollowUp } = withPrevious(question, previous);
  const query = correctSpelling(said, library);
  const matches = matchAsked(query);
  const [best] = matches;
  const unknown = wordsWithout(query, library);
  const nearest = best && best.score >= IS_NEAR ? best.section : undefined;
  const finding = { query, isFollowUp, nearest };
  const verdict = best ? judge(best, query) : "no";
  if (verdict === "answers") return { ...finding, hits: toHits(matches, query), unknown: [] };
  // Words that a text happens to have are a weaker sign than the questions of people.
  const found = searchSections(query, library).slice(0, MOST_HITS);
  const near = verdict === "no" ? [] : toHits(matches, query);
  if (found.length === 0 && near.length === 0) return { ...finding, hits: [], unknown };
  const isSure = found.length > 0 && verdict === "no";
  return { ...finding, hits: isSure ? found : [...near, ...found], unknown, isUnsure: !isSure };
}

function toHits(matches: Match[], query: string): Hit[] {
  const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_-]+/gu))];
  return matches
    .filter(({ score }, index) => index < FEWEST_RELATED || score >= IS_RELATED)
    .slice(0, MOST_HITS)
    .map(({ section, score, shared }) => {
      const isShared = (word: string) => termsOf(word).some((term) => shared.has(term));
      return { section, score, words: words.filter(isShared) };
    });
}

/** Replaces words that no guide has by a heading's word that they misspell or abbreviate. */
function correctSpelling(text: string, library: Library): string {
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => {
    const [stem] = stemmedWords(word);
    if (stem === undefined || EVERYDAY.has(stem) || library.frequency(stem) > 0 || isAsked(stem)) return word;
    return findClose(stem, library) ?? word;
  });
}

function wordsWithout(query: string, library: Library): string[] {
  return (query.match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? []).filter((word) =>
    stemmedWords(word).some(
      (stem) => /\D/.test(stem) && !EVERYDAY.has(stem) && library.frequency(stem) === 0 && !isAsked(stem),
    ),
  );
}

/** Words of users for terms of the guides. */
const TERMS: [RegExp, string][] = [
  [
    /\b(?:add|set|enter|paste|use)\b.{0,20}?\b(openai|anthropic|claude|gemini|google|groq|openrouter|mistral)\b.{0,12}?\bkeys?\b/gi,
    "connect $1",
  ],
  [/\b(?:generat|creat|produc)(?:e|es|ed|ing) (?=(?:\w+ )?(?:videos?|clips?|films?)\b)/gi, "make "],
  [
    /\brate[- ]?limit(?:s|ing|ed)?\b|\bthrottl\w+|\b(?:requests?|tokens) (?:per|a|an) (?:minute|hour|day)\b|\bspending\b/gi,
    "limits and budgets",
  ],
  [/\bwhat can (?:i|you|one) do with (?:this|it)\b/gi, "what works in Parlance"],
  [/\bwhat(?:'s| is) this(?: thing| site| page| app| tool| program)?\b(?=\W*$)/gi, "what is Parlance"],
  [/\b(?:client )?librar(?:y|ies)\b/gi, "SDK"],
  [
    /\bwho(?:'s| is| are) (?:it|this|parlance)(?: made| meant| intended)? for\b|\bwho (?:uses|should use) (?:it|this|parlance)\b/gi,
    "what is Parlance",
  ],
  [/\bmoney\b(?=.*\bspen[dt]\b)|\bspen[dt]\b/gi, "usage and cost"],
  [/\binstall(?:ation|ing)?\b/gi, "start server"],
  [
    /\b(?:stored|shared?) links?\b.*\b(?:kept|live|valid|expires?|work)\b|\b(?:kept|expires?)\b.*\blinks?\b/gi,
    "share a conversation by a link",
  ],
];

function inTermsOfGuides(question: string): string {
  return TERMS.reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), question);
}
