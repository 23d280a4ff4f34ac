/** Words as the search and the tool choice compare them: lower case, without endings and without stop words. */

const STOP_WORDS = new Set(
  "a an and are as at be been but by can could did do does for from had has have how i if in into is it its let like me my of on or our please so some such than that the their them then there these they this to us very was we were what whats when where which who why will with would you your about tell explain want need mean means does work works difference between".split(
    " ",
  ),
);

/** Returns undefined for stop words. */
export function stemWord(term: string): string | undefined {
  const word = term.toLowerCase();
  // A "word" of hundreds of letters is none, and comparing it letter by letter takes megabytes.
  if (word.length < 2 || word.length > 40 || STOP_WORDS.has(word)) return undefined;
  if (word.length <= 4) return word.replace(/(?<=\w{3})s$/, "");
  return word
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=[a-z]{3})(?:ings?|ed|es|s)$/, "")
    .replace(/(?<=\w{3})e$/, "");
}

/** The stems in `text`, in order. */
export function stemmedWords(text: string): string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => stemWord(word) ?? []);
}
