/** Word-by-word diff of two answers. The diff library is loaded with this file, when a diff is first opened. */
import { diffWordsWithSpace } from "diff";

export type DiffPiece = { text: string; kind: "same" | "removed" | "added" };

/** Time limit of a diff, in milliseconds. Texts with nothing in common would block the page. */
const LIMIT = 1500;

export type ResponseDiff = {
  pieces: DiffPiece[];
  /** Words in common divided by the words of the longer text, 0 to 1. */
  alike: number;
};

/** Compares two answers; returns undefined when they differ too much to be compared in time. */
export function diffResponses(before: string, after: string): ResponseDiff | undefined {
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
