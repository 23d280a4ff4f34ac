/** Finds the sections that answer a question about Parlance; none when the guides are about something else. */
import { stemmedWords, stemWord } from "../text/words.ts";
import { languageIn } from "./compose-answer.ts";
import { type Hit, type Library, openLibrary } from "./library.ts";

export type Finding = {
  /** Best first; empty when no section is about the question. */
  hits: Hit[];
  /** Text of the search. */
  query: string;
  isFollowUp: boolean;
  /** Words of the question that no guide has, as the user wrote them. */
  unknown: string[];
};

/** Minimum share of a question's words, by their weight, in a section that answers it. */
const ENOUGH_WORDS = 0.6;
/** Minimum score of the best section, as a share of the words' weight: a lower one has them in passing. */
const LONGEST_QUESTION = 500;
const MOST_HITS = 8;

/** Everyday words: guides use them in passing, so they neither find a section nor count as unknown. */
const EVERYDAY = new Set(
  stemmedWords(
    `about actually again answer answers through via all also always another any anyone anything around ask away bad best better bit can't
    come cool could day different doing down done each easily easy else ever every everything example
    exactly exist exists explain fast first full fun general give go going good got great happen happens have hear
    hello help here hey hi idea info information instead just keep kind know last learn least left less let let's ll
    long look lot made make makes making many maybe me mean might mine more most much must myself name names never new
    next nice no not now off often old once one ones only open other others over own part past people perhaps
    person place plain possible possibly practice pretty properly quick quickly quite re read really right run said
    same sample samples say second see seem set shall short should show simple simply since slow someone
    something start step steps still stuff sure table tables take talk tell travel thank thanks thing things think three time times today
    together too top true try two type under until up us use used useful user users using usually ve via want wants
    way ways week well whether while whole without word words work works world would write wrong year yes yet yourself
    currently support supported supports offer offers available ready provide provides included detail details
    describe description overview summary briefly short please`,
  ),
);

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
  const question = inTermsOfGuides(asked.slice(0, LONGEST_QUESTION));
  const library = openLibrary();
  const isFollowUp = previous !== "" && continues(question);
  const query = isFollowUp ? `${withoutLanguage(previous.slice(0, LONGEST_QUESTION), question)} ${question}` : question;
  const words = [...new Set(stemmedWords(query))].filter((word) => !EVERYDAY.has(word));
  const corrected = words.map((word) => (library.frequency(word) > 0 ? word : (findClose(word, library) ?? word)));
  const known = dropCommon(corrected.filter((word) => library.frequency(word) > 0));
  const missing = new Set(corrected.filter((word) => library.frequency(word) === 0));
  const unknown = (query.match(/[\p{L}\p{N}][\p{L}\p{N}.+#-]*/gu) ?? []).filter((word) =>
    stemmedWords(word).some((stem) => missing.has(stem)),
  );
  if (known.length === 0) return { hits: [], query, isFollowUp, unknown };
  const terms = (query.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => known.includes(stemWord(word) ?? ""));
  const found = library.search([...terms, ...corrected.filter((word) => !words.includes(word))].join(" "));
  const about = found.filter((hit) => isAbout(hit, known, library));
  const hits = (about.length > 0 ? about : findMentioned(found, { question, known, library })).slice(0, MOST_HITS);
  return { hits, query, isFollowUp, unknown };
}

const COMMON = new Set(stemmedWords("API gateway Parlance"));

/** Drops words that most guides have where two others say what the question is about. */
function dropCommon(words: string[]): string[] {
  const telling = words.filter((word) => !COMMON.has(word));
  return telling.length >= 2 ? telling : words;
}

const ASKS_FOR_FEATURE = /^(?:how (?:do|can) i|how to|can i|can it|does (?:it|parlance)|is there|where|which)\b/i;
/** Number of sections with a word that is still a rare one. */
const RARE = 10;

/** Returns sections that mention a feature in passing: a rare word has no section of its own. */
function findMentioned(
  found: Hit[],
  { question, known, library }: { question: string; known: string[]; library: Library },
): Hit[] {
  const isRare = known.length <= 2 && known.every((word) => word.length > 4 && library.frequency(word) <= RARE);
  if (!isRare || !ASKS_FOR_FEATURE.test(question)) return [];
  return found.filter(({ words }) => known.every((word) => words.includes(word)));
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
  [/\bwhat(?:'s| is) this(?: thing| site| page| app| tool| program)?\b(?=\W*$)/gi, "what is Parlance"],
  [/\b(?:client )?librar(?:y|ies)\b/gi, "SDK"],
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

/** Returns true for a section that has most of the words, one of them in its heading, title or first paragraph. */
function isAbout({ section, words }: Hit, known: string[], library: Library): boolean {
  const topic = library.topicOf(section);
  // One word alone may stand in any first paragraph: it has to be what the section is called.
  const names = known.length > 1 ? topic : new Set(stemmedWords(`${section.heading} ${section.page}`));
  if (!known.some((word) => names.has(word))) return false;
  const weigh = (list: string[]) => list.reduce((sum, word) => sum + weightOf(word, library), 0);
  const held = new Set([...words, ...topic]);
  return weigh(known.filter((word) => held.has(word))) >= ENOUGH_WORDS * weigh(known);
}

/** Weight of a word: the rarer, the more it says. */
function weightOf(word: string, { frequency, sections }: Library): number {
  return Math.log(1 + sections.length / Math.max(1, frequency(word)));
}

/** Returns the heading's word that a word abbreviates or misspells by one letter: `config`, `strem`. */
function findClose(word: string, { sections }: Library): string | undefined {
  if (word.length < 4) return undefined;
  for (const { heading } of sections) {
    for (const other of heading.split(/[^\p{L}]+/u)) {
      const stem = stemWord(other);
      if (stem === undefined || stem[0] !== word[0]) continue;
      if (stem.startsWith(word) || (word.length >= 5 && isOneEditApart(word, stem))) return stem;
    }
  }
  return undefined;
}

/** Returns true when one inserted, removed, changed or swapped letter makes one word of the other. */
function isOneEditApart(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  const rests = (leftSkip: number, rightSkip: number) =>
    left.slice(start + leftSkip) === right.slice(start + rightSkip);
  const isSwap = left[start] === right[start + 1] && left[start + 1] === right[start] && rests(2, 2);
  return isSwap || rests(1, 1) || rests(1, 0) || rests(0, 1);
}

/** Returns true for a short question without a subject: `and in Python?`, `what about JavaScript?`, `why?` */
function continues(question: string): boolean {
  const words = stemmedWords(question);
  if (words.length > 4) return false;
  return (
    /^(and|but|or|what about|how about|same|also|now|again|then|in|with|why|for)\b/i.test(question) ||
    (languageIn(question) !== undefined && words.length <= 2)
  );
}

function withoutLanguage(previous: string, question: string): string {
  if (!languageIn(question)) return previous;
  return previous.replaceAll(
    /\b(?:with|in|using)?\s*(?:curl|bash|shell|python|javascript|typescript|node(?:\.?js)?|langchain)\b/gi,
    "",
  );
}
