/** Two answers word by word. The library is loaded with this file, when a difference is first asked for. */
import { diffWordsWithSpace } from "diff";

export type DiffPiece = { text: string; kind: "same" | "removed" | "added" };

/** A pair of texts with nothing in common would take the page's time; past this, in milliseconds, it is given up. */
const LIMIT = 1500;

export type AnswerDiff = {
  pieces: DiffPiece[];
  /** Words in common over the words of the longer text, 0 to 1. */
  alike: number;
};

/** Undefined when the texts are too different to be compared in good time. */
export function diffAnswers(before: string, after: string): AnswerDiff | undefined {
  const changes = diffWordsWithSpace(before, after, { timeout: LIMIT });
  if (!changes) return undefined;
  const pieces = changes.map(({ value, added, removed }): DiffPiece => {
    return { text: value, kind: added ? "added" : removed ? "removed" : "same" };
  });
  const same = pieces.filter(({ kind }) => kind === "same").reduce((sum, { text }) => sum + countWords(text), 0);
  const longer = Math.max(countWords(before), countWords(after));
  return { pieces, alike: longer === 0 ? 1 : Math.min(1, same / longer) };
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
