/** Features of a text, for vectors that are near each other when texts share words, parts of words or pairs of words. */

/** Words that say little of a text's subject. */
const STOP_WORDS = new Set(
  "a an and are as at be been but by can could did do does for from had has have how i if in into is it its me my no not of on or our shall should so some than that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);
const STOP_WEIGHT = 0.1;
const PAIR_WEIGHT = 0.4;
const PART_WEIGHT = 0.5;
/** Letters of a part of a word. */
const PART_LENGTH = 3;
/** Longer runs of letters are texts without spaces, of which only the parts count. */
const LONGEST_WORD = 40;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;
const LETTER_WEIGHT = 0.3;

/** Yields each feature with its weight; a feature that comes several times is yielded as often. */
export function* readFeatures(text: string): Generator<readonly [feature: string, weight: number], void, void> {
  let before: string | undefined;
  for (const [word] of text.normalize("NFKC").toLowerCase().matchAll(WORD)) {
    if (UNSPACED.test(word)) {
      yield* readLetters(word);
      continue;
    }
    const isStop = STOP_WORDS.has(word);
    const stem = findStem(word);
    if (word.length <= LONGEST_WORD) yield [`w${stem}`, isStop ? STOP_WEIGHT : 1];
    if (!isStop) {
      yield* readParts(stem);
      if (before !== undefined) yield [`p${before} ${stem}`, PAIR_WEIGHT];
      before = stem.slice(0, LONGEST_WORD);
    }
  }
}

/** Letters and pairs of letters, which are about as long as a word in such a script. */
function* readLetters(run: string): Generator<readonly [string, number], void, void> {
  let before = "";
  for (const letter of run) {
    yield [`w${letter}`, LETTER_WEIGHT];
    if (before !== "") yield [`w${before}${letter}`, 1];
    before = letter;
  }
}

/** Parts of a word, so that misspelt and related words are near each other. */
function* readParts(word: string): Generator<readonly [string, number], void, void> {
  const marked = `^${word}$`;
  const count = Math.max(1, marked.length - PART_LENGTH + 1);
  // A word without spaces around it weighs as much as its parts would as words.
  const weight = word.length > LONGEST_WORD ? PART_WEIGHT : PART_WEIGHT / Math.sqrt(count);
  for (let at = 0; at < count; at++) yield [`c${marked.slice(at, at + PART_LENGTH)}`, weight];
}

/** Removes the commonest English endings; other languages lose little by it. */
function findStem(word: string): string {
  if (word.length < 5) return word.length === 4 ? word.replace(/(?<!s)s$/, "") : word;
  return word.replace(/(?:ingly|edly|ing|ies|ed|es|ly|(?<!s)s)$/, "").replace(/(.)\1$/, "$1");
}
