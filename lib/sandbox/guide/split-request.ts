/** Splits a message into the requests that it makes: `Show me the status codes and write a haiku`. */

const SENTENCE = /(?<=[.?!])\s+(?=["“(]?\p{Lu}|[a-z]+ )|\n{2,}/u;
/** An `and` or comma before what can stand alone: an article, a verb or a question word. */
const CLAUSE =
  /,?\s+(?:and(?: also| then)?|then|plus|also)\s+(?=(?:an?|the|how|what|which|where|why|who|when|show|tell|give|write|list|make|draw|convert|calculate|compute|translate|sort|explain|count|reverse|is|are|can|do|does)\s)/iu;
const LONGEST = 400;
const MOST_PARTS = 3;
const SHORTEST_PART = 6;

/** Returns one part for a message that is too long to be a few requests. */
export function splitRequest(question: string): string[] {
  if (question.length > LONGEST || /```|:\s|[{[|]/.test(question)) return [question];
  const parts = question
    .split(SENTENCE)
    .flatMap((sentence) => sentence.split(CLAUSE))
    .map((part) => part.trim())
    .filter((part) => part.length >= SHORTEST_PART || /\d/.test(part));
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [question];
}
