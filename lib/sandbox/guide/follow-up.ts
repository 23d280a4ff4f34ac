/** Follow-ups: questions that go on from the one before. */
import { stemmedWords } from "../text/words.ts";
import { languageIn } from "./compose-answer.ts";

const LONGEST_QUESTION = 500;

/**
 * @param previous the user's message before the question; "" without one
 * @returns the text to search for: with the earlier question, where this one has no subject of its own
 */
export function withPrevious(question: string, previous: string): { query: string; isFollowUp: boolean } {
  const isFollowUp = previous !== "" && continues(question);
  if (!isFollowUp) return { query: question, isFollowUp };
  return { query: `${withoutLanguage(previous.slice(0, LONGEST_QUESTION), question)} ${question}`, isFollowUp };
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
