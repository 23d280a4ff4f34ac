/** Sentiment by a word list: decided when the words lean one way, and otherwise not at all. */

const POSITIVE =
  /\b(good|great|excellent|amazing|awesome|love[ds]?|loving|perfect|fantastic|wonderful|happy|best|nice|superb|brilliant|recommend(ed|s)?|delighted|pleased|enjoy(ed|able)?|beautiful|fast|friendly|helpful|works? (great|well|perfectly)|satisfied|impressed|impressive)\b/gi;
const NEGATIVE =
  /\b(bad|terrible|awful|horrible|hate[ds]?|worst|poor|broke|broken|breaks|disappoint(ed|ing|ment)?|useless|slow|rude|waste|never again|refund|defective|ugly|annoying|angry|sad|dirty|cold|late|cheap(ly)?|faulty|unusable|returned|crash(es|ed)?|fail(s|ed)?)\b/gi;
const NEGATION = /\b(not|n't|never|no|hardly|isn't|wasn't|don't|didn't|doesn't|without)\s+(?:\w+\s+){0,2}$/i;

export type Sentiment = "positive" | "negative";

/** Reads the quoted text where there is one, and never the question itself: "Is this review positive?" says nothing. */
export function readSentiment(text: string): Sentiment | undefined {
  const quoted = [...text.slice(0, 5000).matchAll(/["“'‘]([^"”’]{3,2000}?)["”'’](?=\W|$)/g)].map(([, inner]) => inner);
  const statements = text.slice(0, 5000).replaceAll(/[^.!?\n:]*\?/g, " ");
  const material = quoted.length > 0 ? quoted.join(" ") : statements;
  const score = count(material, POSITIVE) - count(material, NEGATIVE);
  if (score === 0) return undefined;
  return score > 0 ? "positive" : "negative";
}

/** Counts the words, and a negated one as its opposite. */
function count(text: string, words: RegExp): number {
  let sum = 0;
  for (const { index } of text.matchAll(words))
    sum += NEGATION.test(text.slice(Math.max(0, index - 30), index)) ? -1 : 1;
  return sum;
}

/** True for the values of an enum of sentiments. */
export function isSentimentEnum(values: unknown[]): boolean {
  const words = values.map((value) => String(value).toLowerCase());
  return words.includes("positive") && words.includes("negative");
}

/** Returns the values of the enum for this sentiment; those of doubt when it is undecided. */
export function sentimentValues(values: unknown[], sentiment: Sentiment | undefined): unknown[] {
  const wanted = sentiment ? [sentiment] : ["neutral", "unknown", "mixed", "undecided", "unclear", "null"];
  return wanted.flatMap((word) => values.filter((value) => String(value).toLowerCase() === word));
}

const FLAG = /^(?:is |was )?(positive|negative|recommended|recommends|satisfied|happy|favou?rable)$/;

/** True for a field that asks for the sentiment as a yes or no. */
export function isSentimentFlag(name: string): boolean {
  return FLAG.test(name);
}

export function sentimentFlag(name: string, sentiment: Sentiment | undefined): boolean | undefined {
  if (sentiment === undefined) return undefined;
  return (FLAG.exec(name)?.[1] === "negative") === (sentiment === "negative");
}
