/** Corrects a word of a question to one that a heading of the guides has. */
import { stemWord } from "../text/words.ts";
import type { Library } from "./library.ts";

/** Returns the heading's word that a word abbreviates or misspells by one letter: `config`, `strem`. */
export function findClose(word: string, { sections }: Library): string | undefined {
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
