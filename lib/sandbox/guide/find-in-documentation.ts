/** Finds the sections that answer a question, given the question before it; none when the documentation cannot know. */
import type { Conversation } from "../conversation.ts";
import { stemmedWords } from "../text/words.ts";
import { languageIn } from "./compose-answer.ts";
import { type Hit, openLibrary } from "./library.ts";

export type Finding = {
  hits: Hit[];
  /** Text of the search. */
  query: string;
  isFollowUp: boolean;
};

/** Topics outside the documentation: words that it uses in passing do not make it an authority on them. */
const OUTSIDE =
  /\b(weather|forecast|temperature (in|outside)|news|headlines|stock price|capital of|president|prime minister|population|recipe|poem|joke|story|song|lyrics|haiku|essay|movie|football|world cup|bitcoin|horoscope|translate .* (?:to|into)|what time is it|today'?s date|what day is it|meaning of life)\b/i;
const ABOUT_PARLANCE =
  /\b(parlance|gateway|sandbox|upstream|relay|lane|tools?|tool_choice|api|sdk|curl|stream\w*|header|config\w*|key|keys|x-gateway\S*|schema)\b/i;

/** Minimum share of the question's words in a section; with fewer, the section is about something else. */
const ENOUGH_WORDS = 0.5;

/** Limit on the length of a question in characters; longer text is material, not a question. */
const LONGEST_QUESTION = 2000;

export function findInDocumentation(conversation: Conversation): Finding {
  const question = conversation.question.slice(0, LONGEST_QUESTION);
  const previous = conversation.userTexts.at(-2)?.slice(0, LONGEST_QUESTION) ?? "";
  const isFollowUp = previous !== "" && continues(question);
  const query = isFollowUp ? `${withoutLanguage(previous, question)} ${question}` : question;
  if (OUTSIDE.test(question) && !ABOUT_PARLANCE.test(question)) return { hits: [], query, isFollowUp };
  const words = new Set(stemmedWords(query));
  const hits = openLibrary().search(query);
  const covered = hits.filter((hit) => new Set(hit.words).size / Math.max(words.size, 1) >= ENOUGH_WORDS);
  // The specification comes after the guide, since it names routes that are not served yet.
  const isGuide = ({ section }: Hit) => !section.file.startsWith("docs/spec/");
  const ordered = [...covered.filter(isGuide), ...covered.filter((hit) => !isGuide(hit))];
  return { hits: ordered.slice(0, 8), query, isFollowUp };
}

/** Returns true for a short question without a subject: `and in Python?`, `what about JavaScript?`, `why?` */
function continues(question: string): boolean {
  const words = stemmedWords(question);
  if (words.length > 4) return false;
  return (
    /^(and|but|or|what about|how about|same|also|now|again|then|in|with|why|for)\b/i.test(question) ||
    (languageIn(question) !== undefined && words.length <= 2) ||
    words.length === 0
  );
}

function withoutLanguage(previous: string, question: string): string {
  if (!languageIn(question)) return previous;
  return previous.replaceAll(
    /\b(?:with|in|using)?\s*(?:curl|bash|shell|python|javascript|typescript|node(?:\.?js)?|langchain)\b/gi,
    "",
  );
}
